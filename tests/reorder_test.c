/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/unit.h"

#include <stdlib.h>
#include <string.h>

#include "lib/reorder.h"

Suite *reorder_suite(void);

#define RING 16

/*
 * Examples of RFC 4737 section 7 and others, by hand. Arrivals count from 1
 * in the comments: packet 4 below is the 8th to come, the first one with a
 * larger number (5) the 4th, so its extent is 8 - 4 = 4; right before it
 * came 8, 7, 6, 5, all larger, then 3: n = 4.
 */
static const struct {
	const char *name;
	uint64_t s[16];
	int n_s;
	uint64_t count, extent_min, extent_max, extent_sum;
	uint64_t n[6]; /* frames that are n-reordered, n = 1... */
	unsigned most;
} cases[] = {
	{ "in order", { 1, 2, 3, 4 }, 4, 0, 0, 0, 0, { 0 }, 0 },
	{ "with a loss", { 1, 2, 4, 5 }, 4, 0, 0, 0, 0, { 0 }, 0 },
	{ "one late", { 1, 2, 3, 5, 6, 7, 8, 4, 9, 10 }, 10, 1, 4, 4, 4,
	    { 1, 1, 1, 1, 0 }, 4 },
	/* 5: 6th, 7 was 5th: 1. 6: 7 - 5 = 2; right before it 5: n = 0 */
	{ "one early", { 1, 2, 3, 4, 7, 5, 6, 8, 9, 10 }, 10, 2, 1, 2, 3,
	    { 1, 0 }, 1 },
	/* 4: 8 - 4 = 4, n = 4. 5: 9 - 4, 6: 10 - 4, both behind a smaller */
	{ "three late together", { 1, 2, 3, 7, 8, 9, 10, 4, 5, 6, 11 }, 11, 3,
	    4, 6, 15, { 1, 1, 1, 1, 0 }, 4 },
	{ "a pair swapped", { 2, 1 }, 2, 1, 1, 1, 1, { 1, 0 }, 1 },
	/* each is preceded by all larger ones */
	{ "backwards", { 5, 4, 3, 2, 1 }, 5, 4, 1, 4, 10, { 4, 3, 2, 1, 0 },
	    4 },
	/* 3: 5 - 4. 6: 7 - 6, where 7 came though 6 - 4 and 7 - 5 agree */
	{ "two skips and one fill between", { 0, 1, 2, 5, 3, 7, 6 }, 7, 2, 1, 1,
	    2, { 2, 0 }, 1 },
	/* 2: 4 - 3; 1: 5 - 2; 1 stands behind 2, then 4: n = 3 */
	{ "late in falling order", { 0, 3, 4, 2, 1, 5 }, 6, 2, 2, 3, 5,
	    { 2, 2, 1, 0 }, 3 },
	{ "far apart", { 1000000, 2000000, 1, 3000000, 2 }, 5, 2, 2, 4, 6,
	    { 2, 1, 0 }, 2 },
};

START_TEST(by_hand)
{
	struct reorder_step ring[RING];
	static struct hist extents;
	uint64_t highest = 0;
	struct reorder r;

	memset(&extents, 0, sizeof(extents));
	reorder_init(&r, ring, RING);
	r.extents = &extents;
	for (int i = 0; i < cases[_i].n_s; i++) {
		uint64_t s = cases[_i].s[i];

		reorder_add(&r, s, i == 0 || s > highest);
		highest = s > highest ? s : highest;
	}
	ck_assert_msg(r.count == cases[_i].count &&
		r.extent_min == cases[_i].extent_min &&
		r.extent_max == cases[_i].extent_max &&
		r.extent_sum == cases[_i].extent_sum,
	    "%s: %llu frames, extents %llu to %llu, sum %llu", cases[_i].name,
	    (unsigned long long)r.count, (unsigned long long)r.extent_min,
	    (unsigned long long)r.extent_max, (unsigned long long)r.extent_sum);
	ck_assert_uint_eq(r.at_least, 0);
	ck_assert_uint_eq(extents.count, cases[_i].count);
	ck_assert_uint_eq(extents.sum, cases[_i].extent_sum);
	ck_assert_uint_eq(reorder_most(&r), cases[_i].most);
	for (unsigned n = 1; n <= 6; n++)
		ck_assert_uint_eq(reorder_n(&r, n), cases[_i].n[n - 1]);
}
END_TEST

/* Blocks of k swapped: every late frame is behind k early ones. */
START_TEST(by_k)
{
	static const uint64_t ks[] = { 1, 3, 64, 127, 128, 129, 65535, 65536 };
	const uint64_t k = ks[_i];
	struct reorder_step ring[RING];
	struct reorder r;

	reorder_init(&r, ring, RING);
	for (uint64_t base = 0; base < 6 * k; base += 2 * k) {
		for (uint64_t i = 0; i < k; i++)
			reorder_add(&r, base + k + i, true);
		for (uint64_t i = 0; i < k; i++)
			reorder_add(&r, base + i, false);
	}
	ck_assert_uint_eq(r.count, 3 * k);
	ck_assert_uint_eq(r.extent_min, k);
	ck_assert_uint_eq(r.extent_max, 2 * k - 1);
	/* k + (k + 1) + ... + (2k - 1), three times */
	ck_assert_uint_eq(r.extent_sum, 3 * (k * k + k * (k - 1) / 2));
	ck_assert_uint_eq(r.at_least, 0);
	/* the first of a block has k larger ones before it, the rest none */
	ck_assert_uint_eq(reorder_n(&r, 1), 3);
	ck_assert_uint_eq(
	    reorder_most(&r), k < REORDER_LAST ? k : REORDER_LAST);
	ck_assert_uint_eq(reorder_n(&r, REORDER_TCP), k >= 3 ? 3 : 0);
}
END_TEST

/* Even numbers first, each a step of its own: the ring reaches back RING. */
START_TEST(beyond_the_ring)
{
	const int evens = RING + _i; /* 0, 2, 4 ... */
	struct reorder_step ring[RING];
	struct reorder r;

	reorder_init(&r, ring, RING);
	for (int i = 0; i < evens; i++)
		reorder_add(&r, 2 * (uint64_t)i, true);
	reorder_add(&r, 1, false); /* 2 came second */
	if (_i <= 0) {
		ck_assert_uint_eq(r.at_least, 0);
		ck_assert_uint_eq(r.extent_max, (uint64_t)evens - 1);
	} else {
		/* what is left of the evens is above 1 in any case */
		ck_assert_uint_eq(r.at_least, 1);
		ck_assert_uint_eq(r.extent_max, RING);
	}
	/* in front of the oldest step that is left: exact */
	reorder_add(&r, 2 * (uint64_t)evens - 5, false);
	ck_assert_uint_eq(r.at_least, _i <= 0 ? 0 : 1);
	ck_assert_uint_eq(r.extent_min, 3);
}
END_TEST

static uint64_t
next_random(uint64_t *x)
{
	*x ^= *x << 13;
	*x ^= *x >> 7;
	*x ^= *x << 17;
	return *x;
}

/* The definitions, word for word. */
static uint64_t
extent_of(const uint64_t *s, uint64_t i)
{
	for (uint64_t j = 0; j < i; j++)
		if (s[j] > s[i])
			return i - j;
	return 0;
}

static unsigned
n_of(const uint64_t *s, uint64_t i)
{
	unsigned n = 0;

	while (n < i && n < REORDER_LAST && s[i - 1 - n] > s[i])
		n++;
	return n;
}

START_TEST(against_definition)
{
	enum { N = 3000, STEPS = 4096 };
	static struct reorder_step ring[STEPS];
	static uint64_t s[N];
	static unsigned char seen[2 * N];
	uint64_t x = 1234567 + (uint64_t)_i, count = 0, sum = 0, n_s = 0;
	uint64_t late = 1ULL << _i % 11, n[REORDER_LAST + 1] = { 0 };
	uint64_t highest = 0;
	struct reorder r;

	memset(seen, 0, sizeof(seen));
	reorder_init(&r, ring, STEPS);
	for (uint64_t i = 0; i < N; i++) {
		uint64_t number = i + next_random(&x) % late;
		bool in_order = n_s == 0 || number > highest;
		uint64_t e;

		if (seen[number]++)
			continue;
		s[n_s++] = number;
		highest = in_order ? number : highest;
		reorder_add(&r, number, in_order);
		e = extent_of(s, n_s - 1);
		ck_assert_int_eq(e == 0, in_order);
		sum += e;
		count += e > 0;
		n[e > 0 ? n_of(s, n_s - 1) : 0] += e > 0;
	}
	ck_assert_uint_eq(r.arrivals, n_s);
	ck_assert_uint_eq(r.count, count);
	ck_assert_uint_eq(r.extent_sum, sum);
	ck_assert_uint_eq(r.at_least, 0);
	ck_assert_mem_eq(r.n, n, sizeof(n));
}
END_TEST

START_TEST(merging)
{
	static const uint64_t one[] = { 1, 0 }, two[] = { 1, 2, 3, 0 };
	struct reorder_step ring[RING];
	struct reorder a, b, sum;

	reorder_init(&a, ring, RING);
	for (int i = 0; i < 2; i++)
		reorder_add(&a, one[i], i < 1);
	reorder_init(&b, ring, RING);
	for (int i = 0; i < 4; i++)
		reorder_add(&b, two[i], i < 3);
	memset(&sum, 0, sizeof(sum));
	reorder_merge(&sum, &b);
	reorder_merge(&sum, &a);
	ck_assert_uint_eq(sum.count, 2);
	ck_assert_uint_eq(sum.extent_min, 1);
	ck_assert_uint_eq(sum.extent_max, 3);
	ck_assert_uint_eq(sum.extent_sum, 4);
	ck_assert_uint_eq(reorder_n(&sum, 1), 2);
	ck_assert_uint_eq(reorder_n(&sum, 3), 1);
}
END_TEST

Suite *
reorder_suite(void)
{
	Suite *s = suite_create("reorder");
	TCase *t = tcase_create("reorder");

	tcase_add_loop_test(t, by_hand, 0, COUNT(cases));
	tcase_add_loop_test(t, by_k, 0, 8);
	tcase_add_loop_test(t, beyond_the_ring, -2, 4);
	tcase_add_loop_test(t, against_definition, 0, 22);
	tcase_add_test(t, merging);
	suite_add_tcase(s, t);
	return s;
}
