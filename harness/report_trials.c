/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Every trial with its numbers. Those that were left out of the statistics
 * stand first and open, with the reason.
 */
#include <math.h>
#include <string.h>

#include "harness/report_num.h"
#include "harness/report_part.h"

static char *
int_text(const json_t *trial, const char *path, char buf[REPORT_NUM])
{
	int64_t v;

	if (report_int(trial, path, &v))
		return report_count(v, buf);
	snprintf(buf, REPORT_NUM, "%s", REPORT_UNKNOWN);
	return buf;
}

static void
left_out(const struct report_run *run, struct html *h)
{
	char n[REPORT_NUM];

	report_table_open(h, "cards");
	report_head(h, "Configuration", NULL, "");
	report_head(h, "repeat", "num", "");
	report_head(h, "position in the campaign", "num", "");
	report_head(h, "why it was left out", NULL, "");
	report_table_body(h);
	for (size_t i = 0; i < run->rows; i++) {
		const json_t *t;
		size_t at = 0;

		while ((t = report_trial(run, &run->row[i], &at)) != NULL) {
			const char *reason = report_text(t, "reason");

			if (report_true(t, "valid"))
				continue;
			html_open(h, "tr", "role", "row", NULL);
			html_open(
			    h, "th", "scope", "row", "role", "rowheader", NULL);
			report_row_link(h, &run->row[i]);
			html_close(h, "th");
			report_cell(
			    h, "repeat", "num", int_text(t, "repeat", n));
			report_cell(
			    h, "position", "num", int_text(t, "order", n));
			report_cell(h, "why", NULL,
			    reason == NULL ? "no reason was recorded" : reason);
			html_close(h, "tr");
		}
	}
	report_table_close(h);
}

static const struct column {
	const char *head, *path;
	enum { COUNT, RATE, SHORT, MS } form;
	bool loss; /* not given for a closed load */
} columns[] = {
	{ "sent", "derived.sent", COUNT, false },
	{ "received", "derived.received", COUNT, false },
	{ "lost", "derived.lost", COUNT, true },
	{ "residual", "derived.ledger.residual", COUNT, false },
	{ "frames/s", "derived.forwarding_pps", RATE, false },
	{ "added ns", "derived.added_ns", SHORT, false },
	{ "silence", "derived.management.silence_ms", MS, false },
	{ "p99", "derived.management.p99_ms", MS, false },
};

static const char *
value_of(const json_t *trial, const struct column *c, char buf[REPORT_NUM])
{
	double v;

	if (c->form == COUNT)
		return int_text(trial, c->path, buf);
	v = report_real(trial, c->path);
	if (c->form == RATE)
		return report_num(v, 0, buf);
	return c->form == MS ? report_ms(v, buf) : report_short(v, buf);
}

/* In the shared-kernel lab the router is never called the limit. */
static const char *
verdict_of(const struct report_run *run, const json_t *trial)
{
	const char *v = report_text(trial, "derived.verdict");

	if (v == NULL || (run->shared_kernel && strcmp(v, "dut-limited") == 0))
		return REPORT_UNKNOWN;
	return v;
}

static void
trial_line(const struct report_run *run, const struct report_row *row,
    const json_t *t, struct html *h)
{
	const char *word = report_text(t, "derived.management.word");
	char n[REPORT_NUM];

	html_open(h, "tr", "role", "row", "class",
	    report_true(t, "valid") ? NULL : "invalid", NULL);
	report_cell(h, "repeat", "num", int_text(t, "repeat", n));
	report_cell(h, "position", "num", int_text(t, "order", n));
	report_cell(
	    h, "valid", NULL, report_true(t, "valid") ? "yes" : "no: left out");
	for (size_t i = 0; i < sizeof(columns) / sizeof(columns[0]); i++)
		report_cell(h, columns[i].head, "num",
		    columns[i].loss && row->closed
			? REPORT_UNKNOWN
			: value_of(t, &columns[i], n));
	report_cell(
	    h, "management", report_word_class(word), report_word(word));
	report_cell(h, "limit", NULL, verdict_of(run, t));
	html_close(h, "tr");
}

static void
row_table(
    const struct report_run *run, const struct report_row *row, struct html *h)
{
	const json_t *t;
	size_t at = 0;

	html_raw(h, "<details><summary>");
	html_textf(h, "%s: %zu trial%s, %zu valid", row->title, row->trials,
	    row->trials == 1 ? "" : "s", row->valid);
	html_raw(h, "</summary>");
	report_table_open(h, "wide-table cards");
	report_head(h, "repeat", "num", "");
	report_head(h, "position", "num", "");
	report_head(h, "valid", NULL, "");
	for (size_t i = 0; i < sizeof(columns) / sizeof(columns[0]); i++)
		report_head(h, columns[i].head, "num", "");
	report_head(h, "management", NULL, "");
	report_head(h, "limit", NULL, "");
	report_table_body(h);
	while ((t = report_trial(run, row, &at)) != NULL)
		trial_line(run, row, t, h);
	report_table_close(h);
	html_raw(h, "</details>");
}

static int
emit(const struct report_run *run, struct report *r, struct fail *f)
{
	struct html *h = r->html;
	size_t invalid = 0;

	(void)f;
	for (size_t i = 0; i < run->rows; i++)
		invalid += run->row[i].trials - run->row[i].valid;
	if (invalid > 0)
		left_out(run, h);
	else
		html_raw(h, "<p>No trial was left out.</p>");
	for (size_t i = 0; i < run->rows; i++)
		row_table(run, &run->row[i], h);
	html_raw(h,
	    "<p class=\"caption\">With two directions the counts and "
	    "the rate are sums over both.");
	report_caption_end(h, run);
	html_raw(h, "</p>");
	return 0;
}

const struct report_section report_trials = { "trials", "Trials", report_is_run,
	emit };
