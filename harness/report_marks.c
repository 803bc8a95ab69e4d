/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "harness/report_marks.h"

static bool
has_mark(const struct report_row *row, const char *wanted)
{
	const json_t *v;
	size_t i;

	json_array_foreach(report_at(row->json, "marks"), i, v)
	{
		if (json_is_string(v) &&
		    strcmp(json_string_value(v), wanted) == 0)
			return true;
	}

	return false;
}

static bool
in_whole_group(const struct report_run *run, size_t group, const char *wanted)
{
	for (size_t i = 0; i < run->rows; i++)
		if (run->row[i].group == group &&
		    !has_mark(&run->row[i], wanted))
			return false;
	return true;
}

/* In the shared-kernel lab the router is never called the limit; a closed
 * load is held back by its nature. */
static bool
worth_saying(const struct report_run *run, const struct report_row *row,
    const char *verdict)
{
	if (verdict == NULL || strcmp(verdict, "not-limited") == 0)
		return false;
	if (row->closed && strcmp(verdict, "flow-controlled") == 0)
		return false;
	return !run->shared_kernel || strcmp(verdict, "dut-limited") != 0;
}

void
report_marks_row(
    const struct report_run *run, const struct report_row *row, struct html *h)
{
	const char *verdict = report_text(row->json, "verdict");
	struct report_stat rate = report_stat(row, "forwarding_pps");
	const json_t *v;
	size_t i;

	html_raw(h, "<span class=\"marks\">");
	if (row->direct)
		html_raw(h, "reference: no router. ");
	if (worth_saying(run, row, verdict))
		html_textf(h, "%s. ", verdict);
	if (row->valid < row->trials)
		html_textf(h, "%zu of %zu trials left out. ",
		    row->trials - row->valid, row->trials);
	if (rate.known && rate.n != row->valid)
		html_textf(h, "The rate rests on %llu of %zu valid trials. ",
		    (unsigned long long)rate.n, row->valid);
	json_array_foreach(report_at(row->json, "marks"), i, v)
	{
		if (json_is_string(v) &&
		    !in_whole_group(run, row->group, json_string_value(v)))
			html_textf(h, "%s ", json_string_value(v));
	}

	html_raw(h, "</span>");
}

void
report_marks_group(const struct report_run *run, size_t group, struct html *h)
{
	const struct report_row *row = NULL;
	const json_t *v;
	size_t k;

	for (size_t i = 0; row == NULL && i < run->rows; i++)
		if (run->row[i].group == group)
			row = &run->row[i];
	if (row == NULL)
		return;
	json_array_foreach(report_at(row->json, "marks"), k, v)
	{
		if (json_is_string(v) &&
		    in_whole_group(run, group, json_string_value(v)))
			html_textf(h, " %s", json_string_value(v));
	}
}
