/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Marks of the rows, sentences that a reader must know. What all rows of a
 * table have is said once, under the table.
 */
#ifndef HARNESS_REPORT_MARKS_H
#define HARNESS_REPORT_MARKS_H

#include "harness/html.h"
#include "harness/report_run.h"

/* Under the row's title: its own marks, verdict, trials left out. */
void report_marks_row(
    const struct report_run *, const struct report_row *, struct html *);

/* Those that all rows of the table share. */
void report_marks_group(const struct report_run *, size_t, struct html *);

#endif
