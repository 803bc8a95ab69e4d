/* SPDX-License-Identifier: BSD-2-Clause */
/* Stacked bars of the loss ledger: every row's frames as shares of sent. */
#ifndef HARNESS_REPORT_STACK_H
#define HARNESS_REPORT_STACK_H

#include "harness/report.h"
#include "harness/report_run.h"

#define REPORT_RESIDUAL_COLOUR "#1a1a1a"

int report_stack(const struct report_run *, struct report *, struct fail *);

/* A small square of this colour, for legends. */
void report_swatch(struct html *, const char *colour);

/* "#rrggbb" as gnuplot takes it in a column. */
unsigned report_colour_number(const char *colour);

#endif
