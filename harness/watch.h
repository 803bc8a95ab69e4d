/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Do the counters of the path stand still? What arrives at each interface of
 * a trial's lab, seen by a cheap look or by the snapshots themselves.
 */
#ifndef HARNESS_WATCH_H
#define HARNESS_WATCH_H

#include "harness/team.h"

#define WATCH_PLACES 4

struct watch { /* frames received at each interface at one moment */
	uint64_t packets[WATCH_PLACES];
	uint64_t mono_ns;
};

/* From /proc/net/dev of each namespace. */
int watch_look(const struct team *, struct watch *, struct fail *);

/* Take snapshots, and read the same counters from them. */
int watch_snapshot(
    const struct team *, enum team_phase, struct watch *, struct fail *);

/*
 * Did no more arrive between the two readings than the slope of the idle slot
 * explains?
 */
bool watch_agree(
    const struct watch idle[2], const struct watch *, const struct watch *);

/* What came in the idle slot, as documents hold it. */
json_t *watch_background(const struct team *, const struct watch idle[2]);

#endif
