/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/unit.h"

#include <string.h>

#include "lib/delayvar.h"

Suite *delayvar_suite(void);

static struct delayvar_spread spread;
static struct delayvar d;

static void
begin(void)
{
	memset(&spread, 0, sizeof(spread));
	memset(&d, 0, sizeof(d));
	d.spread = &spread;
}

static uint64_t
next_random(uint64_t *x)
{
	*x ^= *x << 13;
	*x ^= *x >> 7;
	*x ^= *x << 17;
	return *x;
}

static uint64_t
apart(uint64_t a, uint64_t b)
{
	return a > b ? a - b : b - a;
}

/*
 * By hand, 16 J: 0 | 0 + 160 = 160 | 160 + 0 - 10 = 150 | 150 + 320 - 9 = 461 |
 * 461 + 320 - 29 = 752. (10 is 168 / 16, 9 is 158 / 16, 29 is 469 / 16.)
 */
START_TEST(jitter_by_hand)
{
	static const int64_t transit[] = { 1000, 1160, 1160, 840, 520 };
	static const uint64_t want_16[] = { 0, 160, 150, 461, 752 };

	begin();
	for (size_t i = 0; i < COUNT(transit); i++) {
		delayvar_add(&d, 5, transit[i], i % 2 == 0);
		ck_assert_uint_eq(d.jitter_16, want_16[i]);
		ck_assert_uint_eq(delayvar_jitter(&d), want_16[i] / 16);
	}
}
END_TEST

/*
 * RFC 3550's formula in real numbers. A step is rounded by half a unit of
 * 16 J, and what is left of it after each later one is 15/16: 16 J is never
 * off by more than 8, J by half a ns, and its whole part by 1.5.
 */
START_TEST(jitter_by_formula)
{
	uint64_t x = 99 + (uint64_t)_i;
	int64_t base = _i % 2 == 0 ? 0 : -(1LL << 61), last = 0;
	double j = 0;

	begin();
	for (int i = 0; i < 20000; i++) {
		int64_t t =
		    base + (int64_t)(next_random(&x) % (1ULL << (_i + 3)));
		double step = (double)(t > last ? t - last : last - t);

		delayvar_add(&d, (uint64_t)i, t, true);
		if (i > 0)
			j += (step - j) / 16;
		last = t;
		ck_assert_double_le_tol(
		    (double)delayvar_jitter(&d) - j, 0.5, 1e-3);
		ck_assert_double_ge_tol(
		    (double)delayvar_jitter(&d) - j, -1.5, 1e-3);
	}
}
END_TEST

/* 32 bits of time say the same, over their wraps. */
START_TEST(short_stamps)
{
	static struct delayvar whole;
	uint64_t x = 7;
	int64_t t = -5;

	begin();
	whole = d;
	for (uint64_t i = 0; i < 5000; i++) {
		t += (int64_t)(next_random(&x) % (1U << 31)) - (1 << 29);
		delayvar_add(&whole, i, t, true);
		delayvar_add32(&d, i, (uint32_t)t, true);
	}
	ck_assert_uint_eq(d.jitter_16 - whole.jitter_16, 0);
	ck_assert_int_eq(d.ipdv.min, whole.ipdv.min);
	ck_assert_int_eq(d.ipdv.max, whole.ipdv.max);
	ck_assert_int_eq(d.ipdv.sum, whole.ipdv.sum);
	ck_assert(t > 1LL << 33); /* it did wrap */
}
END_TEST

/* Pairs of neighbours: 0-1 (+50), 1-2 (-70), 6-7 (+5); not 2-4, 4-3, 3-6. */
START_TEST(ipdv)
{
	static const struct {
		uint64_t number;
		int64_t transit;
		bool distinct;
	} came[] = { { 0, 100, true }, { 1, 150, true }, { 1, 900, false },
		{ 2, 80, true }, { 4, 10, true }, { 3, 500, true },
		{ 6, 20, true }, { 7, 25, true } };
	struct delayvar_range sum = { 0, 0, 0, 0 };
	const struct delayvar_range other = { 1, -100, -100, -100 };

	begin();
	for (size_t i = 0; i < COUNT(came); i++)
		delayvar_add(
		    &d, came[i].number, came[i].transit, came[i].distinct);
	ck_assert_uint_eq(d.ipdv.n, 3);
	ck_assert_int_eq(d.ipdv.min, -70);
	ck_assert_int_eq(d.ipdv.max, 50);
	ck_assert_int_eq(d.ipdv.sum, -15);
	delayvar_range_merge(&sum, &d.ipdv);
	delayvar_range_merge(&sum, &other);
	ck_assert_uint_eq(sum.n, 4);
	ck_assert_int_eq(sum.min, -100);
	ck_assert_int_eq(sum.max, 50);
	ck_assert_int_eq(sum.sum, -115);
}
END_TEST

/*
 * Transit times base .. base + n - 1 in some order: the 99.9th percentile is
 * the ceil(0.999 n)-th, so PDV is that less 1. Off by 1/256 at most of how
 * far the percentile lies from the reference.
 */
static const struct {
	uint64_t n;
	enum { UP, DOWN, MIXED } order;
	int64_t base;
	uint64_t pdv, bound;
} spreads[] = {
	{ 1, UP, 5, 0, 0 },
	{ 2, UP, 5, 1, 0 },
	{ 256, DOWN, -300, 255, 0 },
	{ 257, UP, 0, 256, 0 },
	{ 1000, UP, 0, 998, 3 },
	{ 100000, UP, 1LL << 60, 99899, 390 },
	{ 100000, DOWN, -(1LL << 60), 99899, 0 }, /* reference 155 below it */
	{ 100000, MIXED, -17, 99899, 390 },
	{ 1000000, DOWN, 0, 998999, 2 }, /* reference 745 above it */
	{ 1000000, MIXED, 1LL << 62, 998999, 3902 },
};

START_TEST(pdv)
{
	const uint64_t n = spreads[_i].n;
	uint64_t got;

	begin();
	ck_assert_uint_eq(delayvar_pdv(&spread), 0);
	for (uint64_t i = 0; i < n; i++) {
		uint64_t v = i;

		if (spreads[_i].order == DOWN)
			v = n - 1 - i;
		else if (spreads[_i].order == MIXED)
			v = i * 7919 % n; /* a prime that divides no n */
		delayvar_add(&d, i, spreads[_i].base + (int64_t)v, true);
		delayvar_add(&d, i, 1LL << 62, false); /* not in it */
	}
	delayvar_finish(&d);
	delayvar_finish(&d); /* changes nothing */
	got = delayvar_pdv(&spread);
	ck_assert_uint_eq(spread.above.count + spread.below.count, n);
	ck_assert_msg(apart(got, spreads[_i].pdv) <= spreads[_i].bound,
	    "%llu, not %llu", (unsigned long long)got,
	    (unsigned long long)spreads[_i].pdv);
}
END_TEST

/* Stamps may be wrong in any way. */
START_TEST(extremes)
{
	begin();
	delayvar_add(&d, 0, INT64_MAX, true);
	delayvar_add(&d, 1, INT64_MIN, true);
	delayvar_add(&d, 2, 0, true);
	delayvar_finish(&d);
	ck_assert_uint_eq(d.ipdv.n, 2);
	ck_assert_int_eq(d.least_ns, INT64_MIN);
}
END_TEST

Suite *
delayvar_suite(void)
{
	Suite *s = suite_create("delayvar");
	TCase *t = tcase_create("delayvar");

	tcase_set_timeout(t, 60);
	tcase_add_test(t, jitter_by_hand);
	tcase_add_loop_test(t, jitter_by_formula, 0, 30);
	tcase_add_test(t, short_stamps);
	tcase_add_test(t, ipdv);
	tcase_add_loop_test(t, pdv, 0, COUNT(spreads));
	tcase_add_test(t, extremes);
	suite_add_tcase(s, t);
	return s;
}
