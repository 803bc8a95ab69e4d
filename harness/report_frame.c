/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

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

/*
 * Width of a character in hundredths of the text size. As in DejaVu Sans,
 * which is wider than most: what fits with it fits with others.
 */
static int
width_of(unsigned char c)
{
	static const struct {
		const char *chars;
		int width;
	} classes[] = { { "ijlI.,:;'|! ", 32 }, { "ftr()[]{}/\\-\"`", 42 },
		{ "mwMW%@<>=+~", 100 } };

	if (c >= 0x80)
		return 100;
	for (size_t i = 0; i < sizeof(classes) / sizeof(classes[0]); i++)
		if (strchr(classes[i].chars, c) != NULL)
			return classes[i].width;
	return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ? 62 : 70;
}

size_t
report_fit(const char *text, double px, int font)
{
	double left = 100 * px / font;
	size_t chars = 0;

	for (const char *p = text; *p != '\0'; p++) {
		if (((unsigned char)*p & 0xc0) == 0x80)
			continue;
		left -= width_of((unsigned char)*p);
		if (left < 0)
			return chars;
		chars++;
	}
	return chars;
}

static double
width_px(const char *text, int font)
{
	double sum = 0;

	for (const char *p = text; *p != '\0'; p++)
		if (((unsigned char)*p & 0xc0) != 0x80)
			sum += width_of((unsigned char)*p);
	return sum * font / 100;
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
	double left = s->left + 4.0, right = s->width - s->right;
	double room = right - left;

	label(gp, value, report_fit(value, room, s->font),
	    (s->two_lines ? left : right) / s->width, (double)i + value_line(s),
	    s->two_lines ? "left" : "right");
	if (!s->two_lines)
		room -= width_px(value, s->font) + 10;
	label(gp, title, report_fit(title, room, s->font), left / s->width,
	    (double)i + 0.5 * LINE / s->row, "left");
}
