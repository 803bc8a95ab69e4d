/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A plan: what to measure, how often, in which order. JSON, read with a table
 * of keys (plan.c); a key that nobody knows is an error, "KEY.note" beside a
 * key is for people and ignored.
 */
#ifndef HARNESS_PLAN_H
#define HARNESS_PLAN_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "harness/lab.h"
#include "harness/place.h"
#include "lib/fail.h"
#include "lib/num.h"

#define PLAN_SCHEMA "netblast.plan/1"
#define PLAN_ROWS 64
#define PLAN_FLOWS 64512 /* a source port each, 1024 and above */

/* Texts belong to the plan's JSON. */
struct plan_row {
	const char *id, *title;
	const char *path_name, *placement_name;
	enum lab_path path;
	const struct placement *placement;
	const char *engine, *sink_engine;
	const char *rate_text; /* "max", "20k" */
	struct rate rate;
	uint64_t warmup_ns; /* before the blast, not counted */
	uint64_t blast_ns;
	uint64_t count; /* frames to send; 0: by time */
	uint64_t payload_bytes, burst, flows;
	const char *flow_order; /* "round", "random" */
	uint64_t directions; /* 1, or 2: one stream each way */
	const char *vlan; /* VID[.PCP] made by the generator; NULL: none */
	uint64_t rules; /* rules that do not match before the one that does */
	bool conntrack; /* connection tracking, new flows accepted */
	const char *nft; /* a rule set of its own, as text */
	const char *setup; /* shell commands within the router */
	uint64_t sndbuf_bytes, rcvbuf_bytes; /* 0: largest allowed */
	bool probe; /* ask the management plane during the blast */
	bool quick; /* also in a quick run */
	const char *against; /* id of the direct row to compare with */
};

struct plan {
	const char *name, *title;
	uint64_t repeats, seed;
	uint64_t idle_ns; /* idle slot before each trial */
	uint64_t wait_ns; /* after the blast, for frames in flight */
	bool quick;
	struct plan_row row[PLAN_ROWS];
	size_t rows;
	json_t *json; /* as read */
};

/* From text; `what` is for messages. Free with plan_free, also after -1. */
int
plan_parse(struct plan *, const char *what, const char *text, struct fail *);
int plan_load(struct plan *, const char *path, struct fail *);
void plan_free(struct plan *);

/* NULL: no such row. */
const struct plan_row *plan_find(const struct plan *, const char *id);

/*
 * Short form for a first look: 3 repeats, only the rows that are marked for
 * it, blasts of 1 s.
 */
void plan_quick(struct plan *);

/* As fast as possible on a placement that holds the sender back. */
bool plan_closed(const struct plan_row *);

/*
 * The rule set of this row as nft reads it, malloc'd; *text NULL where it has
 * none. The rules before the accepting one are real and match nothing of the
 * stream: by turns a source address and a destination port.
 */
int plan_firewall(const struct plan_row *, char **text, struct fail *);

/* The order of the rows in one repeat: a permutation that the seed decides. */
void plan_order(const struct plan *, uint64_t repeat, size_t order[PLAN_ROWS]);

#endif
