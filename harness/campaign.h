/* SPDX-License-Identifier: BSD-2-Clause */
/* A plan carried out: all trials in an interleaved order, then run.json. */
#ifndef HARNESS_CAMPAIGN_H
#define HARNESS_CAMPAIGN_H

#include <signal.h>
#include <stdbool.h>

#include "harness/plan.h"
#include "lib/fail.h"

struct campaign_ask {
	const struct plan *plan;
	const char *argv0; /* to find the other programs beside us */
	const char *dir; /* of the run; NULL: results/... */
	const char *lab; /* name of the lab; NULL: one of our own */
	bool keep; /* leave the last lab standing */
	const volatile sig_atomic_t *stop;
};

/*
 * 0: every trial is valid. 2: measured, some are not. 1: it could not begin,
 * or was interrupted: what was measured is then in run.json with complete
 * false. run_dir (512 bytes) is "" where nothing was measured.
 */
int campaign_run(const struct campaign_ask *, char *run_dir, struct fail *);

#endif
