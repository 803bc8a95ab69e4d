/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Every listing of tests/data/corpus and tests/data/variants against every
 * value that it must give. As mail makes them: mailed_test.c.
 */
#include "tests/golden.h"

#include <math.h>

Suite *golden_suite(void);

#define ROW_MAX 400

/* ---- what to compare ---------------------------------------------------- */

/* Derived from the values for whoever reads the corpus: not data. */
static const char *const derived[] = { "totals", "totals_of_physical",
	"n_rows_in_file", "forwarding", "ledger", "check", "check_with_in",
	"only_interfaces", "drops_total", "qdrops", "ip_input_drops",
	"per_device", "delta", "delta_total", "seconds_between_by_timer_100Hz",
	"rate_between", "uptime_s_from_timer", "dropped_total",
	"percent_since_boot", "boottime", "mean", "sum", "steady",
	"bytes_per_packet_in", "active_rows", "ring_loss", "mean_interrupt",
	"max_interrupt_any_cpu", "max_sys_plus_spin_any_cpu",
	"mean_in_rows_1_3", "max_irq_plus_soft", "row3_precision",
	"mean_one_way_rows_0_14", "denied_total", "forwarded_ratio_percent",
	"tolerance_percent", "totals_tolerance_percent" };

static bool
is_derived(const char *key, const json_t *value)
{
	/* of a table's columns; a queue has a max too */
	if (strcmp(key, "max") == 0)
		return json_is_object(value);
	for (size_t i = 0; i < COUNT(derived); i++)
		if (strcmp(derived[i], key) == 0)
			return true;
	return strncmp(key, "gain_percent_", 13) == 0; /* check_gain() */
}

static bool
mismatch(char *where, size_t size, const char *key, const json_t *want)
{
	char inner[ROW_MAX], *text = json_dumps(want, JSON_ENCODE_ANY);

	snprintf(inner, sizeof(inner), "%s", where);
	snprintf(where, size, "%s%s%.300s", key, inner[0] == '\0' ? ": " : ".",
	    inner[0] == '\0' ? text : inner);
	free(text);
	return false;
}

struct within { /* how far a real number may be off */
	double relative;
};

static bool
same_number(const json_t *want, const json_t *have, struct within w)
{
	double a = json_number_value(want), b = json_number_value(have);

	if (json_is_integer(want) && json_is_integer(have))
		return json_integer_value(want) == json_integer_value(have);
	return fabs(a - b) < 1e-9 * (1 + fabs(a)) + w.relative * fabs(a);
}

/* Everything of `want` is in `have`; where: the path of what is not. */
static bool
same(const json_t *want, const json_t *have, struct within w, char *where,
    size_t size)
{
	const char *key;
	json_t *value;
	size_t i;

	if (json_is_object(want)) {
		json_object_foreach((json_t *)want, key, value)
		{
			json_t *other = json_object_get(have, key);

			if (is_derived(key, value))
				continue;
			if (other == NULL ||
			    !same(value, other, w, where, size))
				return mismatch(where, size, key, value);
		}
		return json_is_object(have);
	}
	if (json_is_array(want)) {
		if (json_array_size(want) != json_array_size(have))
			return false;
		json_array_foreach(
		    want, i, value) if (!same(value, json_array_get(have, i), w,
					    where, size)) return mismatch(where,
		    size, "[]", value);
		return true;
	}
	if (json_is_number(want) && json_is_number(have))
		return same_number(want, have, w);
	return json_equal(want, have);
}

/* Only those interfaces that the sample names are compared. */
static void
keep_only(json_t *want, json_t *have)
{
	json_t *only = json_object_get(want, "only_interfaces"), *name;
	json_t *list = json_object_get(have, "interfaces");
	size_t i = 0, k;

	while (only != NULL && i < json_array_size(list)) {
		json_t *one = json_object_get(json_array_get(list, i), "name");
		bool kept = false;

		json_array_foreach(only, k, name) kept |= json_equal(name, one);
		if (kept)
			i++;
		else
			json_array_remove(list, i);
	}
}

/* A gain between two rows of a table, from the rows that were read. */
static void
check_gain(const char *name, const json_t *want, const json_t *have)
{
	json_t *row, *gain = NULL, *value;
	const char *key;
	double figure[2] = { 0, 0 };
	long of[2];
	size_t i;

	json_object_foreach((json_t *)want, key, value)
	{
		if (sscanf(key, "gain_percent_%ld_to_%ld", &of[0], &of[1]) == 2)
			gain = value;
	}
	if (gain == NULL)
		return;
	json_array_foreach(json_object_get(have, "rows"), i, row)
	{
		double number = json_number_value(json_array_get(row, 1));

		for (int k = 0; k < 2; k++)
			if (json_integer_value(json_array_get(row, 0)) == of[k])
				figure[k] = number;
	}
	ck_assert_msg(figure[0] > 0 &&
		fabs(100 * (figure[1] / figure[0] - 1) -
		    json_number_value(gain)) <= 0.05,
	    "%s: gain between %.0f and %.0f", name, figure[0], figure[1]);
}

/* Wrong readings that are figures: nowhere in the document. */
static void
check_must_not(const char *name, const json_t *sample, const json_t *have)
{
	char *text = json_dumps(have, 0);
	json_t *wrong;
	size_t i;

	json_array_foreach(json_object_get(sample, "must_not"), i, wrong)
	    ck_assert_msg(strstr(text, json_string_value(wrong)) == NULL,
		"%s: %s", name, json_string_value(wrong));
	free(text);
}

/* ---- running ------------------------------------------------------------ */

static json_t *
data_of(const struct session *s, const char *kind)
{
	struct result *r = result_new("netcollect", "test");
	json_t *all, *data;

	for (size_t i = 0; i < s->n; i++)
		if (!s->v[i].joined && strcmp(s->v[i].kind, kind) == 0)
			value_emit(s->v[i].data, r, "data");
	all = parsed(r);
	data = json_incref(json_object_get(all, "data"));
	json_decref(all);
	return data;
}

static void
check_one(const struct sample *of)
{
	json_t *want = json_object_get(of->about, "expect"), *have;
	struct session s = { .n = 0 };
	char where[ROW_MAX] = "";
	struct within w = { json_number_value(
				json_object_get(want, "tolerance_percent")) /
		100 };

	sample_read(of, of->text, &s);
	have = data_of(&s, sample_text(of, "kind"));
	ck_assert_msg(have != NULL, "%s: no listing of kind %s", of->name,
	    sample_text(of, "kind"));
	keep_only(want, have);
	ck_assert_msg(same(want, have, w, where, sizeof(where)), "%s: %s",
	    of->name, where);
	check_gain(of->name, want, have);
	check_must_not(of->name, of->about, have);
	json_decref(have);
	session_free(&s);
}

static size_t
check_all(const char *dir)
{
	struct sample v[512];
	size_t n = samples(dir, v, COUNT(v));

	for (size_t i = 0; i < n; i++)
		check_one(&v[i]);
	samples_free(v, n);
	return n;
}

START_TEST(corpus)
{
	ck_assert_uint_ge(check_all(CORPUS), 67);
}
END_TEST

START_TEST(variants)
{
	ck_assert_uint_ge(check_all(VARIANTS), 17);
}
END_TEST

Suite *
golden_suite(void)
{
	Suite *s = suite_create("golden");
	TCase *tc = tcase_create("golden");

	tcase_add_test(tc, corpus);
	tcase_add_test(tc, variants);
	suite_add_tcase(s, tc);
	return s;
}
