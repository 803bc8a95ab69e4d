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
		ck_assert_uint_eq(hist_quantile(&h, 50000), v);
		/* neighbours far away: the bucket alone must answer */
		hist_add(&h, 0);
		hist_add(&h, UINT64_MAX);
		ck_assert_uint_le(apart(hist_quantile(&h, 50000), v), v / 256);
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
		ck_assert_uint_eq(hist_bucket(hist_low(i)), i);
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
	unsigned per_100k;
	uint64_t rank; /* of 1..200000 */
} ranks[] = {
	{ 0, 1 },
	{ 1, 2 },
	{ 100, 200 },
	{ 1000, 2000 },
	{ 50000, 100000 },
	{ 90000, 180000 },
	{ 99000, 198000 },
	{ 99900, 199800 },
	{ 99990, 199980 },
	{ 99999, 199998 },
	{ 100000, 200000 },
};

START_TEST(quantiles)
{
	static struct hist h;
	const uint64_t want = ranks[_i].rank;

	memset(&h, 0, sizeof(h));
	for (uint64_t v = 200000; v > 0; v--)
		hist_add(&h, v);
	ck_assert_uint_le(
	    apart(hist_quantile(&h, ranks[_i].per_100k), want), want / 256);
	ck_assert_uint_eq(h.count, 200000);
	ck_assert_uint_eq(h.min, 1);
	ck_assert_uint_eq(h.max, 200000);
	ck_assert_uint_eq(h.sum, 20000100000ULL);
}
END_TEST

/*
 * A delay with a floor of 5 us and a long tail: the k-th smallest of a million
 * is 5,000 + k^3 / 10^10 ns, up to 100 ms, so every percentile is known. They
 * come in another order.
 */
static uint64_t
kth(uint64_t k)
{
	return 5000 + k * k / 10 * k / 1000000000;
}

START_TEST(long_tail)
{
	enum { N = 1000000 };
	static const struct {
		unsigned per_100k;
		uint64_t rank;
	} rows[] = { { 1000, 10000 }, { 50000, 500000 }, { 90000, 900000 },
		{ 99000, 990000 }, { 99900, 999000 }, { 99990, 999900 },
		{ 99999, 999990 }, { 100000, N } };
	static struct hist h;

	memset(&h, 0, sizeof(h));
	for (uint64_t i = 0; i < N; i++)
		hist_add(&h, kth(i * 7919 % N + 1));
	ck_assert_uint_eq(h.min, 5000);
	ck_assert_uint_eq(h.max, 100005000);
	for (size_t i = 0; i < COUNT(rows); i++) {
		const uint64_t want = kth(rows[i].rank);

		ck_assert_uint_le(
		    apart(hist_quantile(&h, rows[i].per_100k), want),
		    want / 256);
	}
}
END_TEST

START_TEST(small_counts)
{
	static struct hist h;

	memset(&h, 0, sizeof(h));
	ck_assert_uint_eq(hist_quantile(&h, 50000), 0);
	hist_add(&h, 10);
	hist_add(&h, 20);
	hist_add(&h, 30);
	ck_assert_uint_eq(hist_quantile(&h, 33300), 10);
	ck_assert_uint_eq(hist_quantile(&h, 33400), 20);
	ck_assert_uint_eq(hist_quantile(&h, 50000), 20);
	ck_assert_uint_eq(hist_quantile(&h, 66700), 30);
	ck_assert_uint_eq(hist_quantile(&h, 99900), 30);
}
END_TEST

/* Counts that no multiplication in 64 bits may touch. */
START_TEST(rank_of_many)
{
	ck_assert_uint_eq(hist_rank(UINT64_MAX, 100000), UINT64_MAX);
	ck_assert_uint_eq(hist_rank(1ULL << 63, 50000), 1ULL << 62);
	ck_assert_uint_eq(hist_rank(1, 1), 1);
	ck_assert_uint_eq(hist_rank(100000, 99999), 99999);
	ck_assert_uint_eq(hist_rank(100001, 99999), 100000);
	ck_assert_uint_eq(hist_rank(0, 50000), 0);
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
	tcase_add_test(t, long_tail);
	tcase_add_test(t, small_counts);
	tcase_add_test(t, rank_of_many);
	suite_add_tcase(s, t);
	return s;
}
