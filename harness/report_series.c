/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Frames per second over time, one small drawing for each row: every trial a
 * thin line, from the series of the sink's document; the generator's own
 * series in grey behind it.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/report_frame.h"
#include "harness/report_num.h"
#include "harness/report_part.h"

#define WIDTH 360
#define HEIGHT 250
#define FONT 14
#define INTERVALS_MAX 100000
#define WIDEST_NS 3600000000000 /* an interval of one hour */

struct lines { /* what was written so far */
	size_t grey, forward, reverse;
	double top, end; /* frames/s, s */
	int64_t interval_ns;
};

struct span { /* of a blast, monotonic */
	int64_t from, to;
};

static const json_t *
document(const json_t *trial, const char *role, const char *direction)
{
	const json_t *node;
	size_t i;

	json_array_foreach(report_at(trial, "nodes"), i, node)
	{
		const char *r = report_text(node, "role");
		const char *d = report_text(node, "direction");

		if (r == NULL || strcmp(r, role) != 0)
			continue;
		if (d == NULL || strcmp(d, direction) == 0)
			return report_at(node, "document");
	}
	return NULL;
}

/* One interval that ends at `end`, if the blast holds it whole. */
static void
point(FILE *dat, int64_t end, double frames, const struct span *blast,
    struct lines *l)
{
	int64_t width = l->interval_ns;
	double at, pps;

	if (end < width || end - width < blast->from || end > blast->to)
		return;
	at = (double)(end - blast->from - width / 2) / 1e9;
	pps = frames * 1e9 / (double)width;
	fprintf(dat, "%.4f %.6g\n", at, pps);
	l->top = fmax(l->top, pps);
	l->end = fmax(l->end, at + (double)width / 2e9);
}

/* Empty intervals from one end to before another: not listed, but there. */
static void
zeros(FILE *dat, int64_t end, int64_t before, const struct span *blast,
    struct lines *l)
{
	for (int n = 0; end < before && n < INTERVALS_MAX; n++) {
		point(dat, end, 0, blast, l);
		end += l->interval_ns;
	}
}

/*
 * A block of (s, frames/s): each whole interval within the blast by its own
 * length, its middle as the time. Intervals without a frame at both ends are
 * not in the series. Returns false where there is no series.
 */
static bool
block(
    FILE *dat, const json_t *series, const struct span *blast, struct lines *l)
{
	const json_t *t = report_at(series, "t_ns");
	const json_t *v = report_at(series, "v"), *end;
	size_t i, n = json_array_size(t);
	int64_t first, last;

	if (t == NULL || json_array_size(v) != n ||
	    !report_int(series, "interval_ns", &l->interval_ns) ||
	    l->interval_ns <= 0 || l->interval_ns > WIDEST_NS)
		return false;
	first = json_integer_value(json_array_get(t, 0));
	last = n > 0 ? json_integer_value(json_array_get(t, n - 1)) : 0;
	if (n == 0)
		first = last = blast->from;
	if (first < 0 || last < first || last > INT64_MAX / 2)
		return false;
	fprintf(dat, "NaN NaN\n"); /* no block is empty */
	zeros(dat,
	    first - (first - blast->from) / l->interval_ns * l->interval_ns,
	    first, blast, l);
	json_array_foreach(t, i, end)
	{
		const json_t *frames = json_array_get(v, i);

		if (json_is_number(frames) && json_is_integer(end))
			point(dat, json_integer_value(end),
			    json_number_value(frames), blast, l);
	}
	zeros(dat, last + l->interval_ns, blast->to + 1, blast, l);
	fprintf(dat, "\n\n");
	return true;
}

static bool
one(FILE *dat, const json_t *trial, const char *role, const char *direction,
    struct lines *l)
{
	const json_t *doc = document(trial, role, direction);
	const json_t *generator = document(trial, "generator", direction);
	const char *path =
	    strcmp(role, "sink") == 0 ? "series.received" : "series.taken";
	int64_t repeat = 0;
	struct span blast;

	if (!report_int(generator, "time.start_ns", &blast.from) ||
	    !report_int(generator, "time.finish_ns", &blast.to) ||
	    blast.from < 0 || blast.to < blast.from)
		return false;
	report_int(trial, "repeat", &repeat);
	fprintf(dat, "# trial %lld, %s, %s: s, frames/s\n", (long long)repeat,
	    role, direction);
	return block(dat, report_at(doc, path), &blast, l);
}

/* Blocks in drawing order: generators, forward sinks, reverse sinks. */
static void
write_blocks(const struct report_run *run, const struct report_row *row,
    FILE *dat, struct lines *l)
{
	const struct {
		const char *role, *direction;
		size_t *count;
	} passes[] = { { "generator", "forward", &l->grey },
		{ "generator", "reverse", &l->grey },
		{ "sink", "forward", &l->forward },
		{ "sink", "reverse", &l->reverse } };

	for (size_t i = 0; i < sizeof(passes) / sizeof(passes[0]); i++) {
		const json_t *trial;
		size_t at = 0;

		while ((trial = report_trial(run, row, &at)) != NULL)
			if (report_true(trial, "valid") &&
			    (i % 2 == 0 || report_directions(row) == 2))
				*passes[i].count += one(dat, trial,
				    passes[i].role, passes[i].direction, l);
	}
}

static void
plots(FILE *gp, const struct lines *l)
{
	size_t total = l->grey + l->forward + l->reverse;

	fprintf(gp, "plot ");
	for (size_t i = 0; i < total; i++)
		fprintf(gp,
		    "%sdata index %zu using 1:2 with lines lw %s "
		    "lc rgb '%s'",
		    i == 0 ? "" : ", \\\n ", i, i < l->grey ? "1.6" : "1",
		    i < l->grey			   ? "#c4c4c4"
			: i < l->grey + l->forward ? "#1f5fa8"
						   : "#a03d00");
	fputc('\n', gp);
}

static void
script(FILE *gp, const struct lines *l)
{
	struct report_axis x = report_axis(0, l->end, 5);
	struct report_axis y = report_axis(0, l->top, 4);

	fprintf(gp,
	    "set lmargin at screen %.4f\nset rmargin at screen %.4f\n"
	    "set tmargin at screen %.4f\nset bmargin at screen %.4f\n"
	    "set ytics out scale 0.4\n"
	    "set label 'frames/s' at screen %.4f, screen %.4f left "
	    "tc rgb '#333333'\n",
	    62.0 / WIDTH, 1 - 16.0 / WIDTH, 1 - 30.0 / HEIGHT,
	    (double)REPORT_BOTTOM / HEIGHT, 62.0 / WIDTH, 1 - 12.0 / HEIGHT);
	report_x_title(gp, "seconds from the start", HEIGHT);
	report_tics(gp, 'x', &x);
	report_tics(gp, 'y', &y);
}

static void
caption(const struct report_run *run, const struct report_row *row,
    const struct lines *l, struct html *h)
{
	char ms[REPORT_NUM];

	html_raw(h, "<figcaption>");
	report_row_link(h, row);
	html_textf(h, ": frames/s in whole intervals of %s; %zu trial%s",
	    report_ms((double)l->interval_ns / 1e6, ms), l->forward,
	    l->forward == 1 ? "" : "s");
	html_raw(h,
	    l->reverse > 0
		? " (blue: arrived at the sink, forward; brown: reverse"
		: " (blue: arrived at the sink");
	html_raw(h, l->grey > 0 ? "; grey: taken from the generator)." : ").");
	report_caption_end(h, run);
	html_raw(h, "</figcaption>");
}

static int
draw(const struct report_run *run, const struct report_row *row,
    struct report *r, struct fail *f)
{
	struct lines l = { .grey = 0 };
	char name[96], title[128], label[256];
	struct plot p;

	snprintf(
	    name, sizeof(name), "series-%.60s", row->anchor + strlen("row-"));
	if (plot_start(&p, r->plot_dir, name,
		(const int[]){ WIDTH, HEIGHT, FONT }, f) < 0)
		return -1;
	write_blocks(run, row, p.dat, &l);
	if (l.forward + l.reverse == 0) {
		plot_free(&p);
		return 0;
	}
	script(p.gp, &l);
	plots(p.gp, &l);
	snprintf(label, sizeof(label), "Frames per second over time: %s",
	    report_cut(row->title, 60, title, sizeof(title)));
	html_raw(r->html, "<figure class=\"series\">");
	if (plot_finish(&p, r->html, label, f) < 0)
		return -1;
	caption(run, row, &l, r->html);
	html_raw(r->html, "</figure>");
	return 0;
}

static int
emit(const struct report_run *run, struct report *r, struct fail *f)
{
	html_raw(r->html, "<div class=\"small-multiples\">");
	for (size_t i = 0; i < run->rows; i++)
		if (draw(run, &run->row[i], r, f) < 0)
			return -1;
	html_raw(r->html, "</div>");
	return 0;
}

const struct report_section report_series = { "series", "Over time",
	report_is_run, emit };
