/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One gnuplot drawing: a script (.gp), its data (.dat) and the drawing (.svg)
 * in the report folder, so that a reader can redraw it there with
 * `gnuplot NAME.gp`; the drawing is also put into the page.
 *
 * gnuplot runs shell commands in backquotes inside double quotes, and reads
 * _ ^ & { } as markup: text of users goes through plot_quote only, and
 * enhanced text is off.
 */
#ifndef HARNESS_PLOT_H
#define HARNESS_PLOT_H

#include <stdio.h>

#include "harness/html.h"
#include "lib/fail.h"

struct plot {
	const char *dir; /* report folder */
	char name[80]; /* file name without its ending; prefix of ids */
	FILE *gp; /* the script: fprintf of numbers and literals */
	FILE *dat; /* the data; blocks are "index N" */
	char *gp_text, *dat_text;
	size_t gp_len, dat_len;
};

/*
 * Starts a script for a drawing of width x height px with text of `font` px.
 * `name` is made of letters, digits and hyphens. On -1 nothing is open.
 */
int plot_start(struct plot *, const char *dir, const char *name,
    const int size[3], struct fail *);

/*
 * 'text' as gnuplot takes it literally, at most `max` characters, a longer one
 * with an ellipsis. A single quote becomes U+2019: doubling it does not help
 * at the start of a string or beside another one (gnuplot 5.4). Control
 * characters become blanks.
 */
void plot_quote(FILE *, const char *text, size_t max);

/*
 * Writes the files, runs gnuplot, and puts the drawing into the page with
 * `label` as its text for those who cannot see it. The plot is then closed,
 * also on -1.
 */
int plot_finish(struct plot *, struct html *, const char *label, struct fail *);

/* Drop a plot that is not to be drawn. */
void plot_free(struct plot *);

/*
 * The drawing as it goes into the page: from <svg on, without title and
 * comments, its ids and their uses prefixed, `label` added. For tests too.
 * -1: not an SVG.
 */
int plot_inline(struct html *, const char *svg, const char *prefix,
    const char *label, struct fail *);

#endif
