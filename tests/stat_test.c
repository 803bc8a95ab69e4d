/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/unit.h"

#include <math.h>

#include "lib/stat.h"

Suite *stat_suite(void);

/*
 * df 1: tan(pi (p - 1/2)); df 2: (2p - 1) sqrt(2 / (4p(1 - p))); df 4 has a
 * closed form too; the rest as printed in NIST/SEMATECH e-Handbook 1.3.6.7.2
 * and, to more digits, by R's qt().
 */
static const struct {
	double p, df, t, tolerance;
} quantiles[] = {
	{ 0.975, 1, 12.706204736174696, 1e-12 },
	{ 0.95, 1, 6.313751514675041, 1e-12 },
	{ 0.995, 1, 63.65674116287158, 1e-10 },
	{ 0.975, 2, 4.302652729749462, 1e-12 },
	{ 0.975, 4, 2.7764451051977934, 1e-12 },
	{ 0.99, 4, 3.746947387979196, 1e-12 },
	{ 0.995, 4, 4.604094871349993, 1e-12 },
	{ 0.975, 9, 2.262157162798204, 1e-12 },
	{ 0.975, 30, 2.0422724563012373, 1e-12 },
	{ 0.975, 1e7, 1.959964, 1e-6 }, /* the normal distribution's */
	{ 0.025, 9, -2.262157162798204, 1e-12 },
	{ 0.5, 7, 0, 1e-300 },
	{ 0.75, 1, 1, 1e-14 },
};

START_TEST(t_quantile)
{
	double t = stat_t_quantile(quantiles[_i].p, quantiles[_i].df);

	ck_assert_double_eq_tol(t, quantiles[_i].t, quantiles[_i].tolerance);
}
END_TEST

/* The two with a closed form, over four decades of p. */
START_TEST(t_closed_forms)
{
	for (double p = 0.5001; p < 0.9999; p += 0.0037) {
		double one = tan(acos(-1) * (p - 0.5));
		double two = (2 * p - 1) * sqrt(2 / (4 * p * (1 - p)));

		ck_assert_double_eq_tol(stat_t_quantile(p, 1) / one, 1, 1e-11);
		ck_assert_double_eq_tol(stat_t_quantile(p, 2) / two, 1, 1e-11);
		ck_assert_double_eq(
		    stat_t_quantile(1 - p, 5), -stat_t_quantile(p, 5));
	}
}
END_TEST

START_TEST(t_refuses)
{
	ck_assert_double_nan(stat_t_quantile(0, 5));
	ck_assert_double_nan(stat_t_quantile(1, 5));
	ck_assert_double_nan(stat_t_quantile(NAN, 5));
	ck_assert_double_nan(stat_t_quantile(0.975, 0));
	ck_assert_double_nan(stat_t_quantile(0.975, NAN));
}
END_TEST

START_TEST(quantile_type_7)
{
	static const double v[] = { 1, 2, 4, 8 };

	ck_assert_double_eq(stat_quantile(v, 4, 0), 1);
	ck_assert_double_eq(stat_quantile(v, 4, 1), 8);
	ck_assert_double_eq(stat_quantile(v, 4, 0.5), 3);
	ck_assert_double_eq(stat_quantile(v, 4, 0.25), 1.75);
	ck_assert_double_eq(stat_quantile(v, 4, 0.75), 5);
	ck_assert_double_eq(stat_quantile(v, 1, 0.99), 1);
	ck_assert_double_nan(stat_quantile(v, 0, 0.5));
	ck_assert_double_nan(stat_quantile(v, 4, 1.1));
	ck_assert_double_nan(stat_quantile(v, 4, NAN));
}
END_TEST

/*
 * NIST StRD univariate sets: certified mean and standard deviation. NumAcc3
 * is 1000000.2 and 500 pairs of .1 and .3 behind it; the textbook formula
 * gives garbage in its last digits.
 */
START_TEST(nist_numacc)
{
	static const double acc1[] = { 10000001, 10000003, 10000002 };
	double acc3[1001];
	struct stat_summary s;

	ck_assert_int_eq(stat_summarise(acc1, 3, &s), 0);
	ck_assert_double_eq(s.mean, 10000002);
	ck_assert_double_eq(s.sd, 1);
	ck_assert_double_eq(s.median, 10000002);
	acc3[0] = 1000000.2;
	for (int i = 1; i < 1001; i++)
		acc3[i] = i % 2 == 1 ? 1000000.1 : 1000000.3;
	ck_assert_int_eq(stat_summarise(acc3, 1001, &s), 0);
	ck_assert_double_eq_tol(s.mean, 1000000.2, 1e-9);
	ck_assert_double_eq_tol(s.sd, 0.1, 1e-9);
}
END_TEST

/* Five values by hand: sum of squares 10, sd sqrt(2.5), t 2.776445. */
START_TEST(summary)
{
	static const double v[] = { 5, 1, 4, 2, 3 };
	struct stat_summary s;
	double half = 2.7764451051977934 * sqrt(2.5 / 5);

	ck_assert_int_eq(stat_summarise(v, 5, &s), 0);
	ck_assert_uint_eq(s.n, 5);
	ck_assert_double_eq(s.median, 3);
	ck_assert_double_eq(s.min, 1);
	ck_assert_double_eq(s.max, 5);
	ck_assert_double_eq(s.mean, 3);
	ck_assert_double_eq_tol(s.sd, sqrt(2.5), 1e-15);
	ck_assert_double_eq_tol(s.ci_low, 3 - half, 1e-12);
	ck_assert_double_eq_tol(s.ci_high, 3 + half, 1e-12);
	ck_assert_double_eq(v[0], 5);
	ck_assert_int_eq(stat_summarise(v, 4, &s), 0);
	ck_assert_double_eq(s.median, 3); /* of 5 1 4 2: (2 + 4) / 2 */
}
END_TEST

START_TEST(unknown_is_nan)
{
	static const double v[] = { NAN, 7, INFINITY, NAN };
	struct stat_summary s;

	ck_assert_int_eq(stat_summarise(v, 0, &s), 0);
	ck_assert_uint_eq(s.n, 0);
	ck_assert_double_nan(s.median);
	ck_assert_double_nan(s.min);
	ck_assert_double_nan(s.mean);
	ck_assert_int_eq(stat_summarise(v, 4, &s), 0);
	ck_assert_uint_eq(s.n, 1);
	ck_assert_double_eq(s.mean, 7);
	ck_assert_double_nan(s.sd);
	ck_assert_double_nan(s.ci_low);
	ck_assert_double_nan(s.ci_high);
}
END_TEST

Suite *
stat_suite(void)
{
	Suite *s = suite_create("stat");
	TCase *t = tcase_create("stat");

	tcase_add_loop_test(t, t_quantile, 0, COUNT(quantiles));
	tcase_add_test(t, t_closed_forms);
	tcase_add_test(t, t_refuses);
	tcase_add_test(t, quantile_type_7);
	tcase_add_test(t, nist_numacc);
	tcase_add_test(t, summary);
	tcase_add_test(t, unknown_is_nan);
	suite_add_tcase(s, t);
	return s;
}
