/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/unit.h"

#include "lib/series.h"

Suite *series_suite(void);

START_TEST(intervals)
{
	uint64_t v[10] = { 0 };
	struct series s;

	series_init(&s, v, COUNT(v), 1000, 100);
	ck_assert_uint_eq(s.end, 0);
	series_add(&s, 999, 1); /* before */
	series_add(&s, 1300, 2);
	series_add(&s, 1399, 3);
	series_add(&s, 1400, 4);
	series_add(&s, 1299, 5); /* not in order */
	series_add(&s, 1999, 6);
	series_add(&s, 2000, 7); /* after */
	ck_assert_uint_eq(s.before, 1);
	ck_assert_uint_eq(s.after, 7);
	ck_assert_uint_eq(s.first, 2);
	ck_assert_uint_eq(s.end, 10);
	ck_assert_uint_eq(v[2], 5);
	ck_assert_uint_eq(v[3], 5);
	ck_assert_uint_eq(v[4], 4);
	ck_assert_uint_eq(v[9], 6);
	ck_assert_uint_eq(series_end_ns(&s, 2), 1300);
	ck_assert_uint_eq(series_end_ns(&s, 9), 2000);
}
END_TEST

/* The first interval may be the very first one. */
START_TEST(from_zero)
{
	uint64_t v[4] = { 0 };
	struct series s;

	series_init(&s, v, COUNT(v), 0, 1000);
	series_add(&s, 0, 1);
	series_add(&s, 1000, 1);
	ck_assert_uint_eq(s.first, 0);
	ck_assert_uint_eq(s.end, 2);
	ck_assert_uint_eq(v[0], 1);
	ck_assert_uint_eq(v[1], 1);
}
END_TEST

Suite *
series_suite(void)
{
	Suite *s = suite_create("series");
	TCase *t = tcase_create("series");

	tcase_add_test(t, intervals);
	tcase_add_test(t, from_zero);
	suite_add_tcase(s, t);
	return s;
}
