/* SPDX-License-Identifier: BSD-2-Clause */
/* The programs of one trial: how each is started, and what it leaves. */
#ifndef HARNESS_TEAM_H
#define HARNESS_TEAM_H

#include "harness/trial.h"
#include "lib/proc.h"

enum team_phase { TEAM_BEFORE, TEAM_AFTER };

struct team {
	const struct trial_ask *ask;
	struct proc sink[PLACE_DIRECTIONS], generator[PLACE_DIRECTIONS];
	struct proc prober;
	bool probing;
};

/*
 * Snapshots of generator, router and sink side at the same time. They stand
 * in dir as ROLE-PHASE.json.
 */
int team_snapshot(const struct team *, enum team_phase, struct fail *);

/* Start and wait for `ready`; the run begins with team_go. */
int team_start_sinks(struct team *, struct fail *);
int team_start_generators(struct team *, struct fail *);
int team_start_prober(struct team *, struct fail *);

/* Let the prober and then all generators go. */
int team_go(struct team *, struct fail *);

/* Wait until the generators have ended by themselves. */
int team_wait_generators(struct team *, struct fail *);

/* End the sinks' and the prober's input, wait for their documents. */
int team_finish(struct team *, struct fail *);

/* Whatever still runs ends now. */
void team_free(struct team *);

/* Append every document of the trial to nodes[]. */
int team_gather(const struct team *, json_t *nodes, struct fail *);

/* One snapshot again: NULL where it cannot be read. */
json_t *team_load_snapshot(
    const struct team *, enum lab_role, enum team_phase, struct fail *);

/* Is this role on the row's path? */
bool team_has(const struct team *, enum lab_role);

/* "generator", "router", "sink": as documents call it. */
const char *team_role(enum lab_role);

#endif
