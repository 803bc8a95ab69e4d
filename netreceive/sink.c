/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/clock.h"
#include "lib/cpu.h"
#include "netreceive/sink.h"
#include "netreceive/sinkfile.h"

#define CHECK_NS 10000000ULL /* how often standard input is looked at */
#define DROPS_NS 10000000000ULL /* the kernel counts drops in 32 bits */
#define LOST_A_LOOK 65536 /* lines of --lost that may wait: some ms */

static const char *const end_names[] = {
	[SINK_RUNNING] = "running",
	[SINK_SIGNAL] = "signal",
	[SINK_STDIN] = "stdin",
	[SINK_DURATION] = "duration",
	[SINK_COUNT] = "count",
	[SINK_IDLE] = "idle",
	[SINK_FILE] = "file",
	[SINK_BROKEN] = "error",
};

const char *
sink_end_name(enum sink_end end)
{
	return end_names[end];
}

static bool
in_kernel(const struct sink *s)
{
	return (s->rx.engine->caps & RX_IN_KERNEL) != 0;
}

void
sink_stop(struct sink *s, enum sink_end end, uint64_t stop_ns)
{
	s->end = end;
	s->tally.stop_ns = stop_ns;
	if (in_kernel(s)) /* trouble is seen again by who asks next */
		s->rx.engine->tally(&s->rx, &s->tally, false, NULL);
	s->stop_ns = s->tally.stop_ns;
}

bool
sink_stdin_watched(void)
{
	struct stat st;

	if (fstat(STDIN_FILENO, &st) < 0)
		return false;
	return S_ISFIFO(st.st_mode) || S_ISSOCK(st.st_mode) ||
	    isatty(STDIN_FILENO) == 1;
}

static int
open_lost(struct sink *s, struct fail *f)
{
	if (s->o->lost == NULL)
		return 0;
	s->tally.streams.tell = lostlist_tell;
	s->tally.streams.arg = &s->lost;
	return lostlist_open(&s->lost, s->o->lost, f);
}

static int
open_engine(struct sink *s, struct fail *f)
{
	struct fail ignored;

	if (s->o->threads > 1)
		return sinkteam_open(s, f);
	if (s->o->cpus.n > 0) /* one that went since it was asked: no matter */
		(void)cpu_pin(s->o->cpus.cpu[0], &ignored);
	return s->rx.engine->open(&s->rx, f);
}

/* The first one before frames are counted. */
static int
open_announce(struct sink *s, struct fail *f)
{
	if (s->o->announce_ns == 0)
		return 0;
	s->announce = announce_open(s->o->interface, f);
	if (s->announce == NULL)
		return -1;
	announce_send(s->announce);
	s->announce_ns = s->start_ns + s->o->announce_ns;
	return 0;
}

int
sink_open(struct sink *s, struct fail *f)
{
	const struct rx_options *o = s->o;

	s->rx.interface = o->interface;
	s->rx.file = o->read;
	s->rx.port_min = o->port.min;
	s->rx.port_max = o->port.max;
	s->rx.rcvbuf = o->rcvbuf;
	s->rx.pass = o->pass;
	s->rx.o = o;
	s->start_ns = s->rx.start_ns = clock_mono_ns();
	if (tally_new(&s->tally, o, s->rx.engine->layer, s->start_ns, f) < 0)
		return -1;
	s->tally.wall_less_mono_ns = clock_wall_less_mono_ns();
	if (open_lost(s, f) < 0 || open_engine(s, f) < 0 ||
	    open_announce(s, f) < 0) {
		if (s->rx.state != NULL)
			s->rx.engine->close(&s->rx);
		sinkteam_close(s->team);
		lostlist_close(&s->lost, NULL);
		tally_free(&s->tally);
		return -1;
	}
	if (s->rx.file == NULL)
		hostcount_start(&s->host, s->rx.interface);
	s->watch_stdin = sink_stdin_watched();
	s->await_go = o->ready;
	s->progress_ns = s->start_ns + o->progress_ns;
	return 0;
}

/*
 * With --ready the first line is "go": -t starts now, though frames count
 * since "ready" already. The end of the input is the stop. A job in the
 * background of a terminal gets EIO (main ignores SIGTTIN): not watched.
 */
static void
look_at_stdin(struct sink *s, uint64_t now_ns)
{
	struct pollfd in = { .fd = STDIN_FILENO, .events = POLLIN };
	char buf[256];
	ssize_t n;

	if (poll(&in, 1, 0) <= 0 || in.revents == 0)
		return;
	n = read(STDIN_FILENO, buf, sizeof(buf));
	if (n == 0)
		s->end = SINK_STDIN;
	else if (n < 0 && errno != EINTR && errno != EAGAIN)
		s->watch_stdin = false;
	if (n > 0 && s->await_go) {
		s->await_go = false;
		s->start_ns = now_ns;
	}
}

void
sink_look_for_stop(struct sink *s, uint64_t now_ns)
{
	const struct rx_options *o = s->o;

	if (*s->signals > 0)
		s->end = SINK_SIGNAL;
	else if (o->count > 0 && s->received >= o->count)
		s->end = SINK_COUNT;
	else if (o->duration_ns > 0 && now_ns - s->start_ns >= o->duration_ns)
		s->end = SINK_DURATION;
	else if (o->idle_ns > 0 && s->last_ns != 0 &&
	    now_ns - s->last_ns >= o->idle_ns)
		s->end = SINK_IDLE;
	else if (s->watch_stdin && now_ns >= s->check_ns) {
		s->check_ns = now_ns + CHECK_NS;
		look_at_stdin(s, now_ns);
	}
	if (s->end != SINK_RUNNING)
		sink_stop(s, s->end, now_ns);
}

enum sinklimit
sink_limit(const struct sink *s)
{
	bool sockets = s->rx.engine->layer == RX_PAYLOAD;
	uint64_t drops = s->drops.buffer;
	const struct sinklimit_facts x = { .drops_known = s->drops.known,
		.drops = sockets ? hostcount_no_room(&s->host, drops) : drops,
		.ring = hostcount_ring(&s->host),
		.backlog = hostcount_backlog(&s->host),
		.active_ns = s->busy.active_ns,
		.cpu_ns = s->busy.cpu_ns };

	return s->host.counted ? sinklimit_of(&x) : SINKLIMIT_NONE;
}

static int
take_batch(struct sink *s, int timeout_ms, uint64_t *now_ns, struct fail *f)
{
	struct rx_pkt pkt[RX_BATCH];
	int n = s->rx.engine->recv(&s->rx, pkt, RX_BATCH, timeout_ms, f);

	*now_ns = clock_mono_ns();
	for (int i = 0; i < n; i++)
		tally_packet(&s->tally, &pkt[i], *now_ns);
	if (n > 0)
		s->rx.engine->release(&s->rx, n);
	return n;
}

/* What the kernel counted meanwhile; the wait ends early by a signal. */
static int
take_counts(struct sink *s, int timeout_ms, uint64_t *now_ns, struct fail *f)
{
	int rc;

	poll(NULL, 0, timeout_ms);
	rc = s->rx.engine->tally(&s->rx, &s->tally, false, f);
	*now_ns = clock_mono_ns();
	return rc;
}

/* One batch. Returns how many, -1 when the engine broke. */
static int
take(struct sink *s, int timeout_ms, uint64_t *now_ns, struct fail *f)
{
	uint64_t before = s->tally.received;
	int n = in_kernel(s) ? take_counts(s, timeout_ms, now_ns, f)
			     : take_batch(s, timeout_ms, now_ns, f);

	s->received = s->tally.received;
	if (s->received != before)
		s->last_ns = *now_ns;
	busy_look(&s->busy, *now_ns, s->received);
	lostlist_write(&s->lost, in_kernel(s) ? LOST_A_LOOK : RX_BATCH);
	return n;
}

bool
sink_grace_over(const struct sink *s, uint64_t now_ns)
{
	int insist = s->end == SINK_SIGNAL ? 2 : 1;

	if (s->end == SINK_RUNNING)
		return false;
	/* the stop may be a moment ahead */
	return *s->signals >= insist ||
	    (now_ns >= s->stop_ns && now_ns - s->stop_ns >= s->o->grace_ns);
}

/* What already lies in the buffers belongs to the run too. */
static int
drain(struct sink *s, int n, uint64_t *now_ns, struct fail *f)
{
	uint64_t begin_ns = *now_ns;

	if (in_kernel(s)) {
		/* frames go on to the host when counting ends, and it may
		 * answer them */
		hostcount_end(&s->host);
		if (s->rx.engine->tally(
			&s->rx, &s->tally, true, n < 0 ? NULL : f) < 0)
			n = -1;
		*now_ns = clock_mono_ns();
		return n;
	}
	while (n >= 0 && *now_ns - begin_ns < SINK_DRAIN_NS) {
		n = take(s, SINK_WAIT_MS, now_ns, f);
		if (n == 0)
			break;
	}
	return n;
}

static void
read_drops(struct sink *s)
{
	if (s->team != NULL)
		sinkteam_drops(s);
	else
		s->rx.engine->drops(&s->rx, &s->drops);
}

void
sink_watch(struct sink *s, uint64_t now_ns)
{
	bool show = s->progress != NULL && now_ns >= s->progress_ns;

	if (now_ns >= s->drops_ns || show) {
		read_drops(s);
		s->drops_ns = now_ns + DROPS_NS;
	}
	if (s->announce != NULL && now_ns >= s->announce_ns) {
		announce_send(s->announce);
		s->announce_ns = now_ns + s->o->announce_ns;
	}
	if (show) {
		s->progress(s, now_ns);
		s->progress_ns += s->o->progress_ns;
	}
}

/* An engine that counts in the kernel reads the monotonic clock there. */
static void
look_at_wall(struct sink *s)
{
	int64_t moved = clock_wall_less_mono_ns() - s->tally.wall_less_mono_ns;

	s->wall_moved_ns = moved;
	s->tally.times_moved = !in_kernel(s) &&
	    (moved > SINK_WALL_STEP_NS || moved < -SINK_WALL_STEP_NS);
}

int
sink_finish(struct sink *s, int n)
{
	read_drops(s);
	if (!in_kernel(s))
		hostcount_end(&s->host);
	s->lost.at_end = true;
	tally_finish(&s->tally);
	look_at_wall(s);
	if (n >= 0)
		return 0;
	s->end = SINK_BROKEN;
	if (s->stop_ns == 0)
		s->stop_ns = s->finish_ns;
	return -1;
}

int
sink_run(struct sink *s, struct fail *f)
{
	uint64_t now_ns = clock_mono_ns();
	int n = 0;

	if (s->rx.file != NULL)
		return sinkfile_run(s, f);
	if (s->team != NULL)
		return sinkteam_run(s, f);
	while (!sink_grace_over(s, now_ns)) {
		n = take(s, SINK_WAIT_MS, &now_ns, f);
		if (n < 0)
			break;
		if (s->end == SINK_RUNNING)
			sink_look_for_stop(s, now_ns);
		sink_watch(s, now_ns);
	}
	n = drain(s, n, &now_ns, f);
	s->finish_ns = now_ns > s->stop_ns ? now_ns : s->stop_ns;
	return sink_finish(s, n);
}

void
sink_close(struct sink *s)
{
	announce_close(s->announce);
	s->rx.engine->close(&s->rx);
	tally_free(&s->tally);
	sinkteam_close(s->team);
}
