/* SPDX-License-Identifier: BSD-2-Clause */
#include "lib/hist.h"

#define SUB (1U << HIST_BITS)

uint64_t
hist_low(size_t bucket)
{
	size_t octave = bucket / SUB;

	if (octave == 0)
		return bucket;
	return (uint64_t)(SUB + bucket % SUB) << (octave - 1);
}

void
hist_add(struct hist *h, uint64_t v)
{
	if (h->count == 0 || v < h->min)
		h->min = v;
	if (v > h->max)
		h->max = v;
	h->count++;
	h->sum += v;
	h->n[hist_bucket(v)]++;
}

static uint64_t
middle(size_t bucket)
{
	size_t octave = bucket / SUB;
	uint64_t width = octave == 0 ? 1 : 1ULL << (octave - 1);

	return hist_low(bucket) + width / 2;
}

void
hist_merge(struct hist *to, const struct hist *from)
{
	if (from->count == 0)
		return;
	if (to->count == 0 || from->min < to->min)
		to->min = from->min;
	if (from->max > to->max)
		to->max = from->max;
	to->count += from->count;
	to->sum += from->sum;
	for (size_t i = 0; i < HIST_BUCKETS; i++)
		to->n[i] += from->n[i];
}

uint64_t
hist_quantile(const struct hist *h, unsigned permille)
{
	uint64_t rank, seen = 0, v = h->max;

	if (h->count == 0)
		return 0;
	/* ceil(count * permille / 1000) without overflow */
	rank = h->count / 1000 * permille +
	    (h->count % 1000 * permille + 999) / 1000;
	if (rank == 0)
		return h->min;
	for (size_t i = 0; i < HIST_BUCKETS; i++) {
		seen += h->n[i];
		if (seen >= rank) {
			v = middle(i);
			break;
		}
	}
	if (v < h->min)
		return h->min;
	return v > h->max ? h->max : v;
}
