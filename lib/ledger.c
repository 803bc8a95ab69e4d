/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lib/ledger.h"
#include "lib/ledger_books.h"

static const char *const names[PLACES] = {
	[PLACE_GENERATOR_REFUSED] = "generator_refused",
	[PLACE_GENERATOR_QUEUE] = "generator_queue",
	[PLACE_LINK] = "link",
	[PLACE_NIC_ERROR] = "nic_error",
	[PLACE_NIC_RING] = "nic_ring",
	[PLACE_INPUT_QUEUE] = "input_queue",
	[PLACE_FILTER] = "filter",
	[PLACE_IP_REFUSED] = "ip_refused",
	[PLACE_OUTPUT_QUEUE] = "output_queue",
	[PLACE_OUTPUT_ERROR] = "output_error",
	[PLACE_LINK_OUT] = "link_out",
	[PLACE_SINK_NIC] = "sink_nic",
	[PLACE_SINK_PROGRAM] = "sink_program",
	[PLACE_DELIVERED] = "delivered",
};

const char *
place_name(enum place p)
{
	return names[p];
}

/* One packet counter of the path: which interface, how many frames. */
static int
station(const struct ledger_host *h, const char *counter, const char *asked,
    const char **interface, struct growth *g, struct fail *f)
{
	*interface = asked != NULL ? asked : books_busiest(h, counter);
	memset(g, 0, sizeof(*g));
	if (*interface == NULL || h->before == NULL || h->after == NULL)
		return 0;
	*g = books_grown(h, counter, *interface);
	if (!g->found)
		return fail(f, "ledger: %s: no such interface in the listings",
		    *interface);
	if (g->broken)
		return fail(f,
		    "ledger: %s of %s fell between the readings "
		    "or stands in one of them only",
		    counter, *interface);
	return 0;
}

/* Why nothing is known of the router's input. */
static void
tell_fallen(struct books *b)
{
	const struct ledger_host *r = &b->ask->router;

	for (size_t i = 0;
	     r->after != NULL && r->before != NULL && i < r->after->n; i++) {
		const struct counter *c = &r->after->v[i];
		uint64_t delta;

		if (strcmp(c->name, "if.rx.packets") != 0 ||
		    counters_delta(r->before, r->after, c, &delta) !=
			COUNTER_RESET)
			continue;
		BOOKS_SAY(b->l->note,
		    "if.rx.packets of %s fell between the readings: reset, or "
		    "around by nobody knows how much",
		    c->instance);
		return;
	}
}

static int
stations(struct books *b, struct fail *f)
{
	const struct ledger_host *r = &b->ask->router;
	struct ledger *l = b->l;
	const char *name;
	struct growth g;

	if (station(r, "if.rx.packets", r->in_if, &name, &g, f) < 0)
		return -1;
	if (g.found) {
		snprintf(l->in_if, sizeof(l->in_if), "%s", name);
		l->in_packets = (uint64_t)g.grown;
		l->in_known = true;
		l->background_known = r->idle != NULL && r->idle_ns > 0;
		l->background = g.background;
	} else {
		tell_fallen(b);
	}
	if (station(r, "if.tx.packets", r->out_if, &name, &g, f) < 0)
		return -1;
	if (g.found) {
		snprintf(l->out_if, sizeof(l->out_if), "%s", name);
		l->out_packets = (uint64_t)g.grown;
		l->out_known = true;
	}
	return 0;
}

/* Behind the sender's call, in front of its wire. */
static void
generator_queue(struct books *b, const struct ledger_host *g)
{
	const enum place at = PLACE_GENERATOR_QUEUE;
	const char *out = g->out_if;
	struct growth drops;

	if (out == NULL)
		out = books_busiest(g, "if.tx.packets");
	if (out != NULL) {
		drops = books_grown(g, "qdisc.drops", out);
		books_book(b, at, "qdisc.drops", &drops,
		    b->ask->sent_raw ? drops.frames : 0);
		if (!b->ask->sent_raw && drops.frames > 0)
			BOOKS_SAY(b->l->place[at].from,
			    "%lld dropped before they counted as sent",
			    (long long)drops.frames);
	}
	/* behind the queue, too */
	if (out != NULL &&
	    (b->l->place[at].known ||
		books_grown(g, "if.tx.errors", out).frames > 0))
		books_charge(b, at, g, "if.tx.errors", out);
	/* the call succeeded, and nobody answered for the next hop */
	if (b->l->place[at].known ||
	    books_grown(g, "neighbour.discards", NULL).frames > 0)
		books_charge(b, at, g, "neighbour.discards", NULL);
}

static void
generator_places(struct books *b)
{
	struct ledger_place *p = &b->l->place[PLACE_GENERATOR_REFUSED];

	if (b->ask->refused_known) {
		p->known = true;
		p->frames = books_limited(b->ask->refused);
		BOOKS_SAY(p->from, "refused calls, no part of sent");
	}
	for (int i = 0; i < LEDGER_HOSTS; i++)
		if (b->ask->generator[i].after != NULL)
			generator_queue(b, &b->ask->generator[i]);
}

/* What the sink's interface counts can only be lost before a known sink. */
static void
sink_nic(struct books *b, const struct ledger_host *s, const char *in,
    const struct growth *packets)
{
	struct ports p;

	books_ports(s, in, NULL, true, &p);
	for (size_t i = 0; i < p.n; i++) {
		books_charge(b, PLACE_SINK_NIC, s, "if.rx.errors", p.name[i]);
		books_charge(b, PLACE_SINK_NIC, s, "if.rx.missed", p.name[i]);
		if (!b->ask->virtual_path && b->ask->received_known)
			books_charge(
			    b, PLACE_SINK_NIC, s, "if.rx.drops", p.name[i]);
	}
	/* side by side: the generator's refusals are in the sink's drops */
	if (b->ask->virtual_path && b->ask->router.after == NULL)
		books_charge_veth(
		    b, PLACE_SINK_NIC, s, in, (uint64_t)packets->grown);
	else if (b->ask->virtual_path)
		books_charge(b, PLACE_SINK_NIC, s, "if.rx.drops", in);
}

static void
sink_program(struct books *b)
{
	struct ledger_place *p = &b->l->place[PLACE_SINK_PROGRAM];

	if (!b->ask->received_known)
		return; /* what it lost is inside delivered */
	if (b->ask->sink_drops_known) {
		p->known = true;
		p->frames = books_limited(b->ask->sink_drops);
		BOOKS_SAY(p->from, "the sink program's own drops");
	}
	for (int i = 0; i < LEDGER_HOSTS; i++) {
		const struct ledger_host *s = &b->ask->sink[i];

		if (!b->ask->sink_drops_known)
			books_charge(b, PLACE_SINK_PROGRAM, s,
			    "udp.rcvbuf_errors", NULL);
		/* a tap sees what the filter refuses, a socket does not */
		if (b->ask->sink_by_socket)
			books_charge(b, PLACE_SINK_PROGRAM, s,
			    "ip.refused.reverse_path", NULL);
	}
}

/* The packets into the sinks' interfaces; where that is known, `name`. */
static int
sink_stations(
    struct books *b, int64_t *packets, const char **name, struct fail *f)
{
	struct growth g;
	const char *in;

	*name = NULL;
	*packets = 0;
	for (int i = 0; i < LEDGER_HOSTS; i++) {
		const struct ledger_host *s = &b->ask->sink[i];

		if (s->after == NULL)
			continue;
		if (station(s, "if.rx.packets", s->in_if, &in, &g, f) < 0)
			return -1;
		if (!g.found)
			continue;
		sink_nic(b, s, in, &g);
		*packets = books_sum(*packets, g.grown);
		*name = in;
	}
	return 0;
}

/* Why no counter of the router's output tells what was delivered. */
static int
unmoved(const struct ledger_host *r, struct fail *f)
{
	const char *still = NULL;

	for (size_t i = 0; r->after != NULL && i < r->after->n; i++) {
		const struct counter *c = &r->after->v[i];
		const struct counter *before;
		uint64_t delta;

		if (strcmp(c->name, "if.tx.packets") != 0 || r->before == NULL)
			continue;
		before = counters_find(r->before, c->name, c->instance);
		if (counters_delta(r->before, r->after, c, &delta) ==
		    COUNTER_RESET)
			return fail(f,
			    "ledger: the counters of %s fell between the "
			    "readings: they were reset, or the readings are "
			    "swapped",
			    c->instance);
		if (before != NULL)
			still = c->instance;
	}
	if (still != NULL)
		return fail(f,
		    "ledger: if.tx.packets did not move on any interface (%s "
		    "and others): the same reading twice, or nothing was "
		    "forwarded; then give --received",
		    still);
	return fail(f,
	    "ledger: nothing tells what was delivered: give --received, or "
	    "listings with the interfaces' packets before and after");
}

static int
sink_places(struct books *b, struct fail *f)
{
	struct ledger_place *p = &b->l->place[PLACE_DELIVERED];
	int64_t packets;
	const char *in;

	if (sink_stations(b, &packets, &in, f) < 0)
		return -1;
	if (in == NULL && b->ask->virtual_path && b->l->out_known)
		/* the other end of the same event, where nobody read this */
		books_charge(b, PLACE_SINK_NIC, &b->ask->router, "if.tx.drops",
		    b->l->out_if);
	sink_program(b);
	p->known = true;
	if (b->ask->received_known) {
		p->frames = books_limited(b->ask->received);
		BOOKS_SAY(p->from, "received by the sink");
	} else if (in != NULL) {
		p->frames = packets;
		BOOKS_SAY(p->from, "if.rx.packets %s of the sink", in);
	} else if (b->l->out_known) {
		p->frames = books_limited(b->l->out_packets);
		BOOKS_SAY(
		    p->from, "if.tx.packets %s of the router", b->l->out_if);
	} else {
		return unmoved(&b->ask->router, f);
	}
	return 0;
}

/* Frames of others, as far as the router's first counters can tell. */
static void
foreign(struct books *b)
{
	struct ledger *l = b->l;
	int64_t arrived;

	if (!l->in_known)
		return;
	arrived = books_sum(books_limited(l->in_packets), b->outside);
	l->foreign_known = true;
	l->foreign = arrived - books_limited(l->sent);
	if (l->foreign < 0) {
		BOOKS_SAY(l->note,
		    "%lld frames of sent were not seen by the router",
		    (long long)-l->foreign);
		l->foreign = 0;
	}
}

int
ledger_balance(const struct ledger_ask *ask, struct ledger *l, struct fail *f)
{
	struct books b = { .ask = ask, .l = l };
	int64_t total = 0;

	memset(l, 0, sizeof(*l));
	if (ask->sent > INT64_MAX || ask->received > INT64_MAX)
		return fail(f, "ledger: a count above 2^63-1 is none");
	l->sent = ask->sent;
	l->received_known = ask->received_known;
	l->received = ask->received;
	if (stations(&b, f) < 0)
		return -1;
	generator_places(&b);
	books_router(&b);
	if (sink_places(&b, f) < 0)
		return -1;
	foreign(&b);
	for (enum place p = 0; p < PLACES; p++) {
		books_tell(&l->place[p]);
		if (b.broken[p]) {
			l->place[p].known = false;
			l->place[p].frames = l->place[p].whole = 0;
		}
		if (p != PLACE_GENERATOR_REFUSED)
			total = books_sum(total, l->place[p].frames);
	}
	l->residual = books_limited(l->sent) - total;
	return 0;
}

static double
percent_of_sent(const struct ledger *l, int64_t frames)
{
	return l->sent == 0 ? NAN : 100.0 * (double)frames / (double)l->sent;
}

double
ledger_loss_percent(const struct ledger *l)
{
	return percent_of_sent(
	    l, books_limited(l->sent) - l->place[PLACE_DELIVERED].frames);
}

double
ledger_residual_percent(const struct ledger *l)
{
	return percent_of_sent(l, l->residual);
}
