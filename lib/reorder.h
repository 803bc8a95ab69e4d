/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How far out of order the frames of one stream came (RFC 4737). Told of
 * every distinct frame in order of arrival:
 *
 * extent (section 4.2): of a reordered frame, how many arrivals before it
 *	came the first one with a larger number. That one was a new highest.
 *	Of new highests only steps are kept: the first of each row in which
 *	number and arrival count up together, because a number that is missing
 *	is never within such a row. Frames in order therefore cost nothing,
 *	and one step stays for each loss or overtaking.
 * n-reordering (section 5): how many frames right before it all have larger
 *	numbers. From n = 3 on TCP takes it for a loss (RFC 5681 section 3.2).
 */
#ifndef LIB_REORDER_H
#define LIB_REORDER_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/hist.h"

#define REORDER_LAST 128 /* n is told up to here; power of two */
#define REORDER_TCP 3

struct reorder_step {
	uint64_t number, arrival;
};

struct reorder {
	uint64_t arrivals; /* distinct frames so far */
	uint64_t less; /* number less arrival in the row in hand */
	struct reorder_step *ring; /* the caller's */
	uint64_t mask; /* steps in the ring, a power of two, less 1 */
	uint64_t steps; /* since the start */
	struct hist *extents; /* of all, the caller's; NULL: not wanted */
	/* of reordered frames; at_least: the ring did not reach back enough */
	uint64_t count, extent_min, extent_max, extent_sum, at_least;
	uint64_t n[REORDER_LAST + 1]; /* by n; the last: and more */
	uint64_t last[REORDER_LAST]; /* numbers by arrival */
};

/* A ring of `size` steps, a power of two. */
void reorder_init(struct reorder *, struct reorder_step *ring, uint64_t size);

/* The two kinds of arrival that are not the next number of a row. */
void reorder_step(struct reorder *, uint64_t number);
void reorder_late(struct reorder *, uint64_t number);

/* A distinct frame; in order: none with a larger number came before. */
static inline void
reorder_add(struct reorder *r, uint64_t number, bool in_order)
{
	if (!in_order)
		reorder_late(r, number);
	else if (number - r->arrivals != r->less)
		reorder_step(r, number);
	r->last[r->arrivals++ % REORDER_LAST] = number;
}

/* Frames that are n-reordered: of all with n or more. n from 1 on. */
uint64_t reorder_n(const struct reorder *, unsigned n);

/* Largest n with a frame, at most REORDER_LAST; 0: none. */
unsigned reorder_most(const struct reorder *);

/* Sums and extremes of both; `to` is no longer told of arrivals. */
void reorder_merge(struct reorder *to, const struct reorder *from);

#endif
