/* SPDX-License-Identifier: BSD-2-Clause */
/* What IP refused, less what others have counted too. */
#include <string.h>

#include "lib/ledger_books.h"

/*
 * What came to the two IPs and went nowhere, by no counter of theirs; -1: not
 * known.
 */
static int64_t
vanished(const struct ledger_host *r)
{
	static const char *const names[][4] = {
		{ "ip.received", "ip.forwarded", "ip.delivered",
		    "ip.refused." },
		{ "ip6.received", "ip6.forwarded", "ip6.delivered",
		    "ip6.refused." },
	};
	int64_t rest = -1, gone;

	for (int v = 0; v < 2; v++) {
		struct growth g[4];
		bool broken = false;

		for (int i = 0; i < 4; i++) {
			g[i] = books_grown(r, names[v][i], NULL);
			broken |= g[i].broken;
		}
		if (broken || (v == 0 && (!g[0].found || !g[1].found)))
			return -1;
		gone = g[0].grown -
		    books_sum(books_sum(g[1].grown, g[2].grown), g[3].grown);
		if (rest < 0)
			rest = 0;
		if (g[0].found && g[1].found && gone > 0)
			rest = books_sum(rest, gone);
	}
	return rest;
}

/*
 * Drops of the output queue that may be an error to ip_forward(). Those of a
 * queue behind it are forwarded and not given out: the gap between the two is
 * at least half of them.
 */
static int64_t
refused_by_queue(const struct books *b)
{
	const struct ledger_host *r = &b->ask->router;
	const struct ledger *l = b->l;
	int64_t drops = l->place[PLACE_OUTPUT_QUEUE].frames, gap;

	if (!l->out_known || b->broken[PLACE_OUTPUT_QUEUE])
		return 0;
	gap = books_sum(books_grown(r, "ip.forwarded", NULL).grown,
		  books_grown(r, "ip6.forwarded", NULL).grown) -
	    books_limited(l->out_packets);
	/* with traffic both ways IP forwards out of both */
	if (l->in_known && strcmp(l->in_if, l->out_if) != 0)
		gap -= books_grown(r, "if.tx.packets", l->in_if).grown;
	return gap > drops / 2 ? 0 : drops;
}

/* Take up to `frames` off one counter of the place; returns what it had. */
static int64_t
take_off(struct books *b, const char *name, int64_t frames)
{
	struct growth all = books_grown(&b->ask->router, name, NULL);
	struct ledger_place *p = &b->l->place[PLACE_IP_REFUSED];

	if (!all.found || all.broken || frames <= 0)
		return 0;
	frames = frames < all.frames ? frames : all.frames;
	p->frames -= frames;
	for (size_t i = 0; i < p->parts; i++)
		if (strcmp(p->part[i].name, name) == 0)
			p->part[i].frames -= frames;
	return frames;
}

/*
 * BSD: what a filter ends on the way out and what a full output queue refuses
 * on the slow path are errors to ip_forward(), "not forwardable" once more.
 * What is counted there by nobody else (the input hook, the fast path) went
 * nowhere by IP's own counters, and so much of the two is apart.
 */
static void
leave_twice(struct books *b)
{
	struct ledger_place *p = &b->l->place[PLACE_IP_REFUSED];
	int64_t once = vanished(&b->ask->router);
	int64_t filtered =
	    b->broken[PLACE_FILTER] ? 0 : b->l->place[PLACE_FILTER].frames;
	int64_t queued = refused_by_queue(b);
	int64_t twice = books_sum(filtered, queued) - once, taken;

	if (once < 0 || twice <= 0)
		return;
	taken = take_off(b, "ip.refused.not_forwardable", twice);
	taken += take_off(b, "ip6.refused.not_forwardable", twice - taken);
	if (taken == 0)
		return;
	/* the filter is of both directions, the queue of one */
	p->whole -= filtered < taken ? filtered : taken;
	BOOKS_SAY(p->from, "%lld more not forwardable are the %s",
	    (long long)taken,
	    queued == 0		? "filter's"
		: filtered == 0 ? "output queue's"
				: "filter's or the output queue's");
}

void
books_ip_refused(struct books *b)
{
	const struct ledger_host *r = &b->ask->router;
	enum place at = PLACE_IP_REFUSED;

	books_charge_whole(b, at, r, "ip.refused.");
	books_charge_whole(b, at, r, "ip6.refused.");
	leave_twice(b);
	/* BSD: it is one of the reasons of "not forwardable" */
	if (!b->l->place[at].known)
		books_charge_whole(b, at, r, "ip.no_route");
	/* forwarded, and nobody answered for the next hop */
	if (b->l->place[at].known ||
	    books_grown(r, "neighbour.discards", NULL).frames > 0)
		books_charge_whole(b, at, r, "neighbour.discards");
}
