/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "harness/report_group.h"
#include "harness/report_keys.h"
#include "harness/report_part.h"

#define NAMES (2 * FP_LIST)

/* The next of "a, b, c" into key; returns what follows, NULL at the end. */
static const char *
next_name(const char *names, char *key, size_t size)
{
	size_t len = strcspn(names, ",");

	if (len == 0)
		return NULL;
	snprintf(key, size, "%.*s", (int)(len < size ? len : size - 1), names);
	return names + len + strspn(names + len, ", ");
}

static bool
has_name(const char *names, const char *wanted)
{
	char key[96];

	while ((names = next_name(names, key, sizeof(key))) != NULL)
		if (strcmp(key, wanted) == 0)
			return true;
	return false;
}

/* Each of `more` that is not in `all` yet. */
static void
merge_names(char all[NAMES], const char *more)
{
	char key[96];

	while ((more = next_name(more, key, sizeof(key))) != NULL) {
		size_t len = strlen(all);

		if (!has_name(all, key) && len + strlen(key) + 3 < NAMES)
			snprintf(all + len, NAMES - len, "%s%s",
			    len == 0 ? "" : ", ", key);
	}
}

/* Keys in which any two tables differ. */
static int
differing(const struct report_run *run, char all[NAMES], struct fail *f)
{
	enum fp_verdict verdict;
	struct fp_diff diff;

	all[0] = '\0';
	for (size_t a = 0; a < run->groups; a++)
		for (size_t b = a + 1; b < run->groups; b++) {
			if (report_group_diff(report_group_row(run, a),
				report_group_row(run, b), &verdict, &diff,
				f) < 0)
				return -1;
			merge_names(all, diff.differing);
		}
	return 0;
}

/* Keys that are not known on some row, against the first of its table. */
static int
unknown(const struct report_run *run, char all[NAMES], struct fail *f)
{
	enum fp_verdict verdict;
	struct fp_diff diff;

	all[0] = '\0';
	for (size_t i = 0; i < run->rows; i++) {
		const struct report_row *row = &run->row[i];

		if (report_group_diff(report_group_row(run, row->group), row,
			&verdict, &diff, f) < 0)
			return -1;
		merge_names(all, diff.unknown);
	}
	return 0;
}

static void
put_key(struct html *h, const char *key)
{
	html_open(h, "span", "class", "key", NULL);
	html_text(h, key);
	html_close(h, "span");
}

/* Keys of the class that are not in `except`. */
static void
equal(const struct report_run *run, const char *class_name, const char *except,
    struct html *h)
{
	char path[64], value[256];
	const char *key;
	json_t *v, *all;
	size_t n = 0;

	snprintf(path, sizeof(path), "fingerprint.%s", class_name);
	all = (json_t *)report_at(run->row[0].json, path);
	json_object_foreach(all, key, v)
	{
		if (has_name(except, key) || json_is_null(v))
			continue;
		if (n++ == 0) {
			html_open(h, "p", "class", "keys", NULL);
			html_textf(h, "Equal in %s, %s: ",
			    run->groups > 1 ? "all tables" : "the table",
			    class_name);
		} else {
			html_raw(h, " \xc2\xb7 ");
		}
		put_key(h, key);
		html_textf(
		    h, " %s", report_keyed(key, v, value, sizeof(value)));
	}
	if (n > 0)
		html_raw(h, "</p>");
}

static void
matrix(const struct report_run *run, const char *names, struct html *h)
{
	char key[96], value[256];
	const char *at = names;

	report_table_open(h, "cards keytable");
	report_head(h, "", NULL, "");
	while ((at = next_name(at, key, sizeof(key))) != NULL)
		report_head(h, key, "key", "");
	report_table_body(h);
	for (size_t g = 0; g < run->groups; g++) {
		const struct report_row *row = report_group_row(run, g);

		html_open(h, "tr", "role", "row", NULL);
		html_raw(h, "<th scope=\"row\" role=\"rowheader\">");
		report_table_link(h, g);
		html_raw(h, "</th>");
		at = names;
		while ((at = next_name(at, key, sizeof(key))) != NULL)
			report_cell(h, key, NULL,
			    report_keyed(key, report_key(row, key), value,
				sizeof(value)));
		html_close(h, "tr");
	}
	report_table_close(h);
}

int
report_keys(const struct report_run *run, struct html *h, struct fail *f)
{
	char apart[NAMES], dark[NAMES];

	if (differing(run, apart, f) < 0 || unknown(run, dark, f) < 0)
		return -1;
	if (run->groups > 1) {
		html_raw(h, "<p>");
		html_textf(h,
		    "There are %zu tables, because these method or bench keys "
		    "differ. Rows of different tables are never ranked with "
		    "each other.",
		    run->groups);
		html_raw(h, "</p>");
		matrix(run, apart, h);
	}
	equal(run, "method", apart, h);
	equal(run, "bench", apart, h);
	if (dark[0] != '\0') {
		html_open(h, "p", "class", "keys", NULL);
		html_textf(h,
		    "Comparable as far as known; not known on every row: %s.",
		    dark);
		html_raw(h, "</p>");
	}
	return 0;
}

int
report_keys_of(
    const struct report_run *run, size_t group, struct html *h, struct fail *f)
{
	const struct report_row *row = report_group_row(run, group);
	char names[NAMES], key[96], value[256];
	const char *at = names;
	size_t n = 0;

	if (run->groups < 2)
		return 0;
	if (differing(run, names, f) < 0)
		return -1;
	html_open(h, "p", "class", "keys", NULL);
	while ((at = next_name(at, key, sizeof(key))) != NULL) {
		html_raw(h, n++ == 0 ? "" : " \xc2\xb7 ");
		put_key(h, key);
		html_textf(h, " %s",
		    report_keyed(
			key, report_key(row, key), value, sizeof(value)));
	}
	html_raw(h, "</p>");
	return 0;
}
