/* SPDX-License-Identifier: BSD-2-Clause */
#include "lib/pace.h"

#define NS_PER_S 1000000000ULL

/*
 * floor(ns * rate). Seconds and rest apart: rest * frames stays below 1e19
 * (NUM_RATE_MAX), seconds * frames below 2^64 for 58 years at 10G. Two
 * floors give the same as one, because the second divisor is whole.
 */
static uint64_t
frames_within(const struct rate *r, uint64_t ns)
{
	uint64_t whole = ns / NS_PER_S * r->frames;
	uint64_t rest = ns % NS_PER_S * r->frames / NS_PER_S;

	return (whole + rest) / r->seconds;
}

uint64_t
pace_frames(const struct rate *r, uint64_t duration_ns)
{
	return r->frames == 0 ? 0 : frames_within(r, duration_ns);
}

/*
 * ceil(k * seconds * 1e9 / frames): whole periods of the fraction, whole
 * seconds of the rest, nanoseconds of that rest; each product fits 64 bits
 * (frames <= 1e10, seconds <= 1000).
 */
uint64_t
pace_offset_ns(const struct rate *r, uint64_t k)
{
	uint64_t periods = k / r->frames;
	uint64_t rest = k % r->frames * r->seconds;
	uint64_t s = periods * r->seconds + rest / r->frames;
	uint64_t ns = (rest % r->frames * NS_PER_S + r->frames - 1) / r->frames;

	return s * NS_PER_S + ns;
}

uint64_t
pace_share(const struct pace *p, uint64_t frames)
{
	uint64_t k = pace_turn(p), round = k * p->threads;
	uint64_t rest = frames % round, mine = p->thread * k;
	uint64_t more = rest <= mine ? 0 : rest - mine;

	return frames / round * k + (more < k ? more : k);
}

/* The thread's frames in bursts that are due, a whole burst always. */
static uint64_t
due_by(const struct pace *p, uint64_t now_ns)
{
	uint64_t k = p->burst, all, bursts;

	all = frames_within(&p->rate, now_ns - p->t0_ns) + 1;
	bursts = k == 1 ? all : (all + k - 1) / k;
	if (p->threads == 1)
		return bursts * k;
	if (bursts <= p->thread)
		return 0;
	return ((bursts - p->thread - 1) / p->threads + 1) * k;
}

int
pace_due(const struct pace *p, uint64_t now_ns, uint64_t sent)
{
	uint32_t most = p->burst > PACE_BURST_MIN ? p->burst : PACE_BURST_MIN;
	uint64_t due;

	if (p->rate.frames == 0)
		return (int)p->burst;
	if (now_ns < p->t0_ns)
		return 0;
	due = due_by(p, now_ns);
	if (due <= sent)
		return 0;
	return (int)(due - sent > most ? most : due - sent);
}

uint64_t
pace_next_ns(const struct pace *p, uint64_t sent)
{
	uint64_t number;

	if (p->rate.frames == 0)
		return p->t0_ns;
	number = pace_number(p, p->burst == 1 ? sent : sent - sent % p->burst);
	return p->t0_ns + pace_offset_ns(&p->rate, number);
}

void
pace_stalled(struct pace *p, uint64_t now_ns, uint64_t sent)
{
	uint64_t next;

	if (p->rate.frames == 0)
		return;
	next = pace_next_ns(p, sent);
	p->t0_ns += pace_late(now_ns > next ? now_ns - next : 0, p->catchup,
	    &p->behind_ns, &p->stalls, &p->stalled_ns);
}
