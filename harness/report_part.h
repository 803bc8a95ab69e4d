/* SPDX-License-Identifier: BSD-2-Clause */
/* Pieces of the page that several sections use. */
#ifndef HARNESS_REPORT_PART_H
#define HARNESS_REPORT_PART_H

#include <stdbool.h>
#include <stddef.h>

#include "harness/html.h"
#include "harness/report.h"
#include "harness/report_run.h"

/* The style sheet, without <style>. */
extern const char report_style[];

/*
 * Ends a caption: in the shared-kernel lab with the sentence that no caption
 * may lack.
 */
void report_caption_end(struct html *, const struct report_run *);

/*
 * A table that becomes a stack of cards on narrow screens. The roles keep its
 * meaning when the style sheet takes it apart. Headings go between open and
 * body.
 */
void report_table_open(struct html *, const char *class);
void report_table_body(struct html *);
void report_table_close(struct html *);

/* "plain forwarding" as a link to the row's anchor. */
void report_row_link(struct html *, const struct report_row *);

/* "Table 2" as a link to it. */
void report_table_link(struct html *, size_t group);

/*
 * A body cell: `label` is what a narrow screen shows instead of the column's
 * heading; `class` may be NULL ("num" is for numbers). A text with a very long
 * word may be broken anywhere.
 */
void report_cell(
    struct html *, const char *label, const char *class, const char *text);

/* <th scope="col"> with a class and span ("" or "3"). */
void report_head(
    struct html *, const char *text, const char *class, const char *span);

/* The management word as people read it: "OK", "not measured". */
const char *report_word(const char *word);
/* Its class for colour: "ok", "sluggish", "livelock", "unknown". */
const char *report_word_class(const char *word);

struct report_bar {
	const char *label;
	struct report_stat stat;
	bool reference; /* the direct path: drawn grey */
};

struct report_bars {
	const char *name; /* of the files */
	const char *axis; /* "forwarding rate, frames/s" */
	const char *label; /* for those who cannot see it */
	bool from_zero; /* cannot be negative */
	const struct report_bar *bar;
	size_t n;
};

/*
 * Horizontal bars from 0: the median as bar, the 95 % interval of the mean
 * as whisker, every trial as a dot; once for wide and once for narrow
 * screens.
 */
int
report_draw_bars(struct report *, const struct report_bars *, struct fail *);

#endif
