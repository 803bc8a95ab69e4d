/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "lib/ledger_books.h"

/*
 * Whether the card's drops are inside its packet counter differs from driver
 * to driver. The generator's count decides: which of the two comes closer.
 */
static void
nic_places(struct books *b, const char *in)
{
	const struct ledger_host *r = &b->ask->router;
	int64_t sent = books_limited(b->l->sent), packets, drops;

	drops = books_charge(b, PLACE_NIC_ERROR, r, "if.rx.errors", in);
	drops = books_sum(
	    drops, books_charge(b, PLACE_NIC_RING, r, "if.rx.missed", in));
	if (drops == 0 || !b->l->in_known || b->broken[PLACE_NIC_RING] ||
	    b->broken[PLACE_NIC_ERROR])
		return;
	packets = books_limited(b->l->in_packets);
	if (llabs(sent - books_sum(packets, drops)) <= llabs(sent - packets)) {
		b->outside = books_sum(b->outside, drops);
		BOOKS_SAY(b->l->note,
		    "%s counts its drops outside its packets "
		    "(sent is nearer to packets + drops)",
		    in);
	} else {
		BOOKS_SAY(b->l->note,
		    "%s counts its drops inside its packets "
		    "(sent is nearer to packets alone)",
		    in);
	}
}

static void
input_queue(struct books *b, const char *in)
{
	const struct ledger_host *r = &b->ask->router;

	books_charge(b, PLACE_INPUT_QUEUE, r, "queue.ip.drops", NULL);
	books_charge(b, PLACE_INPUT_QUEUE, r, "queue.ip6.drops", NULL);
	books_charge(b, PLACE_INPUT_QUEUE, r, "queue.ether.drops", NULL);
	if (in == NULL)
		return;
	if (b->ask->virtual_path)
		books_charge_veth(
		    b, PLACE_INPUT_QUEUE, r, in, b->l->in_packets);
	else
		books_charge(b, PLACE_INPUT_QUEUE, r, "if.rx.drops", in);
}

/* A rule that drops without counting makes the whole place unknown. */
static void
filter(struct books *b)
{
	const struct ledger_host *r = &b->ask->router;
	struct ledger_place *p = &b->l->place[PLACE_FILTER];
	const struct counter *blind;

	if (r->before == NULL || r->after == NULL ||
	    counters_find(r->after, "filter.rules", NULL) == NULL)
		return;
	blind = counters_find(r->after, "filter.uncounted", NULL);
	if (blind != NULL) {
		BOOKS_SAY(
		    p->from, "%s drops without a counter", blind->instance);
		return;
	}
	p->known = true;
	books_charge(b, PLACE_FILTER, r, "filter.drops", NULL);
	if (p->from[0] == '\0')
		BOOKS_SAY(p->from, "no rule drops");
}

static void
ip_refused(struct books *b)
{
	const struct ledger_host *r = &b->ask->router;
	enum place at = PLACE_IP_REFUSED;

	books_charge(b, at, r, "ip.refused.", NULL);
	books_charge(b, at, r, "ip6.refused.", NULL);
	/* BSD: it is one of the reasons of "not forwardable" */
	if (!b->l->place[at].known)
		books_charge(b, at, r, "ip.no_route", NULL);
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

	if (in != NULL)
		nic_places(b, in);
	input_queue(b, in);
	filter(b);
	ip_refused(b);
	output_queue(b, out);
	if (out != NULL)
		books_charge(b, PLACE_OUTPUT_ERROR, &b->ask->router,
		    "if.tx.errors", out);
}
