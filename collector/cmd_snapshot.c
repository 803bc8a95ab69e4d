/* SPDX-License-Identifier: BSD-2-Clause */
/* netcollect snapshot: all sources of this system once, one document. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collector/collector.h"
#include "collector/finger.h"
#include "collector/settle.h"
#include "collector/snapshot.h"
#include "collector/source.h"
#include "lib/clock.h"
#include "lib/host.h"

struct options {
	const char *out, *on, *ssh;
	bool fingerprint;
	bool settle;
	uint64_t idle_pps;
};

static const struct opt opts[] = {
	{ 0, "on", "NODE", "local, netns:NAME, ssh:[USER@]HOST[:PORT] [local]",
	    OPT_TEXT, offsetof(struct options, on), 0, 0, NULL },
	{ 0, "ssh", "COMMAND", "how ssh is called [$NETBLAST_SSH, ssh]",
	    OPT_TEXT, offsetof(struct options, ssh), 0, 0, NULL },
	{ 0, "fingerprint", NULL, "read too what does not change by itself",
	    OPT_FLAG, offsetof(struct options, fingerprint), 0, 0, NULL },
	{ 0, "settle", NULL,
	    "after traffic: read until the packet counts stand still, 10 s "
	    "at most",
	    OPT_FLAG, offsetof(struct options, settle), 0, 0, NULL },
	{ 0, "idle-pps", "N",
	    "packets/s that an idle interface may count [100]", OPT_U64,
	    offsetof(struct options, idle_pps), 0, 1000000000, NULL },
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

static void
put_settled(struct result *r, const struct settled *s)
{
	if (!s->asked) {
		result_null(r, "settled");
		return;
	}
	result_object(r, "settled");
	result_bool(r, "agreed", s->agreed);
	result_u64(r, "readings", s->readings);
	result_u64(r, "apart_ns", s->apart_ns);
	result_u64(r, "compared", s->compared);
	result_array(r, "moved");
	for (size_t i = 0; i < s->n; i++) {
		const struct settle_moved *m = &s->moved[i];

		result_object(r, NULL);
		result_text(r, "name", m->counter.name);
		result_text(r, "instance", m->counter.instance);
		result_known(r, "frames", m->known, m->frames);
		result_end(r);
	}
	result_end(r);
	result_end(r);
}

/* For people: the count that moved most. */
static void
put_moving(struct result *r, const struct settled *s)
{
	const struct settle_moved *most = NULL;
	char text[256];

	if (!s->asked || s->agreed)
		return;
	if (s->compared == 0)
		result_text(r, NULL,
		    "nobody knows whether the counters stand still: no "
		    "packet counts could be read twice");
	for (size_t i = 0; i < s->n; i++)
		if (most == NULL || !s->moved[i].known ||
		    (most->known && s->moved[i].frames > most->frames))
			most = &s->moved[i];
	if (most == NULL)
		return;
	snprintf(text, sizeof(text),
	    "counters still moving: %s %s by %" PRIu64 " in %.1f s",
	    most->counter.instance, most->counter.name, most->frames,
	    (double)s->apart_ns / 1e9);
	result_text(r, NULL, text);
}

static int
write_document(const struct options *o, const struct gathered *g,
    const struct settled *settled, struct fail *f)
{
	struct result *r = result_new("netcollect", "netcollect");
	const char *error = g->asked.broken.text;
	struct finger finger = { .os = NULL };
	int rc;

	if (r == NULL)
		return fail(f, "out of memory");
	if (finger_read(&finger, &g->session, MOMENT_NONE) < 0) {
		finger_free(&finger);
		result_free(r);
		return fail(f, "out of memory");
	}
	result_object(r, "config");
	result_text(r, "on", o->on);
	result_text(r, "ssh", o->ssh);
	result_bool(r, "fingerprint", o->fingerprint);
	result_bool(r, "settle", o->settle);
	result_u64(r, "idle-pps", o->idle_pps);
	result_end(r);
	result_text(r, "node", o->on);
	envelope_router(r, &g->asked);
	result_object(r, "taken");
	put_moment(r, "before", &g->before);
	put_moment(r, "after", &g->after);
	result_end(r);
	envelope_ms(r, "cpu_ms", g->cpu_ms);
	envelope_ms(r, "shell_cpu_ms", g->shell_cpu_ms);
	put_settled(r, settled);
	result_array(r, "listings");
	for (size_t i = 0; i < g->session.n; i++)
		envelope_listing(r, &g->session.v[i]);
	result_end(r);
	put_counters(r, &g->session);
	finger_emit(&finger, r, "fingerprint");
	finger_free(&finger);
	result_clock(r, "clock_end");
	result_array(r, "notes");
	for (size_t i = 0; i < g->n_notes; i++)
		result_text(r, NULL, g->note[i]);
	put_moving(r, settled);
	result_end(r);
	result_bool(r, "valid", *error == '\0');
	result_text(r, "error", *error != '\0' ? error : NULL);
	rc = result_write(r, o->out, f);
	result_free(r);
	return rc < 0 ? rc : *error != '\0' ? 2 : 0;
}

int
snapshot_write(const struct gathered *g, const struct snapshot_node *node,
    const char *path, struct fail *f)
{
	struct options o = { .out = path,
		.on = node->on,
		.ssh = node->ssh,
		.fingerprint = true };
	struct settled s = { .asked = false };

	return write_document(&o, g, &s, f);
}

static void
tell_cost(const char *on, const struct gathered *g)
{
	if (g->cpu_ms < 0)
		return;
	fprintf(stderr, "netcollect: %s: this snapshot cost %.1f ms of CPU", on,
	    g->cpu_ms);
	if (g->shell_cpu_ms >= 0)
		fprintf(
		    stderr, ", and its login shell %.1f ms", g->shell_cpu_ms);
	fprintf(stderr, "\n");
}

void
snapshot_tell(const struct gathered *g, const char *on)
{
	tell_cost(on, g);
	if (g->asked.broken.text[0] != '\0')
		fprintf(
		    stderr, "netcollect: %s: %s\n", on, g->asked.broken.text);
}

static int
take(const struct options *o, struct fail *f)
{
	struct gathered g = { .n_notes = 0 };
	struct settled s = { .idle_pps = o->idle_pps };
	struct on on = { .isolated = false };
	int rc = on_open(&on, o->on, o->ssh, collect_stop(), f);

	if (o->fingerprint)
		g.extra = SOURCE_ONCE;
	if (rc == 0)
		rc = o->settle ? settle(&s, &g, &on, f)
			       : gather_all(&g, &on, 0, f);
	on_close(&on);
	if (rc == 0) {
		snapshot_tell(&g, o->on);
		rc = write_document(o, &g, &s, f);
	}
	settled_free(&s);
	gathered_free(&g);
	return rc;
}

static int
run(int argc, char **argv, struct fail *f)
{
	struct options o = { .out = "-", .on = "local", .idle_pps = 100 };
	int operands;

	if (opt_parse(opts, &o, argc, argv, &operands, f) < 0)
		return -1;
	if (operands > 0)
		return fail(f, "%s: no operands are taken", argv[1]);
	if (result_writable(o.out, f) < 0)
		return -1;
	return take(&o, f);
}

const struct command collect_cmd_snapshot = {
	.name = "snapshot",
	.operands = "",
	.help = "all sources of a host once, as one document",
	.opts = opts,
	.run = run,
};
