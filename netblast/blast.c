/* SPDX-License-Identifier: BSD-2-Clause */
#include "lib/clock.h"
#include "lib/stamp.h"
#include "netblast/blast.h"

/*
 * Shorter waits spin: a sleep wakes late by the timer slack (50 us) and by
 * whatever else runs. Longer ones sleep up to this far before the deadline.
 */
#define SPIN_NS 200000ULL
#define DRAIN_MS 2000
#define SLEEP_MAX_NS 100000000ULL /* so that a stop is seen soon */

volatile sig_atomic_t blast_stop;

static uint64_t
real_now(void *arg)
{
	(void)arg;
	return clock_mono_ns();
}

static void
real_wait_until(void *arg, uint64_t ns)
{
	uint64_t now = clock_mono_ns();

	(void)arg;
	while (now < ns && !blast_stop) {
		if (ns - now > SPIN_NS + SLEEP_MAX_NS)
			clock_sleep_until(now + SLEEP_MAX_NS);
		else if (ns - now > SPIN_NS)
			clock_sleep_until(ns - SPIN_NS);
		now = clock_mono_ns();
	}
}

const struct blast_clock blast_real_clock = { real_now, real_wait_until, NULL };

static uint64_t
min_u64(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static bool
paced(const struct blast *b)
{
	return b->pace.rate.frames != 0;
}

/* When -t ends; the slack is for frames that are made up. */
static bool
time_is_up(const struct blast *b, uint64_t now)
{
	uint64_t end = b->start_ns + b->duration_ns;

	if (b->duration_ns == 0)
		return false;
	if (!paced(b))
		return now >= end;
	return pace_next_ns(&b->pace, b->taken) >= end ||
	    now >= end + PACE_SLACK_NS;
}

static enum blast_end
ended(const struct blast *b, uint64_t now)
{
	if (blast_stop)
		return BLAST_STOPPED;
	if ((b->frames != 0 && b->taken >= b->frames) || time_is_up(b, now))
		return BLAST_DONE;
	if (b->refused_since_ns != 0 && b->duration_ns == 0 &&
	    now - b->refused_since_ns > BLAST_GIVE_UP_NS)
		return BLAST_GAVE_UP;
	return BLAST_RUNNING;
}

/* Stamp n slots with the frames that follow; none of them is sent yet. */
static void
fill(const struct blast *b, int n, uint64_t now)
{
	struct tx *tx = b->tx;
	const struct frame *frame = tx->frame;
	bool whole = tx->engine->layer == TX_ETHERNET;
	struct stamp stamp = {
		.time_ns = now, .tag = b->tag, .stream = b->stream
	};
	struct flow flow = flow_at(tx->flows, 0);

	for (int i = 0; i < n; i++) {
		struct tx_slot *slot = &tx->slot[i];
		uint64_t number = b->taken + (unsigned)i;

		stamp.seq = b->first_seq +
		    (b->seq_per_round ? number / tx->flows->flows : number);
		stamp.seq &= STAMP_SEQ_MASK;
		slot->flow = flow_of_frame(tx->flows, number);
		slot->len = whole ? frame->len : frame->payload_bytes;
		if (!whole) {
			stamp_put(slot->data, frame->stamp_bytes, &stamp);
			continue;
		}
		if (tx->flows->flows > 1)
			flow = flow_at(tx->flows, slot->flow);
		frame_patch(
		    frame, slot->data, flow.src_port, flow.dst_port, &stamp);
	}
}

static void
send_some(struct blast *b, int due, uint64_t now)
{
	struct tx *tx = b->tx;
	uint64_t most = min_u64((uint64_t)due, TX_BATCH);
	int n, took;

	if (b->frames != 0)
		most = min_u64(most, b->frames - b->taken);
	tx->now_ns = now;
	n = tx->engine->reserve(tx, (int)most);
	fill(b, n, now);
	took = n > 0 ? tx->engine->commit(tx, n) : 0;
	if (took > 0) {
		b->taken += (unsigned)took;
		b->refused_since_ns = 0;
		if (b->series != NULL)
			series_add(b->series, now, (unsigned)took);
	} else if (b->refused_since_ns == 0) {
		b->refused_since_ns = now;
	}
}

static void
begin(struct blast *b)
{
	const struct blast_clock *c = b->clock;

	if (b->pace.t0_ns == 0)
		b->pace.t0_ns = c->now(c->arg);
	c->wait_until(c->arg, b->pace.t0_ns);
	b->start_ns = b->pace.t0_ns;
	b->next_report_ns = b->start_ns + b->report_ns;
	if (b->series != NULL)
		b->series->start_ns = b->start_ns;
}

/* The run lasts as long as was asked, also behind its last frame. */
static void
finish(struct blast *b)
{
	const struct blast_clock *c = b->clock;

	if (b->end == BLAST_DONE && b->duration_ns != 0 &&
	    (b->frames == 0 || b->taken < b->frames ||
		b->frames == pace_frames(&b->pace.rate, b->duration_ns)))
		c->wait_until(c->arg, b->start_ns + b->duration_ns);
	else if (b->end == BLAST_DONE && paced(b))
		c->wait_until(c->arg, pace_next_ns(&b->pace, b->taken));
	if (b->tx->engine->drain != NULL)
		b->undrained = b->tx->engine->drain(b->tx, DRAIN_MS) != 0;
	b->finish_ns = c->now(c->arg);
	if (b->finish_ns < b->start_ns) /* stopped before the start */
		b->finish_ns = b->start_ns;
}

void
blast_run(struct blast *b)
{
	const struct blast_clock *c = b->clock;
	uint64_t now;

	begin(b);
	now = c->now(c->arg);
	while ((b->end = ended(b, now)) == BLAST_RUNNING) {
		int due;

		pace_stalled(&b->pace, now, b->taken);
		due = pace_due(&b->pace, now, b->taken);
		if (due > 0) {
			send_some(b, due, now);
		} else {
			b->waits++;
			c->wait_until(c->arg, pace_next_ns(&b->pace, b->taken));
		}
		now = c->now(c->arg);
		if (b->report_ns != 0 && now >= b->next_report_ns) {
			b->report(b, now, b->report_arg);
			b->next_report_ns += b->report_ns;
		}
	}
	finish(b);
}

bool
blast_wanted(const struct blast *b, uint64_t *frames)
{
	uint64_t due, ran = b->finish_ns - b->start_ns;

	if (!paced(b)) {
		*frames = b->frames;
		return b->frames != 0;
	}
	due = b->frames != 0 ? b->frames : UINT64_MAX;
	if (b->duration_ns != 0)
		due = min_u64(due, pace_frames(&b->pace.rate, b->duration_ns));
	if (b->end == BLAST_STOPPED) /* the one at the start counts too */
		due = min_u64(due, pace_frames(&b->pace.rate, ran) + 1);
	*frames = due;
	return true;
}
