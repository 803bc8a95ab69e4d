/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>

#include "harness/doc.h"
#include "harness/environment.h"
#include "harness/rundoc.h"
#include "harness/summary.h"
#include "lib/clock.h"
#include "lib/result.h"

/* Schema, kind, tool and host, as every program writes them. */
static json_t *
envelope(void)
{
	struct result *r = result_new("run", "netharness");
	char *text;
	json_t *o;

	if (r == NULL)
		return NULL;
	text = result_string(r);
	o = text != NULL ? json_loads(text, 0, NULL) : NULL;
	free(text);
	result_free(r);
	return o;
}

/* The longest blast of the plan, for the heading. */
static uint64_t
blast_ns(const struct plan *p)
{
	uint64_t most = 0;

	for (size_t i = 0; i < p->rows; i++)
		if (p->row[i].blast_ns > most)
			most = p->row[i].blast_ns;
	return most;
}

static json_t *
run_block(const struct rundoc *d)
{
	const struct plan *p = d->plan;
	json_t *o = json_object();

	doc_set_text(o, "id", d->id);
	doc_set_text(o, "plan", p->name);
	doc_set_text(o, "title", p->title);
	doc_set_u64(o, "started_wall_ns", d->started_ns);
	doc_set_u64(o, "finished_wall_ns", clock_wall_ns());
	json_object_set_new(o, "quick", json_boolean(p->quick));
	json_object_set_new(o, "complete", json_boolean(d->complete));
	doc_set_text(o, "lab", "shared-kernel");
	doc_set_u64(o, "tag_base", d->tag_base);
	doc_set_u64(o, "seed", p->seed);
	doc_set_u64(o, "repeats", p->repeats);
	doc_set_u64(o, "blast_ns", blast_ns(p));
	doc_set_u64(o, "idle_ns", p->idle_ns);
	doc_set_u64(o, "wait_ns", p->wait_ns);
	doc_set_text(o, "order", "interleaved");
	doc_set_text(o, "repeat_unit", "same boot, new namespaces");
	return o;
}

json_t *
rundoc_make(const struct rundoc *d)
{
	json_t *o = envelope();

	if (o == NULL)
		return NULL;
	summary_added(d->plan, d->trials);
	environment_lab(d->environment, d->plan, d->trials);
	json_object_set_new(o, "run", run_block(d));
	json_object_set(o, "plan", d->plan->json);
	json_object_set_new(o, "topology", environment_topology());
	json_object_set(o, "environment", d->environment);
	json_object_set_new(
	    o, "calibration", summary_calibration(d->plan, d->trials));
	json_object_set_new(
	    o, "rows", summary_rows(d->plan, d->environment, d->trials));
	json_object_set(o, "trials", d->trials);
	return o;
}
