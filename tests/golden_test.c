/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The corpus: every listing of tests/data/corpus as it is and as mail makes
 * it (CR LF, quoted, wrapped, blanks as tabs, all of it), against every value that it must give.
 */
#include "tests/unit.h"

#include <dirent.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collector/session.h"

Suite *golden_suite(void);

#define CORPUS TEST_DATA "/corpus/"
/* The same kinds from other systems, in the same form; made by hand. */
#define VARIANTS TEST_DATA "/variants/"
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

/* ---- the sample as mail makes it ------------------------------------------ */

static const struct dress {
	const char *name, *before, *behind; /* of each line */
	size_t wrap; /* 0: not at all */
	bool tabs; /* for blanks */
} dresses[] = {
	{ "plain", "", "\n", 0, false },
	{ "CR LF", "", "\r\n", 0, false },
	{ "quoted", "> ", "  \n", 0, false },
	{ "wrapped", "", "\n", 72, false },
	{ "quoted twice", ">> ", "\n", 0, false },
	{ "tabs, trailing blanks", "", "  \t\n", 0, true },
	{ "wrapped, quoted", "> ", "\n", 72, false },
	{ "all", "> ", " \t\r\n", 76, true },
};

/* Two blanks or more up to a tab stop become a tab. */
static char *
tabbed(const char *text)
{
	char *out = malloc(strlen(text) + 1), *o = out;
	size_t column = 0, blanks = 0;

	for (; *text != '\0'; text++) {
		if (*text == ' ') {
			blanks++;
			if (++column % 8 != 0)
				continue;
			*o++ = blanks > 1 ? '\t' : ' ';
			blanks = 0;
			continue;
		}
		for (; blanks > 0; blanks--)
			*o++ = ' ';
		*o++ = *text;
		column = *text == '\n' ? 0
		    : *text == '\t'    ? (column / 8 + 1) * 8
				       : column + 1;
	}
	*o = '\0';
	return out;
}

/* Where a mailer breaks this line: after `n` bytes, 0 for not at all. */
static size_t
break_at(const char *p, size_t len, size_t wrap)
{
	size_t n = wrap;

	if (len <= wrap)
		return 0;
	while (n > 0 && p[n] != ' ')
		n--;
	return n;
}

static char *
dressed(const char *text, const struct dress *d)
{
	char *own = d->tabs ? tabbed(text) : strdup(text);
	size_t size = strlen(text) * 12 + 16, len = 0;
	char *out = malloc(size);

	for (const char *p = own; *p != '\0';) {
		size_t n = strcspn(p, "\n");
		size_t cut = d->wrap > 0 ? break_at(p, n, d->wrap) : 0;

		len += (size_t)sprintf(out + len, "%s%.*s%s", d->before,
		    (int)(cut > 0 ? cut : n), p, d->behind);
		p += cut > 0 ? cut + 1 : n + (p[n] == '\n');
	}
	out[len] = '\0';
	free(own);
	return out;
}

/* ---- running ------------------------------------------------------------ */

static char *
slurp(const char *path)
{
	FILE *f = fopen(path, "r");
	char *text;
	long size;

	ck_assert_msg(f != NULL, "%s", path);
	fseek(f, 0, SEEK_END);
	size = ftell(f);
	rewind(f);
	text = malloc((size_t)size + 1);
	ck_assert_uint_eq(fread(text, 1, (size_t)size, f), (size_t)size);
	text[size] = '\0';
	fclose(f);
	return text;
}

static json_t *
data_of(const struct session *s, const char *kind)
{
	struct result *r = result_new("netcollect", "test");
	json_t *all, *data = NULL;
	char *text;

	for (size_t i = 0; i < s->n; i++)
		if (!s->v[i].joined && strcmp(s->v[i].kind, kind) == 0)
			value_emit(s->v[i].data, r, "data");
	text = result_string(r);
	result_free(r);
	ck_assert_ptr_nonnull(text);
	all = json_loads(text, 0, NULL);
	free(text);
	data = json_incref(json_object_get(all, "data"));
	json_decref(all);
	return data;
}

static void
check_one(const char *name, const json_t *sample, const char *text,
    const struct dress *d)
{
	const char *kind = json_string_value(json_object_get(sample, "kind"));
	json_t *want = json_object_get(sample, "expect"), *have;
	struct session s = { .n = 0 };
	struct session_ask ask = { .os = NULL };
	char os[80], where[ROW_MAX] = "";
	struct fail f = { "" };
	struct within w = { json_number_value(
				json_object_get(want, "tolerance_percent")) /
		100 };
	char *dress = dressed(text, d);

	snprintf(os, sizeof(os), "%s-%s",
	    json_string_value(json_object_get(sample, "os")),
	    json_string_value(json_object_get(sample, "version")));
	ck_assert_int_eq(
	    session_os(strncmp(os, "any", 3) == 0 ? "Linux" : os, &ask, &f), 0);
	ask.command = json_string_value(json_object_get(sample, "command"));
	ck_assert_int_eq(session_read(&s, dress, strlen(dress), &ask, &f), 0);
	session_join(&s);
	have = data_of(&s, kind);
	ck_assert_msg(have != NULL, "%s (%s): no listing of kind %s", name,
	    d->name, kind);
	keep_only(want, have);
	ck_assert_msg(same(want, have, w, where, sizeof(where)), "%s (%s): %s",
	    name, d->name, where);
	check_gain(name, want, have);
	check_must_not(name, sample, have);
	json_decref(have);
	session_free(&s);
}

static int
compare_names(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static size_t
samples(const char *dir, char *names[], size_t cap)
{
	DIR *d = opendir(dir);
	struct dirent *e;
	size_t n = 0;

	ck_assert_ptr_nonnull(d);
	while ((e = readdir(d)) != NULL && n < cap) {
		size_t len = strlen(e->d_name);

		if (len > 12 &&
		    strcmp(e->d_name + len - 12, ".expect.json") == 0)
			names[n++] = strndup(e->d_name, len - 12);
	}
	closedir(d);
	qsort(names, n, sizeof(*names), compare_names);
	return n;
}

static size_t
check_all(const char *dir, const struct dress *d)
{
	char *names[256], path[300];
	size_t n = samples(dir, names, COUNT(names)), compared = 0;

	for (size_t i = 0; i < n; i++) {
		json_t *sample;
		char *text;

		snprintf(path, sizeof(path), "%s%s.expect.json", dir, names[i]);
		sample = json_load_file(path, 0, NULL);
		ck_assert_msg(sample != NULL, "%s", path);
		snprintf(path, sizeof(path), "%s%s.txt", dir, names[i]);
		text = slurp(path);
		/* ledgers are compared by tests/cli */
		if (strcmp(json_string_value(json_object_get(sample, "kind")),
			"ledger") != 0) {
			check_one(names[i], sample, text, d);
			compared++;
		}
		free(text);
		json_decref(sample);
		free(names[i]);
	}
	return compared;
}

START_TEST(corpus)
{
	ck_assert_uint_ge(check_all(CORPUS, &dresses[_i]), 67);
}
END_TEST

START_TEST(variants)
{
	ck_assert_uint_ge(check_all(VARIANTS, &dresses[_i]), 17);
}
END_TEST

Suite *
golden_suite(void)
{
	Suite *s = suite_create("golden");
	TCase *tc = tcase_create("golden");

	tcase_add_loop_test(tc, corpus, 0, COUNT(dresses));
	tcase_add_loop_test(tc, variants, 0, COUNT(dresses));
	suite_add_tcase(s, tc);
	return s;
}
