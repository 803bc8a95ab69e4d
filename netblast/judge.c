/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "netblast/judge.h"

#define WALL_STEP_MS 100 /* NTP slews less than that in any usual run */

/* Why nothing, or not enough, was taken; "" if that is not so. */
static void
judge_counts(struct outcome *u)
{
	const struct team_sum *sum = &u->sum;
	const struct options *o = u->options;
	bool in_time = o->duration_ns != 0 && sum->end == BLAST_DONE;
	char text[32];
	const char *first = sum->count.errors[0].error != 0
	    ? emit_errno(sum->count.errors[0].error, text)
	    : "no error";

	if (sum->end == BLAST_FAILED)
		snprintf(u->error, sizeof(u->error), "%s", sum->why);
	else if (sum->end == BLAST_STOPPED && sum->taken == 0 &&
	    sum->count.refused == 0)
		snprintf(u->error, sizeof(u->error),
		    "stopped before a frame was taken%s",
		    sum->uncounted > 0 ? ", in ramp or warm-up" : "");
	else if (sum->end == BLAST_GAVE_UP || sum->taken == 0)
		snprintf(u->error, sizeof(u->error),
		    "no frame was taken%s; first refusal: %s",
		    sum->end == BLAST_GAVE_UP ? " for 10 s" : "", first);
	else if (o->count != 0 && sum->taken != o->count && !in_time)
		snprintf(u->error, sizeof(u->error),
		    "%" PRIu64 " of %" PRIu64 " frames were taken", sum->taken,
		    o->count);
	else if (sum->undrained)
		snprintf(u->error, sizeof(u->error),
		    "not all frames left the sender");
	else if (o->strict && u->facts.wanted != 0 && u->limit != LIMIT_NONE)
		snprintf(u->error, sizeof(u->error),
		    "--strict: %" PRIu64 " of %" PRIu64
		    " frames that were due by the end were taken, not 99.9 %%",
		    sum->taken, u->facts.wanted);
}

__attribute__((format(printf, 2, 3))) static void
note(struct outcome *u, const char *format, ...)
{
	va_list ap;
	int i = 0;

	while (i < OUTCOME_NOTES - 1 && u->notes[i][0] != '\0')
		i++;
	va_start(ap, format);
	vsnprintf(u->notes[i], sizeof(u->notes[i]), format, ap);
	va_end(ap);
}

/* Drops that the sender was told of: refused, not taken. */
static uint64_t
told(const struct outcome *u)
{
	const struct tx_count *c = &u->sum.count;

	for (int i = 0; i < TX_ERRNO_KINDS; i++)
		if (c->errors[i].error == ENOBUFS &&
		    (u->setup->engine->caps & TX_TOLD) != 0)
			return c->errors[i].n;
	return 0;
}

/*
 * Sent is what left the host's software (docs/method.md). A queueing
 * discipline that was not passed by may have dropped frames that the kernel
 * had taken; in ramp or in run is not known then.
 */
static void
judge_sent(struct outcome *u)
{
	const struct team_sum *sum = &u->sum;
	uint64_t all = u->moved.qdisc_dropped, refused = told(u);
	uint64_t dropped = all > refused ? all - refused : 0;
	bool past = u->team->worker[0].tx.qdisc_bypass ||
	    (u->setup->engine->caps & TX_NO_WIRE) != 0;

	u->sent = sum->taken;
	u->sent_known = past || u->moved.qdisc_known;
	if (past || !u->moved.qdisc_known || dropped == 0)
		return;
	u->sent_known = sum->uncounted == 0 && dropped <= sum->taken;
	u->sent -= u->sent_known ? dropped : 0;
	note(u,
	    "the sender's own queueing discipline dropped %" PRIu64
	    " frames: they were taken, and not sent",
	    dropped);
}

/* What the interface counted is a check, not the truth: others use it too. */
static void
judge_interface(struct outcome *u)
{
	uint64_t ours = u->sent + u->sum.uncounted;
	const struct link_counters *moved = &u->moved;

	if ((u->setup->engine->caps & TX_NO_WIRE) != 0 ||
	    u->setup->link.index == 0)
		return;
	if (!moved->known)
		note(u,
		    "the interface's counters are unknown: it went away, or "
		    "was made anew, in the run");
	else if (u->sent_known && moved->tx_packets < ours)
		note(u,
		    "generator counters disagree: %" PRIu64
		    " frames sent, the interface counted %" PRIu64
		    " and %" PRIu64 " drops",
		    ours, moved->tx_packets, moved->tx_dropped);
	/* nobody is told of these: they name a gap, and no other */
	if (moved->known && moved->tx_packets < ours && moved->neigh_known &&
	    moved->neigh_discards > 0)
		note(u,
		    "the machine's neighbour tables discarded %" PRIu64
		    " packets that waited for a link address",
		    moved->neigh_discards);
}

/*
 * Frames due until the run ended; 0 without a rate. -n sends all of them
 * however long it takes, so there the end tells whether the rate was held.
 */
static uint64_t
due_by_end(const struct outcome *u)
{
	const struct team_sum *sum = &u->sum;
	const struct rate *rate = &u->setup->rate;
	uint64_t ran = sum->finish_ns - sum->start_ns, due = 0;

	if (rate->frames == 0)
		return 0;
	if (u->options->count != 0 && ran > PACE_SLACK_NS)
		due = pace_frames(rate, ran - PACE_SLACK_NS);
	return due > sum->wanted ? due : sum->wanted;
}

/*
 * By thread: stalls that came from outside and were not made up. Who was
 * refused, or never had time to wait between two of them, was not held up.
 */
static uint64_t
held_up_ns(const struct outcome *u)
{
	const struct team_sum *sum = &u->sum;

	if (u->team->worker[0].blast.pace.catchup || sum->waits <= sum->stalls)
		return 0;
	return (sum->stalled_ns - sum->refused_ns) / u->team->n;
}

static void
judge_limit(struct outcome *u)
{
	const struct team_sum *sum = &u->sum;
	uint64_t bits = u->setup->period_bits, period = u->setup->sizes.period;
	uint64_t permille;

	u->facts = (struct limit_facts){
		.wanted = due_by_end(u),
		.taken = sum->taken,
		.refused = sum->count.refused,
		.stalled_ns = held_up_ns(u),
		.elapsed_ns = sum->finish_ns - sum->start_ns,
		.cpu_ns = sum->cpu_ns,
		.threads = u->team->n,
		.wire_bits = sum->taken / period * bits +
		    sum->taken % period * bits / period,
		.speed_bps = u->setup->link.speed_bps,
	};
	/* threads end a little apart in a ramp: still no run */
	u->limit = sum->wanted_known && sum->wanted == 0 ? LIMIT_NONE
							 : limit_of(&u->facts);
	permille = limit_line_permille(&u->facts);
	if (permille > 1000)
		note(u,
		    "above line rate: %" PRIu64 ".%" PRIu64
		    " %% of what the wire can carry; these are not frames on "
		    "the wire",
		    permille / 10, permille % 10);
	if (u->limit != LIMIT_NONE && u->setup->rate.frames != 0)
		note(u, "%s", limit_text(u->limit));
}

/* All intervals are monotonic, so that is for whoever compares logs. */
static void
judge_wall(struct outcome *u)
{
	int64_t ms = u->wall_moved_ns / 1000000;

	if (ms < -WALL_STEP_MS || ms > WALL_STEP_MS)
		note(u,
		    "the wall clock was moved by %" PRId64
		    " ms in the run; rates and times do not depend on it",
		    ms);
}

void
judge(struct outcome *u)
{
	u->error[0] = '\0';
	memset(u->notes, 0, sizeof(u->notes));
	if (u->sum.end == BLAST_STOPPED)
		note(u, "stopped by a signal");
	link_growth(&u->before, &u->after, &u->moved);
	judge_sent(u);
	judge_interface(u);
	judge_limit(u);
	judge_wall(u);
	judge_counts(u);
	u->valid = u->error[0] == '\0';
}
