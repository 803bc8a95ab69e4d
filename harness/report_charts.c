/* SPDX-License-Identifier: BSD-2-Clause */
/* The bar charts of one group of comparable rows. */
#include <stdlib.h>

#include "harness/report_charts.h"
#include "harness/report_part.h"

static size_t
bars_of(const struct report_run *run, size_t group, const char *name,
    bool with_direct, struct report_bar *bar)
{
	size_t n = 0;

	for (int direct = 0; direct < 1 + with_direct; direct++)
		for (size_t i = 0; i < run->rows; i++) {
			const struct report_row *row = &run->row[i];

			if (row->group != group || row->direct != direct)
				continue;
			bar[n].label = row->title;
			bar[n].reference = row->direct;
			bar[n++].stat = report_stat(row, name);
		}
	return n;
}

static const struct chart {
	const char *stat, *file, *axis;
	bool with_direct;
} charts[] = {
	{ "added_ns", "added", "added time per packet, ns", false },
	{ "forwarding_pps", "rate", "forwarding rate, frames/s", true },
};

static int
draw(const struct report_run *run, size_t group, const struct chart *c,
    struct report_bar *bar, struct report *r, struct fail *f)
{
	char name[48], label[160];
	struct report_bars bars = { .name = name,
		.axis = c->axis,
		.label = label,
		.bar = bar,
		.from_zero = c->with_direct };
	size_t known = 0;

	bars.n = bars_of(run, group, c->stat, c->with_direct, bar);
	for (size_t i = 0; i < bars.n; i++)
		known += bar[i].stat.known;
	if (known < 2)
		return 0;
	snprintf(name, sizeof(name), "%s-%zu", c->file, group + 1);
	snprintf(label, sizeof(label),
	    "Bars from 0: %s, table %zu. The numbers stand in the table.",
	    c->axis, group + 1);
	html_raw(r->html, "<figure class=\"chart\">");
	if (report_draw_bars(r, &bars, f) < 0)
		return -1;
	html_raw(r->html, "<figcaption>");
	html_textf(r->html,
	    "%c%s. Bar: median; whisker with diamond: mean "
	    "and its 95 %% interval (Student t); dots: single "
	    "trials. An interval that leaves the drawing "
	    "has no end mark.",
	    c->axis[0] - 'a' + 'A', c->axis + 1);
	if (c->with_direct)
		html_raw(r->html, " Grey: the direct path, for reference.");
	report_caption_end(r->html, run);
	html_raw(r->html, "</figcaption></figure>");
	return 0;
}

int
report_charts(const struct report_run *run, size_t group, struct report *r,
    struct fail *f)
{
	struct report_bar *bar = calloc(run->rows, sizeof(*bar));
	int rc = 0;

	if (bar == NULL)
		return fail(f, "report: no memory");
	html_raw(r->html, "<div class=\"charts\">");
	for (size_t i = 0; rc == 0 && i < sizeof(charts) / sizeof(charts[0]);
	     i++)
		rc = draw(run, group, &charts[i], bar, r, f);
	html_raw(r->html, "</div>");
	free(bar);
	return rc;
}
