/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/unit.h"

#include <stdio.h>

#include "collector/blasts.h"

Suite *blasts_suite(void);

#define MANY 40

struct want { /* rows of one blast; -1: none */
	int rows[2], ramp[2], plateau[2], tail[2], gap[2];
};

#define NONE           \
	{              \
		-1, -1 \
	}

static const struct {
	const char *name;
	uint64_t v[MANY]; /* up to the first END */
	size_t left_out; /* an index, or MANY */
	struct want want[3];
	size_t n;
} cases[] = {
#define END UINT64_MAX
	{ "silence", { 3, 0, 2, 4, 90, END }, MANY,
	    { { NONE, NONE, NONE, NONE, NONE } }, 0 },
	{ "one second", { 0, 5000, 2, END }, MANY,
	    { { { 1, 1 }, NONE, { 1, 1 }, NONE, NONE } }, 1 },
	{ "started in mid-second", { 26479, 511592, 508043, 508026, END }, MANY,
	    { { { 0, 3 }, { 0, 0 }, { 1, 3 }, NONE, NONE } }, 1 },
	{ "load that rises",
	    { 1, 10000, 20000, 30000, 40000, 40100, 39900, 40000, 40000, 12000,
		2, END },
	    MANY, { { { 1, 9 }, { 1, 3 }, { 4, 8 }, { 9, 9 }, NONE } }, 1 },
	{ "stopped and started again",
	    { 400000, 400000, 411416, 3, 2, 4, 2, 443378, 455782, END }, MANY,
	    { { { 0, 2 }, NONE, { 0, 2 }, NONE, NONE },
		{ { 7, 8 }, NONE, { 7, 8 }, NONE, { 3, 6 } } },
	    2 },
	{ "thrice, with a part of a second at each end",
	    { 0, 300, 1000, 1000, 10, 1000, 0, 0, 0, 700, 1000, END }, MANY,
	    { { { 1, 3 }, { 1, 1 }, { 2, 3 }, NONE, NONE },
		{ { 5, 5 }, NONE, { 5, 5 }, NONE, { 4, 4 } },
		{ { 9, 10 }, { 9, 9 }, { 10, 10 }, NONE, { 6, 8 } } },
	    3 },
	{ "a row since boot inside", { 1000, 1000, 904411203, 1000, 1000, END },
	    2, { { { 0, 4 }, NONE, { 0, 4 }, NONE, NONE } }, 1 },
	/* noise of more than 1 % of the blast is no traffic */
	{ "above idle noise",
	    { 280, 299, 251, 264, 297, 19950, 20010, 20002, 19998, 20100, 273,
		290, 255, END },
	    MANY, { { { 5, 9 }, NONE, { 5, 9 }, NONE, NONE } }, 1 },
	{ "four times the idle noise",
	    { 210, 299, 205, 1203, 1190, 1201, 220, 300, END }, MANY,
	    { { { 3, 5 }, NONE, { 3, 5 }, NONE, NONE } }, 1 },
	{ "uneven noise", { 1, 290, 2, 280, 20000, 20000, 3, 300, END }, MANY,
	    { { { 4, 5 }, NONE, { 4, 5 }, NONE, NONE } }, 1 },
	/* less than 1 % of the one before it, and yet a blast */
	{ "strong and weak",
	    { 2, 3, 600000, 601000, 599000, 5, 1, 0, 5000, 5010, 4990, 5001, 2,
		END },
	    MANY,
	    { { { 2, 4 }, NONE, { 2, 4 }, NONE, NONE },
		{ { 8, 11 }, NONE, { 8, 11 }, NONE, { 5, 7 } } },
	    2 },
	{ "weak at once",
	    { 600000, 601000, 599000, 5000, 5010, 4990, 5001, 2, 3, END }, MANY,
	    { { { 0, 2 }, NONE, { 0, 2 }, NONE, NONE },
		{ { 3, 6 }, NONE, { 3, 6 }, NONE, NONE } },
	    2 },
	{ "a keep-alive", { 2, 700, 3, 2, 600000, 600000, 2, 900, 1, END },
	    MANY, { { { 4, 5 }, NONE, { 4, 5 }, NONE, NONE } }, 1 },
	/* netstat did not run for a second, for three: nothing has stopped */
	{ "starved for a second",
	    { 3, 500000, 0, 1000000, 500000, 500000, 2, END }, MANY,
	    { { { 1, 5 }, NONE, { 1, 5 }, NONE, NONE } }, 1 },
	{ "starved for three",
	    { 1, 498000, 501000, 0, 0, 0, 2000000, 500000, 1, END }, MANY,
	    { { { 1, 7 }, NONE, { 1, 7 }, NONE, NONE } }, 1 },
	{ "again, at twice the rate",
	    { 500000, 500000, 0, 1000000, 1000000, 1000000, 2, END }, MANY,
	    { { { 0, 1 }, NONE, { 0, 1 }, NONE, NONE },
		{ { 3, 5 }, NONE, { 3, 5 }, NONE, { 2, 2 } } },
	    2 },
	{ "in the last row", { 3, 1, 4, 0, 2, 500000, END }, MANY,
	    { { { 5, 5 }, NONE, { 5, 5 }, NONE, NONE } }, 1 },
	{ "levels of one blast", { 1000, 1000, 1000, 500, 1000, 950, END },
	    MANY, { { { 0, 5 }, NONE, { 0, 5 }, NONE, NONE } }, 1 },
};

static void
check_rows(const char *name, const struct value *blast, const char *key,
    const int *want)
{
	const struct value *v = value_find(blast, key);

	ck_assert_msg(v != NULL, "%s: no %s", name, key);
	if (want[0] < 0) {
		ck_assert_msg(v->type == VALUE_NULL, "%s: %s", name, key);
		return;
	}
	ck_assert_msg(v->type == VALUE_NUMBERS && v->n == 2 &&
		v->number[0] == (uint64_t)want[0] &&
		v->number[1] == (uint64_t)want[1],
	    "%s: %s", name, key);
}

START_TEST(segments)
{
	struct arena a = { .head = NULL };
	struct value *rows = value_new(&a, VALUE_ARRAY);
	struct value *left_out = value_new(&a, VALUE_ARRAY);
	struct value *into = value_new(&a, VALUE_OBJECT), *v;
	struct blasts_column column[] = { { "errs", 0 }, { "packets", 1 } };
	struct blasts_ask ask = { rows, left_out, 100, column, 2 };
	size_t n = 0;

	for (size_t i = 0; cases[_i].v[i] != END; i++)
		value_numbers(
		    &a, rows, NULL, (uint64_t[]){ i % 2, cases[_i].v[i] }, 2);
	if (cases[_i].left_out != MANY)
		value_u64(&a, left_out, NULL, cases[_i].left_out);
	blasts_put(&a, into, &ask);
	v = value_find(into, "blasts");
	ck_assert_ptr_null(value_find(v, "errs"));
	v = value_find(v, "packets");
	ck_assert_int_eq(v != NULL, cases[_i].n > 0);
	for (v = v != NULL ? v->first : NULL; v != NULL; v = v->next) {
		const struct want *w = &cases[_i].want[n++];

		ck_assert_msg(n <= cases[_i].n, "%s: more", cases[_i].name);
		check_rows(cases[_i].name, v, "rows", w->rows);
		check_rows(cases[_i].name, v, "ramp", w->ramp);
		check_rows(cases[_i].name, v, "plateau", w->plateau);
		check_rows(cases[_i].name, v, "tail", w->tail);
		check_rows(cases[_i].name, v, "gap_before", w->gap);
	}
	ck_assert_msg(n == cases[_i].n, "%s: %zu", cases[_i].name, n);
	arena_free(&a);
}
END_TEST

Suite *
blasts_suite(void)
{
	Suite *s = suite_create("blasts");
	TCase *tc = tcase_create("blasts");

	tcase_add_loop_test(tc, segments, 0, COUNT(cases));
	suite_add_tcase(s, tc);
	return s;
}
