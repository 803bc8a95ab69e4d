/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "lib/clock.h"
#include "netblast/blast.h"
#include "netblast/xdp_plan.h"
#include "netblast/xdp_watch.h"

#define NS_PER_MS 1000000ULL
#define LOOK_MS 100 /* between two looks */
#define SOON_MS 10 /* where nobody knows the end */
#define CLOSE_MS 1 /* the same when an end is near */
#define RUNS_NEAR (1U << 24) /* a quarter of a second, at least */
#define FIRST_CHECK_NS (400 * NS_PER_MS)
#define CHECK_NS (500 * NS_PER_MS)
#define LAST_CHECK_NS (250 * NS_PER_MS) /* for the last ones to be counted */

uint64_t
xdp_watch_made(const struct xdp_state *s)
{
	return __atomic_load_n(&s->made, __ATOMIC_RELAXED);
}

static uint64_t
runs_of(const struct xdp_watch *w, const struct xdp_call *c)
{
	return __atomic_load_n(&w->control->runs[c->program], __ATOMIC_RELAXED);
}

/* The program took up the phase, and is done with it. */
static bool
is_done(const struct xdp_watch *w)
{
	const struct xdp_control *c = w->control;

	return __atomic_load_n(&c->going, __ATOMIC_RELAXED) == c->go &&
	    __atomic_load_n(&c->done, __ATOMIC_ACQUIRE);
}

static void *
run_call(void *arg)
{
	struct xdp_call *c = arg;
	const struct xdp_watch *w = c->watch;
	ssize_t n;

	if (w->run(w->arg, c->program, c->runs, c->batch) < 0)
		c->error = errno;
	c->cpu_ns = clock_thread_ns();
	c->over = true;
	do
		n = write(w->pipe[1], "", 1);
	while (n < 0 && errno == EINTR);
	return NULL;
}

static uint64_t
cpu_of(pthread_t thread)
{
	struct timespec t;
	clockid_t clock;

	if (pthread_getcpuclockid(thread, &clock) != 0 ||
	    clock_gettime(clock, &t) != 0)
		return 0;
	return (uint64_t)t.tv_sec * CLOCK_NS_PER_S + (uint64_t)t.tv_nsec;
}

static void
join(struct xdp_watch *w, struct xdp_call *c)
{
	if (!c->running)
		return;
	pthread_join(c->thread, NULL);
	c->running = false;
	w->cpu_ns += c->cpu_ns - c->cpu_before_ns;
}

/* The signal ends a call only if that is in the kernel already: again, then. */
static void
stop_call(struct xdp_watch *w, struct xdp_call *c)
{
	while (c->running && !c->over) {
		pthread_kill(c->thread, SIGUSR2);
		clock_sleep_until(clock_mono_ns() + NS_PER_MS);
	}
	join(w, c);
}

/* Runs that a call is good for: as many as are still needed, where known. */
static uint32_t
runs_wanted(const struct xdp_watch *w)
{
	uint64_t left = w->state->frames - xdp_watch_made(w->state);

	/* by the schedule most runs make no frame */
	if (w->pace.rate.frames != 0 || left > XDP_RUNS)
		return UINT32_MAX;
	return (uint32_t)left;
}

/*
 * A call of the other program, whose turn it is by `go` already: the call may
 * have no run to spare.
 */
static int
start_call(struct xdp_watch *w, struct fail *f)
{
	struct xdp_call *c = &w->call[w->now];

	c->watch = w;
	c->program = w->now;
	c->runs = runs_wanted(w);
	c->batch = xdp_plan_batch(&w->pace);
	c->over = false;
	c->error = 0;
	c->cpu_before_ns = 0;
	errno = pthread_create(&c->thread, NULL, run_call, c);
	if (errno != 0)
		return fail_errno(f, "xdp: thread could not be started");
	c->running = true;
	return 0;
}

static void
other_program(struct xdp_watch *w)
{
	w->now ^= 1;
	stop_call(w, &w->call[w->now]); /* it ended long ago, as a rule */
	w->control->runs[w->now] = 0;
}

/* The phase in hand goes on in the other program: this one makes no more. */
static int
relieve(struct xdp_watch *w, struct fail *f)
{
	struct xdp_control *c = w->control;

	other_program(w);
	if (c->going == c->go)
		__atomic_store_n(&c->going, c->go ^ 1, __ATOMIC_RELAXED);
	__atomic_store_n(&c->go, c->go ^ 1, __ATOMIC_RELEASE);
	return start_call(w, f);
}

/* The call of the phase before goes on, where it can; else another one. */
static int
begin(struct xdp_watch *w, struct fail *f)
{
	struct xdp_control *c = w->control;
	struct xdp_call *last = &w->call[w->now];
	bool on = last->running && !last->over && last->runs == UINT32_MAX &&
	    last->batch == xdp_plan_batch(&w->pace);

	if (on)
		last->cpu_before_ns = cpu_of(last->thread);
	else
		other_program(w);
	c->stop = false;
	__atomic_store_n(
	    &c->go, (c->go / 2 + 1) * 2 + w->now, __ATOMIC_RELEASE);
	if (on)
		return 0;
	if (last->running && !last->over)
		pthread_kill(last->thread, SIGUSR2);
	return start_call(w, f);
}

static void
stop(struct xdp_watch *w)
{
	if (!is_done(w))
		w->state->finish_ns = clock_mono_ns();
	__atomic_store_n(&w->control->stop, true, __ATOMIC_RELEASE);
	for (int i = 0; i < 2; i++)
		stop_call(w, &w->call[i]);
	/* for the next phase, if there is one after all */
	w->control->going = w->control->go;
	w->control->done = true;
}

/*
 * What veth sends is counted at once: in tx_packets, or in tx_dropped where
 * the peer's ring was full. Of the frames made since the last check, half at
 * least must have been (others' frames are counted as well).
 */
static bool
come_out(struct xdp_watch *w, uint64_t made)
{
	const struct link *link = w->link;
	struct link_counters now, grown;
	uint64_t seen, missing;

	if (link == NULL)
		return true;
	link_count(link, &now);
	link_growth(&w->before, &now, &grown);
	if (!grown.known)
		return true;
	seen = grown.tx_packets + grown.tx_dropped;
	missing = made > seen ? made - seen : 0;
	if (missing > w->missing &&
	    (missing - w->missing) * 2 > made - w->made_checked)
		return false;
	w->missing = missing;
	w->made_checked = made;
	return true;
}

static bool
come_out_at_last(struct xdp_watch *w)
{
	uint64_t made = xdp_watch_made(w->state);
	uint64_t until = clock_mono_ns() + LAST_CHECK_NS;

	while (!come_out(w, made)) {
		if (clock_mono_ns() >= until)
			return false;
		clock_sleep_until(clock_mono_ns() + NS_PER_MS);
	}
	return true;
}

/* What was made by the last look should be out by now. */
static bool
check_now(struct xdp_watch *w)
{
	uint64_t now = clock_mono_ns(), made = w->made;

	w->made = xdp_watch_made(w->state);
	if (now < w->check_ns)
		return true;
	w->check_ns = now + CHECK_NS;
	return come_out(w, made);
}

/* How long to wait for the next look. */
static int
patience(const struct xdp_watch *w)
{
	const struct xdp_call *c = &w->call[w->now];
	uint64_t now = clock_mono_ns(), end = w->expected_ns;

	if (c->runs == UINT32_MAX && runs_of(w, c) + RUNS_NEAR > XDP_RUNS)
		return CLOSE_MS;
	if (end == 0)
		return c->runs == UINT32_MAX ? SOON_MS : LOOK_MS;
	if (end > now + LOOK_MS * NS_PER_MS)
		return LOOK_MS;
	return end > now ? (int)((end - now) / NS_PER_MS) + 1 : CLOSE_MS;
}

static int
look_after(struct xdp_watch *w, struct fail *f)
{
	struct pollfd over = { .fd = w->pipe[0], .events = POLLIN };
	char bytes[8];

	while (!blast_stop && !is_done(w)) {
		const struct xdp_call *c = &w->call[w->now];
		bool ended = c->over; /* before is_done */

		if (ended && c->error != 0 && c->error != EINTR) {
			errno = c->error;
			return fail_errno(f, "xdp: BPF_PROG_RUN");
		}
		if ((ended || runs_of(w, c) > XDP_RUNS) && !is_done(w) &&
		    relieve(w, f) < 0)
			return -1;
		w->vanished = !check_now(w);
		if (w->vanished)
			return -1;
		if (poll(&over, 1, patience(w)) > 0 &&
		    read(w->pipe[0], bytes, sizeof(bytes)) < 0)
			return fail_errno(f, "xdp: pipe");
	}
	return 0;
}

/* When the phase ends, unless it is held up. */
static uint64_t
expected_end(const struct xdp_watch *w)
{
	uint64_t end = w->state->end_ns, frames = w->state->frames, last;

	if (w->pace.rate.frames == 0)
		return end != UINT64_MAX ? end : 0;
	if (frames == UINT64_MAX)
		return end;
	last = pace_next_ns(&w->pace, frames - 1);
	return last < end ? last : end;
}

static void
tell(const struct xdp_watch *w, struct tx_made *made)
{
	const struct xdp_state *s = w->state;
	uint64_t batch = xdp_plan_batch(&w->pace);
	uint64_t together =
	    w->pace.rate.frames == 0 ? s->made : s->largest_burst;

	made->taken = s->made;
	made->waits = s->waits;
	made->stalls = s->stalls;
	made->stalled_ns = s->stalled_ns;
	made->largest_burst = together < batch ? together : batch;
	made->cpu_ns = w->cpu_ns;
	made->end_ns = s->finish_ns;
}

int
xdp_watch_open(struct xdp_watch *w, struct fail *f)
{
	w->control->done = true;
	return pipe(w->pipe) < 0 ? fail_errno(f, "xdp: pipe") : 0;
}

int
xdp_watch(
    struct xdp_watch *w, bool goes_on, struct tx_made *made, struct fail *f)
{
	int rc;

	w->vanished = false;
	w->made = w->made_checked = w->missing = w->cpu_ns = 0;
	w->expected_ns = expected_end(w);
	w->check_ns = clock_mono_ns() + FIRST_CHECK_NS;
	if (w->link != NULL)
		link_count(w->link, &w->before);
	rc = begin(w, f);
	if (rc == 0)
		rc = look_after(w, f);
	if (!goes_on || rc < 0 || !is_done(w))
		stop(w);
	tell(w, made);
	if (rc == 0)
		w->vanished = !come_out_at_last(w);
	return w->vanished ? -1 : rc;
}

void
xdp_watch_close(struct xdp_watch *w)
{
	if (w->pipe[0] < 0)
		return;
	stop(w);
	close(w->pipe[0]);
	close(w->pipe[1]);
}
