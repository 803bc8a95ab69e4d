/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/seqtrack.h"

Suite *lossruns_suite(void);

#define W SEQTRACK_WINDOW
#define RING (SEQTRACK_WORDS * 64)
#define ANY UINT64_MAX
#define STEPS 8
#define M47 (1ULL << 47)

/* All runs as text, "5 10-19 ". */
struct told {
	char text[400];
	uint32_t id;
};

static void
tell(void *arg, uint32_t id, uint64_t first, uint64_t last)
{
	struct told *t = arg;
	size_t n = strlen(t->text);

	t->id = id;
	if (first == last)
		snprintf(t->text + n, sizeof(t->text) - n, "%llu ",
		    (unsigned long long)first);
	else
		snprintf(t->text + n, sizeof(t->text) - n, "%llu-%llu ",
		    (unsigned long long)first, (unsigned long long)last);
}

/* from to to comes, one by one, upwards or downwards. */
struct step {
	uint64_t from, to;
};

static const struct {
	const char *name;
	uint64_t first, limit;
	struct step steps[STEPS];
	int n;
	const char *runs;
	uint64_t count, frames, longest;
} cases[] = {
	{ "nothing came, nothing announced", 0, ANY, { { 0, 0 } }, 0, "", 0, 0,
	    0 },
	{ "nothing came of 100", 7, 107, { { 0, 0 } }, 0, "7-106 ", 1, 100,
	    100 },
	{ "nothing announced, nothing sent", 5, 5, { { 0, 0 } }, 0, "", 0, 0,
	    0 },
	{ "all came", 0, 1000, { { 0, 999 } }, 1, "", 0, 0, 0 },
	{ "one", 0, ANY, { { 0, 4 }, { 6, 9 } }, 2, "5 ", 1, 1, 1 },
	{ "the end is unknown", 0, ANY, { { 0, 9 } }, 1, "", 0, 0, 0 },
	{ "at the end", 0, 20, { { 0, 9 } }, 1, "10-19 ", 1, 10, 10 },
	{ "the last", 0, 64, { { 0, 62 } }, 1, "63 ", 1, 1, 1 },
	{ "at the start", 0, ANY, { { 5, 99 } }, 1, "0-4 ", 1, 5, 5 },
	{ "at a start within a word", 70, ANY, { { 75, 99 } }, 1, "70-74 ", 1,
	    5, 5 },
	{ "a start at the end of a word", 63, ANY, { { 64, 99 } }, 1, "63 ", 1,
	    1, 1 },
	{ "start, middle and end", 0, 100, { { 1, 49 }, { 51, 98 } }, 2,
	    "0 50 99 ", 3, 3, 1 },
	{ "over a word's border", 0, ANY, { { 0, 59 }, { 70, 99 } }, 2,
	    "60-69 ", 1, 10, 10 },
	{ "up to a border", 0, ANY, { { 0, 59 }, { 64, 99 } }, 2, "60-63 ", 1,
	    4, 4 },
	{ "from a border", 0, ANY, { { 0, 63 }, { 70, 99 } }, 2, "64-69 ", 1, 6,
	    6 },
	{ "a word", 0, ANY, { { 0, 63 }, { 128, 199 } }, 2, "64-127 ", 1, 64,
	    64 },
	{ "three words and a bit at each side", 0, ANY,
	    { { 0, 62 }, { 257, 300 } }, 2, "63-256 ", 1, 194, 194 },
	{ "filled in time", 0, ANY, { { 0, 9 }, { 20, 29 }, { 10, 19 } }, 3, "",
	    0, 0, 0 },
	{ "filled but for one", 0, ANY,
	    { { 0, 9 }, { 20, 29 }, { 16, 19 }, { 14, 10 } }, 4, "15 ", 1, 1,
	    1 },
	{ "filled just in time", 0, ANY,
	    { { 0, 9 }, { 11, W + 9 }, { 10, 10 } }, 3, "", 0, 0, 0 },
	{ "filled too late", 0, ANY, { { 0, 9 }, { 11, W + 10 }, { 10, 10 } },
	    3, "10 ", 1, 1, 1 },
	{ "duplicates are no fillers", 0, ANY,
	    { { 0, 9 }, { 11, 19 }, { 0, 9 } }, 3, "10 ", 1, 1, 1 },
	{ "exactly the ring", 0, ANY, { { 0, 63 }, { RING + 64, RING + 127 } },
	    2, "64-1048639 ", 1, RING, RING },
	{ "longer than the ring", 0, ANY, { { 0, 9 }, { 3 * RING, 3 * RING } },
	    2, "10-3145727 ", 1, 3 * RING - 10, 3 * RING - 10 },
	{ "longer than the ring, twice", 10, ANY,
	    { { 10, 10 }, { 2 * RING + 5, 2 * RING + 5 },
		{ 5 * RING, 5 * RING } },
	    3, "11-2097156 2097158-5242879 ", 2, 5 * RING - 12, 3 * RING - 6 },
	{ "a jump, its end filled later", 0, ANY,
	    { { 0, 0 }, { 4 * RING, 4 * RING },
		{ 4 * RING - 2, 4 * RING - 5 } },
	    3, "1-4194298 4194303 ", 2, 4 * RING - 5, 4 * RING - 6 },
	{ "sink came late", 0, ANY, { { 20 * RING + 3, 20 * RING + 9 } }, 1,
	    "0-20971522 ", 1, 20 * RING + 3, 20 * RING + 3 },
	{ "sink came late, within the ring", 0, ANY, { { 1000, 1009 } }, 1,
	    "0-999 ", 1, 1000, 1000 },
	{ "losses before and behind a round", 0, 2 * RING,
	    { { 0, 2 }, { 4, RING - 2 }, { RING, RING + 62 },
		{ RING + 64, 2 * RING - 3 } },
	    4, "3 1048575 1048639 2097150-2097151 ", 4, 5, 2 },
	{ "over 2^32", (1ULL << 32) - 5, ANY,
	    { { (1ULL << 32) - 5, (1ULL << 32) - 2 },
		{ (1ULL << 32) + 2, (1ULL << 32) + 9 } },
	    2, "4294967295-4294967297 ", 1, 3, 3 },
	{ "over 2^47", M47 - 1, ANY,
	    { { M47 - 1, M47 - 1 }, { M47 + 1, M47 + 1 } }, 2,
	    "140737488355328 ", 1, 1, 1 },
	{ "a jump of 2^31 - 1", 0, ANY,
	    { { 0, 0 }, { SEQTRACK_JUMP - 1, SEQTRACK_JUMP - 1 } }, 2,
	    "1-2147483646 ", 1, SEQTRACK_JUMP - 2, SEQTRACK_JUMP - 2 },
	{ "corrupt numbers end nothing", 0, 50, { { 0, 9 }, { 77, 77 } }, 2,
	    "10-49 ", 1, 40, 40 },
};

static void
come(struct seqtrack *t, const struct step *s)
{
	uint64_t seq = s->from;

	seqtrack_add(t, seq);
	while (seq != s->to) {
		seq = s->from < s->to ? seq + 1 : seq - 1;
		seqtrack_add(t, seq);
	}
}

START_TEST(runs)
{
	uint64_t *window = calloc(SEQTRACK_WORDS, sizeof(*window));
	static struct hist lengths;
	struct told told = { "", 0 };
	struct seqtrack t;

	ck_assert_ptr_nonnull(window);
	memset(&lengths, 0, sizeof(lengths));
	seqtrack_init(&t, window, cases[_i].first, cases[_i].limit);
	t.runs.tell = tell;
	t.runs.arg = &told;
	t.runs.id = 77;
	t.runs.lengths = &lengths;
	for (int i = 0; i < cases[_i].n; i++)
		come(&t, &cases[_i].steps[i]);
	seqtrack_finish(&t);
	ck_assert_msg(strcmp(told.text, cases[_i].runs) == 0,
	    "%s: \"%s\", not \"%s\"", cases[_i].name, told.text,
	    cases[_i].runs);
	ck_assert_uint_eq(t.runs.count, cases[_i].count);
	ck_assert_uint_eq(t.runs.frames, cases[_i].frames);
	ck_assert_uint_eq(t.runs.longest, cases[_i].longest);
	ck_assert_uint_eq(lengths.count, t.runs.count);
	ck_assert_uint_eq(lengths.sum, t.runs.frames);
	ck_assert_uint_eq(lengths.max, t.runs.longest);
	ck_assert_uint_eq(told.id, t.runs.count > 0 ? 77 : 0);
	if (t.unjudged == 0)
		ck_assert_uint_eq(t.runs.frames,
		    cases[_i].limit == ANY
			? seqtrack_missing(&t)
			: cases[_i].limit - cases[_i].first - t.unique);
	free(window);
}
END_TEST

/* What is told, against a plain array that remembers everything. */
struct model {
	unsigned char *came;
	uint64_t n, runs, bad;
};

static void
check_run(void *arg, uint32_t id, uint64_t first, uint64_t last)
{
	struct model *m = arg;

	(void)id;
	m->runs++;
	m->bad += first > 0 && m->came[first - 1] == 0;
	m->bad += last + 1 < m->n && m->came[last + 1] == 0;
	for (uint64_t i = first; i <= last; i++)
		m->bad += m->came[i] != 0;
}

static uint64_t
next_random(uint64_t *x)
{
	*x ^= *x << 13;
	*x ^= *x >> 7;
	*x ^= *x << 17;
	return *x;
}

/* Losses of every length, frames up to 1,000 places late, from a seed. */
START_TEST(against_model)
{
	enum { N = 3 << 20, LATE = 1000 };
	uint64_t *window = calloc(SEQTRACK_WORDS, sizeof(*window));
	struct model m = { calloc(N + LATE, 1), N, 0, 0 };
	uint64_t x = 88172645463325252ULL + (uint64_t)_i, lost = 0, count = 0;
	struct seqtrack t;

	ck_assert_ptr_nonnull(window);
	ck_assert_ptr_nonnull(m.came);
	seqtrack_init(&t, window, 0, N);
	t.runs.tell = check_run;
	t.runs.arg = &m;
	for (uint64_t i = 0; i < N; i++) {
		uint64_t seq = i + next_random(&x) % LATE;

		if (next_random(&x) % 5000 == 0)
			i += next_random(&x) % (1ULL << next_random(&x) % 18);
		if (seq < N && seqtrack_add(&t, seq) != SEQ_DUPLICATE)
			m.came[seq] = 1;
	}
	seqtrack_finish(&t);
	for (uint64_t i = 0; i < N; i++) {
		lost += m.came[i] == 0;
		count += m.came[i] == 0 && (i == 0 || m.came[i - 1] != 0);
	}
	ck_assert_uint_eq(t.unjudged, 0);
	ck_assert_uint_eq(m.bad, 0);
	ck_assert_uint_eq(m.runs, count);
	ck_assert_uint_eq(t.runs.count, count);
	ck_assert_uint_eq(t.runs.frames, lost);
	ck_assert_uint_eq(N - t.unique, lost);
	free(m.came);
	free(window);
}
END_TEST

Suite *
lossruns_suite(void)
{
	Suite *s = suite_create("lossruns");
	TCase *t = tcase_create("lossruns");

	tcase_set_timeout(t, 60);
	tcase_add_loop_test(t, runs, 0, COUNT(cases));
	tcase_add_loop_test(t, against_model, 0, 4);
	suite_add_tcase(s, t);
	return s;
}
