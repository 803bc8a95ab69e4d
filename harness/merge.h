/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a trial says. The only place where loss is computed: frames sent less
 * distinct frames received, by sequence, free of clocks. Documents in,
 * figures out; no files, no processes.
 */
#ifndef HARNESS_MERGE_H
#define HARNESS_MERGE_H

#include <jansson.h>

#include "harness/plan.h"
#include "lib/fail.h"

/*
 * Set valid, reason and derived of a trial object (trial.h) of this row. -1
 * only without memory: a trial that cannot be judged is judged invalid.
 */
int merge_trial(const struct plan_row *, json_t *trial, struct fail *);

/*
 * Distinct frames that arrived in whole intervals of a series (t_ns[] is the
 * end of each, v[] the frames) between two moments. *window_ns is the time of
 * these intervals, empty ones included; 0 where none lies inside.
 */
uint64_t merge_window(const json_t *series, uint64_t from_ns, uint64_t to_ns,
    uint64_t *window_ns);

#endif
