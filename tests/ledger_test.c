/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/unit.h"

#include <math.h>
#include <string.h>

#include "lib/ledger.h"
#include "tests/ledger_rows.h"

Suite *ledger_suite(void);

static int64_t
all_places(const struct ledger *l)
{
	int64_t total = 0;

	for (enum place p = PLACE_GENERATOR_QUEUE; p < PLACES; p++)
		total += l->place[p].frames;
	return total;
}

#define FRAMES(l, at) ((l).place[PLACE_##at].frames)
#define KNOWN(l, at) ((l).place[PLACE_##at].known)

/* NetBSD 4.99, 1 December 2006: ten seconds through bge2 to bge1. */
static struct row netbsd[] = {
	{ "queue.ip.drops", "ipintrq", 180561075, 183066795, 32, false },
	{ "queue.ip6.drops", "ip6intrq", 0, 0, 32, false },
	{ "queue.other.drops", "arpintrq", 153, 160, 32, false },
	{ "if.rx.packets", "nfe0", 38392, 38497, 64, false },
	{ "if.rx.errors", "nfe0", 584, 585, 64, false },
	{ "if.tx.packets", "nfe0", 5517, 5596, 64, false },
	{ "if.rx.packets", "bge1", 46026021, 46026057, 64, false },
	{ "if.rx.errors", "bge1", 489390, 489390, 64, false },
	{ "if.tx.packets", "bge1", 213541721, 217012400, 64, false },
	{ "if.tx.errors", "bge1", 0, 0, 64, false },
	{ "if.rx.packets", "bge2", 354347890, 360324326, 64, false },
	{ "if.rx.errors", "bge2", 255587, 255587, 64, false },
	{ "if.tx.packets", "bge2", 19537142, 19537143, 64, false },
	{ "if.rx.packets", "lo0", 3, 99999999, 64, false },
	{ "if.tx.packets", "lo0", 3, 99999999, 64, false },
};

static const struct {
	uint64_t extra; /* on the last ipintrq */
	int64_t residual;
} netbsd_cases[] = { { 0, 0 }, { 1000, -1000 } };

START_TEST(netbsd_golden)
{
	struct ledger_ask ask = { .sent = 5976399 };
	struct ledger l;
	struct pair p;
	struct row rows[COUNT(netbsd)];

	memcpy(rows, netbsd, sizeof(rows));
	rows[0].after += netbsd_cases[_i].extra;
	ask.router = host(&p, rows, COUNT(rows));
	ck_assert_int_eq(ledger_balance(&ask, &l, NULL), 0);
	ck_assert_str_eq(l.in_if, "bge2");
	ck_assert_str_eq(l.out_if, "bge1");
	ck_assert_uint_eq(l.in_packets, 5976436);
	ck_assert_int_eq(l.foreign, 37);
	ck_assert_int_eq(FRAMES(l, DELIVERED), 3470679);
	ck_assert_int_eq(
	    FRAMES(l, INPUT_QUEUE), 2505720 + (int64_t)netbsd_cases[_i].extra);
	ck_assert_int_eq(l.residual, netbsd_cases[_i].residual);
	ck_assert_double_eq_tol(ledger_loss_percent(&l), 41.9269, 0.0001);
	ck_assert(KNOWN(l, NIC_ERROR) && FRAMES(l, NIC_ERROR) == 0);
	ck_assert(!KNOWN(l, FILTER) && !KNOWN(l, LINK) &&
	    !KNOWN(l, OUTPUT_QUEUE) && !KNOWN(l, GENERATOR_REFUSED));
	ck_assert_str_eq(
	    l.place[PLACE_INPUT_QUEUE].from, "queue.ip.drops ipintrq");
	drop(&p);
}
END_TEST

/* Drops outside or inside the packets: told by the generator's count. */
static const struct {
	uint64_t in;
	int64_t foreign;
	const char *word;
} freebsd_cases[] = { { 44712310, 0, "outside" }, { 46234427, 7, "inside" } };

START_TEST(freebsd_golden)
{
	const struct row rows[] = {
		{ "if.rx.packets", "ix0", 1000000, freebsd_cases[_i].in, 64,
		    false },
		{ "if.rx.errors", "ix0", 0, 0, 64, false },
		{ "if.rx.missed", "ix0", 0, 1522110, 64, false },
		{ "if.tx.packets", "ix1", 1000000, 40881004, 64, false },
		{ "if.tx.errors", "ix1", 0, 0, 64, false },
		{ "if.tx.drops", "ix1", 0, 2650112, 64, false },
		{ "queue.ip.drops", "netisr", 0, 1171174, 64, false },
		{ "ip.forwarded", "", 1000000, 43531116, 64, false },
		{ "ip.refused.not_forwardable", "", 0, 10020, 64, false },
		{ "ip.refused.header", "", 5, 5, 64, false },
		{ "ip.no_route", "", 0, 10020, 64, false },
		{ "ip.out_discards", "", 0, 0, 64, false },
	};
	struct ledger_ask ask = { .sent = 45234420, .refused_known = true };
	struct ledger l;
	struct pair p;

	ask.router = host(&p, rows, COUNT(rows));
	ck_assert_int_eq(ledger_balance(&ask, &l, NULL), 0);
	ck_assert_int_eq(FRAMES(l, NIC_RING), 1522110);
	ck_assert_int_eq(FRAMES(l, INPUT_QUEUE), 1171174);
	ck_assert_int_eq(FRAMES(l, IP_REFUSED), 10020);
	ck_assert_int_eq(FRAMES(l, OUTPUT_QUEUE), 2650112);
	ck_assert_int_eq(FRAMES(l, DELIVERED), 39881004);
	ck_assert_int_eq(l.foreign, freebsd_cases[_i].foreign);
	ck_assert_int_eq(l.residual, 0);
	ck_assert_double_eq_tol(ledger_loss_percent(&l), 11.8348, 0.0001);
	ck_assert_ptr_nonnull(strstr(l.note, freebsd_cases[_i].word));
	ck_assert(
	    KNOWN(l, GENERATOR_REFUSED) && FRAMES(l, GENERATOR_REFUSED) == 0);
	drop(&p);
}
END_TEST

/* The same drops in the interface's queue and in IP are one event. */
static const struct {
	uint64_t out, interface, ip;
	int64_t booked, residual;
} queues[] = {
	{ 900, 100, 100, 100, 0 },
	{ 850, 100, 50, 100, 50 }, /* what nobody counted is not hidden */
	{ 800, 100, 100, 100, 100 },
	{ 900, 0, 100, 100, 0 },
	{ 900, 100, 0, 100, 0 },
	{ 1000, 0, 0, 0, 0 },
};

START_TEST(output_queue_once)
{
	const struct row rows[] = {
		{ "if.rx.packets", "em0", 0, 1000, 64, false },
		{ "if.tx.packets", "em1", 0, queues[_i].out, 64, false },
		{ "if.tx.drops", "em1", 0, queues[_i].interface, 64, false },
		{ "ip.forwarded", "", 0, 1000, 64, false },
		{ "ip.out_discards", "", 0, queues[_i].ip, 64, false },
	};
	struct ledger_ask ask = { .sent = 1000 };
	struct ledger l;
	struct pair p;

	ask.router = host(&p, rows, COUNT(rows));
	ck_assert_int_eq(ledger_balance(&ask, &l, NULL), 0);
	ck_assert_int_eq(FRAMES(l, OUTPUT_QUEUE), queues[_i].booked);
	ck_assert_int_eq(l.residual, queues[_i].residual);
	drop(&p);
}
END_TEST

/*
 * veth: drops at the router's input that the generator saw as refusals. The
 * last line is a drop with no refusal and no gap: the residual shows it.
 */
static const struct {
	uint64_t sent, refused, in, drops;
	int64_t booked, residual;
} veths[] = {
	{ 1000000, 689400, 1000004, 689400, 0, 0 },
	{ 1000000, 0, 900000, 100000, 100000, 0 },
	{ 1000000, 5000, 900000, 105000, 100000, 0 },
	{ 1000000, 5000, 1000000, 4000, 0, 0 },
	{ 1000000, 100, 900000, 100000, 100000, 0 },
	{ 1000000, 0, 1000000, 10, 10, -10 },
	{ 1000000, 4, 1000002, 10, 6, -6 },
};

START_TEST(veth_refusals)
{
	const struct row router[] = {
		{ "if.rx.packets", "d0", 10, 10 + veths[_i].in, 64, false },
		{ "if.rx.drops", "d0", 1, 1 + veths[_i].drops, 64, false },
		/* booked at the sink: no station, no place here */
		{ "if.tx.packets", "d1", 0, 5, 64, false },
		{ "if.tx.drops", "d1", 0, 9, 64, false },
		/* replies of the router itself, none of the stream */
		{ "ip.out_discards", "", 0, 12, 64, false },
		{ "queue.softnet.drops", "cpu0", 0, 12345, 32, true },
		{ "queue.ip.drops", "softnet", 0, 12345, 32, true },
	};
	uint64_t arrived = veths[_i].sent - (uint64_t)veths[_i].booked;
	struct ledger_ask ask = { .sent = veths[_i].sent,
		.refused = veths[_i].refused,
		.refused_known = true,
		.virtual_path = true,
		.received_known = true,
		.received = arrived - 9 - (uint64_t)veths[_i].residual };
	const struct row sink[] = {
		{ "if.rx.packets", "s0", 0, arrived - 9, 64, false },
		{ "if.rx.drops", "s0", 0, 9, 64, false },
		{ "udp.rcvbuf_errors", "", 0, 0, 64, false },
	};
	struct ledger l;
	struct pair r, s;

	if (veths[_i].residual < 0)
		ask.received = veths[_i].sent - 9;
	ask.router = host(&r, router, COUNT(router));
	ask.router.in_if = "d0";
	ask.router.out_if = "d1";
	ask.sink[0] = host(&s, sink, COUNT(sink));
	ask.sink[0].in_if = "s0";
	ck_assert_int_eq(ledger_balance(&ask, &l, NULL), 0);
	ck_assert_int_eq(FRAMES(l, INPUT_QUEUE), veths[_i].booked);
	ck_assert_int_eq(FRAMES(l, SINK_NIC), 9);
	ck_assert_int_eq(
	    FRAMES(l, GENERATOR_REFUSED), (int64_t)veths[_i].refused);
	ck_assert(!KNOWN(l, OUTPUT_QUEUE));
	ck_assert_int_eq(l.residual, veths[_i].residual);
	ck_assert_int_eq((int64_t)l.sent - all_places(&l), l.residual);
	/* nobody read the sink: the router's end of the veth tells the same */
	memset(ask.sink, 0, sizeof(ask.sink));
	ck_assert_int_eq(ledger_balance(&ask, &l, NULL), 0);
	ck_assert_int_eq(FRAMES(l, SINK_NIC), 9);
	ck_assert_int_eq(l.residual, veths[_i].residual);
	drop(&r);
	drop(&s);
}
END_TEST

/* No router between: the generator's refusals stand in the sink's drops. */
START_TEST(direct_veth)
{
	static const struct row sink[] = {
		{ "if.rx.packets", "s0", 0, 990, 64, false },
		{ "if.rx.drops", "s0", 0, 510, 64, false },
	};
	struct ledger_ask ask = { .sent = 1000,
		.refused = 500,
		.refused_known = true,
		.virtual_path = true,
		.received_known = true,
		.received = 980,
		.sink_drops_known = true,
		.sink_drops = 10 };
	struct ledger l;
	struct pair s;

	ask.sink[0] = host(&s, sink, COUNT(sink));
	ck_assert_int_eq(ledger_balance(&ask, &l, NULL), 0);
	ck_assert_int_eq(FRAMES(l, SINK_NIC), 10);
	ck_assert_int_eq(FRAMES(l, SINK_PROGRAM), 10);
	ck_assert_int_eq(FRAMES(l, DELIVERED), 980);
	ck_assert_int_eq(l.residual, 0);
	ck_assert(!l.in_known && !l.foreign_known && !KNOWN(l, INPUT_QUEUE));
	drop(&s);
}
END_TEST

/* Without a sink program its losses are inside delivered. */
START_TEST(sink_interface_only)
{
	static const struct row sink[] = {
		{ "if.rx.packets", "s0", 0, 1000, 64, false },
		{ "udp.rcvbuf_errors", "", 0, 400, 64, false },
	};
	struct ledger_ask ask = { .sent = 1000 };
	struct ledger l;
	struct pair s;

	ask.sink[0] = host(&s, sink, COUNT(sink));
	ck_assert_int_eq(ledger_balance(&ask, &l, NULL), 0);
	ck_assert(!KNOWN(l, SINK_PROGRAM));
	ck_assert_int_eq(l.residual, 0);
	ask.received_known = true;
	ask.received = 600;
	ck_assert_int_eq(ledger_balance(&ask, &l, NULL), 0);
	ck_assert(KNOWN(l, SINK_PROGRAM) && FRAMES(l, SINK_PROGRAM) == 400);
	ck_assert_int_eq(l.residual, 0);
	drop(&s);
}
END_TEST

/* A filter is known only where every rule that drops also counts. */
static const struct {
	struct row rows[4];
	bool known;
	int64_t frames, residual;
} filters[] = {
	{ { { "filter.rules", "", 1, 1, 64, false },
	      { "filter.drops", "inet t forward 4", 7, 107, 64, false } },
	    true, 100, 0 },
	{ { { "filter.rules", "", 1, 1, 64, false },
	      { "filter.uncounted", "inet t forward 4", 1, 1, 64, false } },
	    false, 0, 100 },
	{ { { "filter.rules", "", 2, 2, 64, false },
	      { "filter.drops", "inet t forward 4", 7, 107, 64, false },
	      { "filter.uncounted", "inet t forward policy", 1, 1, 64,
		  false } },
	    false, 0, 100 },
	{ { { "filter.rules", "", 0, 0, 64, false } }, true, 0, 100 },
	{ { { "ip.forwarded", "", 0, 1000, 64, false } }, false, 0, 100 },
	/* counters zeroed between the readings */
	{ { { "filter.rules", "", 1, 1, 64, false },
	      { "filter.drops", "inet t forward 4", 107, 7, 64, false } },
	    false, 0, 100 },
	{ { { "filter.rules", "", 1, 1, 64, false },
	      { "filter.drops", "inet t forward 4", GONE, 100, 64, false } },
	    false, 0, 100 },
	{ { { "filter.rules", "", 1, 1, 64, false },
	      { "filter.drops", "inet t forward 4", 100, GONE, 64, false } },
	    false, 0, 100 },
};

START_TEST(filter)
{
	struct ledger_ask ask = {
		.sent = 1000, .received_known = true, .received = 900
	};
	size_t n = 0;
	struct ledger l;
	struct pair p;

	while (n < 4 && filters[_i].rows[n].name != NULL)
		n++;
	ask.router = host(&p, filters[_i].rows, n);
	ck_assert_int_eq(ledger_balance(&ask, &l, NULL), 0);
	ck_assert_int_eq(KNOWN(l, FILTER), filters[_i].known);
	ck_assert_int_eq(FRAMES(l, FILTER), filters[_i].frames);
	ck_assert_int_eq(l.residual, filters[_i].residual);
	drop(&p);
}
END_TEST

START_TEST(generator_queue)
{
	static const struct row rows[] = {
		{ "if.tx.packets", "g0", 0, 900, 64, false },
		{ "qdisc.drops", "g0", 0, 100, 32, false },
	};
	struct ledger_ask ask = {
		.sent = 900, .received_known = true, .received = 900
	};
	struct ledger l;
	struct pair p;

	ask.generator[0] = host(&p, rows, COUNT(rows));
	ck_assert_int_eq(ledger_balance(&ask, &l, NULL), 0);
	ck_assert(KNOWN(l, GENERATOR_QUEUE) && FRAMES(l, GENERATOR_QUEUE) == 0);
	ck_assert_ptr_nonnull(
	    strstr(l.place[PLACE_GENERATOR_QUEUE].from, "100 dropped"));
	ck_assert_int_eq(l.residual, 0);
	ask.sent = 1000;
	ask.sent_raw = true;
	ck_assert_int_eq(ledger_balance(&ask, &l, NULL), 0);
	ck_assert_int_eq(FRAMES(l, GENERATOR_QUEUE), 100);
	ck_assert_int_eq(l.residual, 0);
	drop(&p);
}
END_TEST

/* Passed 2^32; and lost in front of the router. */
START_TEST(wrap_and_wire)
{
	static const struct row rows[] = {
		{ "if.rx.packets", "wm0", 0, 800, 64, false },
		{ "if.tx.packets", "wm1", 0, 700, 64, false },
		{ "queue.ip.drops", "ipintrq", 4294967246, 50, 32, false },
	};
	struct ledger_ask ask = { .sent = 1000 };
	struct ledger l;
	struct pair p;

	ask.router = host(&p, rows, COUNT(rows));
	ck_assert_int_eq(ledger_balance(&ask, &l, NULL), 0);
	ck_assert_int_eq(FRAMES(l, INPUT_QUEUE), 100);
	ck_assert_ptr_nonnull(
	    strstr(l.place[PLACE_INPUT_QUEUE].from, "wrapped"));
	ck_assert_int_eq(l.residual, 200);
	ck_assert_int_eq(l.foreign, 0);
	ck_assert_ptr_nonnull(strstr(l.note, "200 frames of sent"));
	drop(&p);
}
END_TEST

START_TEST(refused_questions)
{
	static const struct row rows[] = {
		{ "if.rx.packets", "wm0", 900, 800, 64, false },
		{ "if.tx.packets", "wm1", 0, 700, 64, false },
	};
	struct ledger_ask ask = { .sent = 1000 };
	struct fail f = { "" };
	struct ledger l;
	struct pair p;

	ck_assert_int_eq(ledger_balance(&ask, &l, &f), -1);
	ck_assert_ptr_nonnull(strstr(f.text, "--received"));
	ask.router = host(&p, rows, COUNT(rows));
	ask.router.in_if = "wm7";
	ck_assert_int_eq(ledger_balance(&ask, &l, &f), -1);
	ck_assert_ptr_nonnull(strstr(f.text, "wm7: no such interface"));
	ask.router.in_if = "wm0";
	ck_assert_int_eq(ledger_balance(&ask, &l, &f), -1);
	ck_assert_ptr_nonnull(strstr(f.text, "fell"));
	ask.router.in_if = NULL;
	ask.sent = UINT64_MAX;
	ck_assert_int_eq(ledger_balance(&ask, &l, &f), -1);
	ask.sent = 0;
	ck_assert_int_eq(ledger_balance(&ask, &l, &f), 0);
	ck_assert(isnan(ledger_loss_percent(&l)));
	ck_assert_int_eq(l.residual, -700);
	drop(&p);
}
END_TEST

Suite *
ledger_suite(void)
{
	Suite *s = suite_create("ledger");
	TCase *tc = tcase_create("ledger");

	tcase_add_loop_test(tc, netbsd_golden, 0, COUNT(netbsd_cases));
	tcase_add_loop_test(tc, freebsd_golden, 0, COUNT(freebsd_cases));
	tcase_add_loop_test(tc, output_queue_once, 0, COUNT(queues));
	tcase_add_loop_test(tc, veth_refusals, 0, COUNT(veths));
	tcase_add_test(tc, direct_veth);
	tcase_add_test(tc, sink_interface_only);
	tcase_add_loop_test(tc, filter, 0, COUNT(filters));
	tcase_add_test(tc, generator_queue);
	tcase_add_test(tc, wrap_and_wire);
	tcase_add_test(tc, refused_questions);
	suite_add_tcase(s, tc);
	return s;
}
