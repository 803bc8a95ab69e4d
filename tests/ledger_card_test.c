/* SPDX-License-Identifier: BSD-2-Clause */
/* Counters that only some listings have: a driver's, IPv6's, tc's. */
#include "tests/unit.h"

#include <string.h>

#include "lib/ledger.h"
#include "tests/ledger_rows.h"

Suite *ledger_card_suite(void);

#define FRAMES(l, at) ((l).place[PLACE_##at].frames)
#define KNOWN(l, at) ((l).place[PLACE_##at].known)

/*
 * 900 frames into ix0 and to the sink. What the driver's statistics have is
 * booked where the interface's own counters cannot contain it.
 */
static const struct {
	struct row rows[6];
	uint64_t sent;
	int64_t error, ring; /* -1: not measured */
	int64_t residual;
	const char *note;
} cards[] = {
	/* nothing but the driver tells */
	{ { { "nic", "ix0: mac_stats.rx_missed_packets", 5, 105, 64, false } },
	    1000, -1, 100, 0, "ix0 counts its drops outside its packets" },
	{ { { "nic", "cxl0: stats.rx_ovflow0", 0, 60, 64, false },
	      { "nic", "ix0: stats.rx_ovflow0", 0, 60, 64, false },
	      { "nic", "ix0: stats.rx_ovflow1", 0, 40, 64, false } },
	    900, -1, 100, -100, "ix0 counts its drops inside its packets" },
	{ { { "if.rx.errors", "ix0", 7, 7, 64, false },
	      { "if.rx.missed", "ix0", 7, 7, 64, false },
	      { "nic", "ix0: queue0.rx_discarded", 1, 61, 64, false },
	      { "nic", "ix0: queue1.rx_discarded", 1, 41, 64, false } },
	    1000, 0, 100, 0, "ix0 counts its drops outside its packets" },
	/* the same once more by another name */
	{ { { "nic", "ix0: mac.rx_discards", 0, 100, 64, false },
	      { "nic", "ix0: vsi.rx_discards", 0, 100, 64, false } },
	    1000, -1, 100, 0, "outside" },
	{ { { "nic", "ix0: mac_stats.missed_packets", 0, 100, 64, false },
	      { "nic", "ix0: mac_stats.recv_no_buff", 0, 400, 64, false } },
	    1000, -1, 100, 0, "outside" },
	/* inside what the interface counts: it explains that */
	{ { { "if.rx.errors", "ix0", 0, 100, 64, false },
	      { "nic", "ix0: mac_stats.missed_packets", 0, 100, 64, false } },
	    1000, 100, -1, 0, "outside" },
	{ { { "if.rx.errors", "ix0", 0, 3, 64, false },
	      { "if.rx.missed", "ix0", 0, 100, 64, false },
	      { "nic", "ix0: mac_stats.rx_missed_packets", 0, 100, 64,
		  false } },
	    1003, 3, 100, 0, "outside" },
	/* more than the interface counted: it cannot be all inside */
	{ { { "if.rx.errors", "ix0", 0, 3, 64, false },
	      { "nic", "ix0: mac_stats.rx_missed_packets", 0, 100, 64,
		  false } },
	    1003, 3, 100, 0, "outside" },
	{ { { "if.rx.errors", "ix0", 0, 3, 64, false },
	      { "nic", "ix0: mac_stats.missed_packets", 0, 100, 64, false } },
	    1000, 3, 97, 0, "outside" },
	/* no descriptor at once is a loss only where frames are missing */
	{ { { "if.rx.errors", "ix0", 4, 4, 64, false },
	      { "nic", "ix0: mac_stats.recv_no_buff", 0, 100, 64, false } },
	    1000, 0, 100, 0, "outside" },
	{ { { "if.rx.errors", "ix0", 4, 4, 64, false },
	      { "nic", "ix0: mac_stats.recv_no_buff", 0, 100, 64, false } },
	    900, 0, -1, 0, "" },
	/* none, of another card, of no known meaning, of all namespaces */
	{ { { "nic", "ix0: mac_stats.rx_missed_packets", 5, 5, 64, false } },
	    900, -1, 0, 0, "" },
	{ { { "nic", "ix01: mac_stats.rx_missed_packets", 5, 50, 64, false },
	      { "nic", "ix0: mac_stats.xon_recvd", 5, 50, 64, false },
	      { "nic", "ix0: rx_missed_packets_of_old", 5, 50, 64, false },
	      { "nic", "ix0: mac_stats.missed_packets", 5, 50, 64, true } },
	    900, -1, -1, 0, "" },
	/* fell: nobody knows */
	{ { { "nic", "ix0: mac_stats.rx_missed_packets", 105, 5, 64, false } },
	    1000, -1, -1, 100, "100 frames of sent were not seen" },
};

START_TEST(driver)
{
	struct row rows[8] = {
		{ "if.rx.packets", "ix0", 0, 900, 64, false },
		{ "if.tx.packets", "ix1", 0, 900, 64, false },
	};
	struct ledger_ask ask = { .sent = cards[_i].sent };
	struct ledger l;
	struct pair p;
	size_t n = 0;

	for (; n < 6 && cards[_i].rows[n].name != NULL; n++)
		rows[n + 2] = cards[_i].rows[n];
	ask.router = host(&p, rows, n + 2);
	ck_assert_int_eq(ledger_balance(&ask, &l, NULL), 0);
	ck_assert_int_eq(KNOWN(l, NIC_ERROR), cards[_i].error >= 0);
	ck_assert_int_eq(KNOWN(l, NIC_RING), cards[_i].ring >= 0);
	if (cards[_i].error >= 0)
		ck_assert_int_eq(FRAMES(l, NIC_ERROR), cards[_i].error);
	if (cards[_i].ring >= 0)
		ck_assert_int_eq(FRAMES(l, NIC_RING), cards[_i].ring);
	ck_assert_int_eq(l.residual, cards[_i].residual);
	ck_assert_msg(strstr(l.note, cards[_i].note) != NULL, "%s", l.note);
	drop(&p);
}
END_TEST

/* tc's clsact has one number for what it drops on the way in and out. */
START_TEST(clsact)
{
	static const struct row rows[] = {
		{ "if.rx.packets", "em0", 0, 1000, 64, false },
		{ "if.rx.packets", "em1", 0, 2000, 64, false },
		{ "if.tx.packets", "em0", 0, 1970, 64, false },
		{ "if.tx.packets", "em1", 0, 950, 64, false },
		{ "qdisc.clsact_drops", "em0", 7, 27, 32, false },
		{ "qdisc.clsact_drops", "em1", 0, 60, 32, false },
		{ "qdisc.clsact_drops", "em2", 0, 9, 32, false },
	};
	static const struct both v = { { 1000, 2000 }, { 0, 0 },
		{ "em0", "em1" }, true };
	struct ledger_ask ask = { .sent = 1000 };
	struct ledger way[2], sum;
	struct pair p;

	both_ways(rows, COUNT(rows), &v, way, &sum);
	ck_assert_int_eq(FRAMES(sum, FILTER), 80);
	ck_assert_int_eq(sum.residual, 0);
	ck_assert(!KNOWN(way[0], FILTER) && !KNOWN(way[1], FILTER));
	ask.router = host(&p, rows, COUNT(rows));
	ask.router.in_if = ask.router.out_if = "em0"; /* on a stick */
	ck_assert_int_eq(ledger_balance(&ask, &way[0], NULL), 0);
	ck_assert_int_eq(FRAMES(way[0], FILTER), 20);
	drop(&p);
}
END_TEST

/* conntrack: what lost the race for its entry is in drop, in most kernels. */
static const struct {
	uint64_t drop, failed;
	int64_t frames;
} inserts[] = { { 100, 0, 100 }, { 0, 100, 100 }, { 100, 100, 100 },
	{ 100, 30, 100 }, { 30, 100, 100 } };

START_TEST(conntrack)
{
	const struct row rows[] = {
		{ "if.rx.packets", "em0", 0, 1000, 64, false },
		{ "if.tx.packets", "em1", 0, 900, 64, false },
		{ "filter.refused.table_full", "", 3, 3 + inserts[_i].drop, 32,
		    false },
		{ "filter.refused.insert", "", 3, 3 + inserts[_i].failed, 32,
		    false },
	};
	struct ledger_ask ask = { .sent = 1000 };
	struct ledger l;
	struct pair p;
	int64_t sum = 0;

	ask.router = host(&p, rows, COUNT(rows));
	ck_assert_int_eq(ledger_balance(&ask, &l, NULL), 0);
	ck_assert_int_eq(FRAMES(l, FILTER), inserts[_i].frames);
	ck_assert_int_eq(l.place[PLACE_FILTER].whole, inserts[_i].frames);
	for (size_t i = 0; i < l.place[PLACE_FILTER].parts; i++)
		sum += l.place[PLACE_FILTER].part[i].frames;
	ck_assert_int_eq(sum, inserts[_i].frames);
	ck_assert_int_eq(l.residual, 0);
	drop(&p);
}
END_TEST

/* BSD: IPv6's and both together, 1000 of each into em0. */
static const struct {
	uint64_t refused, refused6; /* not forwardable */
	uint64_t drops, discards, discards6, filter;
	int64_t ip_refused, queue, residual;
} families[] = {
	/* a full output queue on the slow path of IPv6 */
	{ 0, 100, 100, 0, 0, 0, 0, 100, 0 },
	{ 60, 40, 100, 0, 0, 0, 0, 100, 0 },
	/* a filter on the way out, no route for the rest */
	{ 60, 40, 0, 0, 0, 90, 10, 0, 0 },
	/* only IP counts it, in both families */
	{ 60, 40, 0, 60, 40, 0, 0, 100, 0 },
	{ 60, 40, 100, 60, 40, 0, 0, 100, 0 },
};

START_TEST(both_families)
{
	const struct row rows[] = {
		{ "if.rx.packets", "em0", 0, 2000, 64, false },
		{ "if.tx.packets", "em1", 0, 1900, 64, false },
		{ "if.tx.drops", "em1", 0, families[_i].drops, 64, false },
		{ "ip.received", "", 5, 1005, 64, false },
		{ "ip.forwarded", "", 5, 1005 - families[_i].refused, 64,
		    false },
		{ "ip.refused.not_forwardable", "", 5, 5 + families[_i].refused,
		    64, false },
		{ "ip.out_discards", "", 0, families[_i].discards, 64, false },
		{ "ip6.received", "", 5, 1005, 64, false },
		{ "ip6.forwarded", "", 5, 1005 - families[_i].refused6, 64,
		    false },
		{ "ip6.refused.not_forwardable", "", 5,
		    5 + families[_i].refused6, 64, false },
		{ "ip6.out_discards", "", 0, families[_i].discards6, 64,
		    false },
		{ "filter.drops", "pf #0 block all", 0, families[_i].filter, 64,
		    false },
	};
	struct ledger_ask ask = { .sent = 2000 };
	struct ledger l;
	struct pair p;

	ask.router = host(&p, rows, COUNT(rows));
	ck_assert_int_eq(ledger_balance(&ask, &l, NULL), 0);
	ck_assert_int_eq(FRAMES(l, IP_REFUSED), families[_i].ip_refused);
	ck_assert_int_eq(FRAMES(l, OUTPUT_QUEUE), families[_i].queue);
	ck_assert_int_eq(FRAMES(l, FILTER), (int64_t)families[_i].filter);
	ck_assert_int_eq(l.residual, families[_i].residual);
	drop(&p);
}
END_TEST

/* Behind the generator's call and its queue. */
START_TEST(generator_errors)
{
	static const struct row rows[] = {
		{ "if.tx.packets", "g0", 0, 960, 64, false },
		{ "if.tx.errors", "g0", 1, 41, 64, false },
		{ "if.tx.errors", "g1", 1, 5, 64, false },
	};
	struct ledger_ask ask = {
		.sent = 1000, .received_known = true, .received = 960
	};
	struct ledger l;
	struct pair p;

	ask.generator[0] = host(&p, rows, COUNT(rows));
	ck_assert_int_eq(ledger_balance(&ask, &l, NULL), 0);
	ck_assert_int_eq(FRAMES(l, GENERATOR_QUEUE), 40);
	ck_assert_str_eq(
	    l.place[PLACE_GENERATOR_QUEUE].from, "if.tx.errors g0");
	ck_assert_int_eq(l.residual, 0);
	drop(&p);
}
END_TEST

Suite *
ledger_card_suite(void)
{
	Suite *s = suite_create("ledger_card");
	TCase *tc = tcase_create("ledger_card");

	tcase_add_loop_test(tc, driver, 0, COUNT(cards));
	tcase_add_test(tc, clsact);
	tcase_add_loop_test(tc, conntrack, 0, COUNT(inserts));
	tcase_add_loop_test(tc, both_families, 0, COUNT(families));
	tcase_add_test(tc, generator_errors);
	suite_add_tcase(s, tc);
	return s;
}
