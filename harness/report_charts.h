/* SPDX-License-Identifier: BSD-2-Clause */
/* The bar charts of one group of comparable rows. */
#ifndef HARNESS_REPORT_CHARTS_H
#define HARNESS_REPORT_CHARTS_H

#include "harness/report.h"
#include "harness/report_run.h"

/* A chart of fewer than two bars is left out: the table says it all. */
int report_charts(
    const struct report_run *, size_t group, struct report *, struct fail *);

#endif
