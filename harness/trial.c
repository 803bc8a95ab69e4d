/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/doc.h"
#include "harness/team.h"
#include "harness/trial.h"
#include "harness/watch.h"
#include "lib/clock.h"

/*
 * Two readings of drained counters must agree. On virtual drivers counters
 * are exact at once; 100 ms is enough to see frames that still move.
 */
#define SETTLE_NS 100000000ULL
#define SETTLE_TRIES 20

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

/*
 * The idle slot: what arrives while nobody blasts. The programs get ready in
 * it; none of them sends anything on the path before it is let go.
 */
static int
idle_slot(struct team *t, struct watch idle[2], struct fail *f)
{
	uint64_t spent;

	if (watch_look(t, &idle[0], f) < 0)
		return -1;
	if (team_start_sinks(t, f) < 0 || team_start_prober(t, f) < 0 ||
	    team_start_generators(t, f) < 0)
		return -1;
	spent = clock_mono_ns() - idle[0].mono_ns;
	if (spent < t->ask->plan->idle_ns)
		pause_ns(t->ask, t->ask->plan->idle_ns - spent);
	return watch_snapshot(t, TEAM_BEFORE, &idle[1], f);
}

/*
 * The snapshots after the blast are accepted when they agree with a look
 * that was taken 100 ms before.
 */
static int
settle(struct team *t, const struct watch idle[2], struct fail *f)
{
	struct watch last, now;

	for (int i = 0; i < SETTLE_TRIES; i++) {
		if (watch_look(t, &last, f) < 0)
			return -1;
		pause_ns(t->ask, SETTLE_NS);
		if (watch_snapshot(t, TEAM_AFTER, &now, f) < 0)
			return -1;
		if (watch_agree(idle, &last, &now))
			return 0;
	}
	return fail(
	    f, "counters still move %d readings after the blast", SETTLE_TRIES);
}

/* Everything between the making and the removing of the lab. */
static int
measure(struct team *t, json_t *trial, struct fail *f)
{
	struct watch idle[2];

	if (idle_slot(t, idle, f) < 0)
		return -1;
	json_object_set_new(trial, "background", watch_background(t, idle));
	if (team_go(t, f) < 0 || team_wait_generators(t, f) < 0)
		return -1;
	pause_ns(t->ask, t->ask->plan->wait_ns);
	if (team_finish(t, f) < 0)
		return -1;
	return settle(t, idle, f);
}

static void
put_offloads(json_t *trial, const struct lab_facts *facts)
{
	json_t *o = json_object();

	for (enum lab_role r = 0; r < LAB_ROLES; r++)
		if (facts->offloads[r][0] != '\0')
			doc_set_text(o, lab_role_name(r), facts->offloads[r]);
	json_object_set_new(trial, "offloads", o);
}

static int
within_lab(const struct trial_ask *a, json_t *trial, struct fail *f)
{
	struct team t = { .ask = a };
	int rc = measure(&t, trial, f);

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
	struct lab_facts facts;
	char *nft = NULL;
	int rc;

	spec.steer = r->path == LAB_DIRECT ? r->placement->direct
					   : r->placement->through;
	spec.setup = r->setup;
	if (plan_firewall(r, &nft, f) < 0)
		return -1;
	spec.nft = nft;
	rc = lab_up(&spec, &facts, a->stop, f);
	if (rc == 0) {
		put_offloads(trial, &facts);
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
