/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The folder of a run. Every file is written to a temporary name, synced and
 * renamed, so a reader never sees half of one, and a finished trial is safe
 * before the next begins.
 */
#ifndef HARNESS_STORE_H
#define HARNESS_STORE_H

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/fail.h"

#define STORE_PATH 512
#define STORE_ID 64

struct store {
	char dir[STORE_PATH]; /* of the run */
	char id[STORE_ID]; /* "2026-11-30-demo-1f3a" */
};

/*
 * Make DIR, or results/<date>-<plan>-<short id> where dir is NULL. A folder
 * that holds a run already is refused.
 */
int store_open(struct store *, const char *dir, const char *plan,
    uint64_t wall_ns, struct fail *);

/* DIR/nodes/TRIAL, made; returns it in buf. -1: cannot be made. */
int store_trial_dir(const struct store *, const char *trial,
    char buf[STORE_PATH], struct fail *);

/* DIR/NAME: JSON, or text. */
int store_json(
    const struct store *, const char *name, const json_t *, struct fail *);
int store_text(const struct store *, const char *name, const char *text,
    size_t len, struct fail *);

/*
 * The listings of the snapshots in nodes[], as transcripts a person (or
 * netcollect read) can read: DIR/raw/TRIAL/ROLE-PHASE.txt.
 */
int store_raw(const struct store *, const char *trial, const json_t *nodes,
    struct fail *);

#endif
