/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "lib/clock.h"
#include "lib/cpu.h"
#include "netreceive/sink.h"
#include "netreceive/sinkteam.h"

#define LOOK_MS 5 /* how often the stop is looked for */

static int
prepare(struct sink *s, struct sinkteam *t, uint32_t i, struct fail *f)
{
	const struct rx_options *o = s->o;
	struct lane *l = &t->lane[i];

	l->team = t;
	l->cpu = o->cpus.n > 0 ? (int)o->cpus.cpu[i % o->cpus.n] : -1;
	l->own = s->rx;
	l->rx = i == 0 ? &s->rx : &l->own;
	l->rx->group = t->rx;
	l->rx->threads = t->n;
	l->rx->thread = i;
	t->rx[i] = l->rx;
	if (tally_new(&l->tally, o, s->rx.engine->layer, s->start_ns, f) < 0)
		return -1;
	l->tally.wall_less_mono_ns = s->tally.wall_less_mono_ns;
	l->tally.agreed = &t->tag;
	return 0;
}

int
sinkteam_open(struct sink *s, struct fail *f)
{
	struct sinkteam *t = calloc(1, sizeof(*t));
	int rc = 0;

	if (t == NULL)
		return fail(f, "out of memory");
	t->n = (uint32_t)s->o->threads;
	t->lane = calloc(t->n, sizeof(*t->lane));
	t->rx = calloc(t->n, sizeof(struct rx *));
	if (t->lane == NULL || t->rx == NULL)
		rc = fail(f, "out of memory for %u threads", (unsigned)t->n);
	atomic_init(&t->stop_ns, UINT64_MAX);
	for (uint32_t i = 0; i < t->n && rc == 0; i++)
		rc = prepare(s, t, i, f);
	for (uint32_t i = 0; i < t->n && rc == 0; i++)
		rc = s->rx.engine->open(t->rx[i], f);
	s->team = t;
	if (rc == 0)
		return 0;
	if (s->rx.state != NULL)
		s->rx.engine->close(&s->rx);
	sinkteam_close(t);
	s->team = NULL;
	return -1;
}

void
sinkteam_close(struct sinkteam *t)
{
	if (t == NULL)
		return;
	for (uint32_t i = 0; t->lane != NULL && i < t->n; i++) {
		struct lane *l = &t->lane[i];

		if (i > 0 && l->own.state != NULL)
			l->own.engine->close(&l->own);
		tally_free(&l->tally);
	}
	free(t->lane);
	free(t->rx);
	free(t);
}

/*
 * One batch. The stop is looked up when the frames are there: those that
 * arrived after it find it set.
 */
static int
take(struct lane *l, struct fail *f)
{
	struct rx_pkt pkt[RX_BATCH];
	uint64_t before = l->tally.received, now_ns;
	int n = l->rx->engine->recv(l->rx, pkt, RX_BATCH, SINK_WAIT_MS, f);

	now_ns = clock_mono_ns();
	l->tally.stop_ns = atomic_load(&l->team->stop_ns);
	for (int i = 0; i < n; i++)
		tally_packet(&l->tally, &pkt[i], now_ns);
	if (n > 0)
		l->rx->engine->release(l->rx, n);
	if (l->tally.received != before) {
		atomic_store_explicit(
		    &l->last_ns, now_ns, memory_order_relaxed);
		atomic_store_explicit(
		    &l->received, l->tally.received, memory_order_relaxed);
	}
	busy_look(&l->busy, now_ns, l->tally.received);
	l->finish_ns = now_ns;
	return n;
}

static void *
work(void *arg)
{
	struct lane *l = arg;
	uint64_t over_ns;
	int n = 0;

	/* allowed or not was asked before; a CPU that went since is no stop */
	if (l->cpu >= 0)
		(void)cpu_pin((unsigned)l->cpu, NULL);
	while (n >= 0 && !atomic_load(&l->team->over))
		n = take(l, &l->why);
	over_ns = clock_mono_ns();
	do {
		if (n >= 0)
			n = take(l, &l->why);
	} while (n > 0 && l->finish_ns - over_ns < SINK_DRAIN_NS);
	l->broken = n < 0;
	if (l->broken)
		atomic_store(&l->team->broken, true);
	return NULL;
}

/* Signals are for the thread that watches. */
static int
start(struct sinkteam *t, struct fail *f)
{
	sigset_t all, old;
	int rc = 0;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	for (uint32_t i = 0; i < t->n && rc == 0; i++) {
		struct lane *l = &t->lane[i];

		rc = pthread_create(&l->thread, NULL, work, l);
		l->running = rc == 0;
	}
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	errno = rc;
	return rc == 0
	    ? 0
	    : fail_errno(f, "--threads: thread could not be started");
}

static void
look(struct sink *s)
{
	const struct sinkteam *t = s->team;

	s->received = 0;
	for (uint32_t i = 0; i < t->n; i++) {
		const struct lane *l = &t->lane[i];
		uint64_t last_ns =
		    atomic_load_explicit(&l->last_ns, memory_order_relaxed);

		s->received +=
		    atomic_load_explicit(&l->received, memory_order_relaxed);
		if (last_ns > s->last_ns)
			s->last_ns = last_ns;
	}
}

static void
watch(struct sink *s)
{
	struct sinkteam *t = s->team;
	uint64_t now_ns = clock_mono_ns();

	while (!sink_grace_over(s, now_ns) && !atomic_load(&t->broken)) {
		poll(NULL, 0, LOOK_MS); /* a signal ends it early */
		now_ns = clock_mono_ns();
		look(s);
		if (s->end == SINK_RUNNING)
			sink_look_for_stop(s, now_ns);
		if (s->end != SINK_RUNNING)
			atomic_store(&t->stop_ns, s->stop_ns);
		sink_watch(s, now_ns);
	}
}

void
sinkteam_drops(struct sink *s)
{
	struct sinkteam *t = s->team;

	s->drops = (struct rx_drops){ .known = true };
	for (uint32_t i = 0; i < t->n; i++) {
		struct lane *l = &t->lane[i];

		l->rx->engine->drops(l->rx, &l->drops);
		s->drops.buffer += l->drops.buffer;
		s->drops.known = s->drops.known && l->drops.known;
	}
}

/* a uses more of its time than b. */
static bool
busier(const struct busy *a, const struct busy *b)
{
	return (double)a->cpu_ns * (double)b->active_ns >
	    (double)b->cpu_ns * (double)a->active_ns ||
	    b->active_ns == 0;
}

/* Everything into the sink's own. */
static int
gather(struct sink *s, struct fail *f)
{
	int rc = 0;

	for (uint32_t i = 0; i < s->team->n; i++) {
		struct lane *l = &s->team->lane[i];

		tally_merge(&s->tally, &l->tally);
		if (busier(&l->busy, &s->busy))
			s->busy = l->busy;
		if (l->finish_ns > s->finish_ns)
			s->finish_ns = l->finish_ns;
		if (l->broken)
			rc = fail(f, "%s", l->why.text);
	}
	return rc;
}

int
sinkteam_run(struct sink *s, struct fail *f)
{
	int started = start(s->team, f);

	if (started == 0)
		watch(s);
	atomic_store(&s->team->over, true);
	for (uint32_t i = 0; i < s->team->n; i++)
		if (s->team->lane[i].running)
			pthread_join(s->team->lane[i].thread, NULL);
	if (gather(s, f) < 0 || started < 0)
		return sink_finish(s, -1);
	return sink_finish(s, 0);
}
