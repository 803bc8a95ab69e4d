/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/unit.h"

#include <string.h>

#include "lib/num.h"

Suite *num_suite(void);

static const struct {
	const char *text;
	int ok;
	uint64_t ns;
} durations[] = {
	{ "10", 1, 10000000000 },
	{ "0.5", 1, 500000000 },
	{ "1.5m", 1, 90000000000 },
	{ "2h", 1, 7200000000000 },
	{ "250ms", 1, 250000000 },
	{ "7us", 1, 7000 },
	{ "3ns", 1, 3 },
	{ "0.000000001", 1, 1 },
	{ "1.50000000000", 1, 1500000000 },
	{ "0.5ns", 0, 0 },
	{ "0.0000000001", 0, 0 },
	{ "1e3", 0, 0 },
	{ "0x10", 0, 0 },
	{ "-1", 0, 0 },
	{ "+1", 0, 0 },
	{ " 10", 0, 0 },
	{ "10 ", 0, 0 },
	{ "", 0, 0 },
	{ "s", 0, 0 },
	{ "1.", 0, 0 },
	{ ".5", 0, 0 },
	{ "nan", 0, 0 },
	{ "99999999999999999999", 0, 0 },
};

START_TEST(duration)
{
	struct fail f = { "" };
	uint64_t ns = 0;
	int rc = num_duration(
	    "--duration", durations[_i].text, 0, UINT64_MAX, &ns, &f);

	ck_assert_int_eq(rc, durations[_i].ok ? 0 : -1);
	if (durations[_i].ok)
		ck_assert_uint_eq(ns, durations[_i].ns);
	else
		ck_assert_ptr_nonnull(strstr(f.text, "--duration"));
}
END_TEST

static const struct {
	const char *text;
	int ok;
	uint64_t frames, seconds;
} rates[] = {
	{ "max", 1, 0, 1 },
	{ "1", 1, 1, 1 },
	{ "0.1", 1, 1, 10 },
	{ "0.001", 1, 1, 1000 },
	{ "2.5", 1, 5, 2 },
	{ "20k", 1, 20000, 1 },
	{ "1.2345k", 1, 2469, 2 },
	{ "148.809523M", 1, 148809523, 1 },
	{ "10G", 1, 10000000000, 1 },
	{ "700001", 1, 700001, 1 },
	{ "0", 0, 0, 0 },
	{ "0.0001", 0, 0, 0 },
	{ "10.1G", 0, 0, 0 },
	{ "40G", 0, 0, 0 },
	{ "1e30", 0, 0, 0 },
	{ "1K", 0, 0, 0 },
	{ "nan", 0, 0, 0 },
	{ "Max", 0, 0, 0 },
	{ "-5", 0, 0, 0 },
	{ "99999999999.999", 0, 0, 0 },
};

START_TEST(rate)
{
	struct fail f = { "" };
	struct rate r = { 7, 7 };
	int rc = num_rate("--rate", rates[_i].text, &r, &f);

	ck_assert_int_eq(rc, rates[_i].ok ? 0 : -1);
	if (rates[_i].ok) {
		ck_assert_uint_eq(r.frames, rates[_i].frames);
		ck_assert_uint_eq(r.seconds, rates[_i].seconds);
	}
}
END_TEST

START_TEST(whole_numbers)
{
	struct fail f = { "" };
	uint64_t v, ab[2], numbers[3];
	struct num_list list = { numbers, COUNT(numbers), 0 };

	ck_assert_int_eq(num_u64("x", "65535", 1, 65535, &v, &f), 0);
	ck_assert_uint_eq(v, 65535);
	ck_assert_int_eq(num_u64("--port", "65536", 1, 65535, &v, &f), -1);
	ck_assert_str_eq(
	    f.text, "--port: \"65536\" is not a whole number from 1 to 65535");
	ck_assert_int_eq(
	    num_u64("x", "18446744073709551615", 0, UINT64_MAX, &v, &f), 0);
	ck_assert_uint_eq(v, UINT64_MAX);
	ck_assert_int_eq(
	    num_u64("x", "18446744073709551616", 0, UINT64_MAX, &v, &f), -1);
	ck_assert_int_eq(num_range("x", "7-9", 1, 9, ab, &f), 0);
	ck_assert_uint_eq(ab[0], 7);
	ck_assert_uint_eq(ab[1], 9);
	ck_assert_int_eq(num_range("x", "9-7", 1, 9, ab, &f), -1);
	ck_assert_int_eq(num_range("x", "7-", 1, 9, ab, &f), -1);
	ck_assert_int_eq(num_range("x", "7-10", 1, 9, ab, &f), -1);
	ck_assert_int_eq(num_list("x", "1,2,3", 1, 9, &list, &f), 0);
	ck_assert_uint_eq(list.n, 3);
	ck_assert_uint_eq(numbers[2], 3);
	ck_assert_int_eq(num_list("x", "1,2,3,4", 1, 9, &list, &f), -1);
	ck_assert_int_eq(num_list("x", "1,,3", 1, 9, &list, &f), -1);
	ck_assert_int_eq(num_list("x", "1,", 1, 9, &list, &f), -1);
}
END_TEST

/* Of a longer text; where it is no number, *out stays. */
START_TEST(digits_of_text)
{
	static const struct {
		const char *text;
		size_t len;
		bool good;
		uint64_t v;
	} rows[] = {
		{ "123456", 3, true, 123 },
		{ "0", 1, true, 0 },
		{ "00000000000000000000", 20, true, 0 },
		{ "18446744073709551615", 20, true, UINT64_MAX },
		{ "18446744073709551616", 20, false, 0 },
		{ "18446744073709551620", 20, false, 0 },
		{ "99999999999999999999", 20, false, 0 },
		{ "9999999999999999999", 19, true, 9999999999999999999U },
		{ "000000000000000000001", 21, false, 0 },
		{ "7", 0, false, 0 },
		{ "-7", 2, false, 0 },
		{ "+7", 2, false, 0 },
		{ "7 ", 2, false, 0 },
		{ "7:", 2, false, 0 },
		{ "7/", 2, false, 0 },
		{ "7\xb0", 2, false, 0 },
	};

	for (size_t i = 0; i < COUNT(rows); i++) {
		uint64_t v = 42;

		ck_assert_msg(
		    num_digits(rows[i].text, rows[i].len, &v) == rows[i].good,
		    "%s", rows[i].text);
		ck_assert_uint_eq(v, rows[i].good ? rows[i].v : 42);
	}
}
END_TEST

START_TEST(groups)
{
	char buf[NUM_TEXT];

	ck_assert_str_eq(num_group(0, buf), "0");
	ck_assert_str_eq(num_group(999, buf), "999");
	ck_assert_str_eq(num_group(1000, buf), "1,000");
	ck_assert_str_eq(num_group(5976399, buf), "5,976,399");
	ck_assert_str_eq(
	    num_group(UINT64_MAX, buf), "18,446,744,073,709,551,615");
}
END_TEST

Suite *
num_suite(void)
{
	Suite *s = suite_create("num");
	TCase *t = tcase_create("num");

	tcase_add_loop_test(t, duration, 0, COUNT(durations));
	tcase_add_loop_test(t, rate, 0, COUNT(rates));
	tcase_add_test(t, whole_numbers);
	tcase_add_test(t, digits_of_text);
	tcase_add_test(t, groups);
	suite_add_tcase(s, t);
	return s;
}
