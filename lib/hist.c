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

/* One instruction of gcc and clang: this is done for every frame. */
static unsigned
highest_bit(uint64_t v)
{
	return 63U - (unsigned)__builtin_clzll(v | 1);
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
	h->n[hist_bucket_of(v, highest_bit(v))]++;
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
hist_rank(uint64_t count, unsigned per_100k)
{
	/* ceil(count * per_100k / 100,000) without overflow */
	return count / 100000 * per_100k +
	    (count % 100000 * per_100k + 99999) / 100000;
}

uint64_t
hist_nth(const struct hist *h, uint64_t n)
{
	uint64_t seen = 0, v = h->max;

	for (size_t i = 0; i < HIST_BUCKETS; i++) {
		seen += h->n[i];
		if (seen >= n) {
			v = middle(i);
			break;
		}
	}
	if (v < h->min)
		return h->min;
	return v > h->max ? h->max : v;
}

uint64_t
hist_quantile(const struct hist *h, unsigned per_100k)
{
	uint64_t rank = hist_rank(h->count, per_100k);

	if (h->count == 0)
		return 0;
	return rank == 0 ? h->min : hist_nth(h, rank);
}
