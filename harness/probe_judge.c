/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/probe_judge.h"

#define SECOND 1000000000ULL

/* The window, cut into seconds; those behind it are cut up to the end. */
struct cut {
	uint64_t from, to, end; /* end: of the last probe's interval */
	size_t seconds; /* of the window, a part of one counted too */
	size_t total; /* up to the end */
	bool *out; /* total of them: left out */
};

const char *
probe_word(enum probe_word word)
{
	static const char *const words[] = { "ok", "sluggish", "livelock",
		"not-measured" };

	return words[word];
}

static size_t
seconds_up(uint64_t ns)
{
	return (size_t)((ns + SECOND - 1) / SECOND);
}

/* Index of the second; moments outside are clamped. */
static size_t
second_of(const struct cut *c, uint64_t ns)
{
	size_t s = ns < c->from ? 0 : (size_t)((ns - c->from) / SECOND);

	return s < c->total ? s : c->total - 1;
}

/* c->from and c->to are set. */
static int
cut_open(struct cut *c, const struct probe_times *t, bool leave_out)
{
	c->end = t->due_ns[t->n - 1] + t->interval_ns;
	if (c->to > c->end)
		c->end = c->to;
	c->seconds = seconds_up(c->to - c->from);
	c->total = seconds_up(c->end - c->from);
	c->out = calloc(c->total + 1, sizeof(*c->out));
	if (c->out == NULL)
		return -1;
	for (size_t i = 0; i < t->n && leave_out; i++)
		if (t->due_ns[i] >= c->from && t->late_ns[i] > PROBE_LATE_NS)
			c->out[second_of(c, t->due_ns[i])] = true;
	return 0;
}

/* How much of a..b lies in seconds that are left out. */
static uint64_t
left_out(const struct cut *c, uint64_t a, uint64_t b)
{
	uint64_t sum = 0;

	for (size_t s = second_of(c, a); s <= second_of(c, b); s++) {
		uint64_t low = c->from + s * SECOND, high = low + SECOND;

		if (!c->out[s])
			continue;
		low = low < a ? a : low;
		high = high > b ? b : high;
		sum += high > low ? high - low : 0;
	}
	return sum;
}

static int
upwards(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* `at` are the moments of the answers, sorted. */
static uint64_t
longest_silence(
    const struct cut *c, const uint64_t *at, size_t n, uint64_t last)
{
	uint64_t longest = 0, before = c->from;

	for (size_t i = 0; i <= n && before < c->to; i++) {
		uint64_t now = i < n ? at[i] : last, gap;

		if (now <= before)
			continue;
		gap = now - before - left_out(c, before, now);
		longest = gap > longest ? gap : longest;
		before = now;
	}
	return longest;
}

static uint64_t
nearest_rank(const uint64_t *sorted, size_t n, unsigned percent)
{
	return n == 0 ? 0 : sorted[(n * percent + 99) / 100 - 1];
}

/* Does probe i count, and in which second? */
static bool
counts(const struct probe_times *t, const struct cut *c, uint64_t latency,
    size_t i, size_t *second)
{
	uint64_t due = t->due_ns[i];

	if (due < c->from || due >= c->to || t->late_ns[i] == PROBE_UNSENT)
		return false;
	*second = second_of(c, due);
	if (c->out[*second])
		return false;
	return latency == PROBE_LOST || !c->out[second_of(c, due + latency)];
}

/* Whole seconds with half or more lost, one after the other. */
struct bad {
	unsigned seconds;
	unsigned outages; /* unbroken runs of lost probes in them */
	bool lost; /* was the last probe lost? */
};

/* Probes of one second, from *i on. */
static void
bad_second(const struct probe_times *t, const uint64_t *latency,
    const struct cut *c, uint64_t high, size_t *i, struct bad *b)
{
	size_t sent = 0, lost = 0, second;
	unsigned outages = 0;

	for (; *i < t->n && t->due_ns[*i] < high; ++*i) {
		bool now_lost = latency[*i] == PROBE_LOST;

		if (!counts(t, c, latency[*i], *i, &second))
			continue;
		outages += now_lost && !b->lost;
		b->lost = now_lost;
		sent++;
		lost += now_lost;
	}
	if (sent == 0 || 2 * lost < sent) {
		b->seconds = b->outages = 0;
		/* one that runs on into the next second is new there */
		b->lost = false;
		return;
	}
	b->seconds++;
	b->outages += outages;
}

/*
 * Most of them in a row. One single outage is judged by the length of its
 * silence alone: else it would be a livelock or not by how the seconds fall.
 */
static unsigned
bad_seconds(
    const struct probe_times *t, const uint64_t *latency, const struct cut *c)
{
	struct bad b = { 0 };
	unsigned longest = 0;
	size_t i = 0;

	for (size_t s = 0; s < (c->to - c->from) / SECOND; s++) {
		bad_second(t, latency, c, c->from + (s + 1) * SECOND, &i, &b);
		if (b.outages > 1 && b.seconds > longest)
			longest = b.seconds;
	}
	return longest;
}

/* `v` has room for n latencies and n moments. */
static void
leg_facts(const struct probe_times *t, const uint64_t *latency,
    const struct cut *c, uint64_t *v, struct probe_leg_facts *facts)
{
	uint64_t *at = v + t->n;
	size_t answers = 0, second;

	*facts = (struct probe_leg_facts){ 0 };
	for (size_t i = 0; i < t->n; i++) {
		if (latency[i] != PROBE_LOST)
			at[answers++] = t->due_ns[i] + latency[i];
		if (!counts(t, c, latency[i], i, &second))
			continue;
		facts->lost += latency[i] == PROBE_LOST;
		v[facts->sent++] =
		    latency[i] == PROBE_LOST ? t->timeout_ns : latency[i];
	}
	facts->answered = facts->sent - facts->lost;
	qsort(v, facts->sent, sizeof(*v), upwards);
	qsort(at, answers, sizeof(*at), upwards);
	facts->p50_ns = nearest_rank(v, facts->sent, 50);
	facts->p99_ns = nearest_rank(v, facts->sent, 99);
	facts->max_ns = nearest_rank(v, facts->sent, 100);
	facts->silence_ns = longest_silence(
	    c, at, answers, t->due_ns[t->n - 1] + t->interval_ns);
	facts->bad_seconds = bad_seconds(t, latency, c);
}

int
probe_leg_facts(
    const struct probe_times *t, size_t leg, struct probe_leg_facts *facts)
{
	struct cut c = { 0 };
	uint64_t *v;

	*facts = (struct probe_leg_facts){ 0 };
	if (t->n == 0 || !t->leg[leg].usable)
		return 0;
	c.from = t->due_ns[0];
	c.to = t->due_ns[t->n - 1] + t->interval_ns;
	v = malloc(2 * t->n * sizeof(*v));
	if (v == NULL || cut_open(&c, t, false) < 0) {
		free(v);
		return -1;
	}
	leg_facts(t, t->leg[leg].latency_ns, &c, v, facts);
	free(c.out);
	free(v);
	return 0;
}

static enum probe_word
word_of(const struct probe_leg_facts *f)
{
	if (f->silence_ns >= PROBE_LIVELOCK_NS ||
	    f->bad_seconds >= PROBE_BAD_SECONDS)
		return PROBE_LIVELOCK;
	if (f->silence_ns >= PROBE_SLUGGISH_NS || f->p99_ns > PROBE_P99_NS)
		return PROBE_SLUGGISH;
	return PROBE_OK;
}

static void
not_measured(struct probe_verdict *v, const char *reason)
{
	v->word = PROBE_NOT_MEASURED;
	v->known = false;
	snprintf(v->reason, sizeof(v->reason), "%s", reason);
}

/* Fold one leg in: the worst word and figures of the target count. */
static void
add_leg(
    struct probe_verdict *v, const char *name, const struct probe_leg_facts *f)
{
	enum probe_word word = word_of(f);

	v->known = true;
	v->lost_packets += f->lost;
	if (f->silence_ns > v->silence_ns)
		v->silence_ns = f->silence_ns;
	if (f->p99_ns > v->p99_ns)
		v->p99_ns = f->p99_ns;
	if (word <= v->word)
		return;
	v->word = word;
	snprintf(v->reason, sizeof(v->reason),
	    "%s: longest silence %.3f s, p99 %.1f ms, %u seconds in a row "
	    "with half or more lost",
	    name, (double)f->silence_ns / 1e9, (double)f->p99_ns / 1e6,
	    f->bad_seconds);
}

static void
judge_legs(const struct probe_times *t, const struct cut *c, uint64_t *space,
    struct probe_verdict *v)
{
	struct probe_leg_facts f;
	const char *control = NULL;

	for (size_t i = 0; i < t->legs; i++) {
		if (!t->leg[i].usable)
			continue;
		leg_facts(t, t->leg[i].latency_ns, c, space, &f);
		if (f.sent == 0)
			continue;
		if (!t->leg[i].control)
			add_leg(v, t->leg[i].name, &f);
		else if (word_of(&f) != PROBE_OK)
			control = t->leg[i].name;
	}
	if (!v->known)
		not_measured(v, "no probe of the target counts");
	else if (v->word != PROBE_OK && control != NULL)
		not_measured(v, "the idle control target fell silent too");
}

/* Window of the whole run where none was asked for; false: not covered. */
static bool
window(const struct probe_times *t, uint64_t from_ns, uint64_t to_ns,
    struct cut *c)
{
	uint64_t first, end;

	if (t->n == 0)
		return false;
	first = t->due_ns[0];
	end = t->due_ns[t->n - 1] + t->interval_ns;
	c->from = from_ns == 0 ? first : from_ns;
	c->to = to_ns == UINT64_MAX ? end : to_ns;
	return c->from < c->to && c->from + t->interval_ns >= first &&
	    c->to <= end + t->interval_ns;
}

int
probe_judge(const struct probe_times *t, uint64_t from_ns, uint64_t to_ns,
    struct probe_verdict *v)
{
	struct cut c = { 0 };
	uint64_t *space = NULL;
	int rc = -1;

	*v = (struct probe_verdict){ .word = PROBE_OK };
	if (!window(t, from_ns, to_ns, &c)) {
		not_measured(v, "the probes do not cover the blast");
		return 0;
	}
	if (cut_open(&c, t, true) < 0)
		return -1;
	space = malloc(2 * t->n * sizeof(*space));
	if (space == NULL)
		goto out;
	judge_legs(t, &c, space, v);
	v->seconds = c.seconds;
	for (size_t s = 0; s < c.seconds; s++)
		v->late_seconds += c.out[s];
	if (100 * v->late_seconds > v->seconds) {
		not_measured(v, "");
		snprintf(v->reason, sizeof(v->reason),
		    "the prober itself was late in %u of %u seconds",
		    (unsigned)v->late_seconds, (unsigned)v->seconds);
	}
	rc = 0;
out:
	free(space);
	free(c.out);
	return rc;
}
