/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "harness/report_group.h"
#include "harness/report_keys.h"

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

static void
put_key(struct html *h, const char *key)
{
	html_open(h, "span", "class", "key", NULL);
	html_text(h, key);
	html_close(h, "span");
}

/* "frame_bytes 64 · tags none": what is equal within the table. */
static void
equal(const struct report_row *row, const char *class_name, struct html *h)
{
	char path[64], value[256];
	const char *key;
	json_t *v, *all;
	size_t n = 0;

	snprintf(path, sizeof(path), "fingerprint.%s", class_name);
	all = (json_t *)report_at(row->json, path);
	if (json_object_size(all) == 0)
		return;
	html_open(h, "p", "class", "keys", NULL);
	html_textf(h, "Equal in this table (%s): ", class_name);
	json_object_foreach(all, key, v)
	{
		html_raw(h, n++ == 0 ? "" : " \xc2\xb7 ");
		put_key(h, key);
		html_textf(
		    h, " %s", report_keyed(key, v, value, sizeof(value)));
	}
	html_raw(h, "</p>");
}

/* What sets this table apart from an earlier one, with both values. */
static void
both_values(const struct report_row *a, const struct report_row *b,
    const char *names, struct html *h)
{
	char key[96], value[2][256];
	size_t n = 0;

	while ((names = next_name(names, key, sizeof(key))) != NULL) {
		const json_t *va = report_key(a, key), *vb = report_key(b, key);

		html_raw(h, n++ == 0 ? "" : ", ");
		put_key(h, key);
		if (va != NULL && vb != NULL)
			html_textf(h, " %s there, %s here",
			    report_keyed(key, va, value[0], sizeof(value[0])),
			    report_keyed(key, vb, value[1], sizeof(value[1])));
	}
}

static int
apart(
    const struct report_run *run, size_t group, struct html *h, struct fail *f)
{
	const struct report_row *row = report_group_row(run, group);
	enum fp_verdict verdict;
	struct fp_diff diff;

	for (size_t g = 0; g < group; g++) {
		const struct report_row *other = report_group_row(run, g);

		if (report_group_diff(other, row, &verdict, &diff, f) < 0)
			return -1;
		html_open(h, "p", "class", "keys", NULL);
		html_textf(h, "Not ranked with table %zu: ", g + 1);
		both_values(other, row, diff.differing, h);
		html_raw(h, ".</p>");
	}
	return 0;
}

/* Within the table: keys that are not known on every row. */
static int
unknown(
    const struct report_run *run, size_t group, struct html *h, struct fail *f)
{
	const struct report_row *first = report_group_row(run, group);
	enum fp_verdict verdict;
	struct fp_diff diff;

	for (size_t i = 0; i < run->rows; i++) {
		if (run->row[i].group != group)
			continue;
		if (report_group_diff(first, &run->row[i], &verdict, &diff, f) <
		    0)
			return -1;
		if (diff.unknown[0] == '\0')
			continue;
		html_open(h, "p", "class", "keys", NULL);
		html_textf(h, "%s: comparable as far as known; not known: %s.",
		    run->row[i].title, diff.unknown);
		html_raw(h, "</p>");
	}
	return 0;
}

/* Adds the names of the keys in which two groups differ, each once. */
static int
add_names(const struct report_run *run, size_t a, size_t b, char *all,
    size_t size, struct fail *f)
{
	const char *names;
	enum fp_verdict verdict;
	struct fp_diff diff;
	char key[96];

	if (report_group_diff(report_group_row(run, a),
		report_group_row(run, b), &verdict, &diff, f) < 0)
		return -1;
	names = diff.differing;
	while ((names = next_name(names, key, sizeof(key))) != NULL) {
		size_t len = strlen(all);

		if (!has_name(all, key) && len + strlen(key) + 3 < size)
			snprintf(all + len, size - len, "%s%s",
			    len == 0 ? "" : ", ", key);
	}
	return 0;
}

int
report_keys_title(
    const struct report_run *run, size_t group, struct html *h, struct fail *f)
{
	const struct report_row *row = report_group_row(run, group);
	char key[96], value[256], all[FP_LIST] = "";
	const char *names = all;
	size_t n = 0;

	for (size_t a = 0; a < run->groups; a++)
		for (size_t b = a + 1; b < run->groups; b++)
			if (add_names(run, a, b, all, sizeof(all), f) < 0)
				return -1;
	html_textf(h, "Table %zu", group + 1);
	while ((names = next_name(names, key, sizeof(key))) != NULL)
		html_textf(h, "%s%s %s", n++ == 0 ? ": " : ", ", key,
		    report_keyed(
			key, report_key(row, key), value, sizeof(value)));
	return 0;
}

int
report_keys(
    const struct report_run *run, size_t group, struct html *h, struct fail *f)
{
	const struct report_row *row = report_group_row(run, group);

	if (apart(run, group, h, f) < 0)
		return -1;
	equal(row, "method", h);
	equal(row, "bench", h);
	return unknown(run, group, h, f);
}
