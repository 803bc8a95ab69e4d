/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Runs of numbers that never came (loss periods in RFC 3357): how many, how
 * long, and which. Numbers are told in ascending order; a run may grow over
 * several calls and counts once the next number that came, or
 * lossruns_close, ends it.
 */
#ifndef LIB_LOSSRUNS_H
#define LIB_LOSSRUNS_H

#include <stdint.h>

#include "lib/hist.h"

struct lossruns { /* start with all zero but the last four */
	uint64_t count, longest;
	uint64_t frames; /* in all of them: the sum of the lengths */
	uint64_t first, next; /* the run in hand is first..next-1, if any */
	struct hist *lengths; /* the caller's; NULL: not wanted */
	/* told of every run that has ended, last included; NULL: nobody */
	void (*tell)(void *arg, uint32_t id, uint64_t first, uint64_t last);
	void *arg;
	uint32_t id; /* the caller's name for this stream */
};

/* n numbers from `first` on never came. */
void lossruns_lost(struct lossruns *, uint64_t first, uint64_t n);

/* Bit i of `came`: number first + i came; n of them, 1 to 64. */
void
lossruns_word(struct lossruns *, uint64_t first, uint64_t came, unsigned n);

/* End the run in hand. */
void lossruns_close(struct lossruns *);

#endif
