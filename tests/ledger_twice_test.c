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
START_TEST(both_ways)
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
	struct ledger way[2], sum;
	struct pair p;

	for (int d = 0; d < 2; d++) {
		struct ledger_ask ask = { .sent = d == 0 ? 1000 : 2000 };

		ask.router = host(&p, rows, COUNT(rows));
		ask.router.in_if = d == 0 ? "em0" : "em1";
		ask.router.out_if = d == 0 ? "em1" : "em0";
		ck_assert_int_eq(ledger_balance(&ask, &way[d], NULL), 0);
		drop(&p);
	}
	ledger_sum(&sum, way, 2);
	ck_assert_int_eq(FRAMES(sum, OUTPUT_QUEUE), 380);
	ck_assert_int_eq(FRAMES(sum, IP_REFUSED), 20);
	ck_assert_int_eq(sum.residual, 0);
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

Suite *
ledger_twice_suite(void)
{
	Suite *s = suite_create("ledger_twice");
	TCase *tc = tcase_create("ledger_twice");

	tcase_add_loop_test(tc, not_forwardable_twice, 0, COUNT(twice));
	tcase_add_test(tc, both_ways);
	tcase_add_loop_test(tc, netisr_once, 0, COUNT(netisr));
	tcase_add_test(tc, ingress);
	suite_add_tcase(s, tc);
	return s;
}
