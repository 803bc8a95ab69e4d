/* SPDX-License-Identifier: BSD-2-Clause */
/* Counting and asking; tests/lab has routes and neighbours. */
#include "tests/unit.h"

#include <string.h>
#include <unistd.h>

#include "lib/link.h"
#include "lib/link_ethtool_linux.h"
#include "lib/priv.h"
#include "tests/network.h"

Suite *link_suite(void);

START_TEST(loopback)
{
	struct link l, again;
	struct fail f = { "" };
	uint8_t zeros[6] = { 0 };

	ck_assert_msg(link_read("lo", 0, &l, &f) == 0, "%s", f.text);
	ck_assert_str_eq(l.name, "lo");
	ck_assert(l.loopback && !l.ethernet);
	ck_assert(l.is_virtual);
	ck_assert_uint_eq(l.speed_bps, 0);
	ck_assert_uint_eq(l.tx_queues, 1);
	ck_assert_uint_ge(l.mtu, 1500);
	ck_assert_mem_eq(l.mac, zeros, 6);
	ck_assert_int_eq(link_read(NULL, l.index, &again, &f), 0);
	ck_assert_str_eq(again.name, "lo");
}
END_TEST

START_TEST(no_such)
{
	struct fail f = { "" };
	struct link l;

	ck_assert_int_eq(link_read("nosuch0", 0, &l, &f), -1);
	ck_assert_str_eq(f.text, "nosuch0: no such interface");
	ck_assert_int_eq(link_read(NULL, 999999, &l, &f), -1);
}
END_TEST

START_TEST(route_to_self)
{
	struct fail f = { "" };
	struct link_route r;
	struct addr dst;
	struct link lo;

	ck_assert_int_eq(link_read("lo", 0, &lo, &f), 0);
	addr_parse("", "127.0.0.1", &dst, NULL);
	ck_assert_msg(link_route(&dst, 0, NULL, &r, &f) == 0, "%s", f.text);
	ck_assert_uint_eq(r.index, lo.index);
	ck_assert(r.local);
	ck_assert(addr_equal(&r.source, &dst));
	ck_assert(addr_equal(&r.next, &dst));
}
END_TEST

START_TEST(counters)
{
	static const struct link none;
	struct link_counters c;
	struct link lo;

	ck_assert_int_eq(link_read("lo", 0, &lo, NULL), 0);
	link_count(&lo, &c);
	ck_assert(c.known);
	ck_assert(c.qdisc_known);
	ck_assert(c.udp_known);
	ck_assert_int_eq(
	    c.neigh_known, access("/proc/net/stat/arp_cache", R_OK) == 0);
	/* on loopback what is sent is received */
	ck_assert_uint_eq(c.tx_packets, c.rx_packets);
	link_count(&none, &c);
	ck_assert(!c.known && !c.qdisc_known);
}
END_TEST

static const struct link_counters growth_before = { .known = true,
	.qdisc_known = true,
	.name = "eth0",
	.tx_packets = 10,
	.tx_errors = 1,
	.tx_dropped = 2,
	.rx_packets = 20,
	.rx_errors = 3,
	.rx_dropped = 4,
	.rx_missed = 6,
	.rx_fifo_errors = 7,
	.qdisc_dropped = 4294967290,
	.qdisc = "fq",
	.qdisc_handle = 0x80010000,
	.udp_known = true,
	.udp_sndbuf_errors = 5,
	.neigh_known = true,
	.neigh_discards = 8 };

/* Differences, and where there is none. */
START_TEST(differences)
{
	struct link_counters a = growth_before, b = a, g;

	b.tx_packets = 1010;
	b.rx_dropped = 6;
	b.rx_missed = 9;
	b.rx_fifo_errors = 11;
	b.qdisc_dropped = 4; /* wrapped */
	b.udp_sndbuf_errors = 12;
	b.neigh_discards = 19;
	link_growth(&a, &b, &g);
	ck_assert(g.known && g.qdisc_known && g.udp_known);
	ck_assert_str_eq(g.name, "eth0");
	ck_assert_uint_eq(g.tx_packets, 1000);
	ck_assert_uint_eq(g.tx_errors, 0);
	ck_assert_uint_eq(g.tx_dropped, 0);
	ck_assert_uint_eq(g.rx_packets, 0);
	ck_assert_uint_eq(g.rx_dropped, 2);
	ck_assert_uint_eq(g.rx_missed, 3);
	ck_assert_uint_eq(g.rx_fifo_errors, 4);
	ck_assert_uint_eq(g.qdisc_dropped, 10);
	ck_assert_uint_eq(g.udp_sndbuf_errors, 7);
	ck_assert(g.neigh_known);
	ck_assert_uint_eq(g.neigh_discards, 11);
	b.qdisc_handle++; /* replaced */
	link_growth(&a, &b, &g);
	ck_assert(g.known && !g.qdisc_known && g.udp_known);
	b = a;
	strcpy(b.qdisc, "pfifo");
	link_growth(&a, &b, &g);
	ck_assert(g.known && !g.qdisc_known);
	b = a;
	b.udp_known = false;
	link_growth(&a, &b, &g);
	ck_assert(g.known && g.qdisc_known && !g.udp_known);
}
END_TEST

START_TEST(no_differences)
{
	struct link_counters a = growth_before, b = a, g;

	strcpy(b.name, "eth1");
	link_growth(&a, &b, &g);
	ck_assert(!g.known && !g.qdisc_known && g.udp_known);
	b = a;
	b.rx_errors = 0; /* made anew under the old name */
	link_growth(&a, &b, &g);
	ck_assert(!g.known && !g.qdisc_known);
	b = a;
	b.known = false;
	link_growth(&a, &b, &g);
	ck_assert(!g.known && !g.qdisc_known);
	link_growth(&b, &a, &g);
	ck_assert(!g.known && !g.qdisc_known);
	b = a;
	b.tx_packets = 9;
	link_growth(&a, &b, &g);
	ck_assert(!g.known);
	b = a;
	b.rx_missed = 5;
	link_growth(&a, &b, &g);
	ck_assert(!g.known);
	b = a;
	b.udp_sndbuf_errors = 0;
	b.neigh_discards = 7;
	link_growth(&a, &b, &g);
	ck_assert(g.known && !g.udp_known && !g.neigh_known);
}
END_TEST

static void
made_up_interfaces(void)
{
	struct link l;

	MUST(command("ip link add v0 numtxqueues 3 numrxqueues 1 type veth "
		     "peer name v1"));
	MUST(command("ip link add d0 type bridge"));
	MUST(command("ip link set v0 up && ip link set v1 up"));
	MUST(link_read("v0", 0, &l, NULL) == 0);
	MUST(l.up && l.ethernet && !l.loopback);
	MUST(l.is_virtual && l.speed_bps == 0);
	MUST(ethtool_speed_bps("v0") == 10000000000);
	MUST(ethtool_speed_bps("nosuch0") == 0);
	MUST(strcmp(l.driver, "veth") == 0);
	MUST(l.tx_queues == 3);
	MUST(link_read("d0", 0, &l, NULL) == 0);
	MUST(l.is_virtual && l.speed_bps == 0 && l.tx_queues == 1);
	MUST(strcmp(l.driver, "bridge") == 0);
}

/* veth reports 10 Gbit/s, which is nobody's line rate. */
START_TEST(no_line_rate)
{
	in_network(made_up_interfaces);
}
END_TEST

static void
removed_interface(void)
{
	struct link_counters before, after, growth;
	struct link l;

	MUST(command("ip link add v0 index 77 type veth peer name v1"));
	MUST(link_read("v0", 0, &l, NULL) == 0);
	link_count(&l, &before);
	MUST(before.known && before.qdisc_known);
	MUST(strcmp(before.name, "v0") == 0);
	MUST(command("ip link del v0"));
	link_count(&l, &after);
	MUST(!after.known && !after.qdisc_known);
	link_growth(&before, &after, &growth);
	MUST(!growth.known && !growth.qdisc_known);
	MUST(command("ip link add w0 index 77 type bridge"));
	link_count(&l, &after);
	MUST(!after.known && !after.qdisc_known);
}

/* Gone is unknown, and neither 0 nor what another interface counts. */
START_TEST(removed)
{
	in_network(removed_interface);
}
END_TEST

static void
replaced_qdisc(void)
{
	struct link_counters before, after, growth;
	struct link l;

	MUST(command("ip link add d0 type bridge && ip link set d0 up"));
	MUST(command("tc qdisc add dev d0 root pfifo limit 10"));
	MUST(link_read("d0", 0, &l, NULL) == 0);
	MUST(strcmp(l.qdisc, "pfifo") == 0);
	link_count(&l, &before);
	MUST(strcmp(before.qdisc, "pfifo") == 0 && before.qdisc_handle != 0);
	link_count(&l, &after);
	link_growth(&before, &after, &growth);
	MUST(growth.qdisc_known && growth.qdisc_dropped == 0);
	MUST(command("tc qdisc replace dev d0 root bfifo limit 10000"));
	link_count(&l, &after);
	link_growth(&before, &after, &growth);
	MUST(growth.known && !growth.qdisc_known);
}

START_TEST(new_qdisc)
{
	in_network(replaced_qdisc);
}
END_TEST

START_TEST(privilege)
{
	struct fail f = { "" };
	int rc = priv_raw(&f);

	if (geteuid() == 0 && rc == 0)
		ck_assert_str_eq(f.text, "");
	else
		ck_assert_ptr_nonnull(strstr(f.text, "CAP_NET_RAW"));
}
END_TEST

Suite *
link_suite(void)
{
	Suite *s = suite_create("link");
	TCase *t = tcase_create("link");

	tcase_add_test(t, loopback);
	tcase_add_test(t, no_such);
	tcase_add_test(t, route_to_self);
	tcase_add_test(t, counters);
	tcase_add_test(t, differences);
	tcase_add_test(t, no_differences);
	tcase_add_test(t, no_line_rate);
	tcase_add_test(t, removed);
	tcase_add_test(t, new_qdisc);
	tcase_add_test(t, privilege);
	suite_add_tcase(s, t);
	return s;
}
