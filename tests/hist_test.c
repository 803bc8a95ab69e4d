/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/unit.h"

#include <string.h>

#include "lib/hist.h"

Suite *hist_suite(void);

static uint64_t
apart(uint64_t a, uint64_t b)
{
	return a > b ? a - b : b - a;
}

/* One value alone, at and around every power of two. */
START_TEST(bound)
{
	static struct hist h;
	const uint64_t power = 1ULL << _i;
	const uint64_t values[] = { power - 1, power, power + 1,
		power + power / 3, power + (power - 1) };

	for (size_t k = 0; k < COUNT(values); k++) {
		const uint64_t v = values[k];

		memset(&h, 0, sizeof(h));
		hist_add(&h, v);
		ck_assert_uint_eq(hist_quantile(&h, 500), v);
		/* neighbours far away: the bucket alone must answer */
		hist_add(&h, 0);
		hist_add(&h, UINT64_MAX);
		ck_assert_uint_le(apart(hist_quantile(&h, 500), v), v / 256);
	}
}
END_TEST

/* Buckets cover all numbers, in order, without a gap or an overlap. */
START_TEST(buckets)
{
	static struct hist h;

	for (size_t i = 0; i < HIST_BUCKETS; i++) {
		memset(&h, 0, sizeof(h));
		hist_add(&h, hist_low(i));
		ck_assert_uint_eq(h.n[i], 1);
		if (i == 0)
			continue;
		hist_add(&h, hist_low(i) - 1);
		ck_assert_uint_eq(h.n[i - 1], 1);
	}
	memset(&h, 0, sizeof(h));
	hist_add(&h, UINT64_MAX);
	ck_assert_uint_eq(h.n[HIST_BUCKETS - 1], 1);
}
END_TEST

static const struct {
	unsigned permille;
	uint64_t rank; /* of 1..100000 */
} ranks[] = {
	{ 0, 1 },
	{ 1, 100 },
	{ 10, 1000 },
	{ 500, 50000 },
	{ 900, 90000 },
	{ 990, 99000 },
	{ 999, 99900 },
	{ 1000, 100000 },
};

START_TEST(quantiles)
{
	static struct hist h;
	const uint64_t want = ranks[_i].rank;

	memset(&h, 0, sizeof(h));
	for (uint64_t v = 100000; v > 0; v--)
		hist_add(&h, v);
	ck_assert_uint_le(
	    apart(hist_quantile(&h, ranks[_i].permille), want), want / 256);
	ck_assert_uint_eq(h.count, 100000);
	ck_assert_uint_eq(h.min, 1);
	ck_assert_uint_eq(h.max, 100000);
	ck_assert_uint_eq(h.sum, 5000050000ULL);
}
END_TEST

START_TEST(small_counts)
{
	static struct hist h;

	memset(&h, 0, sizeof(h));
	ck_assert_uint_eq(hist_quantile(&h, 500), 0);
	hist_add(&h, 10);
	hist_add(&h, 20);
	hist_add(&h, 30);
	ck_assert_uint_eq(hist_quantile(&h, 333), 10);
	ck_assert_uint_eq(hist_quantile(&h, 334), 20);
	ck_assert_uint_eq(hist_quantile(&h, 500), 20);
	ck_assert_uint_eq(hist_quantile(&h, 667), 30);
	ck_assert_uint_eq(hist_quantile(&h, 999), 30);
}
END_TEST

Suite *
hist_suite(void)
{
	Suite *s = suite_create("hist");
	TCase *t = tcase_create("hist");

	tcase_add_loop_test(t, bound, 0, 64);
	tcase_add_test(t, buckets);
	tcase_add_loop_test(t, quantiles, 0, COUNT(ranks));
	tcase_add_test(t, small_counts);
	suite_add_tcase(s, t);
	return s;
}
