/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/unit.h"

#include <stdlib.h>
#include <string.h>

#include "lib/seqtrack.h"

Suite *seqtrack_suite(void);

#define W SEQTRACK_WINDOW
#define J SEQTRACK_JUMP
#define ANY UINT64_MAX
#define STEPS 12

/* A step sends from..to one by one, upwards or downwards. */
struct step {
	uint64_t from, to;
};

static const struct {
	const char *name;
	uint64_t first, limit;
	struct step steps[STEPS];
	int n;
	uint64_t unique, duplicate, reordered, unjudged, corrupt, missing;
} cases[] = {
	{ "nothing", 0, ANY, { { 0, 0 } }, 0, 0, 0, 0, 0, 0, 0 },
	{ "one", 0, ANY, { { 0, 0 } }, 1, 1, 0, 0, 0, 0, 0 },
	{ "in order", 0, ANY, { { 0, 999 } }, 1, 1000, 0, 0, 0, 0, 0 },
	{ "backwards", 0, ANY, { { 9, 0 } }, 1, 10, 0, 9, 0, 0, 0 },
	{ "gap", 0, ANY, { { 0, 9 }, { 20, 29 } }, 2, 20, 0, 0, 0, 0, 10 },
	{ "head lost", 0, ANY, { { 5, 9 } }, 1, 5, 0, 0, 0, 0, 5 },
	{ "tail lost is not missing", 0, 100, { { 0, 89 } }, 1, 90, 0, 0, 0, 0,
	    0 },
	{ "all twice", 0, ANY, { { 0, 99 }, { 0, 99 } }, 2, 100, 100, 0, 0, 0,
	    0 },
	{ "three times", 0, ANY, { { 7, 7 }, { 7, 7 }, { 7, 7 } }, 3, 1, 2, 0,
	    0, 0, 7 },
	{ "late fill", 0, ANY, { { 0, 9 }, { 20, 29 }, { 10, 19 } }, 3, 30, 0,
	    10, 0, 0, 0 },
	{ "fill, then its duplicate", 0, ANY,
	    { { 0, 4 }, { 6, 9 }, { 5, 5 }, { 5, 5 } }, 4, 10, 1, 1, 0, 0, 0 },
	{ "RFC 4737 example: 1 2 3 7 4 5 6 8", 1, ANY,
	    { { 1, 3 }, { 7, 7 }, { 4, 6 }, { 8, 8 } }, 4, 8, 0, 3, 0, 0, 0 },
	{ "swapped pairs", 0, ANY, { { 1, 0 }, { 3, 2 }, { 5, 4 } }, 3, 6, 0, 3,
	    0, 0, 0 },
	{ "window edge, inside", 0, ANY, { { 0, 0 }, { W, W }, { 1, 1 } }, 3, 3,
	    0, 1, 0, 0, W - 2 },
	{ "window edge, outside", 0, ANY, { { 1, 1 }, { W, W }, { 0, 0 } }, 3,
	    2, 0, 0, 1, 0, W - 1 },
	{ "window forgets nothing inside", 0, ANY,
	    { { 0, W - 1 }, { 0, W - 1 } }, 2, W, W, 0, 0, 0, 0 },
	{ "a whole window lost", 0, ANY,
	    { { 0, 99 }, { W + 100, W + 199 }, { W, W + 99 } }, 3, 300, 0, 100,
	    0, 0, W - 100 },
	{ "old bits do not come back", 0, ANY,
	    { { 0, 199 }, { 3 * W, 3 * W }, { 2 * W + 50, 2 * W + 99 } }, 3,
	    251, 0, 50, 0, 0, 3 * W + 1 - 251 },
	{ "old bits do not come back, small steps", 0, ANY,
	    { { 0, 99 }, { W - 1, W - 1 }, { W + 63, W + 63 }, { W + 1, W + 1 },
		{ W + 62, W + 62 }, { W, W } },
	    6, 105, 0, 3, 0, 0, W + 64 - 105 },
	{ "jump just allowed", 0, ANY, { { 0, 0 }, { J - 1, J - 1 } }, 2, 2, 0,
	    0, 0, 0, J - 2 },
	{ "jump refused", 0, ANY, { { 0, 0 }, { J, J }, { 1, 9 } }, 3, 10, 0, 0,
	    0, 1, 0 },
	{ "beyond the announced count", 0, 100,
	    { { 0, 98 }, { 100, 100 }, { 5000, 5000 }, { 99, 99 } }, 4, 100, 0,
	    0, 0, 2, 0 },
	{ "below the first", 1000, ANY, { { 999, 999 }, { 1000, 1004 } }, 2, 5,
	    0, 0, 0, 1, 0 },
	{ "sink came late", 0, ANY, { { 5 * J, 5 * J + 9 } }, 1, 10, 0, 0, 0, 0,
	    5 * J },
	{ "over 2^31", J - 100, ANY, { { J - 100, J + 99 } }, 1, 200, 0, 0, 0,
	    0, 0 },
	{ "over 2^32", 2 * J - 100, ANY,
	    { { 2 * J - 100, 2 * J - 1 }, { 2 * J + 10, 2 * J + 19 },
		{ 2 * J, 2 * J + 9 } },
	    3, 120, 0, 10, 0, 0, 0 },
	{ "top of 48 bits", (1ULL << 48) - 10, 1ULL << 48,
	    { { (1ULL << 48) - 10, (1ULL << 48) - 1 },
		{ 1ULL << 48, 1ULL << 48 } },
	    2, 10, 0, 0, 0, 1, 0 },
};

static void
run(struct seqtrack *t, const struct step *s)
{
	uint64_t seq = s->from;

	seqtrack_add(t, seq);
	while (seq != s->to) {
		seq = s->from < s->to ? seq + 1 : seq - 1;
		seqtrack_add(t, seq);
	}
}

START_TEST(counting)
{
	uint64_t *window = calloc(SEQTRACK_WORDS, sizeof(*window));
	struct seqtrack t;

	ck_assert_ptr_nonnull(window);
	seqtrack_init(&t, window, cases[_i].first, cases[_i].limit);
	for (int i = 0; i < cases[_i].n; i++)
		run(&t, &cases[_i].steps[i]);
	ck_assert_msg(t.unique == cases[_i].unique &&
		t.duplicate == cases[_i].duplicate &&
		t.reordered == cases[_i].reordered &&
		t.unjudged == cases[_i].unjudged &&
		t.corrupt == cases[_i].corrupt &&
		seqtrack_missing(&t) == cases[_i].missing,
	    "%s: unique %llu duplicate %llu reordered %llu unjudged %llu "
	    "corrupt %llu missing %llu",
	    cases[_i].name, (unsigned long long)t.unique,
	    (unsigned long long)t.duplicate, (unsigned long long)t.reordered,
	    (unsigned long long)t.unjudged, (unsigned long long)t.corrupt,
	    (unsigned long long)seqtrack_missing(&t));
	ck_assert_uint_eq(t.received, t.unique + t.duplicate + t.unjudged);
	free(window);
}
END_TEST

/* Block i comes k frames late: exactly its frames are reordered. */
START_TEST(reordered_by_k)
{
	uint64_t *window = calloc(SEQTRACK_WORDS, sizeof(*window));
	const uint64_t k = 1ULL << _i;
	struct seqtrack t;
	uint64_t odd = 0;

	ck_assert_ptr_nonnull(window);
	seqtrack_init(&t, window, 0, UINT64_MAX);
	for (uint64_t base = 0; base < 4 * k; base += 2 * k) {
		run(&t, &(struct step){ base + k, base + 2 * k - 1 });
		run(&t, &(struct step){ base, base + k - 1 });
		odd += k;
	}
	ck_assert_uint_eq(t.unique, 4 * k);
	ck_assert_uint_eq(t.reordered, odd);
	ck_assert_uint_eq(t.duplicate, 0);
	ck_assert_uint_eq(seqtrack_missing(&t), 0);
	free(window);
}
END_TEST

/*
 * Against a plain array: random losses, duplicates and detours of less than
 * a window, from a fixed seed.
 */
START_TEST(against_model)
{
	enum { N = 200000 };
	uint64_t *window = calloc(SEQTRACK_WORDS, sizeof(*window));
	unsigned char *seen = calloc(2 * N, 1);
	uint64_t unique = 0, duplicate = 0, reordered = 0, next = 0;
	uint64_t x = 88172645463325252ULL;
	struct seqtrack t;

	ck_assert_ptr_nonnull(window);
	ck_assert_ptr_nonnull(seen);
	seqtrack_init(&t, window, 0, UINT64_MAX);
	for (uint64_t i = 0; i < N; i++) {
		uint64_t s;

		x ^= x << 13;
		x ^= x >> 7;
		x ^= x << 17;
		s = i + x % 1000;
		if (seen[s]) {
			duplicate++;
		} else {
			seen[s] = 1;
			unique++;
			if (s < next)
				reordered++;
		}
		if (s >= next)
			next = s + 1;
		seqtrack_add(&t, s);
	}
	ck_assert_uint_eq(t.unique, unique);
	ck_assert_uint_eq(t.duplicate, duplicate);
	ck_assert_uint_eq(t.reordered, reordered);
	ck_assert_uint_eq(t.unjudged, 0);
	ck_assert_uint_eq(seqtrack_missing(&t), next - unique);
	free(seen);
	free(window);
}
END_TEST

static const struct {
	uint64_t first;
	int any;
	uint64_t highest;
	uint32_t low;
	int rc;
	uint64_t seq;
} extensions[] = {
	{ 0, 0, 0, 0, 0, 0 },
	{ 0, 0, 0, 4000000000U, 0, 4000000000U },
	{ 0, 1, 5, 6, 0, 6 },
	{ 0, 1, 5, 4, 0, 4 },
	{ 0, 1, 5, 0xffffffffU, -1, 0 },
	{ 0, 1, 0x7fffffff, 0x80000000U, 0, 0x80000000U },
	{ 0, 1, 0xffffffff, 0, 0, 0x100000000 },
	{ 0, 1, 0x100000000, 0xffffffffU, 0, 0xffffffff },
	{ 0, 1, 0x100000005, 7, 0, 0x100000007 },
	{ 0, 1, 0x2fffffff0, 0x10, 0, 0x300000010 },
	{ 0, 1, 0x300000010, 0xfffffff0U, 0, 0x2fffffff0 },
	{ 0, 1, 100, 100 + 0x7fffffffU, 0, 100 + 0x7fffffffULL },
	{ 0x500000000, 0, 0, 3, 0, 0x500000003 },
	/* the first to come: below `first`, or past a wrap */
	{ 20, 0, 0, 19, 0, 19 },
	{ 20, 0, 0, 0, 0, 0 },
	{ 20, 0, 0, 4000000000U, 0, 4000000000U },
	{ 4294967290, 0, 0, 4294967280U, 0, 4294967280U },
	{ 4294967290, 0, 0, 5, 0, 0x100000005 },
};

START_TEST(classic_wrap)
{
	uint64_t seq = 0;
	struct seqtrack t = { .first = extensions[_i].first,
		.any = extensions[_i].any != 0,
		.highest = extensions[_i].highest };

	ck_assert_int_eq(
	    seqtrack_extend32(&t, extensions[_i].low, &seq), extensions[_i].rc);
	if (extensions[_i].rc == 0)
		ck_assert_uint_eq(seq, extensions[_i].seq);
}
END_TEST

Suite *
seqtrack_suite(void)
{
	Suite *s = suite_create("seqtrack");
	TCase *t = tcase_create("seqtrack");

	tcase_add_loop_test(t, counting, 0, COUNT(cases));
	tcase_add_loop_test(t, reordered_by_k, 0, 18);
	tcase_add_test(t, against_model);
	tcase_add_loop_test(t, classic_wrap, 0, COUNT(extensions));
	suite_add_tcase(s, t);
	return s;
}
