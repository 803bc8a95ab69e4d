/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Counts per fixed interval since a start. The memory is there before the
 * measurement begins; what lies outside it is counted, not lost.
 */
#ifndef LIB_SERIES_H
#define LIB_SERIES_H

#include <stddef.h>
#include <stdint.h>

struct series {
	uint64_t start_ns, interval_ns;
	uint64_t *v; /* v[i]: start + i * interval <= t < one interval on */
	size_t cap;
	size_t first, end; /* intervals in use: first <= i < end */
	uint64_t before, after; /* counted outside */
};

/* `v` is the caller's, `cap` zeros. */
void series_init(struct series *, uint64_t *v, size_t cap, uint64_t start_ns,
    uint64_t interval_ns);
void series_add(struct series *, uint64_t t_ns, uint64_t n);

/* Add the counts of `from`, which has the same start, interval and cap. */
void series_merge(struct series *to, const struct series *from);

/* End of interval i. */
uint64_t series_end_ns(const struct series *, size_t i);

#endif
