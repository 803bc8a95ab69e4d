/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the drawings have in common: an axis with round numbers, and rows of
 * horizontal bars with their text above them. Text stands above the bars and
 * not beside them, so that titles of any length fit at any width.
 */
#ifndef HARNESS_REPORT_FRAME_H
#define HARNESS_REPORT_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "harness/plot.h"

/*
 * A form of a drawing in px. Two forms (wide, narrow) instead of one that is
 * scaled: text must be readable at 390 px and not huge at 1400 px.
 */
struct report_shape {
	int width, font, row, left, right;
	int steps; /* at most, on the axis */
	bool two_lines; /* the value stands under the title */
};

extern const char *const report_variant[2]; /* class: "wide", "narrow" */

struct report_axis {
	double low, high, step;
};

/* Round numbers around low..high, always with 0; at most `steps` + 2 tics. */
struct report_axis report_axis(double low, double high, int steps);

/* "set xtics ('0' 0, '100k' 100000)" and the range; axis is x or y. */
void report_tics(FILE *gp, char axis, const struct report_axis *);

/* Title of the x axis, within the REPORT_BOTTOM px under it. */
void report_x_title(FILE *gp, const char *title, int height);
#define REPORT_BOTTOM 52
#define REPORT_TOP 6

/* y of a bar within its row, as fractions of the row. */
struct report_band {
	double from, to;
};
struct report_band report_band(const struct report_shape *);

/* Starts the plot for n rows: margins, y range from row 0 down. */
int report_frame(struct plot *, const char *dir, const char *name,
    const struct report_shape *, size_t n, struct fail *);

/* Title of its x axis. */
void report_frame_title(
    FILE *gp, const struct report_shape *, size_t n, const char *title);

/* Title and value of row i. */
void report_frame_text(FILE *gp, const struct report_shape *, size_t i,
    const char *title, const char *value);

/* How many characters of the text fit into px, at a size of `font` px. */
size_t report_fit(const char *text, double px, int font);

#endif
