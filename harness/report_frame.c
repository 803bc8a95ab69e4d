/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>

#include "harness/report_frame.h"
#include "harness/report_num.h"

#define LINE 18.0 /* px of one line of text */

const char *const report_variant[2] = { "wide", "narrow" };

struct report_axis
report_axis(double low, double high, int steps)
{
	struct report_axis a = { .low = 0, .high = 0 };
	double bottom = fmin(0, low), top = fmax(0, high);

	if (!(top > bottom))
		top = bottom + 1;
	a.step = report_step(top - bottom, steps);
	a.low = a.step * floor(bottom / a.step * (1 - 1e-9));
	a.high = a.step * ceil(top / a.step * (1 - 1e-9));
	return a;
}

void
report_tics(FILE *gp, char axis, const struct report_axis *a)
{
	long first = lround(a->low / a->step);
	long last = lround(a->high / a->step);
	char text[REPORT_NUM];

	fprintf(gp, "set %ctics (", axis);
	for (long i = first; i <= last; i++)
		fprintf(gp, "%s'%s' %.12g", i == first ? "" : ", ",
		    report_si((double)i * a->step, text), (double)i * a->step);
	fprintf(gp, ")\nset %crange [%.12g:%.12g]\n", axis, a->low, a->high);
}

/* gnuplot's own xlabel is cut off at the edge of small drawings. */
void
report_x_title(FILE *gp, const char *title, int height)
{
	fprintf(gp, "set xtics out scale 0.4 offset 0,0.3\nset label ");
	plot_quote(gp, title, 60);
	fprintf(gp, " at graph 0.5, screen %.4f center tc rgb '#333333'\n",
	    11.0 / height);
}

static double
value_line(const struct report_shape *s)
{
	return (s->two_lines ? 1.5 : 0.5) * LINE / s->row;
}

struct report_band
report_band(const struct report_shape *s)
{
	struct report_band b = { .from = value_line(s) + 0.6 * LINE / s->row,
		.to = 1 - 9.0 / s->row };

	return b;
}

int
report_frame(struct plot *p, const char *dir, const char *name,
    const struct report_shape *s, size_t n, struct fail *f)
{
	int height = REPORT_TOP + (int)n * s->row + REPORT_BOTTOM;

	if (plot_start(p, dir, name, (const int[]){ s->width, height, s->font },
		f) < 0)
		return -1;
	fprintf(p->gp,
	    "set lmargin at screen %.4f\nset rmargin at screen %.4f\n"
	    "set tmargin at screen %.4f\nset bmargin at screen %.4f\n"
	    "set yrange [%zu:0]\nunset ytics\n"
	    "set style fill solid 1.0 noborder\n",
	    (double)s->left / s->width, 1 - (double)s->right / s->width,
	    1 - (double)REPORT_TOP / height, (double)REPORT_BOTTOM / height, n);
	return 0;
}

void
report_frame_title(
    FILE *gp, const struct report_shape *s, size_t n, const char *title)
{
	report_x_title(gp, title, REPORT_TOP + (int)n * s->row + REPORT_BOTTOM);
}

static void
label(FILE *gp, const char *text, size_t max, double x, double y,
    const char *align)
{
	fprintf(gp, "set label ");
	plot_quote(gp, text, max);
	fprintf(gp, " at screen %.4f, first %.4f %s tc rgb '#1a1a1a'\n", x, y,
	    align);
}

/* On one line the title gets what the value leaves. */
void
report_frame_text(FILE *gp, const struct report_shape *s, size_t i,
    const char *title, const char *value)
{
	double left = (s->left + 4.0) / s->width;
	double right = 1 - (double)s->right / s->width;
	size_t taken = s->two_lines ? 0 : plot_length(value) + 2;

	label(gp, title, s->chars > taken + 8 ? s->chars - taken : 8, left,
	    (double)i + 0.5 * LINE / s->row, "left");
	label(gp, value, s->chars, s->two_lines ? left : right,
	    (double)i + value_line(s), s->two_lines ? "left" : "right");
}
