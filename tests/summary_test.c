/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/unit.h"

#include <stdio.h>
#include <string.h>

#include "harness/doc.h"
#include "harness/summary.h"

Suite *summary_suite(void);

#define PLAN                                                            \
	"{\"schema\":\"netblast.plan/1\",\"name\":\"t\",\"repeats\":3," \
	"\"rows\":[{\"id\":\"a\"}]}"

/* The row of three trials with these words of the management probe. */
static json_t *
row_in(const json_t *environment, const char *const words[3])
{
	struct plan p;
	struct fail f = { "" };
	json_t *trials = json_array(), *rows, *row;

	ck_assert_msg(plan_parse(&p, "plan", PLAN, &f) == 0, "%s", f.text);
	for (int i = 0; i < 3; i++)
		json_array_append_new(trials,
		    json_pack("{s:s,s:i,s:b,s:{s:f,s:{s:s}}}", "row", "a",
			"repeat", i + 1, "valid", 1, "derived",
			"forwarding_pps", 1000.0 + i, "management", "word",
			words[i]));
	rows = summary_rows(&p, environment, trials);
	row = json_incref(json_array_get(rows, 0));
	json_decref(rows);
	json_decref(trials);
	plan_free(&p);
	return row;
}

static json_t *
row_of(const char *const words[3])
{
	return row_in(NULL, words);
}

/* "" where the row has no such mark. */
static const char *
mark_with(const json_t *row, const char *word)
{
	const json_t *m;
	size_t i;

	json_array_foreach(json_object_get(row, "marks"), i, m)
	{
		if (strstr(json_string_value(m), word) != NULL)
			return json_string_value(m);
	}
	return "";
}

static const struct {
	const char *words[3], *word, *mark;
} cases[] = {
	{ { "ok", "ok", "ok" }, "ok", "" },
	{ { "ok", "sluggish", "ok" }, "sluggish", "" },
	{ { "livelock", "sluggish", "ok" }, "livelock", "" },
	{ { "ok", "not-measured", "not-measured" }, "ok",
	    "Management was measured in 1 of 3 trials only." },
	{ { "not-measured", "not-measured", "not-measured" }, "not-measured",
	    "" },
};

START_TEST(management)
{
	json_t *row = row_of(cases[_i].words);

	ck_assert_str_eq(doc_text(row, "management"), cases[_i].word);
	ck_assert_str_eq(mark_with(row, "Management"), cases[_i].mark);
	json_decref(row);
}
END_TEST

static const struct {
	const char *busy; /* NULL: not known */
	const char *mark;
} machines[] = {
	{ NULL, "" },
	{ "0", "" },
	{ "9", "" },
	{ "10",
	    "The machine was busy with other work (10 % of its CPU time at the "
	    "start): figures are low and intervals wide." },
	{ "100",
	    "The machine was busy with other work (100 % of its CPU time at "
	    "the start): figures are low and intervals wide." },
};

START_TEST(busy)
{
	json_t *environment = json_object(), *row;

	if (machines[_i].busy != NULL)
		json_object_set_new(environment, "cpu_busy_percent_at_start",
		    json_string(machines[_i].busy));
	row = row_in(environment, cases[0].words);
	ck_assert_str_eq(mark_with(row, "busy"), machines[_i].mark);
	json_decref(row);
	json_decref(environment);
}
END_TEST

/* 1000, 1001, 1002: sd 1, t 4.302653 of 2 degrees of freedom. */
START_TEST(statistic)
{
	json_t *row = row_of(cases[0].words);

	ck_assert_double_eq(doc_real(row, "statistics.forwarding_pps.n"), 3);
	ck_assert_double_eq(
	    doc_real(row, "statistics.forwarding_pps.median"), 1001);
	ck_assert_double_eq_tol(
	    doc_real(row, "statistics.forwarding_pps.sd"), 1, 1e-12);
	ck_assert_double_eq_tol(
	    doc_real(row, "statistics.forwarding_pps.ci95_high"),
	    1001 + 4.302652729749462 / 1.7320508075688772, 1e-9);
	ck_assert_double_nan(doc_real(row, "statistics.loss_ratio.n"));
	json_decref(row);
}
END_TEST

Suite *
summary_suite(void)
{
	Suite *s = suite_create("summary");
	TCase *t = tcase_create("summary");

	tcase_add_loop_test(t, management, 0, (int)COUNT(cases));
	tcase_add_loop_test(t, busy, 0, (int)COUNT(machines));
	tcase_add_test(t, statistic);
	suite_add_tcase(s, t);
	return s;
}
