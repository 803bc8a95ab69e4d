/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Every configuration: the subject keys in which the rows differ as a table,
 * those that all share in one line, and the rules as applied.
 */
#include <string.h>

#include "harness/report_num.h"
#include "harness/report_part.h"

#define COLUMNS 10 /* keys beside each other; the rest is in run.json */

static const json_t *
subject_of(const struct report_row *row)
{
	return report_at(row->json, "fingerprint.subject");
}

static bool
same_in_all(const struct report_run *run, const char *key)
{
	const json_t *first = json_object_get(subject_of(&run->row[0]), key);

	for (size_t i = 1; i < run->rows; i++) {
		const json_t *v =
		    json_object_get(subject_of(&run->row[i]), key);

		if ((v == NULL) != (first == NULL) ||
		    (v != NULL && !json_equal(v, first)))
			return false;
	}
	return true;
}

static bool
listed(const char *const *keys, size_t n, const char *key)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(keys[i], key) == 0)
			return true;
	return false;
}

/* Keys that some row has, all rows alike or not, in order of appearance. */
static size_t
collect(const struct report_run *run, bool same, const char **keys, size_t cap)
{
	size_t n = 0;

	for (size_t i = 0; i < run->rows; i++) {
		const char *key;
		json_t *v;

		json_object_foreach((json_t *)subject_of(&run->row[i]), key, v)
		{
			if (n < cap && !listed(keys, n, key) &&
			    same_in_all(run, key) == same)
				keys[n++] = key;
		}
	}
	return n;
}

static void
shared(const struct report_run *run, struct html *h)
{
	const char *keys[64];
	size_t n = collect(run, true, keys, 64);
	char text[256];

	if (n == 0)
		return;
	html_raw(h, "<p class=\"keys\">The same in every row: ");
	for (size_t i = 0; i < n; i++) {
		html_raw(h, i == 0 ? "" : " \xc2\xb7 ");
		html_open(h, "span", "class", "key", NULL);
		html_text(h, keys[i]);
		html_close(h, "span");
		html_textf(h, " %s",
		    report_keyed(keys[i],
			json_object_get(subject_of(&run->row[0]), keys[i]),
			text, sizeof(text)));
	}
	html_raw(h, "</p>");
}

static const struct report_row *
row_named(const struct report_run *run, const char *id)
{
	for (size_t i = 0; id != NULL && i < run->rows; i++)
		if (strcmp(run->row[i].id, id) == 0)
			return &run->row[i];
	return NULL;
}

static void
links(const struct report_row *row, struct html *h)
{
	char numbers[96], ledger[96];

	html_open(h, "td", "role", "cell", NULL);
	html_raw(h,
	    "<span class=\"label\" aria-hidden=\"true\">see</span>"
	    "<span>");
	snprintf(numbers, sizeof(numbers), "#%s", row->anchor);
	html_open(h, "a", "href", numbers, NULL);
	html_raw(h, "numbers</a>, ");
	snprintf(
	    ledger, sizeof(ledger), "#ledger-%s", row->anchor + strlen("row-"));
	html_open(h, "a", "href", ledger, NULL);
	html_raw(h, "ledger</a></span></td>");
}

static void
line(const struct report_run *run, const struct report_row *row,
    const char *const *keys, size_t n, struct html *h)
{
	const struct report_row *against =
	    row_named(run, report_text(row->json, "against"));
	char id[96], text[256];

	snprintf(id, sizeof(id), "cfg-%s", row->anchor + strlen("row-"));
	html_open(h, "tr", "role", "row", "id", id, NULL);
	html_open(h, "th", "scope", "row", "role", "rowheader", NULL);
	html_text(h, row->title);
	html_close(h, "th");
	report_cell(h, "row", "mono", row->id);
	for (size_t i = 0; i < n; i++)
		report_cell(h, keys[i], NULL,
		    report_keyed(keys[i],
			json_object_get(subject_of(row), keys[i]), text,
			sizeof(text)));
	report_cell(h, "added time against", "mono",
	    against == NULL ? REPORT_UNKNOWN : against->id);
	links(row, h);
	html_close(h, "tr");
}

static void
table(const struct report_run *run, struct html *h)
{
	const char *keys[COLUMNS];
	size_t n = collect(run, false, keys, COLUMNS);

	report_table_open(h, "cards");
	report_head(h, "Configuration", NULL, "");
	report_head(h, "row", NULL, "");
	for (size_t i = 0; i < n; i++)
		report_head(h, keys[i], NULL, "");
	report_head(h, "added time against", NULL, "");
	report_head(h, "see", NULL, "");
	report_table_body(h);
	for (size_t i = 0; i < run->rows; i++)
		line(run, &run->row[i], keys, n, h);
	report_table_close(h);
}

static int
emit(const struct report_run *run, struct report *r, struct fail *f)
{
	struct html *h = r->html;

	(void)f;
	table(run, h);
	shared(run, h);
	for (size_t i = 0; i < run->rows; i++) {
		const char *rules = report_text(run->row[i].json, "rules");

		if (rules == NULL || *rules == '\0')
			continue;
		html_raw(h, "<details><summary>");
		html_textf(h, "%s: as applied", run->row[i].title);
		html_raw(h, "</summary>");
		html_element(h, "pre", rules);
		html_raw(h, "</details>");
	}
	return 0;
}

const struct report_section report_rows = { "configurations", "Configurations",
	report_is_run, emit };
