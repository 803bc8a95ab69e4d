/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The arithmetic of sequence numbers, shared by all who judge them. Programs
 * in the kernel include this file as it is.
 */
#ifndef LIB_SEQTRACK_NUM_H
#define LIB_SEQTRACK_NUM_H

#include <stdbool.h>
#include <stdint.h>

#define SEQTRACK_WORDS (1UL << 14)
#define SEQTRACK_WINDOW (SEQTRACK_WORDS * 64 - 64) /* less the word in hand */
#define SEQTRACK_JUMP (1ULL << 31)

enum seq_verdict {
	SEQ_NEW, /* in order */
	SEQ_REORDERED, /* new, below RFC 4737's NextExp */
	SEQ_DUPLICATE,
	SEQ_UNJUDGED,
	SEQ_CORRUPT,
};

/*
 * Can this number be one? `next` is RFC 4737's NextExp, one more than the
 * highest that came; 0: none came yet.
 */
static inline bool
seqtrack_possible(uint64_t first, uint64_t limit, uint64_t next, uint64_t seq)
{
	if (seq < first || seq >= limit)
		return false;
	return next == 0 || seq < next || seq - (next - 1) < SEQTRACK_JUMP;
}

/*
 * A classic counter has 32 bits and wraps. The full number: the one with
 * these low bits that is nearest to the highest that came, or to `first` where
 * none came (next 0); then what would be below zero is above. False: it would
 * be below zero.
 */
static inline bool
seqtrack_widen(uint64_t first, uint64_t next, uint32_t low, uint64_t *seq)
{
	uint64_t near = next != 0 ? next - 1 : first;
	uint64_t up = (uint32_t)(low - (uint32_t)near);
	uint64_t down = UINT32_MAX - up + 1;

	*seq = near + up;
	if (up < SEQTRACK_JUMP)
		return true;
	if (near >= down)
		*seq = near - down;
	return near >= down || next == 0;
}

#endif
