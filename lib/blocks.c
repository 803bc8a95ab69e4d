/* SPDX-License-Identifier: BSD-2-Clause */
#include "lib/blocks.h"

void
blocks_init(
    struct blocks *b, uint32_t *v, size_t cap, uint64_t first, uint64_t size)
{
	*b = (struct blocks){ .first = first,
		.size = size,
		.v = v,
		.cap = cap,
		.from = first - size }; /* none of block 0: seek */
}

void
blocks_seek(struct blocks *b, uint64_t number)
{
	uint64_t i = (number - b->first) / b->size;

	b->from = b->first + i * b->size;
	b->now = i < b->cap ? &b->v[i] : NULL;
	if (i < b->cap && i >= b->end)
		b->end = (size_t)i + 1;
}
