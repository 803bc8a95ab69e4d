/* SPDX-License-Identifier: BSD-2-Clause */
/* netcollect watch: counters over time, one document at the end. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "collector/collector.h"
#include "collector/watch.h"
#include "lib/clock.h"

struct options {
	const char *out, *on, *ssh;
	uint64_t interval_ns, duration_ns;
	bool ready;
};

/* Samplers count in ms; a million samples are as many as memory is meant for */
#define INTERVAL_MIN (CLOCK_NS_PER_S / 10)
#define INTERVAL_MAX (3600 * CLOCK_NS_PER_S)
#define DURATION_MAX (7 * 24 * 3600 * CLOCK_NS_PER_S)
#define SAMPLES_MAX 1000000

static const struct opt opts[] = {
	{ 0, "on", "NODE", "local, netns:NAME, ssh:[USER@]HOST[:PORT] [local]",
	    OPT_TEXT, offsetof(struct options, on), 0, 0, NULL },
	{ 0, "ssh", "COMMAND", "how ssh is called [$NETBLAST_SSH, ssh]",
	    OPT_TEXT, offsetof(struct options, ssh), 0, 0, NULL },
	{ 'I', "interval", "TIME", "time between samples [1s]", OPT_DURATION,
	    offsetof(struct options, interval_ns), INTERVAL_MIN, INTERVAL_MAX,
	    NULL },
	{ 't', "duration", "TIME", "how long; a signal ends it too [10s]",
	    OPT_DURATION, offsetof(struct options, duration_ns), INTERVAL_MIN,
	    DURATION_MAX, NULL },
	{ 0, "ready", NULL, "print \"ready\" once connected, wait for a line",
	    OPT_FLAG, offsetof(struct options, ready), 0, 0, NULL },
	{ 'o', "output", "FILE", "where the document goes [-]", OPT_TEXT,
	    offsetof(struct options, out), 0, 0, NULL },
	{ 0, NULL, NULL, NULL, OPT_FLAG, 0, 0, 0, NULL },
};

/* ---- while it runs ----------------------------------------------------------- */

/* "in em0 14880 pps": of the interface with most, over the measured time. */
static void
tell_rate(const struct track *t, const char *name, const char *word)
{
	uint64_t delta = 0, ns;
	const struct track_series *s = track_busiest(t, name, &delta);

	if (s == NULL)
		return;
	ns = t->sample[t->n - 1].t_ns - t->sample[t->n - 2].t_ns;
	if (ns > 0)
		fprintf(stderr, "  %s %s %.0f pps", word, s->first.instance,
		    (double)delta * 1e9 / (double)ns);
}

static void
tell(void *context, const struct track *t)
{
	const struct options *o = context;
	uint64_t gap;

	if (t->n == 1) {
		fprintf(stderr, "ready\n");
		return;
	}
	gap = track_gap_ns(t, t->n - 1, o->interval_ns);
	if (gap > 0)
		fprintf(stderr, "netcollect: no sample for %.1f s: starved\n",
		    (double)gap / 1e9);
	fprintf(stderr, "%8.1f s",
	    (double)(t->sample[t->n - 1].t_ns - t->sample[0].t_ns) / 1e9);
	tell_rate(t, "if.rx.packets", "in");
	tell_rate(t, "if.tx.packets", "out");
	fprintf(stderr, "\n");
}

/* ---- the document -------------------------------------------------------------- */

static void
put_times(struct result *r, const struct track *t)
{
	result_object(r, "samples");
	result_array(r, "t_ns");
	for (size_t i = 0; i < t->n; i++)
		result_u64(r, NULL, t->sample[i].t_ns);
	result_end(r);
	result_array(r, "arrival_ns");
	for (size_t i = 0; i < t->n; i++)
		result_given(r, NULL, t->sample[i].arrival_ns);
	result_end(r);
	result_end(r);
}

static size_t
put_gaps(struct result *r, const struct track *t, uint64_t interval_ns)
{
	size_t n = 0;

	result_array(r, "gaps");
	for (size_t i = 1; i < t->n; i++) {
		if (track_gap_ns(t, i, interval_ns) == 0)
			continue;
		n++;
		result_object(r, NULL);
		result_u64(r, "from_ns", t->sample[i - 1].t_ns);
		result_u64(r, "to_ns", t->sample[i].t_ns);
		result_end(r);
	}
	result_end(r);
	return n;
}

static void
put_name(struct result *r, const struct counter *c)
{
	result_text(r, "name", c->name);
	result_text(r, "instance", c->instance);
	result_given(r, "bits", c->bits);
	result_text(r, "scope", c->machine ? "machine" : "host");
}

static void
put_series(struct result *r, const struct track *t)
{
	result_array(r, "series");
	for (size_t i = 0; i < t->n_series; i++) {
		const struct track_series *s = &t->series[i];

		if (!s->moved)
			continue;
		result_object(r, NULL);
		put_name(r, &s->first);
		result_array(r, "t_ns");
		for (size_t k = 0; k < s->n; k++)
			result_u64(r, NULL, t->sample[s->at[k]].t_ns);
		result_end(r);
		result_array(r, "v");
		for (size_t k = 0; k < s->n; k++)
			result_u64(r, NULL, s->v[k]);
		result_end(r);
		result_end(r);
	}
	result_end(r);
}

/* What had one value all the time needs no columns. */
static void
put_still(struct result *r, const struct track *t)
{
	result_array(r, "still");
	for (size_t i = 0; i < t->n_series; i++) {
		const struct track_series *s = &t->series[i];

		if (s->moved)
			continue;
		result_object(r, NULL);
		put_name(r, &s->first);
		result_u64(r, "value", s->first.value);
		result_u64(r, "samples", s->n);
		result_end(r);
	}
	result_end(r);
}

/* It stops at the end, so a sampler starved until then has no gap to show. */
static void
put_end(struct result *r, const struct options *o, const struct watched *w)
{
	const struct track *t = &w->track;
	uint64_t span = t->sample[t->n - 1].t_ns - t->sample[0].t_ns;
	char text[120];

	if (w->stopped || w->broken.text[0] != '\0' ||
	    o->duration_ns < span + o->interval_ns + o->interval_ns / 2)
		return;
	snprintf(text, sizeof(text),
	    "the last sample is %.1f s before the end: starved",
	    (double)(o->duration_ns - span) / 1e9);
	result_text(r, NULL, text);
}

static void
put_notes(struct result *r, const struct options *o, const struct watched *w,
    size_t gaps)
{
	char text[700];

	result_array(r, "notes");
	for (size_t i = 0; i < w->about.n_notes; i++)
		result_text(r, NULL, w->about.note[i]);
	if (gaps > 0) {
		snprintf(text, sizeof(text),
		    "the sampler was starved: %zu gaps", gaps);
		result_text(r, NULL, text);
	}
	put_end(r, o, w);
	if (w->date_set > 0) {
		snprintf(text, sizeof(text),
		    "the router's date was set while it was watched, %zu "
		    "times: intervals there are those of arrival",
		    w->date_set);
		result_text(r, NULL, text);
	}
	if (w->mended.text[0] != '\0') {
		snprintf(text, sizeof(text), "%s; the other %zu were fetched",
		    w->mended.text, w->fetched);
		result_text(r, NULL, text);
	}
	if (w->stopped)
		result_text(r, NULL, "ended by a signal");
	result_end(r);
}

static int
write_document(const struct options *o, const struct watched *w, struct fail *f)
{
	static const char *const clocks[] = {
		[WATCH_NONE] = NULL,
		[WATCH_UPTIME] = "uptime",
		[WATCH_DATE] = "date",
		[WATCH_ARRIVAL] = "arrival",
	};
	struct result *r = result_new("netcollect", "netcollect");
	bool broken = w->broken.text[0] != '\0';
	size_t gaps;
	int rc;

	if (r == NULL)
		return fail(f, "out of memory");
	result_object(r, "config");
	result_text(r, "on", o->on);
	result_text(r, "ssh", o->ssh);
	result_u64(r, "interval", o->interval_ns);
	result_u64(r, "duration", o->duration_ns);
	result_bool(r, "ready", o->ready);
	result_end(r);
	result_text(r, "node", o->on);
	envelope_router(r, &w->about.asked);
	envelope_ms(r, "cpu_ms", w->about.asked.cpu_ms);
	envelope_ms(r, "shell_cpu_ms", w->about.asked.shell_cpu_ms);
	result_text(r, "clock", clocks[w->clock]);
	put_times(r, &w->track);
	gaps = put_gaps(r, &w->track, o->interval_ns);
	put_series(r, &w->track);
	put_still(r, &w->track);
	result_clock(r, "clock_end");
	put_notes(r, o, w, gaps);
	result_bool(r, "valid", !broken);
	result_text(r, "error", broken ? w->broken.text : NULL);
	rc = result_write(r, o->out, f);
	result_free(r);
	return rc < 0 ? rc : broken ? 2 : 0;
}

static void
tell_end(const struct options *o, const struct watched *w)
{
	if (w->about.asked.cpu_ms >= 0)
		fprintf(stderr,
		    "netcollect: %s: %zu samples, %.1f ms of CPU each\n", o->on,
		    w->track.n, w->about.asked.cpu_ms / (double)w->track.n);
	if (w->broken.text[0] != '\0')
		fprintf(stderr, "netcollect: %s: %s\n", o->on, w->broken.text);
}

static int
watch_node(struct options *o, struct fail *f)
{
	struct watch_ask ask = { .interval_ns = o->interval_ns,
		.duration_ns = o->duration_ns,
		.told = tell,
		.context = o };
	struct watched w = { .lost = false };
	struct on on = { .again = collect_stop_again() };
	int rc = on_open(&on, o->on, o->ssh, collect_stop(), f);

	if (rc == 0 && o->ready)
		rc = collect_wait_go(f);
	if (rc == 0)
		rc = watch(&w, &on, &ask, f);
	on_close(&on);
	if (rc == 0) {
		tell_end(o, &w);
		rc = write_document(o, &w, f);
	}
	watched_free(&w);
	return rc;
}

static int
run(int argc, char **argv, struct fail *f)
{
	struct options o = { .out = "-",
		.on = "local",
		.interval_ns = CLOCK_NS_PER_S,
		.duration_ns = 10 * CLOCK_NS_PER_S };
	int operands;

	if (opt_parse(opts, &o, argc, argv, &operands, f) < 0)
		return -1;
	if (operands > 0)
		return fail(f, "%s: no operands are taken", argv[1]);
	if (o.interval_ns % 1000000 != 0)
		return fail(f, "--interval: whole milliseconds are needed");
	if (o.duration_ns / o.interval_ns > SAMPLES_MAX)
		return fail(f, "more than %d samples", SAMPLES_MAX);
	if (result_writable(o.out, f) < 0)
		return -1;
	return watch_node(&o, f);
}

const struct command collect_cmd_watch = {
	.name = "watch",
	.operands = "",
	.help = "counters of a host over time, as one document",
	.opts = opts,
	.run = run,
};
