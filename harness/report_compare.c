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

/* In the shared-kernel lab the router is never called the limit. */
static bool
worth_saying(const struct report_run *run, const char *verdict)
{
	if (verdict == NULL || strcmp(verdict, "not-limited") == 0)
		return false;
	return !run->shared_kernel || strcmp(verdict, "dut-limited") != 0;
}

static void
title_cell(
    const struct report_run *run, const struct report_row *row, struct html *h)
{
	const char *verdict = report_text(row->json, "verdict");
	char href[96];
	const json_t *mark;
	size_t i;

	snprintf(href, sizeof(href), "#cfg-%s", row->anchor + strlen("row-"));
	html_open(h, "th", "scope", "row", "role", "rowheader", NULL);
	html_open(h, "a", "href", href, NULL);
	html_text(h, row->title);
	html_raw(h, "</a><span class=\"marks\">");
	if (row->direct)
		html_raw(h, "reference: no router. ");
	if (row->closed)
		html_raw(h, "closed load. ");
	if (worth_saying(run, verdict))
		html_textf(h, "%s. ", verdict);
	if (row->valid < row->trials)
		html_textf(h, "%zu of %zu trials left out. ",
		    row->trials - row->valid, row->trials);
	json_array_foreach(report_at(row->json, "marks"), i, mark) html_textf(
	    h, "%s ", json_is_string(mark) ? json_string_value(mark) : "");
	html_raw(h, "</span></th>");
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
body_row(
    const struct report_run *run, const struct report_row *row, struct html *h)
{
	struct report_stat rate = report_stat(row, "forwarding_pps");
	struct report_stat added = report_stat(row, "added_ns");
	struct report_stat cpu = report_stat(row, "cpu_ns_per_packet");
	struct report_stat batch = report_stat(row, "packets_per_softirq");
	char n[REPORT_NUM];

	html_open(h, "tr", "role", "row", "id", row->anchor, "class",
	    row->direct ? "reference" : NULL, NULL);
	title_cell(run, row, h);
	if (row->direct) {
		report_cell(h, "Added, median ns", "num", "reference");
		report_cell(h, "Added, 95 % interval", "num", REPORT_UNKNOWN);
	} else {
		number(h, "Added, median ns", added.median, report_short);
		interval(h, "Added, 95 % interval", &added, report_short);
	}
	report_cell(h, "Trials (n)", "num", report_count((int64_t)rate.n, n));
	number(h, "Rate, median", rate.median, whole);
	number(h, "Rate, min", rate.min, whole);
	number(h, "Rate, max", rate.max, whole);
	number(h, "Rate, mean", rate.mean, whole);
	interval(h, "Rate, 95 % interval", &rate, whole);
	loss_cell(run, row, h);
	management_cells(row, h);
	number(h, "CPU ns/packet", cpu.median, report_short);
	number(h, "Packets/softirq", batch.median, report_short);
	html_close(h, "tr");
}

static void
heads(struct html *h)
{
	static const struct {
		const char *text, *class, *span;
	} top[] = {
		{ "", NULL, "" },
		{ "Added time per packet, ns", "group", "2" },
		{ "Forwarding rate, frames/s", "group", "6" },
		{ "", NULL, "" },
		{ "Management plane", "group", "3" },
		{ "Router CPU", "group", "2" },
	};
	static const char *const low[] = { "Configuration", "median",
		"95 % interval", "n", "median", "min", "max", "mean",
		"95 % interval", "Loss", "verdict", "longest silence", "p99",
		"ns per packet", "packets per softirq" };

	for (size_t i = 0; i < sizeof(top) / sizeof(top[0]); i++)
		if (*top[i].text == '\0')
			html_raw(h, "<td role=\"cell\"></td>");
		else
			report_head(h, top[i].text, top[i].class, top[i].span);
	html_raw(h, "</tr><tr role=\"row\">");
	for (size_t i = 0; i < sizeof(low) / sizeof(low[0]); i++)
		report_head(h, low[i], i == 0 ? NULL : "num", "");
}

static void
table(const struct report_run *run, size_t group, struct html *h)
{
	report_table_open(h, "wide-table cards");
	heads(h);
	report_table_body(h);
	for (int direct = 0; direct < 2; direct++)
		for (size_t i = 0; i < run->rows; i++)
			if (run->row[i].group == group &&
			    run->row[i].direct == direct)
				body_row(run, &run->row[i], h);
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

static int
emit_group(const struct report_run *run, size_t group, struct report *r,
    struct fail *f)
{
	struct html *h = r->html;
	html_open(h, "h3", NULL);
	if (report_keys_title(run, group, h, f) < 0)
		return -1;
	html_close(h, "h3");
	if (report_keys(run, group, h, f) < 0)
		return -1;
	table(run, group, h);
	html_open(h, "p", "class", "caption", NULL);
	html_textf(h, "Table %zu. Rows in the order of the plan.", group + 1);
	overlaps(run, group, h);
	report_caption_end(h, run);
	html_raw(h, "</p>");
	return report_charts(run, group, r, f);
}

static void
reading(struct html *h)
{
	html_raw(h,
	    "<p class=\"caption general\">Forwarding rate: distinct frames at "
	    "the "
	    "sink divided by the counted window, by the sink\xe2\x80\x99s "
	    "clock. Loss: frames sent less distinct frames received, over "
	    "all valid trials; none in n frames is printed with its bound, "
	    "below 3/n at 95 %. Management: OK means p99 up to 100 ms and "
	    "silence under 1 s; sluggish is above; livelock is silence of 2 s "
	    "or more, or half of a second\xe2\x80\x99s probes lost for 2 s; "
	    "silence and p99 are those of the worst trial. An en dash means "
	    "not known. Rows of different tables differ in method or bench "
	    "keys and are never ranked with each other.</p>");
}

static int
emit(const struct report_run *run, struct report *r, struct fail *f)
{
	for (size_t g = 0; g < run->groups; g++)
		if (emit_group(run, g, r, f) < 0)
			return -1;
	reading(r->html);
	return 0;
}

const struct report_section report_compare = { "compare", "Comparison", NULL,
	emit };
