/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/clock.h"
#include "lib/rand.h"
#include "netblast/team.h"

#define SERIES_NS 100000000ULL
#define SERIES_MAX 36000 /* an hour; longer runs have longer intervals */
#define NS_PER_MS 1000000ULL
#define START_NS NS_PER_MS /* for the other threads to see it */
#define THERE_NS 50000ULL /* how often they look */
#define LOOK_MS 1000 /* a signal that just missed poll(2) waits so long */
#define SLICE_NS 100000U /* at a rate: short turns, the least there are */
#define KICK_MS 20 /* then system calls are interrupted again and again */

/* Which frames are whose: random, so that two runs differ; 0 if classic. */
static uint16_t
choose_tag(const struct options *o)
{
	uint64_t seed = clock_wall_ns() ^ (uint64_t)getpid() << 40;

	if (o->form != FORM_OPTIONS)
		return 0;
	return (uint16_t)(o->tag != 0 ? o->tag
				      : 1 + rand_at(seed, 0) % STAMP_TAG_MAX);
}

static void
add_phase(struct team *t, const char *name, struct rate rate, uint64_t ns)
{
	t->phase[t->phases++] = (struct phase){ .name = name,
		.rate = rate,
		.duration_ns = ns,
		.uncounted = strcmp(name, "run") != 0 };
}

static int
plan_phases(struct team *t, struct fail *f)
{
	const struct options *o = t->options;
	const struct rate *rate = &t->setup->rate;
	uint64_t due = pace_frames(rate, o->duration_ns);

	for (unsigned i = 1; o->ramp_ns != 0 && i <= TEAM_RAMP_STEPS; i++) {
		uint64_t frames = rate->frames * i / TEAM_RAMP_STEPS;
		struct rate step = { frames > 0 ? frames : 1, rate->seconds };

		add_phase(t, "ramp", step, o->ramp_ns / TEAM_RAMP_STEPS);
	}
	if (o->warmup_ns != 0)
		add_phase(t, "warmup", *rate, o->warmup_ns);
	add_phase(t, "run", *rate, o->duration_ns);
	t->frames = o->count;
	if (rate->frames == 0 || o->duration_ns == 0)
		return 0;
	if (due == 0)
		return fail(
		    f, "--duration: not one frame is due in it at this --rate");
	if (t->frames == 0 || due < t->frames)
		t->frames = due;
	return 0;
}

static int
make_series(struct series *s, uint64_t duration_ns, struct fail *f)
{
	uint64_t interval = SERIES_NS, cap = SERIES_MAX;
	uint64_t *v;

	/* two more: the slack behind -t, and rounding */
	if (duration_ns != 0 && duration_ns / interval + 2 < cap)
		cap = duration_ns / interval + 2;
	while (duration_ns / interval + 2 > cap)
		interval *= 10;
	v = calloc(cap, sizeof(*v));
	if (v == NULL)
		return fail(f, "out of memory");
	series_init(s, v, cap, 0, interval);
	return 0;
}

static void
plan_worker(struct team *t, uint32_t i)
{
	const struct options *o = t->options;
	struct worker *w = &t->worker[i];

	w->team = t;
	setup_tx(t->setup, o, &w->tx);
	w->tx.thread = i;
	if (o->cpus.n > 0)
		w->tx.cpu = (int)o->cpus.cpu[i % o->cpus.n];
}

int
team_plan(struct team *t, const struct options *o, const struct setup *s,
    struct fail *f)
{
	memset(t, 0, sizeof(*t));
	t->done[0] = t->done[1] = -1;
	t->options = o;
	t->setup = s;
	t->tag = choose_tag(o);
	t->clock = &blast_real_clock;
	if (plan_phases(t, f) < 0)
		return -1;
	t->worker = calloc(o->threads, sizeof(*t->worker));
	if (t->worker == NULL)
		return fail(f, "out of memory");
	t->n = (uint32_t)o->threads;
	for (uint32_t i = 0; i < t->n; i++) {
		plan_worker(t, i);
		if (make_series(&t->worker[i].series, o->duration_ns, f) < 0)
			return -1;
	}
	if (pipe(t->done) < 0)
		return fail_errno(f, "pipe");
	return 0;
}

int
team_open(struct team *t, struct fail *f)
{
	for (uint32_t i = 0; i < t->n; i++)
		if (t->setup->engine->open(&t->worker[i].tx, f) < 0)
			return -1;
	return 0;
}

void
team_close(struct team *t)
{
	for (uint32_t i = 0; i < t->n; i++) {
		if (t->worker[i].tx.state != NULL)
			t->setup->engine->close(&t->worker[i].tx);
		free(t->worker[i].series.v);
	}
	free(t->worker);
	for (int i = 0; i < 2; i++)
		if (t->done[i] >= 0)
			close(t->done[i]);
}

/* The part of a phase that this thread sends. */
static void
begin_phase(struct worker *w, unsigned i, uint64_t t0_ns)
{
	const struct team *t = w->team;
	const struct options *o = t->options;
	const struct phase *p = &t->phase[i];
	struct blast *b = &w->blast;
	uint64_t burst = o->burst;

	if (burst == 0)
		burst = t->setup->rate.frames == 0 ? TX_BATCH : 1;
	memset(b, 0, sizeof(*b));
	b->tx = &w->tx;
	b->pace = (struct pace){ .rate = p->rate,
		.t0_ns = t0_ns,
		.burst = (uint32_t)burst,
		.threads = t->n,
		.thread = w->tx.thread,
		.catchup = !p->uncounted && (o->catchup || o->count != 0) };
	b->duration_ns = p->duration_ns;
	b->frames = p->uncounted ? 0 : t->frames;
	b->first_seq = p->uncounted ? w->uncounted : o->first_seq;
	b->tag = t->tag;
	b->stream = (uint16_t)(o->stream + w->tx.thread);
	b->uncounted = p->uncounted;
	b->goes_on = i + 1 < t->phases;
	b->seq_per_round = o->form != FORM_OPTIONS;
	b->clock = t->clock;
	b->seen = &w->seen;
	if (!p->uncounted) {
		b->series = &w->series;
		b->gaps = &w->gaps;
	}
}

/*
 * A thread may be created and wait for a CPU, so the last one that is there
 * says when all begin: nobody starts late and has frames to make up.
 */
static uint64_t
first_start(struct team *t)
{
	const struct blast_clock *c = t->clock;
	uint64_t t0 = atomic_load(&t->t0_ns);

	if (t0 != 0)
		return t0;
	if (atomic_fetch_add(&t->there, 1) + 1 == t->n)
		atomic_store(
		    &t->t0_ns, c->now(c->arg) + (t->n > 1 ? START_NS : 0));
	while ((t0 = atomic_load(&t->t0_ns)) == 0 && !blast_stop)
		clock_sleep_until(clock_mono_ns() + THERE_NS);
	return t0;
}

/* Ended in ramp or warm-up: what that counted is no part of the run. */
static void
never_began(struct worker *w)
{
	struct blast *b = &w->blast;

	b->taken = b->waits = b->largest_burst = 0;
	b->pace.stalls = b->pace.stalled_ns = b->refused_ns = 0;
	b->start_ns = b->finish_ns;
	w->cpu_ns = 0;
}

/* One phase after the other; each begins when the one before was to end. */
static void
run_phases(struct worker *w)
{
	struct team *t = w->team;
	uint64_t t0 = first_start(t), cpu;

	for (unsigned i = 0; i < t->phases; i++) {
		if (w->blast.end == BLAST_STOPPED ||
		    w->blast.end == BLAST_FAILED) {
			never_began(w);
			return;
		}
		begin_phase(w, i, t0);
		cpu = clock_thread_ns();
		blast_run(&w->blast);
		w->cpu_ns = clock_thread_ns() - cpu + w->blast.cpu_ns;
		if (w->blast.uncounted)
			w->uncounted += w->blast.taken;
		t0 = w->blast.start_ns + w->blast.duration_ns;
	}
}

static void *
work(void *arg)
{
	struct worker *w = arg;
	struct fail ignored;
	ssize_t n;

	/* allowed or not was asked before; a CPU that went since is no stop */
	if (w->tx.cpu >= 0)
		(void)cpu_pin((unsigned)w->tx.cpu, &ignored);
	if (w->team->setup->rate.frames != 0)
		(void)cpu_slice(SLICE_NS, &ignored);
	run_phases(w);
	do
		n = write(w->team->done[1], "", 1);
	while (n < 0 && errno == EINTR);
	return NULL;
}

/* Signals are for the main thread; SIGUSR2 is how it wakes the others. */
static int
start(struct team *t, struct fail *f)
{
	sigset_t all, old;
	int rc = 0;

	sigfillset(&all);
	sigdelset(&all, SIGUSR2);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	for (uint32_t i = 0; i < t->n && rc == 0; i++) {
		struct worker *w = &t->worker[i];

		rc = pthread_create(&w->thread, NULL, work, w);
		w->running = rc == 0;
	}
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	if (rc == 0)
		return 0;
	blast_stop = 1;
	errno = rc;
	return fail_errno(f, "--threads: thread could not be started");
}

/* Until the next report, or a look round. */
static int
patience(uint64_t next_ns, uint64_t now_ns)
{
	uint64_t ms = blast_stop ? KICK_MS : LOOK_MS;
	uint64_t left;

	if (next_ns == 0)
		return (int)ms;
	left = next_ns <= now_ns ? 0 : (next_ns - now_ns) / NS_PER_MS + 1;
	return (int)(left < ms ? left : ms);
}

static void
kick(struct team *t)
{
	for (uint32_t i = 0; i < t->n; i++)
		if (t->worker[i].running)
			pthread_kill(t->worker[i].thread, SIGUSR2);
}

/* Nothing has gone out: said while there is still time to do something. */
static bool
is_stuck(const struct team *t, uint64_t now_ns)
{
	uint64_t t0 = atomic_load(&t->t0_ns), taken, refused;

	if (t0 == 0 || now_ns < t0 + TEAM_STUCK_NS)
		return false;
	team_seen(t, &taken, &refused);
	return taken == 0 && refused > 0;
}

/* Reports that are due; when the next one is (0: never). */
static uint64_t
tell(const struct team *t, const struct team_watch *w, bool *told,
    uint64_t next_ns, uint64_t now_ns)
{
	if (!*told && is_stuck(t, now_ns)) {
		*told = true;
		w->stuck(t, w->arg);
	}
	if (next_ns == 0 || now_ns < next_ns)
		return next_ns;
	w->progress(t, w->arg);
	return next_ns + t->options->progress_ns;
}

/* Until every running thread has written its byte. */
static void
watch(struct team *t, const struct team_watch *w)
{
	uint64_t every = t->options->progress_ns;
	uint64_t now = clock_mono_ns(), next = every != 0 ? now + every : 0;
	struct pollfd p = { .fd = t->done[0], .events = POLLIN };
	uint32_t running = 0;
	bool told = false;
	char c;

	for (uint32_t i = 0; i < t->n; i++)
		running += t->worker[i].running;
	while (running > 0) {
		if (blast_stop)
			kick(t);
		if (poll(&p, 1, patience(next, now)) > 0 &&
		    read(t->done[0], &c, 1) == 1)
			running--;
		now = clock_mono_ns();
		next = tell(t, w, &told, next, now);
	}
}

int
team_run(struct team *t, const struct team_watch *w, struct fail *f)
{
	int rc;

	rc = start(t, f);
	watch(t, w);
	for (uint32_t i = 0; i < t->n; i++)
		if (t->worker[i].running)
			pthread_join(t->worker[i].thread, NULL);
	return rc;
}

static void
add_count(struct tx_count *to, const struct tx_count *from)
{
	to->refused += from->refused;
	to->short_returns += from->short_returns;
	for (int i = 0; i < TX_ERRNO_KINDS && from->errors[i].error != 0; i++)
		tx_count_error(to, from->errors[i].error, from->errors[i].n);
}

static void
add_worker(struct team_sum *sum, const struct worker *w)
{
	const struct blast *b = &w->blast;
	uint64_t wanted = 0;

	sum->wanted_known = blast_wanted(b, &wanted);
	sum->wanted += wanted;
	sum->taken += b->taken;
	sum->uncounted += w->uncounted;
	sum->stalls += b->pace.stalls;
	sum->stalled_ns += b->pace.stalled_ns;
	sum->refused_ns += b->refused_ns;
	sum->waits += b->waits;
	sum->cpu_ns += w->cpu_ns;
	sum->undrained |= b->undrained;
	if (b->largest_burst > sum->largest_burst)
		sum->largest_burst = b->largest_burst;
	if (sum->start_ns == 0 || b->start_ns < sum->start_ns)
		sum->start_ns = b->start_ns;
	if (b->finish_ns > sum->finish_ns)
		sum->finish_ns = b->finish_ns;
	if (b->end > sum->end)
		sum->end = b->end;
	if (b->end == BLAST_FAILED)
		sum->why = b->why.text;
	add_count(&sum->count, &w->tx.count);
	hist_merge(&sum->gaps, &w->gaps);
}

void
team_sum(const struct team *t, struct team_sum *sum)
{
	memset(sum, 0, sizeof(*sum));
	for (uint32_t i = 0; i < t->n; i++)
		add_worker(sum, &t->worker[i]);
}

void
team_seen(const struct team *t, uint64_t *taken, uint64_t *refused)
{
	*taken = *refused = 0;
	for (uint32_t i = 0; i < t->n; i++) {
		const struct worker *w = &t->worker[i];

		if (t->setup->engine->progress != NULL)
			*taken += t->setup->engine->progress(&w->tx);
		*taken +=
		    atomic_load_explicit(&w->seen.taken, memory_order_relaxed);
		*refused += atomic_load_explicit(
		    &w->seen.refused, memory_order_relaxed);
	}
}
