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

/* Each form, and both ends of what it makes. */
static const struct {
	const char *text, *range;
	uint32_t n;
} ranges[] = {
	{ "198.18.0.1", "198.18.0.1", 1 },
	{ "2001:2::1", "2001:2::1", 1 },
	{ "198.18.0.1-198.18.0.1", "198.18.0.1", 1 },
	{ "198.18.0.250-198.18.1.9", "198.18.0.250-198.18.1.9", 16 },
	{ "0.0.0.0-255.255.255.254", "0.0.0.0-255.255.255.254", 4294967295 },
	{ "2001:2::1-2001:2::1:0", "2001:2::1-2001:2::1:0", 65536 },
	{ "2001:2::-2001:2::ffff:fffe", "2001:2::-2001:2::ffff:fffe",
	    4294967295 },
	{ "198.18.0.0/24", "198.18.0.1-198.18.0.254", 254 },
	{ "198.18.0.0/15", "198.18.0.1-198.19.255.254", 131070 },
	{ "198.18.0.4/30", "198.18.0.5-198.18.0.6", 2 },
	{ "198.18.0.4/31", "198.18.0.4-198.18.0.5", 2 },
	{ "198.18.0.5/32", "198.18.0.5", 1 },
	{ "0.0.0.0/0", "0.0.0.1-255.255.255.254", 4294967294 },
	{ "128.0.0.0/1", "128.0.0.1-255.255.255.254", 2147483646 },
	{ "2001:2::5/128", "2001:2::5", 1 },
	{ "2001:2::4/127", "2001:2::4-2001:2::5", 2 },
	{ "2001:2::4/126", "2001:2::5-2001:2::7", 3 },
	{ "2001:2::/112", "2001:2::1-2001:2::ffff", 65535 },
	{ "2001:2::8000:0/97", "2001:2::8000:1-2001:2::ffff:ffff", 2147483647 },
	{ "2001:2::/96", "2001:2::1-2001:2::ffff:fffe", 4294967294 },
	{ "2001:2::/48", "2001:2::1-2001:2::ffff:fffe", 4294967294 },
	{ "2000::/3", "2000::1-2000::ffff:fffe", 4294967294 },
};

START_TEST(range)
{
	char text[ADDR_RANGE_TEXT];
	struct fail f = { "" };
	struct addr first, again;
	uint32_t n = 0, m = 0;

	ck_assert_msg(
	    addr_range_parse("DEST", ranges[_i].text, &first, &n, &f) == 0,
	    "%s", f.text);
	ck_assert_uint_eq(n, ranges[_i].n);
	ck_assert_int_eq(
	    addr_range_parse("x", ranges[_i].range, &again, &m, &f), 0);
	ck_assert_uint_eq(m, n);
	ck_assert(addr_equal(&first, &again));
	ck_assert_str_eq(addr_range_text(&first, n, text), ranges[_i].range);
}
END_TEST

static const struct {
	const char *text, *says;
} bad_ranges[] = {
	{ "", "is not one numeric address, A-B, or a prefix" },
	{ "host", "\"host\" is not one numeric address, A-B, or a prefix" },
	{ "198.18.0.1-", "is not one numeric address" },
	{ "-198.18.0.1", "is not one numeric address" },
	{ "198.18.0.1-9", "is not one numeric address" },
	{ "198.18.0.1-198.18.0.2-198.18.0.3", "is not one numeric address" },
	{ "/24", "is not one numeric address" },
	{ "198.18.0.0 /24", "is not one numeric address" },
	{ "0000000000000000000000000000000000000000000000::1/64",
	    "is not one numeric address" },
	{ "198.18.0.9-198.18.0.1", "upwards" },
	{ "198.18.0.1-2001:2::1", "of one family" },
	{ "2001:2::-2001:2::1:0:0", "only the last 4 bytes differ" },
	{ "0.0.0.0-255.255.255.255", "more than 4294967295 addresses" },
	{ "198.18.0.0/", "DEST, prefix length: \"\"" },
	{ "198.18.0.0/33", "\"33\" is not a whole number from 0 to 32" },
	{ "2001:2::/129", "\"129\" is not a whole number from 0 to 128" },
	{ "198.18.0.0/+8", "\"+8\"" },
	{ "198.18.0.0/24/24", "\"24/24\"" },
	{ "198.18.0.5/24", "the prefix is 198.18.0.0/24, the host 198.18.0.5" },
	{ "198.18.0.1/31", "the prefix is 198.18.0.0/31" },
	{ "2001:2::1/64", "the prefix is 2001:2::/64, the host 2001:2::1" },
	{ "2001:2:8000::/32", "the prefix is 2001:2::/32" },
	{ "128.0.0.0/0", "the prefix is 0.0.0.0/0" },
};

START_TEST(refuses_ranges)
{
	struct fail f = { "" };
	struct addr first;
	uint32_t n;

	ck_assert_int_eq(
	    addr_range_parse("DEST", bad_ranges[_i].text, &first, &n, &f), -1);
	ck_assert_ptr_eq(strstr(f.text, "DEST"), f.text);
	ck_assert_msg(strstr(f.text, bad_ranges[_i].says) != NULL, "%s: %s",
	    bad_ranges[_i].text, f.text);
}
END_TEST

/* A range is as safe as its unsafest address. */
static const struct {
	const char *text;
	bool lab;
} range_safety[] = {
	{ "198.18.0.0-198.19.255.255", true },
	{ "198.18.0.0-198.20.0.0", false },
	{ "198.17.255.255-198.18.0.0", false },
	{ "10.0.0.0/8", true },
	{ "8.0.0.0/6", false }, /* 10.0.0.0/8 lies within */
	{ "127.255.255.255-128.0.0.0", false },
	{ "0.0.0.0/0", false },
	/* both ends are, what lies between is not */
	{ "10.0.0.0-192.168.0.1", false },
	{ "192.0.2.1-198.51.100.1", false },
	{ "2001:2::/48", true },
	{ "2001:db8::/32", true },
	{ "::1", true },
	{ "::1-::2", false },
	{ "::/127", false },
	{ "2606:4700::/64", false },
};

START_TEST(safe_ranges)
{
	struct addr first;
	uint32_t n;

	ck_assert_int_eq(
	    addr_range_parse("DEST", range_safety[_i].text, &first, &n, NULL),
	    0);
	ck_assert_msg(addr_range_is_lab(&first, n) == range_safety[_i].lab,
	    "%s", range_safety[_i].text);
}
END_TEST

START_TEST(nth)
{
	char text[ADDR_TEXT];
	struct addr a, b;

	addr_parse("x", "198.18.255.255", &a, NULL);
	ck_assert_uint_eq(addr_low(&a), 0xc612ffff);
	b = addr_nth(&a, 1);
	ck_assert_str_eq(addr_text(&b, text), "198.19.0.0");
	addr_parse("x", "2001:2::7:ffff:fffe", &a, NULL);
	ck_assert_uint_eq(addr_low(&a), 0xfffffffe);
	b = addr_nth(&a, 1);
	ck_assert_str_eq(addr_text(&b, text), "2001:2::7:ffff:ffff");
	b = addr_nth(&a, 2);
	ck_assert_str_eq(addr_text(&b, text), "2001:2::7:0:0");
	/* what would have to carry is no range, and not safe */
	addr_parse("x", "255.255.255.255", &a, NULL);
	ck_assert(!addr_range_is_lab(&a, 2));
	addr_parse("x", "fc00::ffff:ffff", &a, NULL);
	ck_assert(addr_range_is_lab(&a, 1));
	ck_assert(!addr_range_is_lab(&a, 2));
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
	tcase_add_loop_test(t, range, 0, COUNT(ranges));
	tcase_add_loop_test(t, refuses_ranges, 0, COUNT(bad_ranges));
	tcase_add_loop_test(t, safe_ranges, 0, COUNT(range_safety));
	tcase_add_test(t, nth);
	suite_add_tcase(s, t);
	return s;
}
