/* SPDX-License-Identifier: BSD-2-Clause */
/* From the trials of a campaign to the rows of run.json. */
#ifndef HARNESS_SUMMARY_H
#define HARNESS_SUMMARY_H

#include <jansson.h>

#include "harness/plan.h"
#include "lib/fail.h"

/*
 * Set derived.added_ns of every valid trial whose row is compared with a
 * direct row: 1/routed - 1/direct of the same repeat, in ns.
 */
void summary_added(const struct plan *, json_t *trials);

/* rows[] of run.json; NULL without memory. */
json_t *summary_rows(
    const struct plan *, const json_t *environment, const json_t *trials);

/* calibration of run.json: the first direct row; JSON null where none is. */
json_t *summary_calibration(const struct plan *, const json_t *trials);

/* A statistic of the finite values; JSON null where there is none. */
json_t *summary_statistic(const double *v, size_t n);

#endif
