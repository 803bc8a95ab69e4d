/* SPDX-License-Identifier: BSD-2-Clause */
/* One ledger as a waterfall: from what was sent, place by place, to what
 * arrived. */
#ifndef HARNESS_REPORT_WATERFALL_H
#define HARNESS_REPORT_WATERFALL_H

#include "harness/report.h"
#include "harness/report_sum.h"

/* `name` is that of the files. */
int report_waterfall(const struct report_sum *, const char *name,
    struct report *, struct fail *);

#endif
