/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/ledger_books.h"

static bool
found(const struct ledger_host *h, const char *name, const char *instance)
{
	return books_grown(h, name, instance).found;
}

/* Errors and missed frames of a card. */
static void
card_drops(struct books *b, const char *in)
{
	const struct ledger_host *r = &b->ask->router;

	books_charge(b, PLACE_NIC_ERROR, r, "if.rx.errors", in);
	books_charge(b, PLACE_NIC_RING, r, "if.rx.missed", in);
	books_charge_sum(b,
	    &(struct sum_of){ "if.rx.failed", "if.rx.errors", "if.rx.drops",
		PLACE_NIC_ERROR, PLACE_INPUT_QUEUE },
	    in);
	if (!b->ask->virtual_path) /* a veth misses none */
		books_charge_sum(b,
		    &(struct sum_of){ "if.rx.lost", "if.rx.missed",
			"if.rx.drops", PLACE_NIC_RING, PLACE_INPUT_QUEUE },
		    in);
	books_card(b, in);
}

/* There are workstreams of `netstat -Q`. */
static bool
streams(const struct counters *all, const char *name)
{
	for (size_t i = 0; i < all->n; i++)
		if (strcmp(all->v[i].name, name) == 0 &&
		    strncmp(all->v[i].instance, "netisr", 6) == 0)
			return true;
	return false;
}

static bool
in_both(const struct ledger_host *r, const char *name, const char *instance)
{
	return counters_find(r->before, name, instance) != NULL &&
	    counters_find(r->after, name, instance) != NULL;
}

/*
 * Two names of one queue. FreeBSD: sysctl's intr_queue_drops is the sum of the
 * workstreams' QDrops (netisr_getqdrops()); the streams are booked where both
 * readings have them. NetBSD: sysctl's ifq.drops is of the queue that
 * `netstat -q` calls ippktq since it is one a CPU.
 */
static bool
repeated(const struct ledger_host *r, const struct counter *c)
{
	bool both = streams(r->before, c->name) && streams(r->after, c->name);

	if (strcmp(c->instance, "intr_queue") == 0)
		return both;
	if (strncmp(c->instance, "netisr", 6) == 0)
		return !both && in_both(r, c->name, "intr_queue");
	if (strcmp(c->instance, "ipintrq") == 0)
		return in_both(r, c->name, "ippktq");
	return strcmp(c->instance, "ip6intrq") == 0 &&
	    in_both(r, c->name, "ip6pktq");
}

static void
ip_queue(struct books *b, const char *name)
{
	const struct ledger_host *r = &b->ask->router;
	struct ledger_place *p = &b->l->place[PLACE_INPUT_QUEUE];
	bool twice = false;

	for (size_t i = 0; r->after != NULL && i < r->after->n; i++)
		twice |= strcmp(r->after->v[i].name, name) == 0 &&
		    r->before != NULL && repeated(r, &r->after->v[i]);
	if (!twice) {
		books_charge_whole(b, PLACE_INPUT_QUEUE, r, name);
		return;
	}
	for (size_t i = 0; i < r->after->n; i++) {
		const struct counter *c = &r->after->v[i];

		if (strcmp(c->name, name) == 0 && !repeated(r, c))
			p->whole = books_sum(p->whole,
			    books_charge(
				b, PLACE_INPUT_QUEUE, r, name, c->instance));
	}
}

/* Returns the interface's own drops, where they may be in its packets. */
static int64_t
input_queue(struct books *b, const char *in)
{
	const struct ledger_host *r = &b->ask->router;
	enum place at = PLACE_INPUT_QUEUE;
	int64_t own = 0;

	ip_queue(b, "queue.ip.drops");
	ip_queue(b, "queue.ip6.drops");
	books_charge_whole(b, at, r, "queue.ether.drops");
	if (in == NULL)
		return 0;
	if (b->ask->virtual_path)
		books_charge_veth(b, at, r, in, b->l->in_packets);
	else
		for (size_t i = 0; i < b->in.n; i++)
			own = books_sum(own,
			    books_charge(
				b, at, r, "if.rx.drops", b->in.name[i]));
	/* the backlog's drops are inside the two */
	if (!found(r, "if.rx.drops", in) && !found(r, "if.rx.lost", in))
		books_charge_whole(b, at, r, "queue.softnet.drops");
	return own;
}

/* The drops that bring packets nearest to sent; of two alike the fewer. */
static int64_t
nearest(const struct ledger *l, const int64_t *drops, size_t n)
{
	int64_t sent = books_limited(l->sent), best = drops[0];
	int64_t packets = books_limited(l->in_packets);

	for (size_t i = 1; i < n; i++) {
		int64_t more = llabs(sent - books_sum(packets, drops[i]));
		int64_t least = llabs(sent - books_sum(packets, best));

		if (more < least || (more == least && drops[i] < best))
			best = drops[i];
	}
	return best;
}

/*
 * Many BSD drivers count what they missed as errors too. Then sent is nearest
 * to packets + errors, and the packets came to IP whole: with the missed ones
 * inside, IP would lack them.
 */
static int64_t
missed_in_errors(const struct books *b, const char *in)
{
	const struct ledger_host *r = &b->ask->router;
	struct growth missed = books_grown(r, "if.rx.missed", in);
	struct growth ip = books_grown(r, "ip.received", NULL);
	int64_t came =
	    books_sum(ip.grown, b->l->place[PLACE_INPUT_QUEUE].frames);

	if (books_grown(r, "if.rx.errors", in).frames < missed.frames)
		return 0;
	if (ip.found && !ip.broken &&
	    came < books_limited(b->l->in_packets) - missed.frames / 2)
		return 0;
	return missed.frames;
}

/* They stay where the ring is. */
static void
leave_missed(struct books *b, int64_t missed)
{
	struct ledger_place *p = &b->l->place[PLACE_NIC_ERROR];

	if (missed == 0)
		return;
	p->frames -= missed;
	for (size_t i = 0; i < p->parts; i++)
		if (strcmp(p->part[i].name, "if.rx.errors") == 0)
			p->part[i].frames -= missed;
	BOOKS_SAY(
	    p->from, "%lld more are those of nic_ring", (long long)missed);
}

static void
tell_outside(struct books *b, const char *in, int64_t best, int64_t all)
{
	const char *why = best == all ? "sent is nearer to packets + drops"
	    : best > 0		      ? "so sent is nearest"
				      : "sent is nearer to packets alone";
	char some[64] = "";

	if (b->ask->sent_assumed)
		why = "assumed: what was sent is not known";
	if (best > 0 && best < all)
		snprintf(some, sizeof(some), "%lld of its %lld",
		    (long long)best, (long long)all);
	BOOKS_SAY(b->l->note, "%s counts %s drops %s its packets (%s)", in,
	    some[0] != '\0' ? some : "its", best > 0 ? "outside" : "inside",
	    why);
}

/*
 * Whether an interface's drops are inside its packet counter differs from
 * driver to driver. The generator's count decides: packets alone, or with the
 * card's errors, missed frames or both, with the drops of the queue behind
 * it, or with all, whichever comes nearest.
 */
static void
outside(struct books *b, const char *in, int64_t queue)
{
	int64_t errors = b->l->place[PLACE_NIC_ERROR].frames;
	int64_t missed = b->l->place[PLACE_NIC_RING].frames;
	int64_t card = books_sum(errors, missed), all = books_sum(card, queue);
	const int64_t drops[] = { 0, errors, missed, queue, card, all };
	int64_t best, twice = 0;

	if (all == 0 || !b->l->in_known || b->broken[PLACE_NIC_RING] ||
	    b->broken[PLACE_NIC_ERROR] || b->broken[PLACE_INPUT_QUEUE])
		return;
	best = nearest(b->l, drops, sizeof(drops) / sizeof(drops[0]));
	b->outside = books_sum(b->outside, best);
	if (best > 0 && best == errors)
		twice = missed_in_errors(b, in);
	leave_missed(b, twice);
	tell_outside(b, in, best, all - twice);
}

/*
 * Linux: a packet that lost the race for its flow's entry is counted by
 * conntrack's insert_failed and, in most kernels, by its drop as well. The
 * larger of the two is booked.
 */
static void
insert_once(struct books *b)
{
	static const char *const name = "filter.refused.insert";
	const struct ledger_host *r = &b->ask->router;
	struct growth failed = books_grown(r, name, NULL);
	struct growth drop = books_grown(r, "filter.refused.table_full", NULL);
	struct ledger_place *p = &b->l->place[PLACE_FILTER];
	int64_t both =
	    failed.frames < drop.frames ? failed.frames : drop.frames;

	if (failed.broken || drop.broken || both == 0)
		return;
	p->frames -= both;
	p->whole -= both;
	for (size_t i = 0; i < p->parts; i++)
		if (strcmp(p->part[i].name, name) == 0)
			p->part[i].frames -= both;
	BOOKS_SAY(
	    p->from, "%lld of %s are among the other's", (long long)both, name);
}

/*
 * clsact counts the drops of its ingress and of its egress in one number, of
 * both directions therefore.
 */
static void
clsact(struct books *b, const char *in, const char *out)
{
	const char *const ports[] = { in, out };
	struct ledger_place *p = &b->l->place[PLACE_FILTER];

	for (int i = 0; i < 2; i++) {
		if (ports[i] == NULL ||
		    (i == 1 && in != NULL && strcmp(in, out) == 0))
			continue;
		p->whole = books_sum(p->whole,
		    books_charge(b, PLACE_FILTER, &b->ask->router,
			"qdisc.clsact_drops", ports[i]));
	}
}

/* A rule that drops without counting makes the whole place unknown. */
static void
filter(struct books *b, const char *in, const char *out)
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
	insert_once(b);
	if (in != NULL)
		books_charge(b, PLACE_FILTER, r, "qdisc.ingress_drops", in);
	clsact(b, in, out);
	p->known = rules || p->frames > 0;
	if (rules && p->parts == 0 && p->from[0] == '\0')
		BOOKS_SAY(p->from, "no rule drops");
}

/* The frames of each place that are of this direction alone. */
static void
alone(const struct books *b, int64_t frames[PLACES])
{
	for (int at = 0; at < PLACES; at++)
		frames[at] = b->l->place[at].frames - b->l->place[at].whole;
}

/*
 * What was booked since then is of a card that both directions share: it
 * cannot be told apart.
 */
static void
as_whole(struct books *b, const struct ports *p, const int64_t then[PLACES])
{
	int64_t now[PLACES];

	alone(b, now);
	for (int at = 0; b->ask->two_ways && p->shared && at < PLACES; at++)
		b->l->place[at].whole += now[at] - then[at];
}

void
books_router(struct books *b)
{
	const char *in = b->l->in_if[0] != '\0' ? b->l->in_if : NULL;
	const char *out = b->l->out_if[0] != '\0' ? b->l->out_if : NULL;
	int64_t queue, then[PLACES];

	books_ports(&b->ask->router, in, out, true, &b->in);
	books_ports(&b->ask->router, out, in, false, &b->out);
	alone(b, then);
	for (size_t i = 0; i < b->in.n; i++)
		card_drops(b, b->in.name[i]);
	queue = input_queue(b, in);
	if (in != NULL)
		outside(b, in, queue);
	as_whole(b, &b->in, then);
	filter(b, in, out);
	alone(b, then);
	books_output(b);
	as_whole(b, &b->out, then);
	books_ip_refused(b); /* what the two have already is left out */
}
