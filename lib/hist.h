/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Log-linear histogram of whole numbers (nanoseconds). Values below 256 have
 * a bucket each. Above, an octave [2^m, 2^(m+1)) is cut into 128 buckets of
 * width 2^(m-7), found from the highest bit m and the 7 bits behind it. A
 * value stands for its bucket's middle, so it is off by at most half a
 * width: 2^(m-8) of a value of at least 2^m, that is 1/256 or 0.4 %.
 * Minimum, maximum, count and sum are exact.
 */
#ifndef LIB_HIST_H
#define LIB_HIST_H

#include <stddef.h>
#include <stdint.h>

#define HIST_BITS 7
#define HIST_BUCKETS ((64 - HIST_BITS + 1) << HIST_BITS)

struct hist { /* start with all zero */
	uint64_t count, min, max;
	uint64_t sum; /* 584 years of ns */
	uint64_t n[HIST_BUCKETS];
};

/*
 * The bucket of a value with this highest bit (0 for 0): octaves follow each
 * other; the first two (below 2 * 128) have width 1.
 */
static inline size_t
hist_bucket_of(uint64_t v, unsigned bit)
{
	if (bit < HIST_BITS)
		return (size_t)v;
	return (size_t)((bit - HIST_BITS + 1) << HIST_BITS) +
	    (size_t)((v >> (bit - HIST_BITS)) - (1U << HIST_BITS));
}

/* The bucket of a value, by what BPF programs can do too. */
static inline size_t
hist_bucket(uint64_t v)
{
	uint64_t rest = v;
	unsigned bit = 0; /* the highest one that is set */

	for (unsigned step = 32; step > 0; step /= 2)
		if (rest >> step != 0) {
			rest >>= step;
			bit += step;
		}
	return hist_bucket_of(v, bit);
}

void hist_add(struct hist *, uint64_t value);

/* Add all of `from`. */
void hist_merge(struct hist *to, const struct hist *from);

/*
 * The smallest value that at least per_100k/100,000 of all values do not
 * exceed (nearest rank), within the bound above, never outside min..max.
 * per_100k 0 to 100,000 (99,999 is the 99.999th percentile); 0 where the
 * histogram is empty.
 */
uint64_t hist_quantile(const struct hist *, unsigned per_100k);

/* That rank, of so many values: ceil(count * per_100k / 100,000). */
uint64_t hist_rank(uint64_t count, unsigned per_100k);

/* The n-th smallest value, n from 1 to count, within the bound. */
uint64_t hist_nth(const struct hist *, uint64_t n);

/* Lowest value of a bucket. */
uint64_t hist_low(size_t bucket);

#endif
