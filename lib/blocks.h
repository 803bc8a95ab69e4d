/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How many of each `size` consecutive numbers came. A generator's schedule
 * says when a number was due, so a part of a run can be cut out by number
 * where arrival times could not tell what belongs to it.
 */
#ifndef LIB_BLOCKS_H
#define LIB_BLOCKS_H

#include <stddef.h>
#include <stdint.h>

struct blocks {
	uint64_t first, size; /* block 0 is first .. first + size - 1 */
	uint32_t *v; /* the caller's, `cap` zeros */
	size_t cap, end; /* v[end] and behind are zero */
	uint64_t beyond; /* frames of blocks that there is no room for */
	/* the block in hand */
	uint64_t from;
	uint32_t *now; /* NULL: no room */
};

/* size 1 to 2^32 - 1; cap 1 or more. */
void blocks_init(
    struct blocks *, uint32_t *v, size_t cap, uint64_t first, uint64_t size);

/* Take the block of this number in hand. */
void blocks_seek(struct blocks *, uint64_t number);

/* A distinct frame, not below `first`. */
static inline void
blocks_add(struct blocks *b, uint64_t number)
{
	if (number - b->from >= b->size)
		blocks_seek(b, number);
	if (b->now != NULL)
		++*b->now;
	else
		b->beyond++;
}

#endif
