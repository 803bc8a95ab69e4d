/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/probe.h"
#include "harness/probe_run.h"
#include "lib/opt.h"
#include "lib/result.h"

#define FIELD(name) offsetof(struct probe_config, name)
#define MS 1000000ULL
#define HOUR 3600000000000ULL

static const struct opt options[] = {
	{ 0, "target", "ADDRESS", "management address of the router (needed)",
	    OPT_TEXT, FIELD(target), 0, 0, NULL },
	{ 0, "control", "ADDRESS", "an idle host beside it (none)", OPT_TEXT,
	    FIELD(control), 0, 0, NULL },
	{ 'p', "port", "PORT", "TCP port that is closed on both (1)", OPT_U64,
	    FIELD(port), 1, 65535, NULL },
	{ 0, "interval", "TIME", "a probe of each kind every TIME (50ms)",
	    OPT_DURATION, FIELD(interval_ns), 10 * MS, 500 * MS, NULL },
	{ 0, "timeout", "TIME", "later answers are lost (2s)", OPT_DURATION,
	    FIELD(timeout_ns), 100 * MS, 10000 * MS, NULL },
	{ 't', "duration", "TIME", "stop at the latest after TIME (1h)",
	    OPT_DURATION, FIELD(duration_ns), 1000 * MS, 24 * HOUR, NULL },
	{ 0, "ready", NULL, "print \"ready\", wait for a line, then start",
	    OPT_FLAG, FIELD(ready), 0, 0, NULL },
	{ 'o', "output", "FILE", "result document (-)", OPT_TEXT, FIELD(output),
	    0, 0, NULL },
	{ 'h', "help", NULL, "this text", OPT_FLAG, FIELD(help), 0, 0, NULL },
	{ 0, NULL, NULL, NULL, OPT_FLAG, 0, 0, 0, NULL },
};

static void
help(void)
{
	printf("usage: netharness probe --target ADDRESS [options]\n"
	       "Is the router's management address answering? TCP connects to "
	       "a closed port\nand echo requests on a fixed schedule, until "
	       "end of input, a signal or -t.\n");
	opt_help(options, stdout);
}

/* Known: as it is; unknown stays null. */
static void
put_times(struct result *r, const uint64_t *v, size_t n, uint64_t unknown)
{
	for (size_t i = 0; i < n; i++)
		if (v[i] == unknown)
			result_null(r, NULL);
		else
			result_u64(r, NULL, v[i]);
}

static void
put_series(struct result *r, const struct probe_times *t, const uint64_t *v)
{
	result_object(r, "series");
	result_array(r, "t_ns");
	put_times(r, t->due_ns, t->n, UINT64_MAX);
	result_end(r);
	result_array(r, "v");
	put_times(r, v, t->n, UINT64_MAX);
	result_end(r);
	result_end(r);
}

static int
put_leg(struct result *r, const struct probe_times *t, size_t leg)
{
	struct probe_leg_facts facts;

	if (probe_leg_facts(t, leg, &facts) < 0)
		return -1;
	result_object(r, NULL);
	result_text(r, "name", t->leg[leg].name);
	result_bool(r, "control", t->leg[leg].control);
	result_bool(r, "usable", t->leg[leg].usable);
	result_u64(r, "sent", facts.sent);
	result_u64(r, "answered", facts.answered);
	result_u64(r, "lost_packets", facts.lost);
	if (facts.sent > 0) {
		result_u64(r, "silence_ns", facts.silence_ns);
		result_u64(r, "p50_ns", facts.p50_ns);
		result_u64(r, "p99_ns", facts.p99_ns);
		result_u64(r, "max_ns", facts.max_ns);
	} else {
		result_null(r, "silence_ns");
		result_null(r, "p50_ns");
		result_null(r, "p99_ns");
		result_null(r, "max_ns");
	}
	put_series(r, t, t->leg[leg].latency_ns);
	result_end(r);
	return 0;
}

static int
upwards(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* The prober's own: sorted, unsent probes are the last. */
static int
put_lateness(struct result *r, const struct probe_times *t)
{
	struct probe_verdict v;
	uint64_t *sorted = malloc((t->n + 1) * sizeof(*sorted));
	uint64_t unsent = 0;

	if (sorted == NULL || probe_judge(t, 0, UINT64_MAX, &v) < 0) {
		free(sorted);
		return -1;
	}
	for (size_t i = 0; i < t->n; i++)
		unsent += t->late_ns[i] == PROBE_UNSENT;
	memcpy(sorted, t->late_ns, t->n * sizeof(*sorted));
	qsort(sorted, t->n, sizeof(*sorted), upwards);
	result_object(r, "lateness");
	if (t->n > unsent) {
		size_t n = t->n - unsent;

		result_u64(r, "p99_ns", sorted[(n * 99 + 99) / 100 - 1]);
		result_u64(r, "max_ns", sorted[n - 1]);
	} else {
		result_null(r, "p99_ns");
		result_null(r, "max_ns");
	}
	result_u64(r, "unsent", unsent);
	result_u64(r, "seconds", v.seconds);
	result_u64(r, "late_seconds", v.late_seconds);
	put_series(r, t, t->late_ns);
	result_end(r);
	free(sorted);
	return 0;
}

static void
put_config(struct result *r, const struct probe_run *run)
{
	const struct probe_config *c = run->config;

	result_object(r, "config");
	result_text(r, "target", c->target);
	result_text(r, "control", c->control);
	result_u64(r, "port", c->port);
	result_u64(r, "interval_ns", c->interval_ns);
	result_u64(r, "timeout_ns", c->timeout_ns);
	result_u64(r, "duration_ns", c->duration_ns);
	result_text(r, "scheduling", run->scheduling);
	result_end(r);
	result_array(r, "notes");
	for (size_t i = 0; i < run->times.legs; i++) {
		char text[80];

		if (run->leg[i].usable)
			continue;
		snprintf(text, sizeof(text),
		    "%s did not answer before the start and was not used",
		    run->leg[i].name);
		result_text(r, NULL, text);
	}
	result_end(r);
}

static int
put_all(struct result *r, const struct probe_run *run)
{
	put_config(r, run);
	result_clock(r, "clock_end");
	result_bool(r, "valid", run->times.n > 0);
	if (run->times.n > 0)
		result_null(r, "error");
	else
		result_text(r, "error", "stopped before the first probe");
	result_array(r, "legs");
	for (size_t i = 0; i < run->times.legs; i++)
		if (put_leg(r, &run->times, i) < 0)
			return -1;
	result_end(r);
	return put_lateness(r, &run->times);
}

/* For people; the document has the probes themselves. */
static void
tell(const struct probe_times *t)
{
	struct probe_verdict v;

	if (probe_judge(t, 0, UINT64_MAX, &v) < 0)
		return;
	fprintf(stderr, "management: %s%s%s\n", probe_word(v.word),
	    v.reason[0] != '\0' ? ": " : "", v.reason);
}

static int
measure(const struct probe_config *c, struct fail *f)
{
	struct probe_run run;
	struct result *r = result_new("probe", "netharness");
	int rc = 1;

	if (probe_open(&run, c, f) < 0)
		goto out;
	if (r == NULL || (c->ready && probe_wait_go(&run, f) < 0))
		goto out;
	result_clock(r, "clock_start");
	probe_loop(&run);
	if (put_all(r, &run) < 0) {
		fail(f, "probe: out of memory");
	} else if (result_write(r, c->output, f) == 0) {
		rc = run.times.n > 0 ? 0 : 2;
		tell(&run.times);
	}
out:
	probe_close(&run);
	result_free(r);
	return rc;
}

int
probe_main(int argc, char **argv)
{
	struct probe_config c = { .port = 1,
		.interval_ns = 50 * MS,
		.timeout_ns = 2000 * MS,
		.duration_ns = HOUR,
		.output = "-" };
	struct fail f = { "out of memory" };
	int operands, rc = 1;

	if (opt_parse(options, &c, argc, argv, &operands, &f) == 0) {
		if (c.help) {
			help();
			return 0;
		}
		if (operands > 0)
			fail(&f, "probe: \"%s\": takes no operands", argv[1]);
		else if (c.target == NULL)
			fail(&f, "probe: needs --target ADDRESS");
		else if (c.duration_ns < c.interval_ns)
			fail(&f, "probe: -t is shorter than one interval");
		else
			rc = measure(&c, &f);
	}
	if (rc == 1)
		fprintf(stderr, "netharness: %s\n", f.text);
	return rc;
}
