/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "harness/report_frame.h"
#include "harness/report_num.h"
#include "harness/report_part.h"
#include "harness/report_stack.h"
#include "harness/report_sum.h"

static const struct report_shape shapes[2] = {
	{ 760, 14, 46, 14, 26, 10, false },
	{ 360, 14, 66, 12, 26, 4, true },
};

struct stack { /* rows that can be drawn */
	const struct report_row **row;
	struct report_sum *sum;
	size_t n;
};

void
report_swatch(struct html *h, const char *colour)
{
	fprintf(h->out,
	    "<svg class=\"swatch\" viewBox=\"0 0 12 12\" "
	    "aria-hidden=\"true\"><rect width=\"12\" height=\"12\" "
	    "fill=\"%s\"/></svg>",
	    colour);
}

unsigned
report_colour_number(const char *colour)
{
	return (unsigned)strtoul(colour + 1, NULL, 16);
}

/* Parts of one bar in path order, delivered first; the residual last. */
static double
parts(FILE *dat, const struct report_sum *s, double from, double to)
{
	double at = 0, sent = (double)s->sent;

	for (int pass = 0; pass < 2; pass++)
		for (size_t i = 0; i < s->places; i++) {
			const struct report_place *p = &s->place[i];
			double width = 100 * (double)p->frames / sent;

			if (!report_place_in_path(p) || p->frames <= 0 ||
			    report_place_delivered(p) != (pass == 0))
				continue;
			fprintf(dat, "%.9g %.9g %.4f %.4f %u\n", at, at + width,
			    from, to,
			    report_colour_number(report_place_colour(p->name)));
			at += width;
		}
	if (s->residual > 0) {
		double width = 100 * (double)s->residual / sent;

		fprintf(dat, "%.9g %.9g %.4f %.4f %u\n", at, at + width, from,
		    to, report_colour_number(REPORT_RESIDUAL_COLOUR));
		at += width;
	}
	return at;
}

static void
value_of(const struct report_run *run, const struct report_row *row,
    const struct report_sum *s, char buf[2 * REPORT_NUM])
{
	int64_t sent, lost;
	char text[REPORT_NUM], n[REPORT_NUM];
	int len;

	if (!report_row_loss(run, row, &sent, &lost))
		len = snprintf(buf, 2 * REPORT_NUM, "loss not measured");
	else if (lost == 0)
		len = snprintf(buf, 2 * REPORT_NUM, "lost 0 of %.60s",
		    report_count(sent, n));
	else
		len = snprintf(buf, 2 * REPORT_NUM, "lost %.60s",
		    report_loss(lost, sent, text));
	if (s->residual_min != 0 || s->residual_max != 0)
		snprintf(buf + len, 2 * REPORT_NUM - (size_t)len,
		    ", residual %.60s", report_count(s->residual, n));
}

/* Returns the end of the longest bar; more than 100 where the ledger counts
 * more frames than were sent. */
static double
write_rows(const struct report_run *run, const struct stack *k,
    const struct report_shape *s, struct plot *p)
{
	struct report_band band = report_band(s);
	char value[2 * REPORT_NUM];
	double top = 100;

	fprintf(p->dat, "# from %%, to %% of sent, from y, to y, colour\n");
	for (size_t i = 0; i < k->n; i++) {
		double end = parts(p->dat, &k->sum[i], (double)i + band.from,
		    (double)i + band.to);

		top = end > top ? end : top;
		value_of(run, k->row[i], &k->sum[i], value);
		report_frame_text(p->gp, s, i, k->row[i]->title, value);
	}
	return top;
}

static int
draw(const struct report_run *run, const struct stack *k, int variant,
    struct report *r, struct fail *f)
{
	const struct report_shape *s = &shapes[variant];
	struct report_axis axis;
	char name[48];
	struct plot p;

	snprintf(name, sizeof(name), "ledger-%s", report_variant[variant]);
	if (report_frame(&p, r->plot_dir, name, s, k->n, f) < 0)
		return -1;
	report_frame_title(p.gp, s, k->n, "share of the frames sent, %");
	axis = report_axis(0, write_rows(run, k, s, &p) - 1e-6, s->steps);
	report_tics(p.gp, 'x', &axis);
	fprintf(p.gp,
	    "plot data using (($1+$2)/2):(($3+$4)/2):1:2:3:4:5 "
	    "with boxxyerror lc rgb variable\n");
	html_open(r->html, "div", "class", report_variant[variant], NULL);
	if (plot_finish(&p, r->html,
		"Stacked bars: where the frames of each row ended. The "
		"numbers stand in the tables below.",
		f) < 0)
		return -1;
	html_close(r->html, "div");
	return 0;
}

static bool
has_frames(const struct stack *k, const char *name)
{
	for (size_t i = 0; i < k->n; i++) {
		const struct report_place *p =
		    report_place_find(&k->sum[i], name);

		if (p != NULL && p->frames > 0)
			return true;
	}
	return false;
}

static void
legend_line(struct html *h, const char *colour, const char *title)
{
	html_raw(h, "<li>");
	report_swatch(h, colour);
	html_text(h, title);
	html_raw(h, "</li>");
}

/* Place p of row i, where no row before has it and some row has frames. */
static void
legend_place(const struct stack *k, size_t i, size_t p, struct html *h)
{
	const struct report_place *place = &k->sum[i].place[p];

	for (size_t before = 0; before < i; before++)
		if (report_place_find(&k->sum[before], place->name) != NULL)
			return;
	if (report_place_in_path(place) && has_frames(k, place->name))
		legend_line(h, report_place_colour(place->name),
		    report_place_title(place->name));
}

static void
legend(const struct stack *k, struct html *h)
{
	bool residual = false;

	html_raw(h, "<ul class=\"legend\">");
	if (has_frames(k, "delivered"))
		legend_line(h, report_place_colour("delivered"),
		    report_place_title("delivered"));
	for (size_t i = 0; i < k->n; i++) {
		residual = residual || k->sum[i].residual > 0;
		for (size_t p = 0; p < k->sum[i].places; p++)
			if (!report_place_delivered(&k->sum[i].place[p]))
				legend_place(k, i, p, h);
	}
	if (residual)
		legend_line(
		    h, REPORT_RESIDUAL_COLOUR, "unattributed (residual)");
	html_raw(h, "</ul>");
}

static bool
delivered_known(const struct report_sum *s)
{
	const struct report_place *p = report_place_find(s, "delivered");

	return p != NULL && p->known > 0 && p->unknown == 0;
}

static void
collect(const struct report_run *run, struct stack *k)
{
	for (size_t i = 0; i < run->rows; i++) {
		struct report_sum *s = &k->sum[k->n];

		report_sum_row(run, &run->row[i], NULL, s);
		if (s->trials == 0 || s->sent <= 0 || !delivered_known(s) ||
		    run->row[i].closed)
			continue;
		k->row[k->n++] = &run->row[i];
	}
}

static int
figure(const struct report_run *run, const struct stack *k, struct report *r,
    struct fail *f)
{
	struct html *h = r->html;

	html_raw(h, "<figure class=\"stack\">");
	for (int v = 0; v < 2; v++)
		if (draw(run, k, v, r, f) < 0)
			return -1;
	legend(k, h);
	html_raw(h, "<figcaption>");
	html_raw(h, "Shares of the frames sent");
	if (!run->ledger_only)
		html_textf(h, ", sums over the valid trials of %zu of %zu rows",
		    k->n, run->rows);
	if (k->n < run->rows)
		html_raw(h,
		    "; rows with a closed load, without a count "
		    "of what was delivered or without a valid trial are not "
		    "drawn");
	html_raw(h,
	    ". A negative residual cannot be drawn: it stands in the "
	    "text beside the bar.");
	report_caption_end(h, run);
	html_raw(h, "</figcaption></figure>");
	return 0;
}

int
report_stack(const struct report_run *run, struct report *r, struct fail *f)
{
	struct stack k = { .row = calloc(run->rows, sizeof(*k.row)),
		.sum = calloc(run->rows, sizeof(*k.sum)) };
	int rc = 0;

	if (k.row == NULL || k.sum == NULL)
		rc = fail(f, "report: no memory");
	else
		collect(run, &k);
	if (rc == 0 && k.n > 0)
		rc = figure(run, &k, r, f);
	free(k.row);
	free(k.sum);
	return rc;
}
