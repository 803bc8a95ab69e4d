/* SPDX-License-Identifier: BSD-2-Clause */
/* netcollect bundle: everything of a host, for who maintains its driver. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "collector/bundle.h"
#include "collector/collector.h"
#include "collector/snapshot.h"
#include "collector/source.h"
#include "lib/clock.h"
#include "lib/host.h"

struct options {
	const char *out, *on, *ssh;
};

static const struct opt opts[] = {
	{ 0, "on", "NODE", "local, netns:NAME, ssh:[USER@]HOST[:PORT] [local]",
	    OPT_TEXT, offsetof(struct options, on), 0, 0, NULL },
	{ 0, "ssh", "COMMAND", "how ssh is called [$NETBLAST_SSH, ssh]",
	    OPT_TEXT, offsetof(struct options, ssh), 0, 0, NULL },
	{ 'o', "output", "DIR.tar", "the archive", OPT_TEXT,
	    offsetof(struct options, out), 0, 0, NULL },
	{ 0, NULL, NULL, NULL, OPT_FLAG, 0, 0, 0, NULL },
};

struct packing {
	const struct options *o;
	const struct gathered *g;
	struct bundle b;
	char host[64];
};

static void
name_host(struct packing *p)
{
	struct host h;

	host_read(&h);
	snprintf(p->host, sizeof(p->host), "%.63s",
	    p->g->asked.name[0] != '\0' ? p->g->asked.name : h.name);
}

static void
file_name(const struct packing *p, const char *source, char *name, size_t size)
{
	snprintf(name, size, "%s-%s.txt", p->host, source);
}

/* Did an earlier listing come from the same source? */
static bool
seen(const struct session *s, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (s->v[k].source != NULL &&
		    strcmp(s->v[k].source, s->v[i].source) == 0)
			return true;
	return false;
}

/*
 * All that a source printed, as a session: "$ command", then its output. So
 * netcollect reads it again, and a reader sees what was run.
 */
static int
put_source(struct packing *p, const struct listing *first, struct fail *f)
{
	const struct session *s = &p->g->session;
	char name[BUNDLE_NAME];
	FILE *out;

	file_name(p, first->source, name, sizeof(name));
	out = bundle_file(&p->b, name, f);
	if (out == NULL)
		return -1;
	for (size_t i = 0; i < s->n; i++) {
		const struct listing *l = &s->v[i];

		if (l->source == NULL || strcmp(l->source, first->source) != 0)
			continue;
		fprintf(out, "$ %s\n", l->command != NULL ? l->command : "");
		fwrite(l->text, 1, l->text_len, out);
		if (l->text_len > 0 && l->text[l->text_len - 1] != '\n')
			putc('\n', out);
	}
	return 0;
}

/* The commands of a source: one, or one for each interface. */
static void
put_commands(FILE *out, const struct session *s, const char *source)
{
	const char *last = "";

	for (size_t i = 0; i < s->n; i++) {
		const struct listing *l = &s->v[i];

		if (l->source == NULL || l->command == NULL ||
		    strcmp(l->source, source) != 0 ||
		    strcmp(l->command, last) == 0)
			continue;
		last = l->command;
		fprintf(out, "    $ %s\n", last);
	}
}

static void
put_time(FILE *out, const char *before, uint64_t wall_ns)
{
	time_t t = (time_t)(wall_ns / CLOCK_NS_PER_S);
	struct tm tm;
	char text[40] = "";

	if (gmtime_r(&t, &tm) != NULL)
		strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%S", &tm);
	fprintf(out, "%s%s.%03uZ\n", before, text,
	    (unsigned)(wall_ns / 1000000 % 1000));
}

/* How it went and when, by the host's own clock. */
static void
put_ran(FILE *out, const struct ran *ran)
{
	char before[100] = "      ";
	size_t n = strlen(before);

	if (ran->start_ns == 0)
		return;
	if (ran->known)
		n += (size_t)snprintf(
		    before + n, sizeof(before) - n, "exit %d, ", ran->status);
	if (ran->took_ns > 0)
		n += (size_t)snprintf(before + n, sizeof(before) - n,
		    "%.3f s, ", (double)ran->took_ns / 1e9);
	snprintf(before + n, sizeof(before) - n, "begun ");
	put_time(out, before, ran->start_ns);
}

static int
put_readme(struct packing *p, struct fail *f)
{
	const struct session *s = &p->g->session;
	FILE *out = bundle_file(&p->b, "README", f);
	char name[BUNDLE_NAME];

	if (out == NULL)
		return -1;
	fprintf(out,
	    "What a host told of itself, for whoever looks into how it "
	    "forwards packets.\nRead it before you send it on: it has "
	    "addresses, rules and names of the host.\n\n"
	    "Host:   %s\nNode:   %s\n",
	    p->host, p->o->on);
	put_time(out, "Taken:  ", p->g->before.wall_ns);
	fprintf(out,
	    "\nsnapshot.json  all of it as a document of netcollect(1), with "
	    "counters and\n               the fingerprint of the "
	    "configuration\n\n");
	for (size_t i = 0; i < s->n; i++) {
		if (s->v[i].source == NULL || seen(s, i))
			continue;
		file_name(p, s->v[i].source, name, sizeof(name));
		fprintf(out, "%s\n", name);
		put_commands(out, s, s->v[i].source);
		put_ran(out, &s->v[i].ran);
	}
	if (p->g->n_notes > 0)
		fprintf(out, "\nNot in it:\n");
	for (size_t i = 0; i < p->g->n_notes; i++)
		fprintf(out, "    %s\n", p->g->note[i]);
	return 0;
}

static int
pack(struct packing *p, struct fail *f)
{
	const struct session *s = &p->g->session;
	struct snapshot_node node = { p->o->on, p->o->ssh };
	char path[512];
	int rc;

	name_host(p);
	if (put_readme(p, f) < 0 ||
	    bundle_path(&p->b, "snapshot.json", path, f) == NULL)
		return -1;
	rc = snapshot_write(p->g, &node, path, f);
	for (size_t i = 0; i < s->n && rc >= 0; i++)
		if (s->v[i].source != NULL && !seen(s, i) &&
		    put_source(p, &s->v[i], f) < 0)
			rc = -1;
	if (rc >= 0 && bundle_pack(&p->b, p->o->out, f) < 0)
		rc = -1;
	return rc;
}

static int
take(const struct options *o, struct fail *f)
{
	struct gathered g = { .extra = SOURCE_EXTRA };
	struct packing p = { .o = o, .g = &g };
	struct on on = { .isolated = false };
	int rc = bundle_begin(&p.b, o->out, f);

	if (rc == 0)
		rc = on_open(&on, o->on, o->ssh, collect_stop(), f);
	if (rc == 0)
		rc = gather_all(&g, &on, 0, f);
	on_close(&on);
	if (rc == 0) {
		snapshot_tell(&g, o->on);
		rc = pack(&p, f);
	}
	bundle_free(&p.b);
	gathered_free(&g);
	return rc;
}

static int
run(int argc, char **argv, struct fail *f)
{
	struct options o = { .on = "local" };
	int operands;

	if (opt_parse(opts, &o, argc, argv, &operands, f) < 0)
		return -1;
	if (operands > 0)
		return fail(f, "%s: no operands are taken", argv[1]);
	if (o.out == NULL)
		return fail(f, "-o DIR.tar is needed");
	if (result_writable(o.out, f) < 0)
		return -1;
	return take(&o, f);
}

const struct command collect_cmd_bundle = {
	.name = "bundle",
	.operands = "-o DIR.tar",
	.help = "everything of a host in one archive",
	.opts = opts,
	.run = run,
};
