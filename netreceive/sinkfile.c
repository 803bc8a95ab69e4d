/* SPDX-License-Identifier: BSD-2-Clause */
#include "netreceive/sinkfile.h"

/*
 * What stops the run by time stops it before the frame that tells the time
 * is counted. A frame at the very moment of the stop belongs to the run.
 */
static void
look_at_time(struct sink *s, uint64_t now_ns)
{
	const struct rx_options *o = s->o;

	if (o->duration_ns > 0 && now_ns > s->start_ns + o->duration_ns)
		sink_stop(s, SINK_DURATION, s->start_ns + o->duration_ns);
	else if (o->idle_ns > 0 && s->last_ns != 0 &&
	    now_ns > s->last_ns + o->idle_ns)
		sink_stop(s, SINK_IDLE, s->last_ns + o->idle_ns);
}

/*
 * Captured since this host was started: on the monotonic clock, as if it had
 * been counted live. Older, or another host's: as it stands, from 1970.
 */
static void
begin(struct sink *s, const struct rx_pkt *pkt)
{
	int64_t offset = s->tally.wall_less_mono_ns;

	if (offset < 0 || pkt->t_ns < (uint64_t)offset)
		s->tally.wall_less_mono_ns = 0;
	s->start_ns = pkt->t_ns - (uint64_t)s->tally.wall_less_mono_ns;
	s->tally.series.start_ns = s->start_ns;
	s->progress_ns = s->start_ns + s->o->progress_ns;
}

/* Time never goes back here, whatever the file says. */
static uint64_t
arrival(struct sink *s, struct rx_pkt *pkt, uint64_t now_ns)
{
	uint64_t t_ns;

	if (pkt->t_ns == 0)
		return now_ns;
	if (s->start_ns == 0)
		begin(s, pkt);
	if (pkt->t_ns < (uint64_t)s->tally.wall_less_mono_ns) {
		pkt->t_ns = 0; /* before the clock's start: no time of it */
		return now_ns;
	}
	t_ns = pkt->t_ns - (uint64_t)s->tally.wall_less_mono_ns;
	return t_ns > now_ns ? t_ns : now_ns;
}

static void
count(struct sink *s, const struct rx_pkt *pkt, uint64_t now_ns)
{
	uint64_t before = s->tally.received;

	tally_packet(&s->tally, pkt, now_ns);
	if (s->tally.received == before)
		return;
	s->last_ns = now_ns;
	if (s->end == SINK_RUNNING && s->o->count > 0 &&
	    s->tally.received >= s->o->count)
		sink_stop(s, SINK_COUNT, now_ns);
}

static void
show(struct sink *s, uint64_t now_ns)
{
	if (s->progress == NULL || now_ns < s->progress_ns)
		return;
	s->progress(s, now_ns);
	s->progress_ns = now_ns + s->o->progress_ns -
	    (now_ns - s->progress_ns) % s->o->progress_ns;
}

static bool
over(const struct sink *s, uint64_t now_ns)
{
	return s->end != SINK_RUNNING && now_ns > s->stop_ns + s->o->grace_ns;
}

int
sinkfile_run(struct sink *s, struct fail *f)
{
	uint64_t now_ns = 0;
	struct rx_pkt pkt;
	int n;

	s->start_ns = 0; /* until a frame tells it */
	s->lost.at_end = true; /* a file waits: no run is left out */
	for (;;) {
		n = s->rx.engine->recv(&s->rx, &pkt, 1, -1, f);
		if (n <= 0 || *s->signals > 0)
			break;
		now_ns = arrival(s, &pkt, now_ns);
		if (s->end == SINK_RUNNING)
			look_at_time(s, now_ns);
		if (over(s, now_ns))
			break;
		count(s, &pkt, now_ns);
		s->rx.engine->release(&s->rx, 1);
		s->finish_ns = now_ns;
		show(s, now_ns);
	}
	if (*s->signals > 0)
		n = 0; /* a read that it interrupted is no error */
	if (s->end == SINK_RUNNING)
		sink_stop(s, *s->signals > 0 ? SINK_SIGNAL : SINK_FILE, now_ns);
	tally_finish(&s->tally);
	if (n < 0)
		s->end = SINK_BROKEN;
	return n < 0 ? -1 : 0;
}
