/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Arithmetic of the management probe: times in, verdict out; no clock, no
 * sockets.
 *
 * Probe k is due at due_ns[k] and its latency counts from there, never from
 * when it was sent, so a stall delays or loses the probes of the stall
 * instead of postponing them. How late the prober itself sent is late_ns[k].
 *
 * Rules:
 * - Time is cut into seconds from the start of the window. A second in which
 *   the prober sent anything more than 50 ms late is left out: its probes,
 *   the answers that were read in it, and its part of any silence.
 * - Where more than 1 % of the window's seconds are left out, nothing is
 *   measured. So below 100 s a single left-out second is enough: a 5 s blast
 *   is judged over all its seconds or not at all.
 * - Silence is the longest time between two answers (of one leg), from the
 *   window's start; one that begins in the window counts to its end.
 * - Livelock is a silence of 2 s or more, or two whole seconds in a row with
 *   half or more of their probes lost; one unbroken outage is judged by its
 *   silence alone. Sluggish is a silence of 1 s or more, or p99 over 100 ms.
 * - p99 is the nearest rank over all probes sent; a lost one counts as the
 *   time-out, which is then a lower bound.
 * - Each leg of the target is judged alone and the worst word counts.
 *   Trouble that a control leg (to an idle target) has as well is not the
 *   router's: then nothing is measured.
 * - Nothing is measured either where the probes do not cover the window.
 */
#ifndef HARNESS_PROBE_JUDGE_H
#define HARNESS_PROBE_JUDGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PROBE_LOST UINT64_MAX /* latency: no answer within the time-out */
#define PROBE_UNSENT UINT64_MAX /* lateness: not sent at all */

#define PROBE_LATE_NS 50000000ULL /* leaves a second out */
#define PROBE_P99_NS 100000000ULL /* above: sluggish */
#define PROBE_SLUGGISH_NS 1000000000ULL /* silence of this and more */
#define PROBE_LIVELOCK_NS 2000000000ULL /* silence of this and more */
#define PROBE_BAD_SECONDS 2 /* half lost, one after the other: livelock */
#define PROBE_LEGS 4

struct probe_leg_times {
	const char *name; /* "tcp", "icmp", "control-tcp", "control-icmp" */
	bool control;
	bool usable; /* answered before the start */
	uint64_t *latency_ns; /* n of them; PROBE_LOST */
};

struct probe_times {
	uint64_t interval_ns, timeout_ns;
	size_t n; /* probes of each leg, in order of due_ns */
	uint64_t *due_ns, *late_ns;
	struct probe_leg_times leg[PROBE_LEGS];
	size_t legs;
};

struct probe_leg_facts {
	uint64_t sent, answered, lost;
	uint64_t silence_ns;
	uint64_t p50_ns, p99_ns, max_ns; /* lost: the time-out */
	unsigned bad_seconds; /* in a row with half or more lost */
};

enum probe_word {
	PROBE_OK,
	PROBE_SLUGGISH,
	PROBE_LIVELOCK,
	PROBE_NOT_MEASURED,
};

struct probe_verdict {
	enum probe_word word;
	uint64_t lost_packets; /* of the target's legs together */
	uint64_t silence_ns, p99_ns; /* of its worst leg */
	uint64_t seconds, late_seconds;
	bool known; /* false: the figures above are nothing */
	char reason[160]; /* a sentence; never "" unless ok */
};

/* "ok", "sluggish", "livelock", "not-measured" */
const char *probe_word(enum probe_word);

/* The window of the whole run: 0, UINT64_MAX. -1: no memory. */
int probe_judge(const struct probe_times *, uint64_t from_ns, uint64_t to_ns,
    struct probe_verdict *);

/* Facts of one leg over the whole run, nothing left out. -1: no memory. */
int probe_leg_facts(
    const struct probe_times *, size_t leg, struct probe_leg_facts *);

#endif
