/* SPDX-License-Identifier: BSD-2-Clause */
/* What needs no network of our own; tests/lab has the rest. */
#include "tests/unit.h"

#include <string.h>
#include <unistd.h>

#include "lib/link.h"
#include "lib/priv.h"

Suite *link_suite(void);

START_TEST(loopback)
{
	struct link l, again;
	struct fail f = { "" };
	uint8_t zeros[6] = { 0 };

	ck_assert_msg(link_read("lo", 0, &l, &f) == 0, "%s", f.text);
	ck_assert_str_eq(l.name, "lo");
	ck_assert(l.loopback && !l.ethernet);
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
	struct link_counters c;
	struct link lo;

	ck_assert_int_eq(link_read("lo", 0, &lo, NULL), 0);
	link_count(lo.index, &c);
	ck_assert(c.known);
	ck_assert(c.qdisc_known);
	ck_assert(c.udp_known);
	/* on loopback what is sent is received */
	ck_assert_uint_eq(c.tx_packets, c.rx_packets);
	link_count(0, &c);
	ck_assert(!c.known && !c.qdisc_known);
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
	tcase_add_test(t, privilege);
	suite_add_tcase(s, t);
	return s;
}
