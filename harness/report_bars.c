/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "harness/report_frame.h"
#include "harness/report_num.h"
#include "harness/report_part.h"

static const struct report_shape shapes[2] = {
	{ 600, 14, 54, 14, 26, 6, false },
	{ 360, 14, 72, 12, 26, 4, true },
};

/*
 * Room for every trial, and for intervals up to half the range more: with few
 * trials an interval can be so wide that nothing else could be seen. What
 * leaves the drawing has no end mark. Rates cannot be negative, so their
 * axis starts at 0.
 */
static struct report_axis
axis_of(const struct report_bars *b, int steps)
{
	double low = 0, high = 0, wish_low = 0, wish_high = 0;

	for (size_t i = 0; i < b->n; i++) {
		const struct report_stat *s = &b->bar[i].stat;

		if (!s->known)
			continue;
		/* fmin and fmax pass over NaN */
		low = fmin(low, s->min);
		high = fmax(high, s->max);
		wish_low = fmin(wish_low, s->low);
		wish_high = fmax(wish_high, s->high);
	}
	low = b->from_zero ? 0 : fmax(wish_low, low - (high - low) / 2);
	high = fmin(fmax(wish_high, high), high + (high - low) / 2);
	return report_axis(low, high, steps);
}

static void
text_of(const struct report_bar *bar, char buf[REPORT_NUM])
{
	char n[REPORT_NUM];

	if (!bar->stat.known) {
		snprintf(buf, REPORT_NUM, "not measured");
		return;
	}
	report_short(bar->stat.median, n);
	snprintf(buf, REPORT_NUM, "%.60s  (n = %llu)", n,
	    (unsigned long long)bar->stat.n);
}

/* Block 0: median, from y, to y, colour. A block must not be empty. */
static void
medians(FILE *dat, const struct report_bars *b, struct report_band at)
{
	fprintf(dat, "# median, from y, to y, colour\n0 0 0 0\n");
	for (size_t i = 0; i < b->n; i++)
		if (b->bar[i].stat.known)
			fprintf(dat, "%.17g %.4f %.4f %d\n",
			    b->bar[i].stat.median, (double)i + at.from,
			    (double)i + at.to,
			    b->bar[i].reference ? 0xb4b4b4 : 0x6d9bc3);
}

/* Block 1: mean, y, low and high end of its interval. */
static void
intervals(FILE *dat, const struct report_bars *b, struct report_band at)
{
	fprintf(dat,
	    "\n\n# mean, y, low and high end of its 95 %% interval\n"
	    "NaN 0 NaN NaN\n");
	for (size_t i = 0; i < b->n; i++)
		if (isfinite(b->bar[i].stat.low))
			fprintf(dat, "%.17g %.4f %.17g %.17g\n",
			    b->bar[i].stat.mean,
			    (double)i + 0.6 * at.from + 0.4 * at.to,
			    b->bar[i].stat.low, b->bar[i].stat.high);
}

/* Block 2: every trial, y. */
static void
trials(FILE *dat, const struct report_bars *b, struct report_band at)
{
	fprintf(dat, "\n\n# every trial, y\nNaN 0\n");
	for (size_t i = 0; i < b->n; i++) {
		const json_t *v;
		size_t k;

		json_array_foreach(b->bar[i].stat.values, k, v)
		{
			if (json_is_number(v))
				fprintf(dat, "%.17g %.4f\n",
				    json_number_value(v),
				    (double)i + 0.1 * at.from + 0.9 * at.to);
		}
	}
}

static int
draw(struct report *r, const struct report_bars *b, int variant, struct fail *f)
{
	const struct report_shape *s = &shapes[variant];
	struct report_axis axis = axis_of(b, s->steps);
	struct report_band band = report_band(s);
	char name[80], value[REPORT_NUM];
	struct plot p;

	snprintf(name, sizeof(name), "%s-%s", b->name, report_variant[variant]);
	if (report_frame(&p, r->plot_dir, name, s, b->n, f) < 0)
		return -1;
	report_frame_title(p.gp, s, b->n, b->axis);
	report_tics(p.gp, 'x', &axis);
	for (size_t i = 0; i < b->n; i++) {
		text_of(&b->bar[i], value);
		report_frame_text(p.gp, s, i, b->bar[i].label, value);
	}
	fprintf(p.gp,
	    "plot data index 0 using ($1/2):(($2+$3)/2):(0):1:2:3:4 "
	    "with boxxyerror lc rgb variable, \\\n"
	    " '' index 1 using 1:2:3:4 with xerrorbars pt 0 lw 2 "
	    "lc rgb '#1a1a1a', \\\n"
	    " '' index 1 using 1:2 with points pt 13 ps 0.7 "
	    "lc rgb '#1a1a1a', \\\n"
	    " '' index 2 using 1:2 with points pt 7 ps 0.4 "
	    "lc rgb '#8a2f00'\n");
	medians(p.dat, b, band);
	intervals(p.dat, b, band);
	trials(p.dat, b, band);
	html_open(r->html, "div", "class", report_variant[variant], NULL);
	if (plot_finish(&p, r->html, b->label, f) < 0)
		return -1;
	html_close(r->html, "div");
	return 0;
}

int
report_draw_bars(struct report *r, const struct report_bars *b, struct fail *f)
{
	for (int v = 0; v < 2; v++)
		if (draw(r, b, v, f) < 0)
			return -1;
	return 0;
}
