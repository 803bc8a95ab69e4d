/* SPDX-License-Identifier: BSD-2-Clause */
/* One rule of docs/ledger.md each, on two readings made for it. */
#include "tests/unit.h"

#include <stdio.h>
#include <string.h>

#include "lib/ledger.h"
#include "tests/ledger_rows.h"

Suite *ledger_rules_suite(void);

#define FRAMES(l, at) ((l).place[PLACE_##at].frames)
#define KNOWN(l, at) ((l).place[PLACE_##at].known)
#define FROM(l, at) ((l).place[PLACE_##at].from)

/* 1000 frames into em0 and `received` at the sink, beside these rows. */
static void
balance(const struct row *rows, size_t n, uint64_t received, struct ledger *l)
{
	struct row all[16] = {
		{ "if.rx.packets", "em0", 0, 1000, 64, false },
		{ "if.tx.packets", "em1", 0, received, 64, false },
	};
	struct ledger_ask ask = {
		.sent = 1000, .received_known = true, .received = received
	};
	struct pair p;

	memcpy(all + 2, rows, n * sizeof(*rows));
	ask.router = host(&p, all, n + 2);
	ask.router.in_if = "em0";
	ask.router.out_if = "em1";
	ck_assert_int_eq(ledger_balance(&ask, l, NULL), 0);
	drop(&p);
}

/*
 * OpenBSD's sums: told apart by what else was displayed, and never added to
 * it.
 */
static const struct {
	struct row rows[4];
	int64_t error, queue; /* -1: not measured */
	bool output;
} sums[] = {
	{ { { "if.rx.failed", "em0", 5, 105, 64, false } }, 100, -1, false },
	{ { { "if.rx.failed", "em0", 5, 105, 64, false },
	      { "if.rx.errors", "em0", 1, 31, 64, false } },
	    30, 70, false },
	{ { { "if.rx.failed", "em0", 5, 105, 64, false },
	      { "if.rx.drops", "em0", 1, 31, 64, false } },
	    70, 30, false },
	{ { { "if.rx.failed", "em0", 5, 105, 64, false },
	      { "if.rx.errors", "em0", 1, 31, 64, false },
	      { "if.rx.drops", "em0", 1, 71, 64, false } },
	    30, 70, false },
	{ { { "if.tx.failed", "em1", 5, 105, 64, false } }, -1, 100, true },
	{ { { "if.tx.failed", "em1", 5, 105, 64, false },
	      { "if.tx.errors", "em1", 1, 31, 64, false } },
	    30, 70, true },
	{ { { "if.tx.failed", "em1", 5, 105, 64, false },
	      { "if.tx.drops", "em1", 1, 31, 64, false } },
	    70, 30, true },
	{ { { "if.tx.failed", "em1", 5, 5, 64, false } }, -1, 0, true },
};

START_TEST(openbsd_sums)
{
	bool out = sums[_i].output;
	enum place e = out ? PLACE_OUTPUT_ERROR : PLACE_NIC_ERROR;
	enum place q = out ? PLACE_OUTPUT_QUEUE : PLACE_INPUT_QUEUE;
	int64_t lost = 0;
	struct ledger l;
	size_t n = 0;

	while (n < 4 && sums[_i].rows[n].name != NULL)
		n++;
	if (sums[_i].error > 0)
		lost += sums[_i].error;
	if (sums[_i].queue > 0)
		lost += sums[_i].queue;
	balance(sums[_i].rows, n, 1000 - (uint64_t)lost, &l);
	ck_assert_int_eq(l.place[e].known, sums[_i].error >= 0);
	ck_assert_int_eq(l.place[q].known, sums[_i].queue >= 0);
	if (sums[_i].error >= 0)
		ck_assert_int_eq(l.place[e].frames, sums[_i].error);
	if (sums[_i].queue >= 0)
		ck_assert_int_eq(l.place[q].frames, sums[_i].queue);
	if (n == 1) /* the other one is said to be inside */
		ck_assert_ptr_nonnull(
		    strstr(l.place[out ? e : q].from, "inside"));
	ck_assert_int_eq(l.residual, 0);
}
END_TEST

/* What contains another is booked, what is contained is not added. */
static const struct {
	struct row rows[4];
	enum place at;
	int64_t frames;
} contained[] = {
	/* the backlog's drops are inside the interface's */
	{ { { "if.rx.drops", "em0", 0, 100, 64, false },
	      { "queue.softnet.drops", "cpu1", 0, 100, 32, false } },
	    PLACE_INPUT_QUEUE, 100 },
	{ { { "if.rx.lost", "em0", 0, 100, 64, false },
	      { "queue.softnet.drops", "cpu1", 0, 100, 32, false } },
	    PLACE_NIC_RING, 100 },
	{ { { "queue.softnet.drops", "cpu0", 0, 60, 32, false },
	      { "queue.softnet.drops", "cpu1", 0, 40, 32, false } },
	    PLACE_INPUT_QUEUE, 100 },
	/* of another namespace, perhaps */
	{ { { "queue.softnet.drops", "cpu0", 0, 60, 32, true } },
	    PLACE_INPUT_QUEUE, 0 },
	/* rx_dropped and rx_missed in one number */
	{ { { "if.rx.lost", "em0", 0, 100, 64, false },
	      { "if.rx.missed", "em0", 0, 100, 64, false } },
	    PLACE_NIC_RING, 100 },
	/* no buffer, and so missed; the driver's own statistics */
	{ { { "if.rx.missed", "em0", 0, 100, 64, false },
	      { "mbuf.denied", "clusters", 0, 100, 64, false },
	      { "nic", "rx_no_buffer_count", 0, 100, 64, false } },
	    PLACE_NIC_RING, 100 },
	/* one of the reasons */
	{ { { "ip.refused.not_forwardable", "", 0, 100, 64, false },
	      { "ip.no_route", "", 0, 100, 64, false } },
	    PLACE_IP_REFUSED, 100 },
	{ { { "ip.no_route", "", 0, 100, 64, false } }, PLACE_IP_REFUSED, 100 },
};

START_TEST(contained_once)
{
	struct ledger l;
	size_t n = 0;
	int64_t sum = 0;

	while (n < 4 && contained[_i].rows[n].name != NULL)
		n++;
	balance(
	    contained[_i].rows, n, 1000 - (uint64_t)contained[_i].frames, &l);
	ck_assert_int_eq(
	    l.place[contained[_i].at].frames, contained[_i].frames);
	for (enum place p = 0; p < PLACE_DELIVERED; p++)
		sum += l.place[p].frames;
	ck_assert_int_eq(sum, contained[_i].frames);
	ck_assert_int_eq(l.residual, 0);
}
END_TEST

/* Named under their place, each with its number. */
static const struct {
	struct row rows[3];
	enum place at;
	const char *from;
} named[] = {
	{ { { "ip.refused.reverse_path", "", 0, 70, 64, false },
	      { "neighbour.discards", "arp_cache", 0, 30, 64, false },
	      { "ip.refused.header", "", 9, 9, 64, false } },
	    PLACE_IP_REFUSED,
	    "ip.refused.reverse_path 70; neighbour.discards arp_cache 30" },
	{ { { "filter.rules", "", 0, 0, 64, false },
	      { "filter.refused.table_full", "", 5, 105, 64, false } },
	    PLACE_FILTER, "filter.refused.table_full" },
	{ { { "filter.refused.state_limit", "", 5, 105, 64, false } },
	    PLACE_FILTER, "filter.refused.state_limit" },
	{ { { "filter.rules", "", 1, 1, 64, false },
	      { "filter.drops", "inet t forward #4", 0, 60, 64, false },
	      { "filter.refused.table_full", "", 0, 40, 64, false } },
	    PLACE_FILTER,
	    "filter.drops inet t forward #4 60; filter.refused.table_full 40" },
	{ { { "neighbour.discards", "ndisc_cache", 0, 100, 64, false } },
	    PLACE_IP_REFUSED, "neighbour.discards ndisc_cache" },
};

START_TEST(named_reasons)
{
	struct ledger l;
	size_t n = 0;

	while (n < 3 && named[_i].rows[n].name != NULL)
		n++;
	balance(named[_i].rows, n, 900, &l);
	ck_assert_int_eq(l.place[named[_i].at].frames, 100);
	ck_assert_str_eq(l.place[named[_i].at].from, named[_i].from);
	ck_assert_int_eq(l.residual, 0);
}
END_TEST

/* Nothing told of a firewall that drops: its place is not measured. */
START_TEST(state_tables_alone)
{
	static const struct row rows[] = {
		{ "filter.refused.table_full", "", 5, 5, 64, false },
		{ "neighbour.discards", "arp_cache", 5, 5, 64, false },
	};
	struct ledger l;

	balance(rows, COUNT(rows), 1000, &l);
	ck_assert(!KNOWN(l, FILTER) && !KNOWN(l, IP_REFUSED));
}
END_TEST

/*
 * Ten seconds of idling before a blast of twenty: a place is charged above
 * what that slope foretells, and packets are left as they are.
 */
static const struct {
	uint64_t idle, before, after; /* of ip.refused.header */
	int64_t charged, background;
} slopes[] = {
	{ 100, 200, 400, 0, 200 }, { 100, 200, 401, 1, 200 },
	{ 100, 200, 1200, 800, 200 }, { 100, 100, 1200, 1100, 0 },
	{ 100, 200, 300, 0, 100 }, /* less than foretold */
	{ 100, 101, 103, 0, 2 },
	{ 200, 100, 150, 50, 0 }, /* reset between: no slope */
};

START_TEST(idle_slope)
{
	const struct row rows[] = {
		{ "if.rx.packets", "em0", 1000, 3000, 64, false },
		{ "if.tx.packets", "em1", 0, 100, 64, false },
		{ "ip.refused.header", "", slopes[_i].before, slopes[_i].after,
		    64, false },
	};
	const struct row before[] = {
		{ "if.rx.packets", "em0", 0, 900, 64, false },
		{ "ip.refused.header", "", 0, slopes[_i].idle, 64, false },
	};
	struct ledger_ask ask = {
		.sent = 1800, .received_known = true, .received = 1000
	};
	struct pair p, q;
	struct ledger l;

	ask.router = host(&p, rows, COUNT(rows));
	host(&q, before, COUNT(before));
	ask.router.idle = &q.after;
	ask.router.idle_ns = 10;
	ask.router.window_ns = 20;
	ck_assert_int_eq(ledger_balance(&ask, &l, NULL), 0);
	ck_assert_int_eq(FRAMES(l, IP_REFUSED), slopes[_i].charged);
	ck_assert_int_eq(l.place[PLACE_IP_REFUSED].part[0].background,
	    slopes[_i].background);
	ck_assert_uint_eq(l.in_packets, 2000); /* nothing subtracted */
	ck_assert_int_eq(l.foreign, 200);
	ck_assert(l.background_known && l.background == 200);
	ck_assert_int_eq(l.residual, 800 - slopes[_i].charged);
	if (slopes[_i].background > 0)
		ck_assert_ptr_nonnull(
		    strstr(FROM(l, IP_REFUSED), "idle slope"));
	drop(&p);
	drop(&q);
}
END_TEST

/* Which drops are in the packets: whatever makes the generator's count. */
static const struct {
	uint64_t packets;
	int64_t foreign;
	const char *note;
} insides[] = {
	{ 1000, 0, "inside its packets" },
	{ 1003, 3, "inside its packets" },
	{ 900, 0, "100 of its 130 drops outside" },
	{ 970, 0, "30 of its 130 drops outside" },
	{ 870, 0, "counts its drops outside its packets" },
	{ 872, 2, "counts its drops outside its packets" },
	{ 850, 0, "20 frames of sent were not seen" },
};

START_TEST(inside_or_outside)
{
	const struct row rows[] = {
		{ "if.rx.packets", "em0", 5, 5 + insides[_i].packets, 64,
		    false },
		{ "if.rx.missed", "em0", 0, 100, 64, false },
		{ "if.rx.drops", "em0", 0, 30, 64, false },
	};
	struct ledger_ask ask = {
		.sent = 1000, .received_known = true, .received = 870
	};
	struct ledger l;
	struct pair p;

	ask.router = host(&p, rows, COUNT(rows));
	ck_assert_int_eq(ledger_balance(&ask, &l, NULL), 0);
	ck_assert_int_eq(FRAMES(l, NIC_RING), 100);
	ck_assert_int_eq(FRAMES(l, INPUT_QUEUE), 30);
	ck_assert_int_eq(l.residual, 0); /* booked either way */
	ck_assert_int_eq(l.foreign, insides[_i].foreign);
	ck_assert_msg(strstr(l.note, insides[_i].note) != NULL, "%s", l.note);
	drop(&p);
}
END_TEST

/* Two generators, two sinks: each host's own places add up. */
START_TEST(several)
{
	static const struct row g1[] = {
		{ "if.tx.packets", "g0", 0, 560, 64, false },
		{ "neighbour.discards", "arp_cache", 0, 40, 64, false },
		{ "qdisc.drops", "g0", 0, 7, 32, false },
	}, g2[] = {
		{ "if.tx.packets", "g0", 0, 400, 64, false },
		{ "neighbour.discards", "arp_cache", 0, 0, 64, false },
	}, s1[] = {
		{ "if.rx.packets", "s0", 0, 500, 64, false },
		{ "if.rx.missed", "s0", 0, 3, 64, false },
	}, s2[] = {
		{ "if.rx.packets", "s0", 0, 450, 64, false },
		{ "if.rx.missed", "s0", 0, 2, 64, false },
		{ "udp.rcvbuf_errors", "", 0, 5, 64, false },
		{ "ip.refused.reverse_path", "", 0, 1, 64, false },
	};
	struct ledger_ask ask = { .sent = 1000,
		.received_known = true,
		.received = 944,
		.sink_by_socket = true };
	struct pair p[4];
	struct ledger l;

	ask.generator[0] = host(&p[0], g1, COUNT(g1));
	ask.generator[1] = host(&p[1], g2, COUNT(g2));
	ask.sink[0] = host(&p[2], s1, COUNT(s1));
	ask.sink[1] = host(&p[3], s2, COUNT(s2));
	ck_assert_int_eq(ledger_balance(&ask, &l, NULL), 0);
	ck_assert_int_eq(FRAMES(l, GENERATOR_QUEUE), 40);
	ck_assert_ptr_nonnull(
	    strstr(FROM(l, GENERATOR_QUEUE), "7 dropped before"));
	ck_assert_int_eq(FRAMES(l, SINK_NIC), 5);
	ck_assert_int_eq(FRAMES(l, SINK_PROGRAM), 6);
	ck_assert_int_eq(l.residual, 1000 - 40 - 5 - 6 - 944);
	/* behind a tap the filter takes nothing away; nor does the socket */
	ask.sink_by_socket = false;
	ask.sink_drops_known = true;
	ask.sink_drops = 11;
	ck_assert_int_eq(ledger_balance(&ask, &l, NULL), 0);
	ck_assert_int_eq(FRAMES(l, SINK_PROGRAM), 11);
	/* nobody counted: what the interfaces took in */
	ask.received_known = false;
	ck_assert_int_eq(ledger_balance(&ask, &l, NULL), 0);
	ck_assert_int_eq(FRAMES(l, DELIVERED), 950);
	for (int i = 0; i < 4; i++)
		drop(&p[i]);
}
END_TEST

/*
 * Two directions through one router: rules and IP count for both, so their
 * frames are in the sum once and in neither of the two.
 */
START_TEST(directions)
{
	static const struct row rows[] = {
		{ "if.rx.packets", "em0", 0, 1000, 64, false },
		{ "if.rx.missed", "em0", 0, 10, 64, false },
		{ "if.rx.packets", "em1", 0, 2000, 64, false },
		{ "if.rx.missed", "em1", 0, 20, 64, false },
		{ "if.tx.packets", "em0", 0, 1900, 64, false },
		{ "if.tx.packets", "em1", 0, 950, 64, false },
		{ "filter.rules", "", 1, 1, 64, false },
		{ "filter.drops", "inet t forward #4", 0, 150, 64, false },
		{ "queue.ip.drops", "ipintrq", 0, 0, 32, false },
	};
	static const struct both v = { { 1010, 2020 }, { 950, 1900 },
		{ "em0", "em1" }, false };
	struct ledger way[2], sum;

	both_ways(rows, COUNT(rows), &v, way, &sum);
	ck_assert_uint_eq(sum.sent, 3030);
	ck_assert_int_eq(FRAMES(sum, FILTER), 150);
	ck_assert_int_eq(FRAMES(sum, NIC_RING), 30);
	ck_assert_int_eq(sum.residual, 0);
	for (int d = 0; d < 2; d++) {
		ck_assert(!KNOWN(way[d], FILTER));
		ck_assert_int_eq(FRAMES(way[d], FILTER), 0);
		ck_assert(KNOWN(way[d], INPUT_QUEUE));
		ck_assert_int_eq(way[d].residual, d == 0 ? 50 : 100);
	}
	/* one direction alone is its own sum */
	ledger_sum(&sum, way, 1);
	ck_assert_int_eq(sum.residual, 50);
	ck_assert_str_eq(sum.in_if, "em0");
}
END_TEST

/* More counters than a place has words for: the sum has them all. */
START_TEST(many_counters)
{
	struct row rows[13] = { { "filter.rules", "", 1, 1, 64, false } };
	char name[12][24];
	struct ledger l;

	for (int i = 0; i < 12; i++) {
		snprintf(name[i], sizeof(name[i]), "rule %d", i);
		rows[i + 1] =
		    (struct row){ "filter.drops", name[i], 0, 10, 64, false };
	}
	balance(rows, COUNT(rows), 880, &l);
	ck_assert_int_eq(FRAMES(l, FILTER), 120);
	ck_assert_uint_eq(l.place[PLACE_FILTER].parts, LEDGER_PARTS);
	ck_assert_int_eq(l.residual, 0);
}
END_TEST

Suite *
ledger_rules_suite(void)
{
	Suite *s = suite_create("ledger_rules");
	TCase *tc = tcase_create("ledger_rules");

	tcase_add_loop_test(tc, openbsd_sums, 0, COUNT(sums));
	tcase_add_loop_test(tc, contained_once, 0, COUNT(contained));
	tcase_add_loop_test(tc, named_reasons, 0, COUNT(named));
	tcase_add_test(tc, state_tables_alone);
	tcase_add_loop_test(tc, idle_slope, 0, COUNT(slopes));
	tcase_add_loop_test(tc, inside_or_outside, 0, COUNT(insides));
	tcase_add_test(tc, several);
	tcase_add_test(tc, directions);
	tcase_add_test(tc, many_counters);
	suite_add_tcase(s, tc);
	return s;
}
