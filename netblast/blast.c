/* SPDX-License-Identifier: BSD-2-Clause */
#include "lib/clock.h"
#include "lib/stamp.h"
#include "netblast/blast.h"

/*
 * Waits up to this long spin: whoever sleeps wakes late by the timer slack
 * (50 us), by what else runs, and in a virtual machine by the way back from
 * an idle CPU (measured: 1 to 3 ms in one of a thousand). Longer waits sleep
 * up to this far before the deadline.
 */
#define SPIN_NS 2000000ULL
#define DRAIN_MS 2000
#define SLEEP_MAX_NS 100000000ULL /* so that a stop is seen soon */

atomic_int blast_stop;

static uint64_t
min_u64(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

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
	bool slept = false;

	(void)arg;
	while (now < ns && !blast_stop) {
		if (ns - now > SPIN_NS) {
			clock_sleep_until(
			    min_u64(ns - SPIN_NS, now + SLEEP_MAX_NS));
			slept = true;
		} else {
			/* who slept has let the others run already */
			clock_spin_until(ns, !slept);
		}
		now = clock_mono_ns();
	}
}

const struct blast_clock blast_real_clock = { real_now, real_wait_until, NULL };

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
	if ((b->frames != 0 && b->taken >= b->share) || time_is_up(b, now))
		return BLAST_DONE;
	if (b->refused_since_ns != 0 && b->duration_ns == 0 &&
	    now - b->refused_since_ns > BLAST_GIVE_UP_NS)
		return BLAST_GAVE_UP;
	return BLAST_RUNNING;
}

/*
 * The flow of each of the n slots, apart from the writing: so the processor
 * works on several at once.
 */
static void
spread(struct blast *b, int n)
{
	struct tx *tx = b->tx;
	struct flow_walk walk = b->walk;

	for (int i = 0; i < n; i++) {
		struct tx_slot *slot = &tx->slot[i];
		uint64_t number = pace_number(&b->pace, b->taken + (unsigned)i);

		flow_walk_to(&walk, number);
		slot->number = walk.number;
		slot->flow = walk.flow;
	}
	b->walk = walk;
}

/* Write n slots with the frames that follow; none of them is sent yet. */
static void
fill(struct blast *b, int n, uint64_t now)
{
	struct tx *tx = b->tx;
	bool whole = tx->engine->layer != TX_PAYLOAD;
	struct stamp stamp = { .time_ns = now,
		.tag = b->tag,
		.stream = b->stream,
		.uncounted = b->uncounted };

	spread(b, n);
	for (int i = 0; i < n; i++) {
		struct tx_slot *slot = &tx->slot[i];
		uint64_t j = b->taken + (unsigned)i;
		uint64_t number = pace_number(&b->pace, j);
		unsigned kind = sizes_walk(&b->sizes, tx->sizes, number);
		const struct frame *frame = &tx->frames[kind];

		stamp.seq = b->first_seq +
		    (b->seq_per_round ? j / tx->flows->flows : j);
		stamp.seq &= STAMP_SEQ_MASK;
		slot->len = whole ? frame->len : frame->payload_bytes;
		if (whole)
			frame_put(frame, slot->data, &slot->flow, &stamp);
		else
			stamp_put(slot->data, frame->stamp_bytes, &stamp);
	}
}

/* The kernel took some: every count that there is. */
static void
count(struct blast *b, int took, uint64_t now)
{
	b->taken += (unsigned)took;
	if ((unsigned)took > b->largest_burst)
		b->largest_burst = (unsigned)took;
	b->refused_since_ns = 0;
	if (b->series != NULL)
		series_add(b->series, now, (unsigned)took);
	if (b->gaps != NULL && b->last_ns != 0)
		hist_add(b->gaps, now - b->last_ns);
	b->last_ns = now;
	if (b->seen != NULL)
		atomic_store_explicit(
		    &b->seen->taken, b->taken, memory_order_relaxed);
}

static void
send_some(struct blast *b, int due, uint64_t now)
{
	struct tx *tx = b->tx;
	uint64_t most = min_u64((uint64_t)due, TX_BATCH);
	int n, took;

	if (b->frames != 0)
		most = min_u64(most, b->share - b->taken);
	tx->now_ns = now;
	n = tx->engine->reserve(tx, (int)most);
	fill(b, n, now);
	took = n > 0 ? tx->engine->commit(tx, n) : 0;
	if (took > 0)
		count(b, took, now);
	else if (b->refused_since_ns == 0)
		b->refused_since_ns = now;
	if (took < n && b->seen != NULL)
		atomic_store_explicit(
		    &b->seen->refused, tx->count.refused, memory_order_relaxed);
}

static void
begin(struct blast *b)
{
	const struct blast_clock *c = b->clock;

	b->share = pace_share(&b->pace, b->frames);
	if (b->pace.t0_ns == 0)
		b->pace.t0_ns = c->now(c->arg);
	c->wait_until(c->arg, b->pace.t0_ns);
	b->start_ns = b->pace.t0_ns;
	if (b->series != NULL)
		b->series->start_ns = b->start_ns;
}

/* When the slot of the run's last frame ends: of all threads. */
static uint64_t
last_slot_end(const struct blast *b)
{
	uint64_t last = b->frames;

	if (last == 0)
		return pace_next_ns(&b->pace, b->taken);
	return b->pace.t0_ns + pace_offset_ns(&b->pace.rate, last);
}

/* As long as was asked, also behind the last frame; 0: the run ends. */
static uint64_t
lasts_until(const struct blast *b)
{
	bool by_time = b->duration_ns != 0 &&
	    (b->frames == 0 || b->taken < b->share ||
		b->frames == pace_frames(&b->pace.rate, b->duration_ns));

	if (b->end != BLAST_DONE)
		return 0;
	if (by_time)
		return b->start_ns + b->duration_ns;
	return paced(b) ? last_slot_end(b) : 0;
}

static void
finish(struct blast *b)
{
	const struct blast_clock *c = b->clock;
	uint64_t until = lasts_until(b);

	if (until != 0)
		c->wait_until(c->arg, until);
	if (b->tx->engine->drain != NULL && !b->goes_on)
		b->undrained = b->tx->engine->drain(b->tx, DRAIN_MS) != 0;
	b->finish_ns = c->now(c->arg);
	/* what a generator in the kernel does behind its last frame is its own */
	if (b->ended_ns != 0)
		b->finish_ns = b->ended_ns > until ? b->ended_ns : until;
	if (b->finish_ns < b->start_ns) /* stopped before the start */
		b->finish_ns = b->start_ns;
}

/* A generator in the kernel paces and counts on its own. */
static void
generate(struct blast *b)
{
	struct tx_job job = { .pace = b->pace,
		.frames = b->share,
		.first_seq = b->first_seq,
		.tag = b->tag,
		.stream = b->stream,
		.uncounted = b->uncounted,
		.seq_per_round = b->seq_per_round };
	struct tx_made made = { .gaps = b->gaps, .series = b->series };
	int rc = 0;

	if (b->duration_ns != 0)
		job.end_ns = b->start_ns + b->duration_ns;
	if (b->frames == 0 || b->share > 0)
		rc = b->tx->engine->generate(b->tx, &job, &made, &b->why);
	b->taken = made.taken;
	b->waits = made.waits;
	b->largest_burst = made.largest_burst;
	b->pace.stalls = made.stalls;
	b->pace.stalled_ns = made.stalled_ns;
	b->cpu_ns = made.cpu_ns;
	b->ended_ns = made.end_ns;
	if (rc < 0)
		b->end = BLAST_FAILED;
	else if (blast_stop && (b->frames == 0 || b->taken < b->share))
		b->end = BLAST_STOPPED;
	else
		b->end = BLAST_DONE;
}

/* Held up from outside, or because the kernel refused what was due? */
static void
look_for_stall(struct blast *b, uint64_t now)
{
	uint64_t before = b->pace.stalled_ns;

	pace_stalled(&b->pace, now, b->taken);
	if (b->refused_since_ns != 0)
		b->refused_ns += b->pace.stalled_ns - before;
}

static void
loop(struct blast *b)
{
	const struct blast_clock *c = b->clock;
	uint64_t now = c->now(c->arg);

	flow_walk_start(&b->walk, b->tx->flows, b->pace.threads);
	while ((b->end = ended(b, now)) == BLAST_RUNNING) {
		int due;

		look_for_stall(b, now);
		due = pace_due(&b->pace, now, b->taken);
		if (due > 0) {
			send_some(b, due, now);
		} else {
			b->waits++;
			c->wait_until(c->arg, pace_next_ns(&b->pace, b->taken));
		}
		now = c->now(c->arg);
	}
}

void
blast_run(struct blast *b)
{
	begin(b);
	if ((b->tx->engine->caps & TX_IN_KERNEL) != 0)
		generate(b);
	else
		loop(b);
	finish(b);
}

bool
blast_wanted(const struct blast *b, uint64_t *frames)
{
	uint64_t due, ran = b->finish_ns - b->start_ns;

	if (b->uncounted) { /* the run itself never began */
		*frames = 0;
		return true;
	}
	if (!paced(b)) {
		*frames = b->share;
		return b->frames != 0;
	}
	due = b->frames != 0 ? b->frames : UINT64_MAX;
	if (b->duration_ns != 0)
		due = min_u64(due, pace_frames(&b->pace.rate, b->duration_ns));
	if (b->end == BLAST_STOPPED) /* the one at the start counts too */
		due = min_u64(due, pace_frames(&b->pace.rate, ran) + 1);
	*frames = pace_share(&b->pace, due);
	return true;
}
