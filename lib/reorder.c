/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "lib/reorder.h"

#define NO_ROW UINT64_MAX /* numbers have 48 bits */

void
reorder_init(struct reorder *r, struct reorder_step *ring, uint64_t size)
{
	memset(r, 0, sizeof(*r));
	r->less = NO_ROW;
	r->ring = ring;
	r->mask = size - 1;
}

void
reorder_step(struct reorder *r, uint64_t number)
{
	r->ring[r->steps++ & r->mask] =
	    (struct reorder_step){ number, r->arrivals };
	r->less = number - r->arrivals;
}

/* The first step above `number`, among those that the ring still holds. */
static uint64_t
find(const struct reorder *r, uint64_t number)
{
	uint64_t low = r->steps > r->mask ? r->steps - r->mask - 1 : 0;
	uint64_t high = r->steps - 1; /* above it: the frame is late */
	uint64_t back = 1;

	/* most are not far behind */
	while (high - low >= back &&
	    r->ring[(high - back) & r->mask].number > number) {
		high -= back;
		back *= 2;
	}
	if (high - low >= back)
		low = high - back + 1;
	while (low < high) {
		uint64_t middle = low + (high - low) / 2;

		if (r->ring[middle & r->mask].number > number)
			high = middle;
		else
			low = middle + 1;
	}
	return low;
}

static void
extent(struct reorder *r, uint64_t number)
{
	uint64_t at = find(r, number), e;

	e = r->arrivals - r->ring[at & r->mask].arrival;
	if (r->steps > r->mask + 1 && at == r->steps - r->mask - 1)
		r->at_least++;
	if (r->count == 0 || e < r->extent_min)
		r->extent_min = e;
	if (e > r->extent_max)
		r->extent_max = e;
	r->count++;
	r->extent_sum += e;
	if (r->extents != NULL)
		hist_add(r->extents, e);
}

void
reorder_late(struct reorder *r, uint64_t number)
{
	uint64_t n = 0;

	extent(r, number);
	while (n < REORDER_LAST && n < r->arrivals &&
	    r->last[(r->arrivals - 1 - n) % REORDER_LAST] > number)
		n++;
	r->n[n]++;
	r->less = NO_ROW; /* arrivals have counted up and numbers have not */
}

uint64_t
reorder_n(const struct reorder *r, unsigned n)
{
	uint64_t sum = 0;

	for (; n <= REORDER_LAST; n++)
		sum += r->n[n];
	return sum;
}

unsigned
reorder_most(const struct reorder *r)
{
	unsigned n = REORDER_LAST;

	while (n > 0 && r->n[n] == 0)
		n--;
	return n;
}

void
reorder_merge(struct reorder *to, const struct reorder *from)
{
	if (from->count == 0)
		return;
	if (to->count == 0 || from->extent_min < to->extent_min)
		to->extent_min = from->extent_min;
	if (from->extent_max > to->extent_max)
		to->extent_max = from->extent_max;
	to->count += from->count;
	to->extent_sum += from->extent_sum;
	to->at_least += from->at_least;
	for (unsigned n = 0; n <= REORDER_LAST; n++)
		to->n[n] += from->n[n];
}
