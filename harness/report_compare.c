/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The comparison: one table and two charts for each group of rows whose
 * method and bench keys are equal. Rows stand in the order of the plan:
 * there is no test of difference here, so there is no ranking either.
 */
#include <math.h>
#include <string.h>

#include "harness/report_charts.h"
#include "harness/report_keys.h"
#include "harness/report_marks.h"
#include "harness/report_num.h"
#include "harness/report_part.h"
#include "harness/report_sum.h"

static char *
whole(double v, char *buf)
{
	return report_num(v, 0, buf);
}

static void
number(
    struct html *h, const char *label, double v, char *(*print)(double, char *))
{
	char text[REPORT_NUM];

	report_cell(h, label, "num", print(v, text));
}

static void
interval(struct html *h, const char *label, const struct report_stat *s,
    char *(*print)(double, char *))
{
	char low[REPORT_NUM], high[REPORT_NUM], text[2 * REPORT_NUM];

	if (!isfinite(s->low) || !isfinite(s->high))
		snprintf(text, sizeof(text), "%s", REPORT_UNKNOWN);
	else
		snprintf(text, sizeof(text), "%.80s to %.80s",
		    print(s->low, low), print(s->high, high));
	report_cell(h, label, "num", text);
}

struct columns { /* those that a table has only where some row fills them */
	bool added, loss;
};

static void
title_cell(
    const struct report_run *run, const struct report_row *row, struct html *h)
{
	char href[96];

	snprintf(href, sizeof(href), "#cfg-%s", row->anchor + strlen("row-"));
	html_open(h, "th", "scope", "row", "role", "rowheader", NULL);
	html_open(h, "a", "href", href, NULL);
	html_text(h, row->title);
	html_raw(h, "</a>");
	report_marks_row(run, row, h);
	html_raw(h, "</th>");
}

static void
loss_cell(
    const struct report_run *run, const struct report_row *row, struct html *h)
{
	int64_t sent, lost;
	char text[REPORT_NUM];

	if (row->closed)
		report_cell(h, "Loss", "num", "not given: closed load");
	else if (!report_row_loss(run, row, &sent, &lost))
		report_cell(h, "Loss", "num", "not measured");
	else
		report_cell(h, "Loss", "num", report_loss(lost, sent, text));
}

static void
management_cells(const struct report_row *row, struct html *h)
{
	const char *word = report_text(row->json, "management");
	struct report_stat silence = report_stat(row, "silence_ms");
	struct report_stat p99 = report_stat(row, "p99_ms");

	report_cell(
	    h, "Management", report_word_class(word), report_word(word));
	number(h, "Longest silence", silence.max, report_ms);
	number(h, "p99, worst trial", p99.max, report_ms);
}

static void
added_cells(const struct report_row *row, struct html *h)
{
	struct report_stat added = report_stat(row, "added_ns");

	if (row->direct) {
		report_cell(h, "Added, median ns", "num", "reference");
		report_cell(h, "Added, 95 % interval", "num", REPORT_UNKNOWN);
		return;
	}
	number(h, "Added, median ns", added.median, report_short);
	interval(h, "Added, 95 % interval", &added, report_short);
}

static void
rate_cells(const struct report_row *row, struct html *h)
{
	struct report_stat rate = report_stat(row, "forwarding_pps");
	char n[REPORT_NUM];
	bool counted = rate.known || row->valid == 0;

	report_cell(h, "Trials (n)", "num",
	    counted ? report_count((int64_t)rate.n, n) : REPORT_UNKNOWN);
	number(h, "Rate, median", rate.median, whole);
	number(h, "Rate, min", rate.min, whole);
	number(h, "Rate, max", rate.max, whole);
	number(h, "Rate, mean", rate.mean, whole);
	interval(h, "Rate, 95 % interval", &rate, whole);
}

static void
body_row(const struct report_run *run, const struct report_row *row,
    const struct columns *c, struct html *h)
{
	struct report_stat cpu = report_stat(row, "cpu_ns_per_packet");
	struct report_stat batch = report_stat(row, "packets_per_softirq");

	html_open(h, "tr", "role", "row", "id", row->anchor, "class",
	    row->direct ? "reference" : NULL, NULL);
	title_cell(run, row, h);
	if (c->added)
		added_cells(row, h);
	rate_cells(row, h);
	if (c->loss)
		loss_cell(run, row, h);
	management_cells(row, h);
	number(h, "CPU ns/packet", cpu.median, report_short);
	number(h, "Packets/softirq", batch.median, report_short);
	html_close(h, "tr");
}

static void
heads(const struct columns *c, struct html *h)
{
	static const char empty[] = "<td role=\"cell\"></td>";
	static const char *const rate[] = { "n", "median", "min", "max", "mean",
		"95 % interval" };
	static const char *const health[] = { "verdict", "longest silence",
		"p99", "ns per packet", "packets per softirq" };

	html_raw(h, empty);
	if (c->added)
		report_head(h, "Added time per packet, ns", "group", "2");
	report_head(h, "Forwarding rate, frames/s", "group", "6");
	if (c->loss)
		html_raw(h, empty);
	report_head(h, "Management plane", "group", "3");
	report_head(h, "Router CPU", "group", "2");
	html_raw(h, "</tr><tr role=\"row\">");
	report_head(h, "Configuration", NULL, "");
	if (c->added) {
		report_head(h, "median", "num", "");
		report_head(h, "95 % interval", "num", "");
	}
	for (size_t i = 0; i < sizeof(rate) / sizeof(rate[0]); i++)
		report_head(h, rate[i], "num", "");
	if (c->loss)
		report_head(h, "Loss", "num", "");
	for (size_t i = 0; i < sizeof(health) / sizeof(health[0]); i++)
		report_head(h, health[i], i == 0 ? NULL : "num", "");
}

static struct columns
columns_of(const struct report_run *run, size_t group)
{
	struct columns c = { .added = false };

	for (size_t i = 0; i < run->rows; i++) {
		const struct report_row *row = &run->row[i];

		if (row->group != group)
			continue;
		c.added = c.added || report_stat(row, "added_ns").known;
		c.loss = c.loss || !row->closed;
	}
	return c;
}

static void
table(const struct report_run *run, size_t group, struct html *h)
{
	struct columns c = columns_of(run, group);

	report_table_open(h, "wide-table cards");
	heads(&c, h);
	report_table_body(h);
	for (int direct = 0; direct < 2; direct++)
		for (size_t i = 0; i < run->rows; i++)
			if (run->row[i].group == group &&
			    run->row[i].direct == direct)
				body_row(run, &run->row[i], &c, h);
	report_table_close(h);
}

/* The honest word on order: which pairs cannot be told apart by eye. */
static void
overlaps(const struct report_run *run, size_t group, struct html *h)
{
	size_t pairs = 0, over = 0;

	for (size_t i = 0; i < run->rows; i++)
		for (size_t k = i + 1; k < run->rows; k++) {
			struct report_stat a, b;

			if (run->row[i].group != group ||
			    run->row[k].group != group || run->row[i].direct ||
			    run->row[k].direct)
				continue;
			a = report_stat(&run->row[i], "forwarding_pps");
			b = report_stat(&run->row[k], "forwarding_pps");
			if (!isfinite(a.low) || !isfinite(b.low))
				continue;
			pairs++;
			over += a.low <= b.high && b.low <= a.high;
		}
	if (pairs > 0)
		html_textf(h,
		    " The 95 %% intervals of the forwarding rate overlap in "
		    "%zu of %zu pairs of configurations; no test of "
		    "difference was made.",
		    over, pairs);
}

static void
heading(const struct report_run *run, size_t group, struct html *h)
{
	size_t routed = 0, direct = 0;
	char id[32];

	for (size_t i = 0; i < run->rows; i++)
		if (run->row[i].group == group) {
			routed += !run->row[i].direct;
			direct += run->row[i].direct;
		}
	snprintf(id, sizeof(id), "table-%zu", group + 1);
	html_open(h, "h3", "id", id, NULL);
	html_textf(h, "Table %zu: ", group + 1);
	if (routed > 0)
		html_textf(
		    h, "%zu configuration%s", routed, routed == 1 ? "" : "s");
	if (direct > 0)
		html_textf(h, "%sthe path without a router",
		    routed > 0 ? " and " : "");
	html_close(h, "h3");
}

static int
emit_group(const struct report_run *run, size_t group, struct report *r,
    struct fail *f)
{
	struct html *h = r->html;

	heading(run, group, h);
	if (report_keys_of(run, group, h, f) < 0)
		return -1;
	table(run, group, h);
	html_open(h, "p", "class", "caption", NULL);
	html_textf(h, "Table %zu. Rows in the order of the plan.", group + 1);
	report_marks_group(run, group, h);
	overlaps(run, group, h);
	report_caption_end(h, run);
	html_raw(h, "</p>");
	return report_charts(run, group, r, f);
}

static void
reading(struct html *h)
{
	html_raw(h,
	    "<p class=\"caption general\">Forwarding rate: distinct frames "
	    "at the sink divided by the counted window, by the "
	    "sink\xe2\x80\x99s clock. Loss: frames sent less distinct frames "
	    "received, over "
	    "all valid trials; none in n frames is printed with its bound, "
	    "below 3/n at 95 %. Management: OK means p99 up to 100 ms and "
	    "silence under 1 s; sluggish is above; livelock is silence of 2 s "
	    "or more, or half of a second\xe2\x80\x99s probes lost for 2 s; "
	    "silence and p99 are those of the worst trial. An en dash means "
	    "not known.</p>");
}

static int
emit(const struct report_run *run, struct report *r, struct fail *f)
{
	if (report_keys(run, r->html, f) < 0)
		return -1;
	for (size_t g = 0; g < run->groups; g++)
		if (emit_group(run, g, r, f) < 0)
			return -1;
	reading(r->html);
	return 0;
}

const struct report_section report_compare = { "compare", "Comparison",
	report_is_run, emit };
