/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What happened to the sequence numbers of one stream: facts, judged later.
 * A bitmap remembers which of the last SEQTRACK_WINDOW numbers up to the
 * highest one came; that many frames may overtake a frame before it can no
 * longer be told from a duplicate and becomes `unjudged`. 2^20 frames are
 * 7 ms at 148.8 Mpps, 1 s at 1 Mpps, and 128 KiB a stream.
 *
 * The bitmap is a ring of words. A word leaves when the highest number enters
 * the one that takes its place; all of its 64 numbers are then outside of the
 * window, so what never came of them is final and goes to `runs`.
 *
 *	received = unique + duplicate + unjudged
 *
 * A corrupt number moves nothing and is in none of them. Which numbers are
 * corrupt: one outside first..limit-1, and one 2^31 or more above the
 * highest, which no loss explains and which would empty the window.
 */
#ifndef LIB_SEQTRACK_H
#define LIB_SEQTRACK_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/lossruns.h"
#include "lib/seqtrack_num.h"

struct seqtrack {
	uint64_t first, limit; /* numbers that there can be */
	uint64_t highest; /* of those received, if any */
	bool any;
	uint64_t received, unique, duplicate, reordered, unjudged, corrupt;
	uint64_t *window; /* SEQTRACK_WORDS, the caller's */
	struct lossruns runs; /* of final losses; complete after the finish */
};

/*
 * `window` holds zeros. `first` is the first number that is expected, `limit`
 * one more than the last, UINT64_MAX where it is not known.
 */
void seqtrack_init(
    struct seqtrack *, uint64_t *window, uint64_t first, uint64_t limit);

enum seq_verdict seqtrack_add(struct seqtrack *, uint64_t seq);

/*
 * Nothing comes any more: what the window holds is final, and where the limit
 * is known, so is all that did not come up to there. Once, at the end.
 */
void seqtrack_finish(struct seqtrack *);

/*
 * For who keeps the window elsewhere: the numbers of word `number` (of 64)
 * up to `last` are final, in ascending order; bit i of `came` is the i-th.
 */
void seqtrack_leave(
    struct seqtrack *, uint64_t number, uint64_t last, uint64_t came);

/* The full number of a classic one (seqtrack_widen); -1: below zero. */
int seqtrack_extend32(const struct seqtrack *, uint32_t low, uint64_t *seq);

/*
 * highest + 1 - first - unique: numbers skipped so far. Not loss: a sender's
 * last frames are not in it, unjudged frames are.
 */
uint64_t seqtrack_missing(const struct seqtrack *);

#endif
