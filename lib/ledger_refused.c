/* SPDX-License-Identifier: BSD-2-Clause */
/* What IP refused, each packet once although several counters have it. */
#include <stdio.h>
#include <string.h>

#include "lib/ledger_books.h"

/* What came to IP and went nowhere, by no counter of IP; -1: not known. */
static int64_t
vanished_one(const struct ledger_host *r, bool ip6)
{
	static const char *const names[][5] = {
		{ "ip.received", "ip.forwarded", "ip.delivered",
		    "ip.refused." },
		{ "ip6.received", "ip6.forwarded", "ip6.delivered",
		    "ip6.refused.", "ip6.not_joined" },
	};
	bool broken = false, found = true;
	int64_t rest = 0;

	for (int i = 0; i < 5 && names[ip6][i] != NULL; i++) {
		struct growth g = books_grown(r, names[ip6][i], NULL);

		broken |= g.broken;
		found &= g.found || i > 1;
		rest += i == 0 ? g.grown : -g.grown;
	}
	if (!found || broken)
		return -1;
	return rest > 0 ? rest : 0;
}

static int64_t
vanished(const struct ledger_host *r)
{
	int64_t four = vanished_one(r, false), six = vanished_one(r, true);

	return four < 0 ? six : six < 0 ? four : books_sum(four, six);
}

/*
 * Forwarded by IP and not given out. With traffic both ways IP forwards out of
 * both; what it made itself, as answers to the sender, is not forwarded.
 */
static int64_t
forwarded_gap(const struct books *b)
{
	const struct ledger_host *r = &b->ask->router;
	const struct ledger *l = b->l;
	int64_t gap = books_sum(books_grown(r, "ip.forwarded", NULL).grown,
			  books_grown(r, "ip6.forwarded", NULL).grown) -
	    books_limited(l->out_packets);

	int64_t back = books_grown(r, "if.tx.packets", l->in_if).grown -
	    books_grown(r, "ip.sent", NULL).grown -
	    books_grown(r, "ip6.sent", NULL).grown;

	if (l->in_known && strcmp(l->in_if, l->out_if) != 0 && back > 0)
		gap -= back;
	return gap;
}

/*
 * Drops of the output queue that may be an error to ip_forward(). Those of a
 * queue behind it are forwarded and not given out: the gap between the two is
 * at least half of them.
 */
static int64_t
refused_by_queue(const struct books *b)
{
	int64_t drops = b->l->place[PLACE_OUTPUT_QUEUE].frames;

	if (!b->l->out_known || b->broken[PLACE_OUTPUT_QUEUE])
		return 0;
	return forwarded_gap(b) > drops / 2 ? 0 : drops;
}

/*
 * arpresolve() keeps a packet and says that it is sent; once it has given up
 * it keeps the packet and gives an error. Thrown out are both, and only the
 * former are in the gap between forwarded and given out.
 */
static int64_t
refused_by_neighbour(const struct books *b, int64_t queued)
{
	const struct ledger_host *r = &b->ask->router;
	int64_t drops = books_grown(r, "neighbour.discards", "arp").frames;
	int64_t gap = forwarded_gap(b);

	if (!b->l->out_known)
		return 0;
	if (queued == 0)
		gap -= b->l->place[PLACE_OUTPUT_QUEUE].frames;
	return gap <= 0 ? drops : gap < drops ? drops - gap : 0;
}

/* Take frames off what was booked of a counter; what is left to be taken. */
static int64_t
unbook(struct books *b, const char *name, int64_t frames)
{
	struct ledger_place *p = &b->l->place[PLACE_IP_REFUSED];
	struct growth all = books_grown(&b->ask->router, name, NULL);
	int64_t off = frames < all.frames ? frames : all.frames;

	if (!all.found || all.broken)
		return frames;
	p->frames -= off;
	for (size_t i = 0; i < p->parts; i++)
		if (strcmp(p->part[i].name, name) == 0)
			p->part[i].frames -= off;
	return frames - off;
}

/* What has two counters, for people. */
static void
say_twice(struct ledger_place *p, int64_t frames, const int64_t why[4])
{
	static const char *const words[] = { "the filter's",
		"the output queue's", "those without a route",
		"those for a neighbour that did not answer" };
	char text[128] = "";

	for (int i = 0; i < 4; i++) {
		size_t len = strlen(text);

		if (why[i] > 0)
			snprintf(text + len, sizeof(text) - len, "%s%s",
			    len > 0 ? " or " : "", words[i]);
	}
	BOOKS_SAY(p->from, "%lld more not forwardable are %s",
	    (long long)frames, text);
}

/* Those of the host itself did not come to IP. Returns those in transit. */
static int64_t
no_route_in_transit(struct books *b)
{
	const struct ledger_host *r = &b->ask->router;
	struct ledger_place *p = &b->l->place[PLACE_IP_REFUSED];
	struct growth all = books_grown(r, "ip6.no_route", NULL);
	struct growth refused =
	    books_grown(r, "ip6.refused.not_forwardable", NULL);
	int64_t six = vanished_one(r, true), own;

	if (!all.found || all.broken || six < 0)
		return all.frames;
	own = all.frames - books_sum(six, refused.grown);
	if (own <= 0)
		return all.frames;
	unbook(b, "ip6.no_route", own);
	p->whole -= own;
	BOOKS_SAY(p->from, "%lld more without a route were the host's own",
	    (long long)own);
	return all.frames - own;
}

/*
 * BSD, too long and not to be fragmented: "not forwardable" once more on the
 * slow path, and nothing else on the fast one. So of these as many as went
 * nowhere by all other counters.
 */
static void
cant_fragment(struct books *b, int64_t spare)
{
	static const char *const name = "ip.cant_fragment";
	struct ledger_place *p = &b->l->place[PLACE_IP_REFUSED];
	struct growth g = books_grown(&b->ask->router, name, NULL);

	if (g.frames == 0 || g.broken || spare <= 0)
		return;
	spare = spare < g.frames ? spare : g.frames;
	books_book(b, PLACE_IP_REFUSED, name, &g, spare);
	p->whole = books_sum(p->whole, spare);
}

/*
 * BSD: what a filter ends on the way out and what a full output queue refuses
 * on the slow path are errors to ip_forward(), "not forwardable" once more;
 * with IPv6 the latter, and on FreeBSD's fast path what has no route. What is
 * counted there by nobody else (the input hook, the fast path) went nowhere by
 * IP's own counters, and so much of them is apart.
 */
static void
leave_twice(struct books *b)
{
	const struct ledger_host *r = &b->ask->router;
	struct ledger_place *p = &b->l->place[PLACE_IP_REFUSED];
	int64_t once = vanished(r), twice, rest, host_wide;
	int64_t why[4] = {
		b->broken[PLACE_FILTER] ? 0 : b->l->place[PLACE_FILTER].frames,
		refused_by_queue(b),
		no_route_in_transit(b),
	};

	why[3] = refused_by_neighbour(b, why[1]);
	host_wide = books_sum(why[0], books_sum(why[2], why[3]));
	twice = books_sum(host_wide, why[1]) - once;
	if (b->l->place[PLACE_OUTPUT_QUEUE].whole > 0)
		host_wide = books_sum(host_wide, why[1]);
	if (once >= 0)
		cant_fragment(b, -twice);
	if (once < 0 || twice <= 0)
		return;
	rest = unbook(b, "ip.refused.not_forwardable", twice);
	twice -= unbook(b, "ip6.refused.not_forwardable", rest);
	/* an interface's queue is of one direction, the others are of both */
	p->whole -= host_wide < twice ? host_wide : twice;
	if (twice > 0)
		say_twice(p, twice, why);
}

/*
 * Forwarded, and nobody answered for the next hop, or there was no room for it:
 * these alone do not tell that IP refused nothing.
 */
static void
next_hop(struct books *b, const char *name)
{
	const struct ledger_host *r = &b->ask->router;
	enum place at = PLACE_IP_REFUSED;

	if (b->l->place[at].known || books_grown(r, name, NULL).frames > 0)
		books_charge_whole(b, at, r, name);
}

void
books_ip_refused(struct books *b)
{
	const struct ledger_host *r = &b->ask->router;
	enum place at = PLACE_IP_REFUSED;

	books_charge_whole(b, at, r, "ip.refused.");
	books_charge_whole(b, at, r, "ip6.refused.");
	books_charge_whole(b, at, r, "ip6.no_route");
	/* BSD: it is one of the reasons of "not forwardable" */
	if (!b->l->place[at].known)
		books_charge_whole(b, at, r, "ip.no_route");
	leave_twice(b);
	next_hop(b, "neighbour.discards");
	next_hop(b, "neighbour.table_full");
}
