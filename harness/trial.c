/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/doc.h"
#include "harness/team.h"
#include "harness/trial.h"
#include "lib/clock.h"

/*
 * Two readings of drained counters must agree. On virtual drivers counters
 * are exact at once; 100 ms is enough to see frames that still move.
 */
#define SETTLE_NS 100000000ULL
#define SETTLE_TRIES 20

/* Where a frame of the stream, or of somebody else, is seen to arrive. */
static const struct {
	enum lab_role role;
	const char *interface;
} watched[] = {
	{ LAB_GEN, "gen0" },
	{ LAB_DUT, "in0" },
	{ LAB_DUT, "out0" },
	{ LAB_SINK, "sink0" },
};

#define WATCHED (sizeof(watched) / sizeof(watched[0]))

/* Frames received at each watched place at one moment. */
struct reading {
	uint64_t packets[WATCHED];
	uint64_t mono_ns;
};

static void
find_tool(char out[TRIAL_PATH], const char *argv0, const char *name)
{
	const char *slash = strrchr(argv0, '/');

	if (slash == NULL)
		snprintf(out, TRIAL_PATH, "%s", name);
	else
		snprintf(out, TRIAL_PATH, "%.*s/%s", (int)(slash - argv0),
		    argv0, name);
}

void
trial_find_tools(struct trial_tools *t, const char *argv0)
{
	find_tool(t->netblast, argv0, "netblast");
	find_tool(t->netreceive, argv0, "netreceive");
	find_tool(t->netcollect, argv0, "netcollect");
	find_tool(t->netharness, argv0, "netharness");
}

static void
pause_ns(const struct trial_ask *a, uint64_t ns)
{
	uint64_t until = clock_mono_ns() + ns;

	while (clock_mono_ns() < until && (a->stop == NULL || *a->stop == 0))
		clock_sleep_until(until);
}

static int
read_role(const struct team *t, enum lab_role role, enum team_phase phase,
    struct reading *out, struct fail *f)
{
	json_t *doc = team_load_snapshot(t, role, phase);
	struct counters c = { .n = 0 };
	int rc = -1;

	if (doc == NULL || doc_counters(doc, &c, f) < 0) {
		rc = fail(f, "%s: no snapshot", team_role(role));
		goto out;
	}
	for (size_t i = 0; i < WATCHED; i++) {
		const struct counter *v;

		if (watched[i].role != role)
			continue;
		v = counters_find(&c, "if.rx.packets", watched[i].interface);
		if (v == NULL) {
			rc = fail(f, "%s: snapshot has no if.rx.packets of %s",
			    team_role(role), watched[i].interface);
			goto out;
		}
		out->packets[i] = v->value;
	}
	rc = 0;
out:
	counters_free(&c);
	json_decref(doc);
	return rc;
}

/* Take snapshots and look at the watched counters. */
static int
read_all(
    struct team *t, enum team_phase phase, struct reading *out, struct fail *f)
{
	static const enum lab_role roles[] = { LAB_GEN, LAB_DUT, LAB_SINK };

	memset(out, 0, sizeof(*out));
	out->mono_ns = clock_mono_ns();
	if (team_snapshot(t, phase, f) < 0)
		return -1;
	for (int i = 0; i < 3; i++)
		if (team_has(t, roles[i]) &&
		    read_role(t, roles[i], phase, out, f) < 0)
			return -1;
	return 0;
}

/* The idle slot: what arrives while nobody blasts. */
static int
idle_slot(struct team *t, struct reading idle[2], struct fail *f)
{
	if (read_all(t, TEAM_IDLE, &idle[0], f) < 0)
		return -1;
	pause_ns(t->ask, t->ask->plan->idle_ns);
	return read_all(t, TEAM_BEFORE, &idle[1], f);
}

/* Did no more arrive between two readings than the idle slope explains? */
static bool
agree(const struct reading idle[2], const struct reading *a,
    const struct reading *b)
{
	uint64_t slot = idle[1].mono_ns - idle[0].mono_ns;
	uint64_t time = b->mono_ns - a->mono_ns;

	for (size_t i = 0; i < WATCHED; i++) {
		uint64_t slope = idle[1].packets[i] - idle[0].packets[i];

		/* rounded up, and one: a frame may fall on the edge */
		if (b->packets[i] - a->packets[i] >
		    (slope > 0 ? slope * time / slot + 2 : 0))
			return false;
	}
	return true;
}

static int
settle(struct team *t, const struct reading idle[2], struct fail *f)
{
	struct reading last, now;

	if (read_all(t, TEAM_AFTER, &last, f) < 0)
		return -1;
	for (int i = 0; i < SETTLE_TRIES; i++) {
		pause_ns(t->ask, SETTLE_NS);
		if (read_all(t, TEAM_AFTER, &now, f) < 0)
			return -1;
		if (agree(idle, &last, &now))
			return 0;
		last = now;
	}
	return fail(
	    f, "counters still move %d readings after the blast", SETTLE_TRIES);
}

static int
put_background(json_t *trial, const struct team *t, const struct reading r[2])
{
	json_t *o = json_object(), *frames = json_object();

	if (o == NULL || frames == NULL) {
		json_decref(o);
		json_decref(frames);
		return -1;
	}
	doc_set_u64(o, "slot_ns", r[1].mono_ns - r[0].mono_ns);
	for (size_t i = 0; i < WATCHED; i++)
		if (team_has(t, watched[i].role))
			doc_set_u64(frames, watched[i].interface,
			    r[1].packets[i] - r[0].packets[i]);
	json_object_set_new(o, "frames", frames);
	return json_object_set_new(trial, "background", o);
}

/* Everything between the making and the removing of the lab. */
static int
measure(struct team *t, json_t *trial, struct fail *f)
{
	struct reading idle[2];

	if (idle_slot(t, idle, f) < 0)
		return -1;
	put_background(trial, t, idle);
	if (team_start_sinks(t, f) < 0 || team_start_prober(t, f) < 0 ||
	    team_start_generators(t, f) < 0 || team_go(t, f) < 0 ||
	    team_wait_generators(t, f) < 0)
		return -1;
	pause_ns(t->ask, t->ask->plan->wait_ns);
	if (team_finish(t, f) < 0)
		return -1;
	return settle(t, idle, f);
}

static int
put_offloads(json_t *trial, const struct trial_ask *a, struct fail *f)
{
	json_t *o = json_object();
	int rc = 0;

	for (enum lab_role r = 0; r < LAB_ROLES && rc == 0; r++) {
		char off[2048];

		if (lab_interfaces(a->row->path, r)[0] == '\0')
			continue;
		rc = lab_offloads(a->lab, r, off, sizeof(off), f);
		if (rc == 0)
			doc_set_text(o, lab_role_name(r), off);
	}
	json_object_set_new(trial, "offloads", o);
	return rc;
}

static int
within_lab(const struct trial_ask *a, json_t *trial, struct fail *f)
{
	struct team t = { .ask = a };
	int rc = put_offloads(trial, a, f);

	if (rc == 0)
		rc = measure(&t, trial, f);
	team_free(&t);
	if (rc == 0)
		rc = team_gather(&t, json_object_get(trial, "nodes"), f);
	return rc;
}

static int
run(const struct trial_ask *a, json_t *trial, struct fail *f)
{
	const struct plan_row *r = a->row;
	struct lab_spec spec = { .name = a->lab, .path = r->path };
	char *nft = NULL;
	int rc;

	spec.steer = r->path == LAB_DIRECT ? r->placement->direct
					   : r->placement->through;
	spec.setup = r->setup;
	if (plan_firewall(r, &nft, f) < 0)
		return -1;
	spec.nft = nft;
	rc = lab_up(&spec, a->stop, f);
	if (rc == 0) {
		rc = within_lab(a, trial, f);
		if (!a->keep && lab_down(a->lab, rc == 0 ? f : NULL) < 0)
			rc = -1;
	}
	free(nft);
	return rc;
}

int
trial_run(const struct trial_ask *a, json_t **out, struct fail *f)
{
	json_t *trial = json_object();
	struct fail why = { "" };
	int rc;

	*out = trial;
	if (trial == NULL)
		return fail(f, "trial: out of memory");
	doc_set_text(trial, "row", a->row->id);
	doc_set_u64(trial, "repeat", a->repeat);
	doc_set_u64(trial, "order", a->order);
	doc_set_u64(trial, "started_wall_ns", clock_wall_ns());
	json_object_set_new(trial, "nodes", json_array());
	rc = run(a, trial, &why);
	if (rc < 0 && a->stop != NULL && *a->stop != 0) {
		json_decref(trial);
		*out = NULL;
		return fail(f, "interrupted");
	}
	doc_set_text(trial, "error", rc < 0 ? why.text : NULL);
	return 0;
}
