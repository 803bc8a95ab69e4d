/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "harness/campaign.h"
#include "harness/doc.h"
#include "harness/environment.h"
#include "harness/merge.h"
#include "harness/rundoc.h"
#include "harness/store.h"
#include "harness/trial.h"
#include "lib/clock.h"

#define FAILED_MAX 4 /* trials in a row without a measurement: give up */

struct campaign {
	const struct campaign_ask *ask;
	const struct plan *plan;
	struct trial_tools tools;
	struct store store;
	char lab[LAB_NAME];
	uint64_t started_ns, tag_base;
	json_t *environment, *trials;
	size_t valid, done, failed_in_a_row;
};

static bool
stopped(const struct campaign *c)
{
	return c->ask->stop != NULL && *c->ask->stop != 0;
}

static int
write_run(struct campaign *c, bool complete, struct fail *f)
{
	struct rundoc d = { .plan = c->plan,
		.id = c->store.id,
		.started_ns = c->started_ns,
		.tag_base = c->tag_base,
		.complete = complete,
		.environment = c->environment,
		.trials = c->trials };
	json_t *o = rundoc_make(&d);
	int rc;

	if (o == NULL)
		return fail(f, "run.json: out of memory");
	rc = store_json(&c->store, "run.json", o, f);
	json_decref(o);
	return rc;
}

static void
tell(const struct campaign *c, const struct plan_row *r, const json_t *trial)
{
	const char *reason = doc_text(trial, "reason");
	double pps = doc_real(trial, "derived.forwarding_pps");
	double loss = doc_real(trial, "derived.loss_ratio");
	const char *word = doc_text(trial, "derived.management.word");
	size_t all = c->plan->rows * c->plan->repeats;

	fprintf(stderr, "[%zu/%zu] %-16s ", c->done, all, r->id);
	if (reason != NULL) {
		fprintf(stderr, "invalid: %s\n", reason);
		return;
	}
	fprintf(stderr, "%9.0f frames/s", pps);
	if (loss == loss)
		fprintf(stderr, ", %.2f %% lost", loss * 100);
	if (word != NULL && strcmp(word, "not-measured") != 0)
		fprintf(stderr, ", management %s", word);
	fprintf(stderr, "\n");
}

/* Keep the trial: on disk first. */
static int
keep_trial(struct campaign *c, const struct plan_row *r, const char *name,
    json_t *trial, struct fail *f)
{
	char path[STORE_PATH];
	bool valid;

	if (merge_trial(r, trial, f) < 0)
		return -1;
	snprintf(path, sizeof(path), "nodes/%.100s/trial.json", name);
	if (store_json(&c->store, path, trial, f) < 0 ||
	    store_raw(&c->store, name, json_object_get(trial, "nodes"), f) < 0)
		return -1;
	valid = json_is_true(json_object_get(trial, "valid"));
	c->done++;
	c->valid += valid;
	c->failed_in_a_row = valid ? 0 : c->failed_in_a_row + 1;
	json_array_append(c->trials, trial);
	tell(c, r, trial);
	if (c->failed_in_a_row >= FAILED_MAX)
		return fail(f,
		    "%d trials in a row gave no measurement; the "
		    "last: %.300s",
		    FAILED_MAX, doc_text(trial, "reason"));
	return 0;
}

static int
one_trial(struct campaign *c, const struct plan_row *r, uint64_t repeat,
    struct fail *f)
{
	uint64_t order = c->done + 1;
	struct trial_ask ask = { .tools = &c->tools,
		.plan = c->plan,
		.row = r,
		.repeat = repeat,
		.order = order,
		.tag = (uint16_t)(1 + (c->tag_base + order) % 65535),
		.lab = c->lab,
		.stop = c->ask->stop };
	char name[64], dir[STORE_PATH];
	json_t *trial;
	int rc;

	snprintf(name, sizeof(name), "%.40s-%llu", r->id,
	    (unsigned long long)repeat);
	ask.keep = c->ask->keep && order == c->plan->rows * c->plan->repeats;
	ask.dir = dir;
	if (store_trial_dir(&c->store, name, dir, f) < 0 ||
	    trial_run(&ask, &trial, f) < 0)
		return -1;
	rc = keep_trial(c, r, name, trial, f);
	json_decref(trial);
	return rc;
}

static int
all_trials(struct campaign *c, struct fail *f)
{
	size_t order[PLAN_ROWS];

	for (uint64_t repeat = 1; repeat <= c->plan->repeats; repeat++) {
		plan_order(c->plan, repeat, order);
		for (size_t i = 0; i < c->plan->rows; i++) {
			const struct plan_row *r = &c->plan->row[order[i]];

			if (stopped(c))
				return fail(f, "interrupted");
			if (one_trial(c, r, repeat, f) < 0)
				return -1;
		}
		if (repeat < c->plan->repeats && write_run(c, false, f) < 0)
			return -1;
	}
	return 0;
}

static int
begin(struct campaign *c, struct fail *f)
{
	const struct campaign_ask *a = c->ask;
	uint64_t cpus = 2;

	c->plan = a->plan;
	c->started_ns = clock_wall_ns();
	/* arbitrary: so that no frame of an earlier campaign passes for ours */
	c->tag_base = (c->started_ns / 1000 + (uint64_t)getpid()) % 65535;
	c->trials = json_array();
	c->environment = environment_read();
	if (c->trials == NULL || c->environment == NULL)
		return fail(f, "out of memory");
	doc_u64(c->environment, "cpus_online", &cpus);
	if (cpus < 2)
		return fail(f,
		    "lab: needs 2 CPUs, one for the sink's reader "
		    "or the router");
	if (a->lab != NULL)
		snprintf(c->lab, sizeof(c->lab), "%s", a->lab);
	else
		snprintf(c->lab, sizeof(c->lab), "%.8s-%ld", c->plan->name,
		    (long)getpid() % 100000000);
	if (lab_check_name(c->lab, f) < 0 || lab_usable(f) < 0)
		return -1;
	trial_find_tools(&c->tools, a->argv0);
	if (store_open(&c->store, a->dir, c->plan->name, c->started_ns, f) < 0)
		return -1;
	return store_json(&c->store, "plan.json", c->plan->json, f);
}

int
campaign_run(const struct campaign_ask *ask, char *run_dir, struct fail *f)
{
	struct campaign c = { .ask = ask };
	struct fail second = { "" };
	int rc = 1;

	run_dir[0] = '\0';
	if (begin(&c, f) < 0)
		goto out;
	fprintf(stderr, "%s: %zu rows, %llu repeats, into %s\n", c.plan->name,
	    c.plan->rows, (unsigned long long)c.plan->repeats, c.store.dir);
	rc = all_trials(&c, f) < 0 ? 1 : c.valid == c.done ? 0 : 2;
	if (c.done == 0)
		goto out;
	snprintf(run_dir, STORE_PATH, "%s", c.store.dir);
	if (write_run(&c, rc != 1, rc == 1 ? &second : f) < 0)
		rc = 1;
	if (rc == 2)
		fail(f, "%zu of %zu trials are invalid", c.done - c.valid,
		    c.done);
out:
	json_decref(c.trials);
	json_decref(c.environment);
	return rc;
}
