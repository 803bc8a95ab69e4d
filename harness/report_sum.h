/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One ledger for a row: place by place the sum over its valid trials. A
 * place that was not measured in a trial stays unknown for that trial and is
 * told as such; it never counts as 0.
 */
#ifndef HARNESS_REPORT_SUM_H
#define HARNESS_REPORT_SUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "harness/report_run.h"

#define REPORT_PLACES 24

struct report_place {
	const char *name; /* "input_queue" */
	const char *from; /* the counters, or NULL */
	int64_t frames; /* sum over the trials that measured it */
	size_t known, unknown; /* trials */
};

struct report_sum {
	size_t trials; /* valid ones with a ledger */
	int64_t sent, received, foreign, background, residual;
	size_t received_unknown, foreign_unknown, background_unknown,
	    residual_unknown;
	int64_t residual_min, residual_max; /* of single trials */
	struct report_place place[REPORT_PLACES]; /* in path order */
	size_t places;
};

/* direction NULL: derived.ledger; else that of derived.directions[]. */
void report_sum_row(const struct report_run *, const struct report_row *,
    const char *direction, struct report_sum *);

/* Frames sent and lost in all valid trials; false: not known. */
bool report_row_loss(const struct report_run *, const struct report_row *,
    int64_t *sent, int64_t *lost);

/* NULL: no such place. */
const struct report_place *
report_place_find(const struct report_sum *, const char *name);

/* "generator_refused" counts refused calls, which are no sent frames. */
bool report_place_in_path(const struct report_place *);
/* Why there is no number: "not measured", or where it stands instead. */
const char *report_place_missing(const struct report_place *);
/* "delivered" */
bool report_place_delivered(const struct report_place *);
/* "router: input queue", or the name itself where it is a new one. */
const char *report_place_title(const char *name);
/* "#rrggbb" for bars and legend. */
const char *report_place_colour(const char *name);

#endif
