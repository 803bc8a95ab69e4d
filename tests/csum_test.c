/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/unit.h"

#include "lib/csum.h"
#include "lib/rand.h"

Suite *csum_suite(void);

START_TEST(rfc1071_example)
{
	/* section 3: the sum is ddf2, its complement 220d */
	static const uint8_t data[] = { 0x00, 0x01, 0xf2, 0x03, 0xf4, 0xf5,
		0xf6, 0xf7 };

	ck_assert_uint_eq(csum_finish(csum_add(0, data, 8)), 0x220d);
	/* in two pieces, and with an odd last byte */
	ck_assert_uint_eq(
	    csum_finish(csum_add(csum_add(0, data, 2), data + 2, 6)), 0x220d);
	ck_assert_uint_eq(csum_finish(csum_add(0, data, 7)), 0x2304);
	ck_assert_uint_eq(csum_finish(csum_add(0, data, 0)), 0xffff);
}
END_TEST

/* The textbook loop of RFC 1071 section 4.1. */
static uint16_t
slow(const uint8_t *p, size_t len)
{
	uint32_t sum = 0;

	for (size_t i = 0; i < len; i++)
		sum += i % 2 == 0 ? (uint32_t)p[i] << 8 : p[i];
	while (sum >> 16 != 0)
		sum = (sum & 0xffff) + (sum >> 16);
	return (uint16_t)~sum;
}

START_TEST(agrees_with_textbook)
{
	uint8_t data[1500];

	for (size_t i = 0; i < sizeof(data); i++)
		data[i] = (uint8_t)rand_at(7, i);
	for (size_t len = 0; len <= sizeof(data); len += 1 + len / 9)
		ck_assert_uint_eq(
		    csum_finish(csum_add(0, data, len)), slow(data, len));
}
END_TEST

START_TEST(udp_zero)
{
	static const uint8_t ones[] = { 0xff, 0xff };

	ck_assert_uint_eq(csum_finish(csum_add(0, ones, 2)), 0);
	ck_assert_uint_eq(csum_udp_finish(csum_add(0, ones, 2)), 0xffff);
	ck_assert_uint_eq(csum_udp_finish(1), 0xfffe);
	/* carries of a sum above 2^32 come round */
	ck_assert_uint_eq(csum_finish(0xffffffffffffffff), 0);
	ck_assert_uint_eq(csum_finish(0x100000000), 0xfffe);
}
END_TEST

Suite *
csum_suite(void)
{
	Suite *s = suite_create("csum");
	TCase *t = tcase_create("csum");

	tcase_add_test(t, rfc1071_example);
	tcase_add_test(t, agrees_with_textbook);
	tcase_add_test(t, udp_zero);
	suite_add_tcase(s, t);
	return s;
}
