/* SPDX-License-Identifier: BSD-2-Clause */
/* netreceive: count on the far side what netblast sends. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/priv.h"
#include "lib/stdopen.h"
#include "lib/version.h"
#include "netreceive/emit.h"
#include "netreceive/show.h"

enum { EXIT_MEASURED = 0, EXIT_USAGE = 1, EXIT_INVALID = 2 };

static volatile sig_atomic_t stop; /* signals so far */

static void
on_signal(int number)
{
	(void)number;
	if (stop < 100)
		stop++;
}

/* No SA_RESTART: a waiting engine must come back. */
static void
catch_signals(void)
{
	static const int stops[] = { SIGINT, SIGTERM, SIGHUP };
	struct sigaction sa;

	memset(&sa, 0, sizeof(sa));
	sigemptyset(&sa.sa_mask);
	sa.sa_handler = on_signal;
	for (size_t i = 0; i < sizeof(stops) / sizeof(stops[0]); i++)
		sigaction(stops[i], &sa, NULL);
	sa.sa_handler = SIG_IGN;
	sigaction(SIGPIPE, &sa, NULL);
	sigaction(SIGTTIN, &sa, NULL);
}

static void
list_engines(FILE *out)
{
	for (size_t i = 0; rx_engines[i] != NULL; i++) {
		const struct rx_engine *e = rx_engines[i];
		struct fail why = { "" };
		bool ok = e->usable(&why) == 0;

		fprintf(out, "%-8s %s (%s%s)\n", e->name, e->help,
		    ok ? "usable here" : "not usable here: ",
		    ok ? "" : why.text);
	}
	for (int i = 0; rx_absent[i].name != NULL; i++)
		fprintf(out, "%-8s not built in: %s\n", rx_absent[i].name,
		    rx_absent[i].why);
}

static void
show_version(void)
{
	printf("netreceive %s, engines:", NETBLAST_VERSION);
	for (size_t i = 0; rx_engines[i] != NULL; i++)
		printf(" %s", rx_engines[i]->name);
	putchar('\n');
}

/* The last of the table that can do what is asked. */
static const struct rx_engine *
automatic(const struct rx_options *o, struct fail *f)
{
	const struct rx_engine *best = NULL;

	for (size_t i = 0; rx_engines[i] != NULL; i++)
		if (rx_engines[i]->usable(NULL) == 0 &&
		    (rx_engines[i]->layer == RX_PAYLOAD ||
			o->interface != NULL))
			best = rx_engines[i];
	if (best == NULL)
		fail(f, "no engine is usable (--list-engines)");
	return best;
}

static const struct rx_engine *
named(const char *name, struct fail *f)
{
	const struct rx_engine *e = rx_find(name);

	if (e == NULL && rx_absent_why(name) != NULL)
		fail(f, "--engine: %s is not built in: %s", name,
		    rx_absent_why(name));
	else if (e == NULL)
		fail(f, "--engine: \"%s\" is not built in (--list-engines)",
		    name);
	return e;
}

/* A file needs no privilege. */
static const struct rx_engine *
reader(const char *name, struct fail *f)
{
	for (size_t i = 0; rx_engines[i] != NULL; i++)
		if ((rx_engines[i]->caps & RX_FILES) != 0 &&
		    (name == NULL || strcmp(name, rx_engines[i]->name) == 0))
			return rx_engines[i];
	fail(f, "--read: %s reads no files (pcap does, where it is built in)",
	    name != NULL ? name : "no engine");
	return NULL;
}

static const struct rx_engine *
choose(const struct rx_options *o, struct fail *f)
{
	const char *name = o->engine;
	const struct rx_engine *e;

	if (name != NULL && strcmp(name, "auto") == 0)
		name = NULL;
	if (o->read != NULL)
		return reader(name, f);
	e = name != NULL ? named(name, f) : automatic(o, f);
	if (e != NULL && o->vlan.n > 0 && (e->caps & RX_TAGS) == 0) {
		fail(f,
		    "--vlan: engine %s sees no tags (packet, pcap and xdp do, "
		    "with --interface, as root)",
		    e->name);
		return NULL;
	}
	if (e != NULL && (o->threads > 1 || o->cpus.n > 0) &&
	    (e->caps & RX_IN_KERNEL) != 0) {
		fail(f,
		    "--%s: engine %s counts on the CPUs that the interface "
		    "interrupts, without threads of its own",
		    o->threads > 1 ? "threads" : "cpus", e->name);
		return NULL;
	}
	if (e != NULL && o->threads > 1 && (e->caps & RX_THREADS) == 0) {
		fail(f, "--threads: engine %s takes none (udp and packet do)",
		    e->name);
		return NULL;
	}
	return e;
}

/* Where the document goes; NULL: nowhere (classic form without -o). */
static const char *
document_path(const struct rx_options *o)
{
	if (o->output != NULL)
		return o->output;
	return o->classic ? NULL : "-";
}

static int
tell(const char *text)
{
	fprintf(stderr, "netreceive: %s\n", text);
	return EXIT_USAGE;
}

static void
announce(const struct rx_options *o)
{
	if (o->classic)
		printf("netreceive listening on UDP port %d\n", o->port.min);
	if (o->ready)
		puts("ready");
	fflush(stdout);
}

/*
 * Everything is open, and privilege is for nothing any more but a document
 * where only root may write.
 */
static int
drop_privileges(
    const struct rx_options *o, const struct rx_engine *e, struct fail *f)
{
	unsigned keep = 0;
	const char *path = document_path(o);

	if (path != NULL && strcmp(path, "-") != 0)
		keep |= PRIV_FILES;
	if ((e->caps & RX_IN_KERNEL) != 0)
		keep |= PRIV_BPF; /* lib/priv.h: some kernels want it */
	return priv_drop(keep, f) < 0 ? -1 : 0;
}

/* Count, then fill the document. Returns the exit status. */
static int
measure(struct sink *s, struct result *r)
{
	struct tally_counts c;
	struct fail f = { "" }, list = { "" };
	int rc, listed;

	if (sink_open(s, &f) < 0) {
		sink_emit_failure(r, f.text);
		return tell(f.text);
	}
	if (drop_privileges(s->o, s->rx.engine, &f) < 0) {
		sink_close(s);
		sink_emit_failure(r, f.text);
		return tell(f.text);
	}
	announce(s->o);
	rc = sink_run(s, &f);
	if (rc < 0)
		tell(f.text);
	listed = lostlist_close(&s->lost, &list);
	if (listed < 0)
		tell(list.text);
	sink_emit_end(r, s, rc < 0 ? f.text : NULL);
	sink_show_summary(s, s->o->classic ? stdout : stderr);
	tally_counts(&s->tally, &c);
	rc = sink_invalid(s, &c) == NULL ? EXIT_MEASURED : EXIT_INVALID;
	sink_close(s);
	return listed < 0 ? EXIT_USAGE : rc;
}

static int
run(const struct rx_options *o, const struct rx_engine *engine)
{
	struct sink *s = calloc(1, sizeof(*s));
	struct result *r = result_new("netreceive", "netreceive");
	const char *path = document_path(o);
	struct fail f = { "" };
	int rc;

	if (s == NULL || r == NULL) {
		rc = tell("out of memory");
		goto out;
	}
	if (path != NULL && result_writable(path, &f) < 0) {
		rc = tell(f.text);
		goto out;
	}
	s->o = o;
	s->rx.engine = engine;
	s->signals = &stop;
	s->progress = o->progress_ns > 0 ? sink_show_progress : NULL;
	sink_emit_start(r, o, engine);
	rc = measure(s, r);
	fflush(stdout);
	if (path != NULL && result_write(r, path, &f) < 0)
		rc = tell(f.text);
out:
	result_free(r);
	free(s);
	return rc;
}

int
main(int argc, char **argv)
{
	struct rx_options o;
	const struct rx_engine *engine;
	struct fail f = { "" };

	catch_signals();
	if (stdopen(&f) < 0 || rx_options_parse(&o, argc, argv, &f) < 0)
		return tell(f.text);
	if (o.help)
		rx_options_help(stdout);
	else if (o.version)
		show_version();
	else if (o.list_engines)
		list_engines(stdout);
	if (o.help || o.version || o.list_engines)
		return EXIT_MEASURED;
	engine = choose(&o, &f);
	if (engine == NULL)
		return tell(f.text);
	return run(&o, engine);
}
