/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "lib/ledger_books.h"

static bool
found(const struct ledger_host *h, const char *name, const char *instance)
{
	return books_grown(h, name, instance).found;
}

/*
 * A sum of two places' drops ("failed": OpenBSD's Ifail and Ofail, errors and
 * queue drops; "lost": /proc/net/dev's drop, missed and dropped). What one of
 * the parts is known to be goes to its own place, the rest to the other; where
 * neither is known, all to the first of the two on the path.
 */
struct sum_of {
	const char *name, *first, *second;
	enum place at_first, at_second;
};

static void
charge_sum(struct books *b, const struct sum_of *s, const char *interface)
{
	const struct ledger_host *r = &b->ask->router;
	struct growth sum = books_grown(r, s->name, interface);
	struct growth one = books_grown(r, s->first, interface);
	struct growth two = books_grown(r, s->second, interface);
	enum place rest = one.found ? s->at_second : s->at_first;
	int64_t frames = sum.frames - one.frames - two.frames;

	if (!sum.found || (one.found && two.found))
		return; /* nothing in it that has no place yet */
	books_book(b, rest, s->name, &sum, frames > 0 ? frames : 0);
	if (!one.found && !two.found)
		BOOKS_SAY(b->l->place[s->at_second].from, "inside %s (%s)",
		    place_name(rest), s->name);
}

/* Errors and missed frames of the card; returns how many were booked. */
static int64_t
card_drops(struct books *b, const char *in)
{
	const struct ledger_host *r = &b->ask->router;
	struct ledger_place *p = b->l->place;

	books_charge(b, PLACE_NIC_ERROR, r, "if.rx.errors", in);
	books_charge(b, PLACE_NIC_RING, r, "if.rx.missed", in);
	charge_sum(b,
	    &(struct sum_of){ "if.rx.failed", "if.rx.errors", "if.rx.drops",
		PLACE_NIC_ERROR, PLACE_INPUT_QUEUE },
	    in);
	if (!b->ask->virtual_path) /* a veth misses none */
		charge_sum(b,
		    &(struct sum_of){ "if.rx.lost", "if.rx.missed",
			"if.rx.drops", PLACE_NIC_RING, PLACE_INPUT_QUEUE },
		    in);
	return books_sum(p[PLACE_NIC_ERROR].frames, p[PLACE_NIC_RING].frames);
}

/* Returns the interface's own drops, where they may be in its packets. */
static int64_t
input_queue(struct books *b, const char *in)
{
	const struct ledger_host *r = &b->ask->router;
	enum place at = PLACE_INPUT_QUEUE;
	int64_t own = 0;

	books_charge_whole(b, at, r, "queue.ip.drops");
	books_charge_whole(b, at, r, "queue.ip6.drops");
	books_charge_whole(b, at, r, "queue.ether.drops");
	if (in == NULL)
		return 0;
	if (b->ask->virtual_path)
		books_charge_veth(b, at, r, in, b->l->in_packets);
	else
		own = books_charge(b, at, r, "if.rx.drops", in);
	/* the backlog's drops are inside the two */
	if (!found(r, "if.rx.drops", in) && !found(r, "if.rx.lost", in))
		books_charge_whole(b, at, r, "queue.softnet.drops");
	return own;
}

/*
 * Whether an interface's drops are inside its packet counter differs from
 * driver to driver. The generator's count decides: packets alone, or with the
 * card's drops, with those of the queue behind it, or with both, whichever
 * comes nearest.
 */
static void
outside(struct books *b, const char *in, int64_t card, int64_t queue)
{
	const int64_t drops[] = { books_sum(card, queue), card, queue, 0 };
	int64_t sent = books_limited(b->l->sent);
	int64_t packets = books_limited(b->l->in_packets);
	int64_t best = drops[0];

	if (drops[0] == 0 || !b->l->in_known || b->broken[PLACE_NIC_RING] ||
	    b->broken[PLACE_NIC_ERROR] || b->broken[PLACE_INPUT_QUEUE])
		return;
	for (int i = 1; i < 4; i++)
		if (llabs(sent - books_sum(packets, drops[i])) <
		    llabs(sent - books_sum(packets, best)))
			best = drops[i];
	b->outside = books_sum(b->outside, best);
	if (best > 0 && best < drops[0])
		BOOKS_SAY(b->l->note,
		    "%s counts %lld of its %lld drops outside its packets "
		    "(so sent is nearest)",
		    in, (long long)best, (long long)drops[0]);
	else if (best > 0)
		BOOKS_SAY(b->l->note,
		    "%s counts its drops outside its packets "
		    "(sent is nearer to packets + drops)",
		    in);
	else
		BOOKS_SAY(b->l->note,
		    "%s counts its drops inside its packets "
		    "(sent is nearer to packets alone)",
		    in);
}

/* A rule that drops without counting makes the whole place unknown. */
static void
filter(struct books *b)
{
	const struct ledger_host *r = &b->ask->router;
	struct ledger_place *p = &b->l->place[PLACE_FILTER];
	const struct counter *blind;
	bool rules;

	if (r->before == NULL || r->after == NULL)
		return;
	rules = counters_find(r->after, "filter.rules", NULL) != NULL ||
	    books_grown(r, "filter.drops", NULL).found;
	blind = counters_find(r->after, "filter.uncounted", NULL);
	if (blind != NULL) {
		BOOKS_SAY(
		    p->from, "%s drops without a counter", blind->instance);
		return;
	}
	books_charge_whole(b, PLACE_FILTER, r, "filter.drops");
	/* no room in a state table, a state limit, no memory for a state */
	books_charge_whole(b, PLACE_FILTER, r, "filter.refused.");
	p->known = rules || p->frames > 0;
	if (rules && p->parts == 0 && p->from[0] == '\0')
		BOOKS_SAY(p->from, "no rule drops");
}

/*
 * BSD: of what a filter ends, the input hook's is counted by nobody else, and
 * the output hook's is an error to ip_forward(), "not forwardable" once more.
 * What came to IP and went nowhere tells the first from the second.
 */
static int64_t
filtered_twice(const struct books *b)
{
	const struct ledger_host *r = &b->ask->router;
	struct growth in = books_grown(r, "ip.received", NULL);
	struct growth out = books_grown(r, "ip.forwarded", NULL);
	struct growth own = books_grown(r, "ip.delivered", NULL);
	struct growth all = books_grown(r, "ip.refused.", NULL);
	struct growth twice =
	    books_grown(r, "ip.refused.not_forwardable", NULL);
	int64_t filtered = b->l->place[PLACE_FILTER].frames, once;

	if (!twice.found || !in.found || !out.found || !own.found ||
	    in.broken || out.broken || own.broken || all.broken)
		return 0;
	once = in.grown - books_sum(books_sum(out.grown, own.grown), all.grown);
	if (once < 0)
		once = 0;
	if (once > filtered)
		return 0;
	return filtered - once < twice.frames ? filtered - once : twice.frames;
}

/* The filter's place has them already. */
static void
leave_filtered(struct books *b)
{
	struct ledger_place *p = &b->l->place[PLACE_IP_REFUSED];
	int64_t twice = filtered_twice(b);

	if (twice == 0)
		return;
	p->frames -= twice;
	p->whole -= twice;
	for (size_t i = 0; i < p->parts; i++)
		if (strcmp(p->part[i].name, "ip.refused.not_forwardable") == 0)
			p->part[i].frames -= twice;
	BOOKS_SAY(p->from, "%lld more not forwardable are the filter's",
	    (long long)twice);
}

static void
ip_refused(struct books *b)
{
	const struct ledger_host *r = &b->ask->router;
	enum place at = PLACE_IP_REFUSED;

	books_charge_whole(b, at, r, "ip.refused.");
	leave_filtered(b);
	books_charge_whole(b, at, r, "ip6.refused.");
	/* BSD: it is one of the reasons of "not forwardable" */
	if (!b->l->place[at].known)
		books_charge_whole(b, at, r, "ip.no_route");
	/* forwarded, and nobody answered for the next hop */
	if (b->l->place[at].known ||
	    books_grown(r, "neighbour.discards", NULL).frames > 0)
		books_charge_whole(b, at, r, "neighbour.discards");
}

/*
 * A full output queue may be counted by the interface, by the queueing
 * discipline and by IP, for the same frames or for different ones. What the
 * router forwarded and did not give out decides; where that is not known,
 * the largest one is taken.
 */
static void
output_queue(struct books *b, const char *out)
{
	static const char *const counters[] = { "qdisc.drops", "if.tx.drops",
		"ip.out_discards" };
	const struct ledger_host *r = &b->ask->router;
	enum place at = PLACE_OUTPUT_QUEUE;
	struct growth g[3], forwarded = books_grown(r, "ip.forwarded", NULL);
	int most = -1;

	for (int i = 0; i < 3; i++) {
		memset(&g[i], 0, sizeof(g[i]));
		/* on a veth the sink names the interface's drops; and
		 * Linux counts in OutDiscards what it sends itself (replies
		 * of its management), not what it forwards */
		if (i > 0 && b->ask->virtual_path)
			continue;
		if (i == 2 || out != NULL)
			g[i] = books_grown(r, counters[i], i == 2 ? NULL : out);
		if (g[i].found && (most < 0 || g[i].frames > g[most].frames))
			most = i;
	}
	if (most < 0)
		return;
	books_book(b, at, counters[most], &g[most], g[most].frames);
	/* two kinds of drops, and the gap holds both */
	if (most != 2 && g[2].frames > 0 && forwarded.found &&
	    !forwarded.broken && b->l->out_known && !b->ask->virtual_path) {
		int64_t gap =
		    forwarded.frames - books_limited(b->l->out_packets);
		int64_t both = books_sum(g[most].frames, g[2].frames);

		if (llabs(gap - both) < llabs(gap - g[most].frames))
			books_book(b, at, counters[2], &g[2], g[2].frames);
	}
}

void
books_router(struct books *b)
{
	const char *in = b->l->in_if[0] != '\0' ? b->l->in_if : NULL;
	const char *out = b->l->out_if[0] != '\0' ? b->l->out_if : NULL;

	int64_t card = in != NULL ? card_drops(b, in) : 0;
	int64_t queue = input_queue(b, in);

	if (in != NULL)
		outside(b, in, card, queue);
	filter(b);
	ip_refused(b);
	output_queue(b, out);
	if (out == NULL)
		return;
	books_charge(
	    b, PLACE_OUTPUT_ERROR, &b->ask->router, "if.tx.errors", out);
	charge_sum(b,
	    &(struct sum_of){ "if.tx.failed", "if.tx.drops", "if.tx.errors",
		PLACE_OUTPUT_QUEUE, PLACE_OUTPUT_ERROR },
	    out);
}
