/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What lateness is: up to PACE_SLACK_NS it is made up and not worth a word,
 * beyond that it is a stall (lib/pace.h). Pure arithmetic: BPF programs
 * include this file as it is, so both ways to send count alike.
 */
#ifndef LIB_PACE_LATE_H
#define LIB_PACE_LATE_H

#include <stdbool.h>
#include <stdint.h>

#define PACE_SLACK_NS 20000000ULL

/*
 * The next frame is late_ns behind its time. Counts a stall once, as long as
 * it was; *behind_ns is that of the stall that is being caught up, 0 for none.
 * Returns by how much the schedule is to be moved: 0, or with the policy
 * slip (catchup false) all of the stall.
 */
static inline uint64_t
pace_late(uint64_t late_ns, bool catchup, uint64_t *behind_ns, uint64_t *stalls,
    uint64_t *stalled_ns)
{
	if (late_ns <= PACE_SLACK_NS) {
		*behind_ns = 0;
		return 0;
	}
	if (*behind_ns == 0)
		++*stalls;
	if (late_ns > *behind_ns) {
		*stalled_ns += late_ns - *behind_ns;
		*behind_ns = late_ns;
	}
	if (catchup)
		return 0;
	*behind_ns = 0;
	return late_ns;
}

#endif
