/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * When is a frame due? Pure arithmetic on an absolute schedule: frame k is
 * due at t0 + k / rate, computed from t0 each time, so nothing drifts. The
 * time comes in as an argument.
 *
 * Lateness up to PACE_SLACK_NS is always made up; a longer one is a stall
 * and follows the policy: slip (the schedule moves by the stall, the frames
 * are never sent) or catch up. Both are counted.
 */
#ifndef LIB_PACE_H
#define LIB_PACE_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/num.h"
#include "lib/pace_late.h"

#define PACE_BURST_MIN 32 /* most frames made up at once: max(burst, 32) */

struct pace {
	struct rate rate; /* frames 0: as fast as possible */
	uint64_t t0_ns; /* frame 0 is due here */
	uint32_t burst; /* frames that go out together, 1 or more */
	uint32_t threads, thread; /* how many share the rate, which is this */
	bool catchup; /* --stall catchup; -n implies it */
	uint64_t stalls; /* counted by pace_stalled */
	uint64_t stalled_ns;
	uint64_t behind_ns; /* of the stall that is being caught up */
};

/* Frames that stay together: without a rate there are no bursts. */
static inline uint64_t
pace_turn(const struct pace *p)
{
	return p->rate.frames == 0 ? 1 : p->burst;
}

/*
 * Threads share one schedule. They take turns burst by burst (frame by frame
 * without a rate), so frame j of this thread is number pace_number of the
 * run, and the threads' frames are interval / threads apart. All `sent` and
 * k below are counted by thread.
 */
static inline uint64_t
pace_number(const struct pace *p, uint64_t j)
{
	uint64_t k = pace_turn(p);

	if (p->threads == 1)
		return j;
	return k == 1 ? j * p->threads + p->thread
		      : (j / k * p->threads + p->thread) * k + j % k;
}

/* Of `frames` of the run: how many are this thread's. */
uint64_t pace_share(const struct pace *, uint64_t frames);

/* Frames of -t `duration_ns` at this rate: floor(T * rate); 0 for max. */
uint64_t pace_frames(const struct rate *, uint64_t duration_ns);

/* ns after t0 at which frame k of the run is due, rounded up; not for max. */
uint64_t pace_offset_ns(const struct rate *, uint64_t k);

/*
 * How many frames to hand over now, when `sent` went before: 0 (none is
 * due), else at most max(burst, PACE_BURST_MIN); a multiple of burst unless
 * made up. As fast as possible: always burst.
 */
int pace_due(const struct pace *, uint64_t now_ns, uint64_t sent);

/* Absolute time at which frame number `sent` is due. */
uint64_t pace_next_ns(const struct pace *, uint64_t sent);

/*
 * Call before pace_due. Lateness over the slack counts as one stall, however
 * often it is asked while that is caught up, and as long as it was at most;
 * with slip the schedule moves so that frame `sent` is due now.
 */
void pace_stalled(struct pace *, uint64_t now_ns, uint64_t sent);

#endif
