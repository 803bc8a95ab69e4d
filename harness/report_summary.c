/* SPDX-License-Identifier: BSD-2-Clause */
/* What the run says, in words that are computed from it. */
#include <math.h>
#include <string.h>

#include "harness/report_num.h"
#include "harness/report_part.h"
#include "harness/report_sum.h"

static void
campaign(const struct report_run *run, struct html *h)
{
	size_t configurations = 0, direct = 0, trials = 0, valid = 0;
	const char *order = report_text(run->root, "run.order");
	const char *unit = report_text(run->root, "run.repeat_unit");

	for (size_t i = 0; i < run->rows; i++) {
		configurations += !run->row[i].direct;
		direct += run->row[i].direct;
		trials += run->row[i].trials;
		valid += run->row[i].valid;
	}
	html_raw(h, "<p>");
	html_textf(h, "%zu configuration%s of the router", configurations,
	    configurations == 1 ? "" : "s");
	if (direct > 0)
		html_textf(h, " and %zu reference path%s without it", direct,
		    direct == 1 ? "" : "s");
	html_textf(h,
	    ", in %zu comparable group%s. %zu of %zu trials are valid",
	    run->groups, run->groups == 1 ? "" : "s", valid, trials);
	if (valid + 1 == trials)
		html_raw(h,
		    "; the other one is shown with the reason and left "
		    "out of every statistic");
	else if (valid < trials)
		html_textf(h,
		    "; the other %zu are shown with the reason and left out "
		    "of every statistic",
		    trials - valid);
	html_raw(h, ".");
	if (order != NULL)
		html_textf(h, " Order of the trials: %s.", order);
	if (unit != NULL)
		html_textf(h, " Repeat unit: %s.", unit);
	html_raw(h, "</p>");
}

static void
extreme(
    struct html *h, const struct report_row *row, const struct report_stat *s)
{
	char n[REPORT_NUM];

	html_textf(h, "%s ns (", report_short(s->median, n));
	report_row_link(h, row);
	html_raw(h, ")");
}

/* The spread of the headline within one group, never over two. */
static void
headline(const struct report_run *run, size_t group, struct html *h)
{
	const struct report_row *low = NULL, *high = NULL;
	struct report_stat a = { .n = 0 }, b = { .n = 0 };

	for (size_t i = 0; i < run->rows; i++) {
		const struct report_row *row = &run->row[i];
		struct report_stat s = report_stat(row, "added_ns");

		if (row->group != group || row->direct || !s.known)
			continue;
		if (low == NULL || s.median < a.median) {
			low = row;
			a = s;
		}
		if (high == NULL || s.median > b.median) {
			high = row;
			b = s;
		}
	}
	if (low == NULL)
		return;
	html_raw(h, "<li>");
	html_textf(h, "Table %zu: median added time per packet ", group + 1);
	if (low != high)
		html_raw(h, "from ");
	extreme(h, low, &a);
	if (low != high) {
		html_raw(h, " to ");
		extreme(h, high, &b);
		if (isfinite(a.high) && isfinite(b.low))
			html_textf(h, "; their 95 %% intervals %s",
			    a.high < b.low ? "do not overlap" : "overlap");
	}
	html_raw(h, ".</li>");
}

/* What the ledgers leave open, row by row. */
static void
residuals(const struct report_run *run, struct html *h)
{
	size_t named = 0, dark = 0, known = 0;

	for (size_t i = 0; i < run->rows; i++) {
		struct report_sum sum;
		char n[REPORT_NUM];

		report_sum_row(run, &run->row[i], NULL, &sum);
		known += sum.trials > sum.residual_unknown;
		dark += sum.residual_unknown > 0;
		if (sum.residual_min == 0 && sum.residual_max == 0)
			continue;
		html_raw(h,
		    named++ == 0 ? " Frames that no counter explains: " : ", ");
		html_textf(h, "%s in ", report_count(sum.residual, n));
		report_row_link(h, &run->row[i]);
	}
	if (named > 0)
		html_raw(h, ".");
	if (dark > 0)
		html_textf(h, " Residual not known in %zu row%s.", dark,
		    dark == 1 ? "" : "s");
	if (named == 0 && dark == 0 && known > 0)
		html_raw(h,
		    " The ledger of every valid trial closes with a "
		    "residual of 0.");
}

static void
losses(const struct report_run *run, struct html *h)
{
	size_t none = 0, some = 0;

	for (size_t i = 0; i < run->rows; i++) {
		const struct report_row *row = &run->row[i];
		int64_t sent, lost;

		if (row->closed || !report_row_loss(run, row, &sent, &lost))
			continue;
		none += lost == 0;
		some += lost != 0;
	}
	html_raw(h, "<li>");
	if (none + some > 0)
		html_textf(h,
		    "Loss: %zu of the %zu paths under open load lost "
		    "frames.",
		    some, none + some);
	else
		html_raw(h, "Loss: no path under open load was measured.");
	residuals(run, h);
	html_raw(h, "</li>");
}

static void
word_rows(const struct report_run *run, const char *word, bool names,
    struct html *h, size_t *said)
{
	size_t n = 0, shown = 0;

	for (size_t i = 0; i < run->rows; i++)
		n += strcmp(report_word(
				report_text(run->row[i].json, "management")),
			 report_word(word)) == 0;
	if (n == 0)
		return;
	html_textf(
	    h, "%s%s in %zu", (*said)++ == 0 ? "" : ", ", report_word(word), n);
	for (size_t i = 0; names && i < run->rows; i++) {
		if (strcmp(report_word(
			       report_text(run->row[i].json, "management")),
			report_word(word)) != 0)
			continue;
		html_raw(h, shown++ == 0 ? " (" : ", ");
		report_row_link(h, &run->row[i]);
	}
	if (shown > 0)
		html_raw(h, ")");
}

static void
management(const struct report_run *run, struct html *h)
{
	size_t said = 0;

	html_raw(h, "<li>Management plane under load: ");
	word_rows(run, "ok", false, h, &said);
	word_rows(run, "sluggish", true, h, &said);
	word_rows(run, "livelock", true, h, &said);
	word_rows(run, "not-measured", true, h, &said);
	html_raw(h, ".</li>");
}

static void
calibration(const struct report_run *run, struct html *h)
{
	const json_t *c = report_at(run->root, "calibration");
	double median = report_real(c, "forwarding_pps.median");
	const char *engine = report_text(c, "engine");
	char n[REPORT_NUM];

	if (!isfinite(median))
		return;
	html_raw(h, "<li>");
	html_textf(h,
	    "Generator calibration, back to back without the router: median "
	    "%s frames/s",
	    report_num(median, 0, n));
	if (engine != NULL)
		html_textf(h, " with engine %s", engine);
	html_raw(h, ".");
	if (report_text(c, "note") != NULL)
		html_textf(h, " %s", report_text(c, "note"));
	html_raw(h, "</li>");
}

static int
emit(const struct report_run *run, struct report *r, struct fail *f)
{
	struct html *h = r->html;

	(void)f;
	campaign(run, h);
	html_raw(h, "<ul class=\"findings\">");
	for (size_t g = 0; g < run->groups; g++)
		headline(run, g, h);
	losses(run, h);
	management(run, h);
	calibration(run, h);
	html_raw(h, "</ul>");
	if (run->shared_kernel)
		html_raw(h,
		    "<p class=\"notice\">One kernel plays generator, router "
		    "and sink, and they share its CPUs. <strong>Compare "
		    "configurations here only, not a router\xe2\x80\x99s "
		    "capacity.</strong> The headline is the time that the "
		    "router adds to each packet, 1/routed \xe2\x88\x92 "
		    "1/direct, with the direct path measured interleaved in "
		    "the same campaign.</p>");
	return 0;
}

const struct report_section report_summary = { "summary", "Summary",
	report_is_run, emit };
