/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/unit.h"

#include <string.h>

#include "lib/addr.h"

Suite *addr_suite(void);

/* First and last address of each accepted range, and their neighbours. */
static const struct {
	const char *text;
	int lab;
} safety[] = {
	{ "127.0.0.1", 1 },
	{ "127.255.255.255", 1 },
	{ "128.0.0.0", 0 },
	{ "126.255.255.255", 0 },
	{ "9.255.255.255", 0 },
	{ "10.0.0.0", 1 },
	{ "10.255.255.255", 1 },
	{ "11.0.0.0", 0 },
	{ "172.15.255.255", 0 },
	{ "172.16.0.0", 1 },
	{ "172.31.255.255", 1 },
	{ "172.32.0.0", 0 },
	{ "192.167.255.255", 0 },
	{ "192.168.0.0", 1 },
	{ "192.168.255.255", 1 },
	{ "192.169.0.0", 0 },
	{ "169.253.255.255", 0 },
	{ "169.254.0.0", 1 },
	{ "169.254.255.255", 1 },
	{ "169.255.0.0", 0 },
	{ "198.17.255.255", 0 },
	{ "198.18.0.0", 1 },
	{ "198.19.255.255", 1 },
	{ "198.20.0.0", 0 },
	{ "192.0.1.255", 0 },
	{ "192.0.2.0", 1 },
	{ "192.0.2.255", 1 },
	{ "192.0.3.0", 0 },
	{ "198.51.99.255", 0 },
	{ "198.51.100.0", 1 },
	{ "198.51.100.255", 1 },
	{ "198.51.101.0", 0 },
	{ "203.0.112.255", 0 },
	{ "203.0.113.0", 1 },
	{ "203.0.113.255", 1 },
	{ "203.0.114.0", 0 },
	{ "0.0.0.0", 0 },
	{ "255.255.255.255", 0 },
	{ "8.8.8.8", 0 },
	{ "::1", 1 },
	{ "::", 0 },
	{ "::2", 0 },
	{ "fe7f:ffff::", 0 },
	{ "fe80::1", 1 },
	{ "febf:ffff::1", 1 },
	{ "fec0::1", 0 },
	{ "fbff::1", 0 },
	{ "fc00::1", 1 },
	{ "fdff:ffff::1", 1 },
	{ "fe00::1", 0 },
	{ "2001:1:ffff::", 0 },
	{ "2001:2::", 1 },
	{ "2001:2:0:ffff::1", 1 },
	{ "2001:2:1::", 0 },
	{ "2001:db7:ffff::", 0 },
	{ "2001:db8::", 1 },
	{ "2001:db8:ffff::1", 1 },
	{ "2001:db9::", 0 },
	{ "2606:4700::1", 0 },
	{ "::ffff:127.0.0.1", 0 },
};

START_TEST(safe_destinations)
{
	struct addr a;

	ck_assert_int_eq(addr_parse("DEST", safety[_i].text, &a, NULL), 0);
	ck_assert_msg(
	    addr_is_lab(&a) == (safety[_i].lab != 0), "%s", safety[_i].text);
}
END_TEST

static const char *const not_addresses[] = {
	"",
	"localhost",
	"127.1",
	"1.2.3.4.5",
	"256.0.0.1",
	"1.2.3.4 ",
	"01.2.3.4x",
	"::g",
	"fe80::1%eth0",
	"0x7f000001",
};

START_TEST(refuses)
{
	struct fail f = { "" };
	struct addr a;

	ck_assert_int_eq(addr_parse("DEST", not_addresses[_i], &a, &f), -1);
	ck_assert_ptr_nonnull(strstr(f.text, "DEST: "));
	ck_assert_ptr_nonnull(strstr(f.text, not_addresses[_i]));
}
END_TEST

START_TEST(round_trip)
{
	char text[ADDR_TEXT];
	struct addr a, b;

	addr_parse("x", "198.18.1.2", &a, NULL);
	ck_assert_int_eq(a.family, 4);
	ck_assert_int_eq(a.b[3], 2);
	ck_assert_str_eq(addr_text(&a, text), "198.18.1.2");
	addr_parse("x", "2001:2:0:1::2", &b, NULL);
	ck_assert_int_eq(b.family, 6);
	ck_assert_str_eq(addr_text(&b, text), "2001:2:0:1::2");
	ck_assert(!addr_equal(&a, &b));
	ck_assert(addr_equal(&b, &b));
	a.family = 0;
	ck_assert_str_eq(addr_text(&a, text), "");
}
END_TEST

START_TEST(macs)
{
	uint8_t mac[6];
	char text[MAC_TEXT];
	struct fail f;

	ck_assert_int_eq(mac_parse("--mac", "02:00:5E:10:00:ff", mac, &f), 0);
	ck_assert_int_eq(mac[2], 0x5e);
	ck_assert_int_eq(mac[5], 0xff);
	ck_assert_str_eq(mac_text(mac, text), "02:00:5e:10:00:ff");
	ck_assert_int_eq(mac_parse("--mac", "02:00:5e:10:00", mac, &f), -1);
	ck_assert_int_eq(mac_parse("--mac", "02:00:5e:10:00:0g", mac, &f), -1);
	ck_assert_int_eq(mac_parse("--mac", "02:00:5e:10:00:01:", mac, &f), -1);
	ck_assert_int_eq(mac_parse("--mac", "2:0:5e:10:0:1", mac, &f), -1);
	ck_assert_int_eq(mac_parse("--mac", "", mac, &f), -1);
	ck_assert_ptr_nonnull(strstr(f.text, "--mac: \"\""));
}
END_TEST

Suite *
addr_suite(void)
{
	Suite *s = suite_create("addr");
	TCase *t = tcase_create("addr");

	tcase_add_loop_test(t, safe_destinations, 0, COUNT(safety));
	tcase_add_loop_test(t, refuses, 0, COUNT(not_addresses));
	tcase_add_test(t, round_trip);
	tcase_add_test(t, macs);
	suite_add_tcase(s, t);
	return s;
}
