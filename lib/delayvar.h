/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How much the delay of one stream's frames varies: what can be known though
 * the clocks of sender and receiver have nothing in common, since only
 * differences of transit times (arrival less stamp) count.
 *
 * jitter (RFC 3550 section 6.4.1): J += (|D| - J) / 16 over every frame in
 *	order of arrival, in whole numbers as its appendix A.8 does it: 16 J
 *	is kept, and rounded.
 * IPDV (RFC 3393): transit time of a frame less that of the frame with the
 *	number before it, where the two came as neighbours.
 * PDV (RFC 8219 section 7.3.1): 99.9th percentile of the transit times less
 *	the least. They go into a histogram as distances from the least of the
 *	stream's first DELAYVAR_HELD ones, so its error is 1/256 of the
 *	variation and not of a transit time that may be anything.
 */
#ifndef LIB_DELAYVAR_H
#define LIB_DELAYVAR_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/hist.h"

#define DELAYVAR_HELD 256

struct delayvar_range { /* of signed differences in ns */
	uint64_t n;
	int64_t min, max, sum;
};

/* Distances from a reference, of any number of streams. */
struct delayvar_spread { /* start with all zero */
	struct hist above, below;
};

struct delayvar { /* of a stream; start with all zero but `spread` */
	bool any;
	int64_t transit_ns; /* of the last frame */
	uint64_t jitter_16; /* 16 J */
	bool distinct; /* there was one */
	uint64_t number; /* of the last distinct frame */
	int64_t number_ns; /* its transit time */
	struct delayvar_range ipdv;
	struct delayvar_spread *spread; /* the caller's */
	int64_t least_ns; /* the reference, once it is chosen */
	uint32_t held_n; /* DELAYVAR_HELD + 1: chosen */
	int64_t held[DELAYVAR_HELD];
};

/* A frame that came: transit time as it is. */
void delayvar_add(
    struct delayvar *, uint64_t number, int64_t transit_ns, bool distinct);

/* The same of stamps with 32 bits of time: steps are less than 2^31 ns. */
void delayvar_add32(
    struct delayvar *, uint64_t number, uint32_t transit_ns, bool distinct);

/* Nothing comes any more: a short stream's transit times are spread too. */
void delayvar_finish(struct delayvar *);

/* J in ns. */
static inline uint64_t
delayvar_jitter(const struct delayvar *d)
{
	return d->jitter_16 / 16;
}

/* Sums and extremes of both. */
void delayvar_range_merge(
    struct delayvar_range *to, const struct delayvar_range *from);

/* All distances of both. */
void delayvar_spread_merge(
    struct delayvar_spread *to, const struct delayvar_spread *from);

/* PDV in ns; 0 of nothing. */
uint64_t delayvar_pdv(const struct delayvar_spread *);

#endif
