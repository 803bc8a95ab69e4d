/* SPDX-License-Identifier: BSD-2-Clause */
#include "lib/result_ledger.h"

/* Those that make the place; none where something else tells its frames. */
static void
put_counters(struct result *r, const struct ledger_place *p,
    const struct result_more *more)
{
	result_array(r, "counters");
	for (size_t i = 0; i < p->parts; i++) {
		const struct ledger_part *c = &p->part[i];

		result_object(r, NULL);
		result_text(r, "name", c->name);
		result_text(r, "instance", c->instance);
		result_i64(r, "frames", c->frames);
		result_i64(r, "background", c->background);
		if (more != NULL)
			more->put(r, c->name, c->instance, more->to);
		result_end(r);
	}
	result_end(r);
}

static void
put_place(struct result *r, enum place at, const struct ledger_place *p,
    const struct result_more *more)
{
	result_object(r, NULL);
	result_text(r, "place", place_name(at));
	if (p->known)
		result_i64(r, "frames", p->frames);
	else
		result_null(r, "frames");
	result_text(r, "from", p->from[0] != '\0' ? p->from : NULL);
	put_counters(r, p, more);
	if (more != NULL && more->place != NULL)
		more->place(r, at, p, more->to);
	result_end(r);
}

static void
put_interface(struct result *r, const char *name, const char *packets,
    const char *interface, bool known, uint64_t n)
{
	result_text(r, name, known ? interface : NULL);
	if (known)
		result_u64(r, packets, n);
	else
		result_null(r, packets);
}

void
result_ledger(
    struct result *r, const struct ledger *l, const struct result_more *more)
{
	result_u64(r, "sent", l->sent);
	if (l->received_known)
		result_u64(r, "received", l->received);
	else
		result_null(r, "received");
	result_array(r, "places");
	for (enum place p = 0; p < PLACES; p++)
		put_place(r, p, &l->place[p], more);
	result_end(r);
	if (l->foreign_known)
		result_i64(r, "foreign", l->foreign);
	else
		result_null(r, "foreign");
	if (l->background_known)
		result_i64(r, "background", l->background);
	else
		result_null(r, "background");
	result_i64(r, "residual", l->residual);
	result_real(r, "residual_percent", ledger_residual_percent(l));
	result_real(r, "loss_percent", ledger_loss_percent(l));
	put_interface(r, "in_interface", "in_packets", l->in_if, l->in_known,
	    l->in_packets);
	put_interface(r, "out_interface", "out_packets", l->out_if,
	    l->out_known, l->out_packets);
	result_text(r, "note", l->note[0] != '\0' ? l->note : NULL);
}
