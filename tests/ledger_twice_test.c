/* SPDX-License-Identifier: BSD-2-Clause */
/* Events that two counters have: booked once, and nothing else with them. */
#include "tests/unit.h"

#include <string.h>

#include "lib/ledger.h"
#include "tests/ledger_rows.h"

Suite *ledger_twice_suite(void);

#define FRAMES(l, at) ((l).place[PLACE_##at].frames)

/*
 * BSD, 1000 frames into em0 and to IP. ip_forward() counts an error of
 * ip_output() as not forwardable, and a forwarded packet otherwise.
 */
static const struct {
	uint64_t forwarded, refused, filter, drops, out;
	const char *counter; /* of the drops */
	int64_t ip_refused, residual;
	const char *from;
} twice[] = {
	/* slow path, a full output queue */
	{ 900, 100, 0, 100, 900, "if.tx.drops", 0, 0,
	    "100 more not forwardable are the output queue's" },
	{ 900, 100, 0, 100, 900, "if.tx.failed", 0, 0,
	    "100 more not forwardable are the output queue's" },
	{ 900, 100, 0, 100, 900, "ip.out_discards", 0, 0,
	    "100 more not forwardable are the output queue's" },
	/* and no route for 30 of them */
	{ 900, 100, 0, 70, 900, "if.tx.drops", 30, 0,
	    "70 more not forwardable are the output queue's" },
	/* and 20 that nobody counted behind the queue */
	{ 900, 100, 0, 100, 880, "if.tx.drops", 0, 20,
	    "100 more not forwardable are the output queue's" },
	/* ARP and answers of the host itself beside them */
	{ 900, 100, 0, 100, 903, "if.tx.drops", 0, -3,
	    "100 more not forwardable are the output queue's" },
	/* fast path: neither forwarded nor refused */
	{ 870, 30, 0, 100, 870, "if.tx.drops", 30, 0,
	    "ip.refused.not_forwardable" },
	/* a queue behind ip_output(): forwarded, and not given out */
	{ 970, 30, 0, 100, 870, "if.tx.drops", 30, 0,
	    "ip.refused.not_forwardable" },
	{ 970, 30, 0, 100, 873, "if.tx.drops", 30, -3,
	    "ip.refused.not_forwardable" },
	/* a filter on the way in, on the way out, and the queue */
	{ 860, 100, 40, 100, 860, "if.tx.drops", 0, 0,
	    "100 more not forwardable are the filter's or the output "
	    "queue's" },
	{ 860, 140, 40, 100, 860, "if.tx.drops", 0, 0,
	    "140 more not forwardable are the filter's or the output "
	    "queue's" },
	{ 860, 140, 140, 0, 860, "if.tx.drops", 0, 0,
	    "140 more not forwardable are the filter's" },
};

START_TEST(not_forwardable_twice)
{
	const struct row rows[] = {
		{ "if.rx.packets", "em0", 0, 1000, 64, false },
		{ "if.tx.packets", "em1", 0, twice[_i].out, 64, false },
		{ "ip.received", "", 5, 1005, 64, false },
		{ "ip.forwarded", "", 5, 5 + twice[_i].forwarded, 64, false },
		{ "ip.refused.not_forwardable", "", 5, 5 + twice[_i].refused,
		    64, false },
		{ "filter.drops", "pf #0 block all", 0, twice[_i].filter, 64,
		    false },
		{ twice[_i].counter,
		    strncmp(twice[_i].counter, "ip", 2) == 0 ? "" : "em1", 0,
		    twice[_i].drops, 64, false },
	};
	struct ledger_ask ask = { .sent = 1000 };
	struct ledger l;
	struct pair p;

	ask.router = host(&p, rows, COUNT(rows));
	ck_assert_int_eq(ledger_balance(&ask, &l, NULL), 0);
	ck_assert_int_eq(FRAMES(l, OUTPUT_QUEUE), (int64_t)twice[_i].drops);
	ck_assert_int_eq(FRAMES(l, FILTER), (int64_t)twice[_i].filter);
	ck_assert_int_eq(FRAMES(l, IP_REFUSED), twice[_i].ip_refused);
	ck_assert_int_eq(l.residual, twice[_i].residual);
	ck_assert_msg(
	    strstr(l.place[PLACE_IP_REFUSED].from, twice[_i].from) != NULL,
	    "%s", l.place[PLACE_IP_REFUSED].from);
	drop(&p);
}
END_TEST

/* The same with traffic both ways: what IP refused is in the sum once. */
START_TEST(refused_both_ways)
{
	static const struct row rows[] = {
		{ "if.rx.packets", "em0", 0, 1000, 64, false },
		{ "if.rx.packets", "em1", 0, 2000, 64, false },
		{ "if.tx.packets", "em0", 0, 1700, 64, false },
		{ "if.tx.packets", "em1", 0, 900, 64, false },
		{ "if.tx.drops", "em0", 0, 300, 64, false },
		{ "if.tx.drops", "em1", 0, 80, 64, false },
		{ "ip.received", "", 0, 3000, 64, false },
		{ "ip.forwarded", "", 0, 2600, 64, false },
		{ "ip.refused.not_forwardable", "", 0, 400, 64, false },
	};
	static const struct both v = { { 1000, 2000 }, { 0, 0 },
		{ "em0", "em1" }, true };
	struct ledger way[2], sum;

	both_ways(rows, COUNT(rows), &v, way, &sum);
	ck_assert_int_eq(FRAMES(sum, OUTPUT_QUEUE), 380);
	ck_assert_int_eq(FRAMES(sum, IP_REFUSED), 20);
	ck_assert_int_eq(sum.residual, 0);
}
END_TEST

/*
 * IPv6 on the BSDs, 1000 frames into em0: what has no route is not forwardable
 * once more on FreeBSD's fast path only, and what a filter ends never is.
 */
static const struct {
	uint64_t forwarded, refused, no_route, hop, filter, drops, out;
	int64_t ip_refused, residual;
	const char *from;
} six[] = {
	/* KAME's ip6_forward(): no route alone */
	{ 900, 0, 100, 0, 0, 0, 900, 100, 0, "ip6.no_route" },
	/* ip6_findroute(): both */
	{ 900, 100, 100, 0, 0, 0, 900, 100, 0,
	    "100 more not forwardable are those without a route" },
	/* and 20 beyond their scope */
	{ 880, 120, 100, 0, 0, 0, 880, 120, 0,
	    "100 more not forwardable are those without a route" },
	/* a hop limit that ended is told by ICMPv6 */
	{ 860, 100, 100, 40, 0, 0, 860, 140, 0, "ip6.refused.hop_limit 40" },
	/* 30 of the host itself had no route either */
	{ 900, 100, 130, 0, 0, 0, 900, 100, 0,
	    "30 more without a route were the host's own" },
	{ 900, 0, 130, 0, 0, 0, 900, 100, 0,
	    "30 more without a route were the host's own" },
	/* a full output queue is an error to the slow path and the fast one */
	{ 900, 100, 0, 0, 0, 100, 900, 0, 0,
	    "100 more not forwardable are the output queue's" },
	/* a queue behind it: forwarded, and not given out */
	{ 970, 30, 0, 0, 0, 100, 870, 30, 0, "ip6.refused.not_forwardable" },
	/* a filter, either way */
	{ 900, 0, 0, 0, 100, 0, 900, 0, 0, "ip" },
	{ 820, 80, 80, 0, 100, 0, 820, 80, 0,
	    "80 more not forwardable are the filter's or those without a "
	    "route" },
	{ 820, 0, 80, 0, 100, 0, 820, 80, 0, "ip6.no_route" },
};

START_TEST(ip6_twice)
{
	const struct row rows[] = {
		{ "if.rx.packets", "em0", 0, 1000, 64, false },
		{ "if.tx.packets", "em1", 0, six[_i].out, 64, false },
		{ "ip.received", "", 5, 5, 64, false },
		{ "ip.forwarded", "", 5, 5, 64, false },
		{ "ip.refused.not_forwardable", "", 5, 5, 64, false },
		{ "ip6.received", "", 5, 1015, 64, false },
		{ "ip6.not_joined", "", 1, 4, 64, false },
		{ "ip6.delivered", "", 9, 16, 64, false },
		{ "ip6.forwarded", "", 5, 5 + six[_i].forwarded, 64, false },
		{ "ip6.refused.not_forwardable", "", 5, 5 + six[_i].refused, 64,
		    false },
		{ "ip6.refused.hop_limit", "", 5, 5 + six[_i].hop, 64, false },
		{ "ip6.no_route", "", 5, 5 + six[_i].no_route, 64, false },
		{ "filter.drops", "pf #0 block all", 0, six[_i].filter, 64,
		    false },
		{ "if.tx.drops", "em1", 0, six[_i].drops, 64, false },
	};
	struct ledger_ask ask = { .sent = 1000 };
	struct ledger l;
	struct pair p;

	ask.router = host(&p, rows, COUNT(rows));
	ck_assert_int_eq(ledger_balance(&ask, &l, NULL), 0);
	ck_assert_int_eq(FRAMES(l, OUTPUT_QUEUE), (int64_t)six[_i].drops);
	ck_assert_int_eq(FRAMES(l, FILTER), (int64_t)six[_i].filter);
	ck_assert_int_eq(FRAMES(l, IP_REFUSED), six[_i].ip_refused);
	ck_assert_int_eq(l.residual, six[_i].residual);
	ck_assert_msg(
	    strstr(l.place[PLACE_IP_REFUSED].from, six[_i].from) != NULL, "%s",
	    l.place[PLACE_IP_REFUSED].from);
	drop(&p);
}
END_TEST

/*
 * FreeBSD, a next hop that does not answer: thrown out of its queue are packets
 * that arpresolve() called sent and, later, such that it refused as well.
 */
static const struct {
	uint64_t forwarded, refused, dropped, out;
	int64_t ip_refused, residual;
} arp[] = {
	{ 1000, 0, 1000, 0, 1000, 0 },
	{ 600, 400, 1000, 0, 1000, 0 },
	/* one still waits, and was refused */
	{ 600, 400, 999, 0, 1000, 0 },
	/* two next hops, one of which answers */
	{ 900, 100, 300, 700, 300, 0 },
	/* no route beside it */
	{ 850, 150, 300, 650, 350, 0 },
};

START_TEST(arp_twice)
{
	const struct row rows[] = {
		{ "if.rx.packets", "em0", 0, 1000, 64, false },
		{ "if.tx.packets", "em1", 0, arp[_i].out, 64, false },
		{ "ip.received", "", 5, 1005, 64, false },
		{ "ip.forwarded", "", 5, 5 + arp[_i].forwarded, 64, false },
		{ "ip.refused.not_forwardable", "", 5, 5 + arp[_i].refused, 64,
		    false },
		{ "neighbour.discards", "arp", 7, 7 + arp[_i].dropped, 64,
		    false },
	};
	struct ledger_ask ask = {
		.sent = 1000, .received_known = true, .received = arp[_i].out
	};
	struct ledger l;
	struct pair p;

	ask.router = host(&p, rows, COUNT(rows));
	ask.router.out_if = "em1";
	ck_assert_int_eq(ledger_balance(&ask, &l, NULL), 0);
	ck_assert_int_eq(FRAMES(l, IP_REFUSED), arp[_i].ip_refused);
	ck_assert_int_eq(l.residual, arp[_i].residual);
	drop(&p);
}
END_TEST

/* FreeBSD: sysctl has the sum of the workstreams. */
static const struct {
	struct row rows[3];
	int64_t frames;
} netisr[] = {
	{ { { "queue.ip.drops", "intr_queue", 5, 105, 32, false },
	      { "queue.ip.drops", "netisr ip cpu0", 1, 71, 64, false },
	      { "queue.ip.drops", "netisr ip cpu1", 4, 34, 64, false } },
	    100 },
	{ { { "queue.ip6.drops", "intr_queue", 5, 105, 32, false },
	      { "queue.ip6.drops", "netisr ip6 cpu0", 5, 105, 64, false } },
	    100 },
	{ { { "queue.ip.drops", "intr_queue", 5, 105, 32, false } }, 100 },
	/* the workstreams stand in one reading only */
	{ { { "queue.ip.drops", "intr_queue", 5, 105, 32, false },
	      { "queue.ip.drops", "netisr ip cpu0", GONE, 105, 64, false } },
	    100 },
	/* IPv4's and IPv6's are two */
	{ { { "queue.ip.drops", "intr_queue", 5, 65, 32, false },
	      { "queue.ip6.drops", "netisr ip6 cpu0", 5, 45, 64, false } },
	    100 },
};

START_TEST(netisr_once)
{
	struct row rows[5] = {
		{ "if.rx.packets", "em0", 0, 1000, 64, false },
		{ "if.tx.packets", "em1", 0, 900, 64, false },
	};
	struct ledger_ask ask = { .sent = 1000 };
	struct ledger l;
	struct pair p;
	size_t n = 0;

	for (; n < 3 && netisr[_i].rows[n].name != NULL; n++)
		rows[n + 2] = netisr[_i].rows[n];
	ask.router = host(&p, rows, n + 2);
	ck_assert_int_eq(ledger_balance(&ask, &l, NULL), 0);
	ck_assert(l.place[PLACE_INPUT_QUEUE].known);
	ck_assert_int_eq(FRAMES(l, INPUT_QUEUE), netisr[_i].frames);
	ck_assert_int_eq(l.place[PLACE_INPUT_QUEUE].whole, netisr[_i].frames);
	ck_assert_int_eq(l.residual, 0);
	drop(&p);
}
END_TEST

/* tc's filters at the router's input; those of another interface are not. */
START_TEST(ingress)
{
	static const struct row rows[] = {
		{ "if.rx.packets", "eth0", 0, 1000, 64, false },
		{ "if.tx.packets", "eth1", 0, 900, 64, false },
		{ "qdisc.ingress_drops", "eth0", 7, 107, 32, false },
		{ "qdisc.ingress_drops", "eth1", 7, 57, 32, false },
	};
	struct ledger_ask ask = { .sent = 1000 };
	struct ledger l;
	struct pair p;

	ask.router = host(&p, rows, COUNT(rows));
	ck_assert_int_eq(ledger_balance(&ask, &l, NULL), 0);
	ck_assert_int_eq(FRAMES(l, FILTER), 100);
	ck_assert_str_eq(
	    l.place[PLACE_FILTER].from, "qdisc.ingress_drops eth0");
	ck_assert_int_eq(l.residual, 0);
	drop(&p);
}
END_TEST

/* Missed frames that the driver has among its errors too; 900 came in. */
static const struct {
	uint64_t errors, missed, sent, ip; /* ip: 0 is not displayed */
	int64_t error, ring, foreign;
	const char *note;
} cards[] = {
	{ 60, 60, 960, 900, 0, 60, 0, "em0 counts its drops outside" },
	{ 60, 60, 960, 0, 0, 60, 0, "em0 counts its drops outside" },
	{ 70, 60, 970, 900, 10, 60, 0, "em0 counts its drops outside" },
	{ 60, 60, 957, 900, 0, 60, 3, "em0 counts its drops outside" },
	/* two kinds */
	{ 60, 60, 1020, 900, 60, 60, 0, "em0 counts its drops outside" },
	{ 10, 60, 970, 900, 10, 60, 0, "em0 counts its drops outside" },
	/* two kinds, and one is inside: IP has not seen it */
	{ 60, 60, 960, 840, 60, 60, 0, "60 of its 120 drops outside" },
	{ 10, 60, 960, 890, 10, 60, 0, "60 of its 70 drops outside" },
	{ 10, 60, 910, 840, 10, 60, 0, "10 of its 70 drops outside" },
	/* as near: the fewer are outside */
	{ 0, 60, 930, 870, 0, 60, 30, "em0 counts its drops inside" },
};

START_TEST(card)
{
	const struct row rows[] = {
		{ "if.rx.packets", "em0", 0, 900, 64, false },
		{ "if.rx.errors", "em0", 4, 4 + cards[_i].errors, 64, false },
		{ "if.rx.missed", "em0", 4, 4 + cards[_i].missed, 64, false },
		{ "ip.received", "", 0, cards[_i].ip, 64, false },
	};
	struct ledger_ask ask = {
		.sent = cards[_i].sent, .received_known = true, .received = 800
	};
	int64_t sent = (int64_t)cards[_i].sent;
	struct ledger l;
	struct pair p;

	ask.router = host(&p, rows, COUNT(rows) - (cards[_i].ip == 0));
	ck_assert_int_eq(ledger_balance(&ask, &l, NULL), 0);
	ck_assert_int_eq(FRAMES(l, NIC_ERROR), cards[_i].error);
	ck_assert_int_eq(FRAMES(l, NIC_RING), cards[_i].ring);
	if (cards[_i].foreign < 30)
		ck_assert_int_eq(l.foreign, cards[_i].foreign);
	ck_assert_int_eq(
	    l.residual, sent - 800 - cards[_i].error - cards[_i].ring);
	ck_assert_msg(strstr(l.note, cards[_i].note) != NULL, "%s", l.note);
	/* made of these counters, it tells nothing of them */
	ask.sent_assumed = true;
	ck_assert_int_eq(ledger_balance(&ask, &l, NULL), 0);
	ck_assert_msg(strstr(l.note, "(assumed: ") != NULL, "%s", l.note);
	ck_assert_ptr_null(strstr(l.note, "nearer"));
	drop(&p);
}
END_TEST

/* Why nothing can be told, in words that fit. */
static const struct {
	uint64_t before, after; /* out of em1; GONE: no listing has it */
	const char *words;
} dumb[] = {
	{ 1000, 900, "the counters of em1 fell between" },
	{ 1000, 1000, "did not move on any interface" },
	{ GONE, GONE, "nothing tells what was delivered: give --received" },
};

START_TEST(nothing_told)
{
	const struct row rows[] = {
		{ "if.rx.packets", "em0", 1000, 1000, 64, false },
		{ "if.tx.packets", "em1", dumb[_i].before, dumb[_i].after, 64,
		    false },
	};
	struct ledger_ask ask = { .sent = 1000 };
	struct fail f = { "" };
	struct ledger l;
	struct pair p;

	ask.router = host(&p, rows, COUNT(rows));
	ck_assert_int_eq(ledger_balance(&ask, &l, &f), -1);
	ck_assert_msg(strstr(f.text, dumb[_i].words) != NULL, "%s", f.text);
	drop(&p);
}
END_TEST

Suite *
ledger_twice_suite(void)
{
	Suite *s = suite_create("ledger_twice");
	TCase *tc = tcase_create("ledger_twice");

	tcase_add_loop_test(tc, not_forwardable_twice, 0, COUNT(twice));
	tcase_add_loop_test(tc, ip6_twice, 0, COUNT(six));
	tcase_add_loop_test(tc, arp_twice, 0, COUNT(arp));
	tcase_add_test(tc, refused_both_ways);
	tcase_add_loop_test(tc, netisr_once, 0, COUNT(netisr));
	tcase_add_test(tc, ingress);
	tcase_add_loop_test(tc, card, 0, COUNT(cards));
	tcase_add_loop_test(tc, nothing_told, 0, COUNT(dumb));
	suite_add_tcase(s, tc);
	return s;
}
