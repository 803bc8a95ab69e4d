/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The report: one static HTML page that needs nothing but itself, made from
 * run.json alone. A section is a row in the table of report.c and a file
 * report_NAME.c.
 */
#ifndef HARNESS_REPORT_H
#define HARNESS_REPORT_H

#include <stdbool.h>
#include <stddef.h>

#include "harness/html.h"
#include "lib/fail.h"

struct report_run;

struct report { /* what sections write to */
	struct html *html;
	const char *plot_dir; /* for the .gp, .dat and .svg */
};

struct report_section {
	const char *id; /* anchor in the page */
	const char *title; /* heading; also in the list of contents */
	bool (*applies)(const struct report_run *); /* NULL: always */
	int (*emit)(const struct report_run *, struct report *, struct fail *);
};

extern const struct report_section report_summary, report_setup, report_compare,
    report_ledger, report_series, report_trials, report_rows,
    report_environment, report_raw;

/*
 * `from` is the folder of a run, or a file: a run.json or a ledger document of
 * netcollect. `out` is a folder, or a file when it ends in ".html" (the plots
 * then go into FILE-plots/), or NULL: FOLDER/report, or FILE.html for FILE.json.
 * The last folder is made where it is missing.
 */
int report_write(const char *from, const char *out, struct fail *);

/* Where that page is. */
int report_page(
    const char *from, const char *out, char *page, size_t size, struct fail *);

/* netharness report DIR|LEDGER.json [-o DIR|FILE.html]; prints where the page is.
 * Returns the exit status. */
int report_main(int argc, char **argv);

#endif
