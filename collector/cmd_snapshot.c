/* SPDX-License-Identifier: BSD-2-Clause */
/* netcollect snapshot: all sources of this system once, one document. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collector/collector.h"
#include "collector/gather.h"
#include "collector/on.h"
#include "lib/clock.h"
#include "lib/host.h"

struct options {
	const char *out, *on;
};

static const struct opt opts[] = {
	{ 0, "on", "NODE", "local or netns:NAME [local]", OPT_TEXT,
	    offsetof(struct options, on), 0, 0, NULL },
	{ 'o', "output", "FILE", "where the document goes [-]", OPT_TEXT,
	    offsetof(struct options, out), 0, 0, NULL },
	{ 0, NULL, NULL, NULL, OPT_FLAG, 0, 0, 0, NULL },
};

static void
put_moment(struct result *r, const char *key, const struct gather_moment *m)
{
	result_object(r, key);
	result_u64(r, "mono_ns", m->mono_ns);
	result_u64(r, "wall_ns", m->wall_ns);
	result_end(r);
}

/* Each name and instance once: the first source knows best. */
static void
put_counters(struct result *r, const struct session *s)
{
	struct counters all = { .n = 0 };

	session_counters(s, MOMENT_NONE, &all);
	result_array(r, "counters");
	for (size_t i = 0; i < all.n; i++)
		envelope_counter(r, &all.v[i]);
	result_end(r);
	counters_free(&all);
}

static int
write_document(
    const struct options *o, const struct gathered *g, struct fail *f)
{
	struct result *r = result_new("netcollect", "netcollect");
	int rc;

	if (r == NULL)
		return fail(f, "out of memory");
	result_object(r, "config");
	result_text(r, "on", o->on);
	result_end(r);
	result_text(r, "node", o->on);
	result_object(r, "taken");
	put_moment(r, "before", &g->before);
	put_moment(r, "after", &g->after);
	result_end(r);
	result_real(r, "cpu_ms", (double)g->cpu_ns / 1e6);
	result_array(r, "listings");
	for (size_t i = 0; i < g->session.n; i++)
		envelope_listing(r, &g->session.v[i]);
	result_end(r);
	put_counters(r, &g->session);
	result_clock(r, "clock_end");
	result_array(r, "notes");
	for (size_t i = 0; i < g->n_notes; i++)
		result_text(r, NULL, g->note[i]);
	result_end(r);
	result_bool(r, "valid", true);
	result_null(r, "error");
	rc = result_write(r, o->out, f);
	result_free(r);
	return rc;
}

static int
run(int argc, char **argv, struct fail *f)
{
	struct options o = { .out = "-", .on = "local" };
	struct gathered g = { .n_notes = 0 };
	bool isolated = false;
	int operands, rc = -1;

	if (opt_parse(opts, &o, argc, argv, &operands, f) < 0)
		return -1;
	if (operands > 0)
		return fail(f, "%s: no operands are taken", argv[1]);
	if (on_enter(o.on, &isolated, f) < 0)
		return -1;
	if (gather_all(&g, isolated, f) == 0) {
		fprintf(stderr,
		    "netcollect: %s: this snapshot cost %.1f ms "
		    "of CPU\n",
		    o.on, (double)g.cpu_ns / 1e6);
		rc = write_document(&o, &g, f);
	}
	session_free(&g.session);
	return rc;
}

const struct command collect_cmd_snapshot = {
	.name = "snapshot",
	.operands = "",
	.help = "all sources of a host once, as one document",
	.opts = opts,
	.run = run,
};
