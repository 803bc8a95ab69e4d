/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

#include "lib/clock.h"
#include "netblast/blast.h"
#include "netblast/xdp_plan.h"
#include "netblast/xdp_watch.h"

#define NS_PER_MS 1000000ULL
#define LOOK_MS 100 /* between two looks */
#define CLOSE_MS 1 /* the same when an end is near */
#define RUNS_NEAR (1U << 24) /* a quarter of a second, at least */
#define FIRST_CHECK_NS (400 * NS_PER_MS)
#define CHECK_NS (500 * NS_PER_MS)
#define LAST_CHECK_NS (250 * NS_PER_MS) /* for the last ones to be counted */

struct call {
	const struct xdp_watch *watch;
	pthread_t thread;
	bool running; /* to be joined */
	uint32_t runs;
	uint64_t runs_before; /* of the program, at its start */
	int over_fd; /* a byte is written when it is over */
	atomic_bool over;
	int error; /* errno, 0 */
	uint64_t cpu_ns;
};

struct looker {
	struct xdp_watch *watch;
	struct call call[2]; /* one, and the next while its pages are freed */
	unsigned now; /* which one makes frames */
	int pipe[2];
	struct link_counters before;
	uint64_t check_ns; /* when to look at the counters next */
	uint64_t made; /* at the last look */
	uint64_t made_checked, missing; /* at the last check */
	uint64_t cpu_ns; /* of calls that are over */
};

uint64_t
xdp_watch_made(const struct xdp_state *s)
{
	return __atomic_load_n(&s->made, __ATOMIC_RELAXED);
}

static uint64_t
runs_of(const struct xdp_state *s)
{
	return __atomic_load_n(&s->runs, __ATOMIC_RELAXED);
}

static bool
is_done(const struct xdp_state *s)
{
	return __atomic_load_n(&s->done, __ATOMIC_ACQUIRE);
}

static void *
run_call(void *arg)
{
	struct call *c = arg;
	const struct xdp_watch *w = c->watch;
	ssize_t n;

	if (w->run(w->arg, c->runs, xdp_plan_batch(w->pace)) < 0)
		c->error = errno;
	c->cpu_ns = clock_thread_ns();
	c->over = true;
	do
		n = write(c->over_fd, "", 1);
	while (n < 0 && errno == EINTR);
	return NULL;
}

static void
join(struct looker *l, struct call *c)
{
	if (!c->running)
		return;
	pthread_join(c->thread, NULL);
	c->running = false;
	l->cpu_ns += c->cpu_ns;
}

/* Runs that a call is good for: as many as are still needed, where known. */
static uint32_t
runs_wanted(const struct xdp_watch *w)
{
	uint64_t left = w->state->frames - xdp_watch_made(w->state);

	/* by the schedule most runs make no frame */
	if (w->pace->rate.frames != 0 || left > UINT32_MAX)
		return UINT32_MAX;
	return (uint32_t)left;
}

static int
start_call(struct looker *l, struct fail *f)
{
	struct call *c = &l->call[l->now ^= 1];

	join(l, c);
	*c = (struct call){ .watch = l->watch,
		.runs = runs_wanted(l->watch),
		.runs_before = runs_of(l->watch->state),
		.over_fd = l->pipe[1] };
	errno = pthread_create(&c->thread, NULL, run_call, c);
	if (errno != 0)
		return fail_errno(f, "xdp: thread could not be started");
	c->running = true;
	return 0;
}

/* It ends by the signal only if it was in the kernel then: again, then. */
static void
stop_calls(struct looker *l)
{
	struct xdp_state *s = l->watch->state;

	if (!is_done(s))
		s->finish_ns = clock_mono_ns();
	__atomic_store_n(&s->done, true, __ATOMIC_RELEASE);
	for (int i = 0; i < 2; i++) {
		struct call *c = &l->call[i];

		while (c->running && !c->over) {
			pthread_kill(c->thread, SIGUSR2);
			clock_sleep_until(clock_mono_ns() + NS_PER_MS);
		}
		join(l, c);
	}
}

/*
 * What veth sends is counted at once: in tx_packets, or in tx_dropped where
 * the peer's ring was full. Of the frames made since the last check, half at
 * least must have been (others' frames are counted as well).
 */
static bool
come_out(struct looker *l, uint64_t made)
{
	const struct link *link = l->watch->link;
	struct link_counters now, grown;
	uint64_t seen, missing;

	if (link == NULL)
		return true;
	link_count(link, &now);
	link_growth(&l->before, &now, &grown);
	if (!grown.known)
		return true;
	seen = grown.tx_packets + grown.tx_dropped;
	missing = made > seen ? made - seen : 0;
	if (missing > l->missing &&
	    (missing - l->missing) * 2 > made - l->made_checked)
		return false;
	l->missing = missing;
	l->made_checked = made;
	return true;
}

static bool
come_out_at_last(struct looker *l)
{
	uint64_t made = xdp_watch_made(l->watch->state);
	uint64_t until = clock_mono_ns() + LAST_CHECK_NS;

	while (!come_out(l, made)) {
		if (clock_mono_ns() >= until)
			return false;
		clock_sleep_until(clock_mono_ns() + NS_PER_MS);
	}
	return true;
}

/* What was made by the last look should be out by now. */
static bool
check_now(struct looker *l)
{
	uint64_t now = clock_mono_ns(), made = l->made;

	l->made = xdp_watch_made(l->watch->state);
	if (now < l->check_ns)
		return true;
	l->check_ns = now + CHECK_NS;
	return come_out(l, made);
}

/* How long to wait for the next look. */
static int
patience(const struct looker *l)
{
	const struct call *c = &l->call[l->now];
	uint64_t runs = runs_of(l->watch->state) - c->runs_before;
	uint64_t now = clock_mono_ns(), end = l->watch->state->end_ns;

	if (c->runs == UINT32_MAX && c->runs - runs < RUNS_NEAR)
		return CLOSE_MS;
	if (end > now + LOOK_MS * NS_PER_MS)
		return LOOK_MS;
	return end > now ? (int)((end - now) / NS_PER_MS) + 1 : CLOSE_MS;
}

static int
look_after(struct looker *l, struct fail *f)
{
	struct pollfd over = { .fd = l->pipe[0], .events = POLLIN };
	const struct xdp_state *s = l->watch->state;
	char bytes[8];

	while (!blast_stop && !is_done(s)) {
		const struct call *c = &l->call[l->now];
		bool ended = c->over; /* before the count of its runs */

		if (ended && c->error != 0 && c->error != EINTR) {
			errno = c->error;
			return fail_errno(f, "xdp: BPF_PROG_RUN");
		}
		if ((ended || runs_of(s) - c->runs_before >= c->runs) &&
		    !is_done(s) && start_call(l, f) < 0)
			return -1;
		l->watch->vanished = !check_now(l);
		if (l->watch->vanished)
			return -1;
		if (poll(&over, 1, patience(l)) > 0 &&
		    read(l->pipe[0], bytes, sizeof(bytes)) < 0)
			return fail_errno(f, "xdp: pipe");
	}
	return 0;
}

static void
tell(const struct looker *l, struct tx_made *made)
{
	const struct xdp_state *s = l->watch->state;
	uint32_t batch = xdp_plan_batch(l->watch->pace);

	made->taken = s->made;
	made->waits = s->waits;
	made->stalls = s->stalls;
	made->stalled_ns = s->stalled_ns;
	made->largest_burst =
	    s->largest_burst < batch ? s->largest_burst : batch;
	made->cpu_ns = l->cpu_ns;
	made->end_ns = s->finish_ns;
}

int
xdp_watch(struct xdp_watch *w, struct tx_made *made, struct fail *f)
{
	struct looker l = { .watch = w };
	int rc;

	if (pipe(l.pipe) < 0)
		return fail_errno(f, "xdp: pipe");
	if (w->link != NULL)
		link_count(w->link, &l.before);
	l.check_ns = clock_mono_ns() + FIRST_CHECK_NS;
	rc = start_call(&l, f);
	if (rc == 0)
		rc = look_after(&l, f);
	stop_calls(&l);
	tell(&l, made);
	if (rc == 0)
		w->vanished = !come_out_at_last(&l);
	close(l.pipe[0]);
	close(l.pipe[1]);
	return w->vanished ? -1 : rc;
}
