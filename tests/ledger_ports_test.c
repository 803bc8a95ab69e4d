/* SPDX-License-Identifier: BSD-2-Clause */
/* VLANs, bridges and link aggregations; and what else is counted elsewhere. */
#include "tests/unit.h"

#include <string.h>

#include "lib/ledger.h"
#include "tests/ledger_rows.h"

Suite *ledger_ports_suite(void);

#define FRAMES(l, at) ((l).place[PLACE_##at].frames)

#define RX(port, n)                                    \
	{                                              \
		"if.rx.packets", port, 0, n, 64, false \
	}
#define TX(port, n)                                    \
	{                                              \
		"if.tx.packets", port, 0, n, 64, false \
	}
#define BAD(name, port, n)                        \
	{                                         \
		"if." name, port, 0, n, 64, false \
	}

/* 10,000 frames, of which 1000 are lost; always 0 residual. */
static const struct {
	const char *what;
	struct row rows[18];
	const char *in, *out; /* as found, or as given */
	bool given;
	int64_t error, ring, input, queue, output;
} paths[] = {
	{ "VLANs above the card that has both, listed first",
	    { RX("vlan10", 9000), TX("vlan10", 1), RX("vlan20", 2),
		TX("vlan20", 9000), RX("ix0", 9000), TX("ix0", 9000),
		BAD("rx.missed", "ix0", 1000) },
	    "ix0", "ix0", false, 0, 1000, 0, 0, 0 },
	{ "a bridge with a few packets more",
	    { RX("br0", 9003), TX("br0", 9003), RX("eth0", 9000), TX("eth0", 3),
		RX("eth1", 3), TX("eth1", 9000),
		BAD("rx.missed", "eth0", 1000) },
	    "eth0", "eth1", false, 0, 1000, 0, 0, 0 },
	{ "by the system's own word",
	    { RX("data", 9000), TX("data", 1), RX("eth0", 9000),
		TX("eth0", 9000), BAD("rx.missed", "eth0", 1000),
		BAD("repeats", "data", 0) },
	    "eth0", "eth0", false, 0, 1000, 0, 0, 0 },
	{ "only VLANs were listed",
	    { RX("vlan10", 9000), TX("vlan20", 9000),
		BAD("rx.missed", "vlan10", 1000) },
	    "vlan10", "vlan20", false, 0, 1000, 0, 0, 0 },
	{ "an aggregation that counts what its ports lost",
	    { RX("ix0", 4500), RX("ix1", 4500), RX("lagg0", 9000),
		BAD("rx.missed", "ix0", 600), BAD("rx.missed", "ix1", 400),
		BAD("rx.missed", "lagg0", 1000), TX("ix2", 9000) },
	    "lagg0", "ix2", false, 0, 1000, 0, 0, 0 },
	{ "one that does not, and a port for its owner",
	    { RX("em0", 5000), RX("em1", 4000), RX("trunk0", 9000),
		BAD("rx.errors", "em0", 300), BAD("rx.drops", "em1", 700),
		BAD("rx.errors", "trunk0", 0), TX("em2", 9000), RX("em2", 40),
		BAD("rx.errors", "em2", 5), RX("em3", 7),
		BAD("rx.errors", "em3", 5) },
	    "trunk0", "em2", false, 300, 0, 700, 0, 0 },
	{ "ports that do not add up are none",
	    { RX("em0", 5000), RX("em1", 4500), RX("lagg0", 9000),
		BAD("rx.errors", "em0", 300), TX("em2", 9000),
		{ "ip.refused.header", "", 0, 1000, 64, false } },
	    "lagg0", "em2", false, 0, 0, 0, 0, 0 },
	{ "out by an aggregation",
	    { RX("ix2", 10000), TX("ix0", 5000), TX("ix1", 4000),
		TX("lagg0", 9000), BAD("tx.drops", "ix0", 600),
		BAD("tx.drops", "ix1", 300), BAD("tx.errors", "ix1", 100),
		BAD("tx.drops", "lagg0", 0), BAD("tx.errors", "lagg0", 0) },
	    "ix2", "lagg0", false, 0, 0, 0, 900, 100 },
	{ "a VLAN of an aggregation, named",
	    { RX("em0", 5000), RX("em1", 4000), RX("lagg0", 9000),
		RX("lagg0.7", 9000), BAD("rx.missed", "em0", 300),
		BAD("rx.missed", "em1", 700), BAD("rx.missed", "lagg0", 0),
		BAD("rx.missed", "lagg0.7", 0), TX("em2", 9000) },
	    "lagg0.7", "em2", true, 0, 1000, 0, 0, 0 },
	{ "VLANs of one card, named: its queue was full",
	    { RX("ix0", 10000), TX("ix0", 9000), RX("ix0.10", 10000),
		TX("ix0.20", 9000), BAD("tx.drops", "ix0", 1000),
		BAD("tx.errors", "ix0.20", 0) },
	    "ix0.10", "ix0.20", true, 0, 0, 0, 1000, 0 },
	{ "the VLAN counts the same frames",
	    { RX("ix0", 10000), TX("ix0", 9000), RX("ix0.10", 10000),
		TX("ix0.20", 9000), BAD("tx.drops", "ix0", 1000),
		BAD("tx.errors", "ix0.20", 1000) },
	    "ix0.10", "ix0.20", true, 0, 0, 0, 0, 1000 },
};

START_TEST(over_others)
{
	struct ledger_ask ask = { .sent = 10000 };
	struct ledger l;
	struct pair p;
	size_t n = 0;

	while (n < 18 && paths[_i].rows[n].name != NULL)
		n++;
	ask.router = host(&p, paths[_i].rows, n);
	if (paths[_i].given) {
		ask.router.in_if = paths[_i].in;
		ask.router.out_if = paths[_i].out;
	}
	ck_assert_int_eq(ledger_balance(&ask, &l, NULL), 0);
	ck_assert_str_eq(l.in_if, paths[_i].in);
	ck_assert_str_eq(l.out_if, paths[_i].out);
	ck_assert_msg(FRAMES(l, NIC_ERROR) == paths[_i].error &&
		FRAMES(l, NIC_RING) == paths[_i].ring &&
		FRAMES(l, INPUT_QUEUE) == paths[_i].input &&
		FRAMES(l, OUTPUT_QUEUE) == paths[_i].queue &&
		FRAMES(l, OUTPUT_ERROR) == paths[_i].output,
	    "%s", paths[_i].what);
	ck_assert_msg(
	    l.residual == 0, "%s: %lld", paths[_i].what, (long long)l.residual);
	drop(&p);
}
END_TEST

/* The sink's interface is a VLAN; the card under it missed 100. */
START_TEST(sink_on_a_vlan)
{
	static const struct row rows[] = {
		RX("ix0", 950),
		RX("ix0.10", 900),
		BAD("rx.missed", "ix0", 100),
		BAD("rx.missed", "ix0.10", 0),
	};
	struct ledger_ask ask = {
		.sent = 1000, .received_known = true, .received = 900
	};
	struct ledger l;
	struct pair p;

	ask.sink[0] = host(&p, rows, COUNT(rows));
	ask.sink[0].in_if = "ix0.10";
	ck_assert_int_eq(ledger_balance(&ask, &l, NULL), 0);
	ck_assert_int_eq(FRAMES(l, SINK_NIC), 100);
	ck_assert_int_eq(l.residual, 0);
	drop(&p);
}
END_TEST

/* 1000 into em0, `out` out of em1; two names of one event, or nobody's. */
static const struct {
	struct row rows[6];
	uint64_t out;
	enum place at;
	int64_t frames, residual;
} events[] = {
	/* NetBSD: sysctl's name and netstat -q's */
	{ { { "queue.ip.drops", "ippktq", 5, 105, 32, false },
	      { "queue.ip.drops", "ipintrq", 5, 105, 32, false } },
	    900, PLACE_INPUT_QUEUE, 100, 0 },
	{ { { "queue.ip6.drops", "ip6pktq", 5, 105, 32, false },
	      { "queue.ip6.drops", "ip6intrq", 5, 105, 32, false },
	      { "queue.ip.drops", "ipintrq", 5, 55, 32, false } },
	    850, PLACE_INPUT_QUEUE, 150, 0 },
	/* the other name stands in one reading only */
	{ { { "queue.ip.drops", "ippktq", GONE, 105, 32, false },
	      { "queue.ip.drops", "ipintrq", 5, 105, 32, false } },
	    900, PLACE_INPUT_QUEUE, 0, 100 },
	/* no room for the next hop */
	{ { { "neighbour.table_full", "arp_cache", 5, 105, 32, false } }, 900,
	    PLACE_IP_REFUSED, 100, 0 },
	/* too long: on the fast path, on the slow one, and more than was lost */
	{ { { "ip.received", "", 0, 1000, 64, false },
	      { "ip.forwarded", "", 0, 900, 64, false },
	      { "ip.refused.not_forwardable", "", 0, 0, 64, false },
	      { "ip.cant_fragment", "", 0, 100, 64, false } },
	    900, PLACE_IP_REFUSED, 100, 0 },
	{ { { "ip.received", "", 0, 1000, 64, false },
	      { "ip.forwarded", "", 0, 900, 64, false },
	      { "ip.refused.not_forwardable", "", 0, 100, 64, false },
	      { "ip.cant_fragment", "", 0, 100, 64, false } },
	    900, PLACE_IP_REFUSED, 100, 0 },
	{ { { "ip.received", "", 0, 1000, 64, false },
	      { "ip.forwarded", "", 0, 900, 64, false },
	      { "ip.refused.not_forwardable", "", 0, 60, 64, false },
	      { "ip.cant_fragment", "", 0, 70, 64, false } },
	    900, PLACE_IP_REFUSED, 100, 0 },
	{ { { "ip.cant_fragment", "", 0, 100, 64, false } }, 900,
	    PLACE_IP_REFUSED, 0, 100 },
	/* a queue behind ip_output(), and answers of the router's own */
	{ { { "ip.received", "", 0, 1000, 64, false },
	      { "ip.forwarded", "", 0, 960, 64, false },
	      { "ip.refused.not_forwardable", "", 0, 40, 64, false },
	      { "ip.sent", "", 0, 40, 64, false },
	      { "if.tx.packets", "em0", 0, 40, 64, false },
	      { "if.tx.drops", "em1", 0, 60, 64, false } },
	    900, PLACE_IP_REFUSED, 40, 0 },
};

START_TEST(once)
{
	struct row rows[8] = { RX("em0", 1000), TX("em1", events[_i].out) };
	struct ledger_ask ask = { .sent = 1000 };
	struct ledger l;
	struct pair p;
	size_t n = 0;

	for (; n < 6 && events[_i].rows[n].name != NULL; n++)
		rows[n + 2] = events[_i].rows[n];
	ask.router = host(&p, rows, n + 2);
	ck_assert_int_eq(ledger_balance(&ask, &l, NULL), 0);
	ck_assert_int_eq(l.place[events[_i].at].frames, events[_i].frames);
	ck_assert_int_eq(l.residual, events[_i].residual);
	drop(&p);
}
END_TEST

/* Nothing of the router can be told, and the note says why. */
START_TEST(all_fell)
{
	static const struct row rows[] = {
		{ "if.rx.packets", "em0", 5000, 900, 64, false },
		{ "if.tx.packets", "em1", 5000, 900, 64, false },
	};
	struct ledger_ask ask = {
		.sent = 1000, .received_known = true, .received = 900
	};
	struct ledger l;
	struct pair p;

	ask.router = host(&p, rows, COUNT(rows));
	ck_assert_int_eq(ledger_balance(&ask, &l, NULL), 0);
	ck_assert(!l.in_known && !l.foreign_known);
	ck_assert_msg(
	    strstr(l.note, "if.rx.packets of em0 fell") != NULL, "%s", l.note);
	drop(&p);
}
END_TEST

/* 1000 from em0 to em1, 2000 back; what cannot be told apart counts once. */
static const struct {
	const char *what;
	struct row rows[12];
	uint64_t received[2];
	int64_t refused, queue, residual; /* -1: not measured */
} twos[] = {
	{ "only IP counts a full queue",
	    { RX("em0", 1000), RX("em1", 2000), TX("em1", 900), TX("em0", 1700),
		{ "ip.received", "", 0, 3000, 64, false },
		{ "ip.forwarded", "", 0, 2600, 64, false },
		{ "ip.refused.not_forwardable", "", 0, 400, 64, false },
		{ "ip.out_discards", "", 0, 400, 64, false } },
	    { 900, 1700 }, 0, 400, 0 },
	{ "the interfaces do, too",
	    { RX("em0", 1000), RX("em1", 2000), TX("em1", 900), TX("em0", 1700),
		BAD("tx.drops", "em0", 300), BAD("tx.drops", "em1", 100),
		{ "ip.out_discards", "", 0, 400, 64, false } },
	    { 900, 1700 }, -1, 400, 0 },
	{ "one of them",
	    { RX("em0", 1000), RX("em1", 2000), TX("em1", 900), TX("em0", 1700),
		BAD("tx.drops", "em0", 300) },
	    { 900, 1700 }, -1, -1, 400 },
};

START_TEST(counted_for_both)
{
	struct both v = { .sent = { 1000, 2000 }, .port = { "em0", "em1" } };
	struct ledger way[2], sum;
	int64_t all = 0;
	size_t n = 0;

	while (n < 12 && twos[_i].rows[n].name != NULL)
		n++;
	memcpy(v.received, twos[_i].received, sizeof(v.received));
	both_ways(twos[_i].rows, n, &v, way, &sum);
	for (enum place at = PLACE_GENERATOR_QUEUE; at < PLACES; at++)
		all += sum.place[at].frames;
	ck_assert_int_eq(sum.residual, 3000 - all);
	ck_assert_msg(sum.residual == twos[_i].residual, "%s: %lld",
	    twos[_i].what, (long long)sum.residual);
	ck_assert_int_eq(
	    sum.place[PLACE_OUTPUT_QUEUE].known, twos[_i].queue >= 0);
	if (twos[_i].queue >= 0)
		ck_assert_int_eq(FRAMES(sum, OUTPUT_QUEUE), twos[_i].queue);
	if (twos[_i].refused >= 0)
		ck_assert_int_eq(FRAMES(sum, IP_REFUSED), twos[_i].refused);
}
END_TEST

/* Two VLANs of one card: what it missed was of one of them, and is once. */
START_TEST(on_a_stick)
{
	static const struct row rows[] = {
		RX("ix0", 2700),
		TX("ix0", 2600),
		RX("ix0.10", 800),
		TX("ix0.10", 1850),
		RX("ix0.20", 1900),
		TX("ix0.20", 750),
		BAD("rx.missed", "ix0", 300),
		BAD("tx.drops", "ix0", 100),
		BAD("rx.missed", "ix0.10", 0),
		BAD("rx.missed", "ix0.20", 0),
	};
	static const struct both v = { { 1000, 2000 }, { 750, 1850 },
		{ "ix0.10", "ix0.20" }, false };
	struct ledger way[2], sum;

	both_ways(rows, COUNT(rows), &v, way, &sum);
	ck_assert_int_eq(FRAMES(sum, NIC_RING), 300);
	ck_assert_int_eq(FRAMES(sum, OUTPUT_QUEUE), 100);
	ck_assert_int_eq(sum.residual, 0);
	ck_assert(!way[0].place[PLACE_NIC_RING].known);
}
END_TEST

Suite *
ledger_ports_suite(void)
{
	Suite *s = suite_create("ledger_ports");
	TCase *tc = tcase_create("ledger_ports");

	tcase_add_loop_test(tc, over_others, 0, COUNT(paths));
	tcase_add_test(tc, sink_on_a_vlan);
	tcase_add_loop_test(tc, once, 0, COUNT(events));
	tcase_add_test(tc, all_fell);
	tcase_add_loop_test(tc, counted_for_both, 0, COUNT(twos));
	tcase_add_test(tc, on_a_stick);
	suite_add_tcase(s, tc);
	return s;
}
