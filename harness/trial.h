/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One trial: a lab of its own, an idle slot, snapshots, sinks ready, probe
 * and blast, drain, snapshots that agree, the lab removed. What the programs
 * wrote is gathered unedited; what is derived from it comes later (merge.h).
 */
#ifndef HARNESS_TRIAL_H
#define HARNESS_TRIAL_H

#include <jansson.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "harness/plan.h"
#include "lib/fail.h"

#define TRIAL_PATH 512

/* Command lines of the suite's programs: beside ours, or found by PATH. */
struct trial_tools {
	char netblast[TRIAL_PATH], netreceive[TRIAL_PATH];
	char netcollect[TRIAL_PATH], netharness[TRIAL_PATH];
};

/* From argv[0] of netharness. */
void trial_find_tools(struct trial_tools *, const char *argv0);

struct trial_ask {
	const struct trial_tools *tools;
	const struct plan *plan;
	const struct plan_row *row;
	uint64_t repeat, order; /* from 1; position in the campaign */
	uint16_t tag; /* run tag of the stamps */
	const char *lab; /* name of the lab */
	const char *dir; /* for the documents; exists */
	bool keep; /* leave the lab standing */
	const volatile sig_atomic_t *stop;
};

/*
 * Run it. *trial is an object with row, repeat, order, started_wall_ns,
 * nodes, background, error (null, or why there is no whole measurement) and,
 * where known, offloads: also where it failed. Never NULL but without memory
 * or when `stop` was set (then -1).
 */
int trial_run(const struct trial_ask *, json_t **trial, struct fail *);

#endif
