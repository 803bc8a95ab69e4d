/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/doc.h"
#include "harness/merge_ledger.h"

static const struct {
	const char *role;
	enum lab_role lab;
} roles[] = {
	{ "generator", LAB_GEN },
	{ "router", LAB_DUT },
	{ "sink", LAB_SINK },
};

#define ROLES 3

static int
read_node(struct merge_snapshots *s, const json_t *node, struct fail *f)
{
	const char *role = doc_text(node, "role");
	const char *phase = doc_text(node, "phase");
	int after;

	if (role == NULL || phase == NULL)
		return 0; /* no snapshot */
	after = strcmp(phase, "after") == 0;
	for (int i = 0; i < ROLES; i++) {
		struct counters *c = &s->c[roles[i].lab][after];

		if (strcmp(roles[i].role, role) != 0)
			continue;
		counters_free(c);
		s->have[roles[i].lab] = true;
		return doc_counters(doc_at(node, "document"), c, f);
	}
	return 0;
}

int
merge_snapshots_read(
    struct merge_snapshots *s, const json_t *nodes, struct fail *f)
{
	const json_t *node;
	size_t i;

	memset(s, 0, sizeof(*s));
	json_array_foreach(nodes, i, node)
	{
		if (read_node(s, node, f) < 0)
			return -1;
	}
	return 0;
}

void
merge_snapshots_free(struct merge_snapshots *s)
{
	for (int r = 0; r < LAB_ROLES; r++) {
		counters_free(&s->c[r][0]);
		counters_free(&s->c[r][1]);
	}
	memset(s, 0, sizeof(*s));
}

bool
merge_growth(const struct merge_snapshots *s, enum lab_role role,
    const char *name, const char *instance, uint64_t *growth)
{
	enum counter_change change;

	if (!s->have[role])
		return false;
	change = counter_delta(counters_find(&s->c[role][0], name, instance),
	    counters_find(&s->c[role][1], name, instance), growth);
	return change == COUNTER_OK || change == COUNTER_WRAPPED;
}

static void
host(const struct merge_snapshots *s, enum lab_role r, const char *in,
    const char *out, struct ledger_host *h)
{
	memset(h, 0, sizeof(*h));
	if (!s->have[r])
		return;
	h->before = &s->c[r][0];
	h->after = &s->c[r][1];
	h->in_if = in;
	h->out_if = out;
}

int
merge_ledger(const struct merge_snapshots *s, enum place_direction d,
    struct ledger_ask *ask, struct ledger *l, struct fail *f)
{
	bool forward = d == PLACE_FORWARD;
	const char *near = forward ? "in0" : "out0";
	const char *far = forward ? "out0" : "in0";
	const char *from = forward ? "gen0" : "sink0";
	const char *to = forward ? "sink0" : "gen0";

	ask->virtual_path = true; /* every link of the lab is a veth */
	host(s, forward ? LAB_GEN : LAB_SINK, NULL, from, &ask->generator[0]);
	host(s, LAB_DUT, near, far, &ask->router);
	host(s, forward ? LAB_SINK : LAB_GEN, to, NULL, &ask->sink[0]);
	return ledger_balance(ask, l, f);
}

static json_t *
places_json(const struct ledger *l)
{
	json_t *list = json_array();

	for (enum place p = 0; p < PLACES && list != NULL; p++) {
		const struct ledger_place *v = &l->place[p];
		json_t *o = json_object();

		if (o == NULL)
			break;
		doc_set_text(o, "place", place_name(p));
		json_object_set_new(o, "frames",
		    v->known ? json_integer(v->frames) : json_null());
		doc_set_text(o, "from", v->from[0] != '\0' ? v->from : NULL);
		json_array_append_new(list, o);
	}
	return list;
}

static void
set_known(json_t *o, const char *key, bool known, int64_t v)
{
	json_object_set_new(o, key, known ? json_integer(v) : json_null());
}

json_t *
merge_ledger_json(const struct ledger *l)
{
	json_t *o = json_object();

	if (o == NULL)
		return NULL;
	doc_set_u64(o, "sent", l->sent);
	set_known(o, "received", l->received_known, (int64_t)l->received);
	json_object_set_new(o, "places", places_json(l));
	set_known(o, "foreign", l->foreign_known, l->foreign);
	set_known(o, "residual", true, l->residual);
	doc_set_real(o, "residual_percent", ledger_residual_percent(l));
	doc_set_real(o, "loss_percent", ledger_loss_percent(l));
	doc_set_text(o, "in_interface", l->in_known ? l->in_if : NULL);
	doc_set_text(o, "out_interface", l->out_known ? l->out_if : NULL);
	set_known(o, "in_packets", l->in_known, (int64_t)l->in_packets);
	set_known(o, "out_packets", l->out_known, (int64_t)l->out_packets);
	doc_set_text(o, "note", l->note[0] != '\0' ? l->note : NULL);
	return o;
}

void
merge_cost(const struct merge_snapshots *s, uint64_t received, json_t *derived)
{
	uint64_t softirqs = 0;
	/* any host will do: they read the same machine */
	bool known =
	    merge_growth(s, LAB_GEN, "softirq.net_rx.total", NULL, &softirqs) &&
	    softirqs > 0 && received > 0;

	doc_set_real(derived, "packets_per_softirq",
	    known ? (double)received / (double)softirqs : NAN);
	json_object_set_new(derived, "cpu_ns_per_packet", json_null());
}
