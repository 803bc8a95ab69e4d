/* SPDX-License-Identifier: BSD-2-Clause */
/* The probing itself: one loop, one schedule, up to four legs. */
#ifndef HARNESS_PROBE_RUN_H
#define HARNESS_PROBE_RUN_H

#include <stdbool.h>
#include <stdint.h>

#include "harness/probe_judge.h"
#include "harness/probe_leg.h"
#include "lib/fail.h"

struct probe_config {
	const char *target, *control; /* numeric; control may be NULL */
	uint64_t port; /* closed on both */
	uint64_t interval_ns, timeout_ns;
	uint64_t duration_ns; /* most */
	const char *output;
	bool ready;
	bool help;
};

struct probe_run {
	const struct probe_config *config;
	struct probe_times times; /* n: probes of each leg so far */
	struct probe_leg leg[PROBE_LEGS];
	size_t cap; /* room for probes, and for those before the start */
	uint64_t t0_ns; /* probe 0 is due here */
	bool watch_input; /* stop at the end of standard input */
	bool ended; /* it came, or the time is over */
	char scheduling[32]; /* what this process got: "rr 1" ... */
	struct pollfd *poll;
};

/*
 * Open the legs and ask each until it answers, at most 1.5 s. Legs without
 * an answer are not usable; -1 where the target has none. To be closed in
 * either case.
 */
int probe_open(struct probe_run *, const struct probe_config *, struct fail *);

/* --ready: say so, wait for a line. -1: end of input, signal. */
int probe_wait_go(struct probe_run *, struct fail *);

/*
 * Probe until end of input, signal or time; then wait for the answers that
 * are out, at most the time-out.
 */
void probe_loop(struct probe_run *);

void probe_close(struct probe_run *);

#endif
