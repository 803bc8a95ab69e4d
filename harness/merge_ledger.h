/* SPDX-License-Identifier: BSD-2-Clause */
/* Ledger of one direction of a trial, and its form in documents. */
#ifndef HARNESS_MERGE_LEDGER_H
#define HARNESS_MERGE_LEDGER_H

#include <jansson.h>
#include <stdbool.h>

#include "harness/place.h"
#include "lib/counter.h"
#include "lib/fail.h"
#include "lib/ledger.h"

/* Counters of a trial's hosts: [role][0] before, [role][1] after. */
struct merge_snapshots {
	struct counters c[LAB_ROLES][2];
	bool have[LAB_ROLES];
};

/* From nodes[] of a trial. Free with merge_snapshots_free, also after -1. */
int merge_snapshots_read(
    struct merge_snapshots *, const json_t *nodes, struct fail *);
void merge_snapshots_free(struct merge_snapshots *);

/*
 * Growth of a counter of one host; false: not measured. `instance` NULL: the
 * first of that name.
 */
bool merge_growth(const struct merge_snapshots *, enum lab_role,
    const char *name, const char *instance, uint64_t *growth);

/*
 * Balance the frames of one direction. `ask` holds the counts; the hosts and
 * interfaces are filled in here.
 */
int merge_ledger(const struct merge_snapshots *, enum place_direction,
    struct ledger_ask *ask, struct ledger *, struct fail *);

/* The document form (docs/result-format.md); NULL without memory. */
json_t *merge_ledger_json(const struct ledger *);

/*
 * Frames for each receive softirq between the snapshots. In a lab on one
 * machine the counter is that of the machine: all roles are in it. CPU time
 * per packet stays unknown there, because /proc/stat would also charge
 * whatever else ran on the machine.
 */
void
merge_cost(const struct merge_snapshots *, uint64_t received, json_t *derived);

#endif
