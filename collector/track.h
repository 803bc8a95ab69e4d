/* SPDX-License-Identifier: BSD-2-Clause */
/* Counters over time: what samples had, each at its own time. */
#ifndef COLLECTOR_TRACK_H
#define COLLECTOR_TRACK_H

#include "lib/counter.h"

struct track_sample {
	uint64_t t_ns; /* by the clock that the times are of */
	uint64_t arrival_ns; /* CLOCK_MONOTONIC here; 0: fetched later */
};

struct track_series {
	struct counter first; /* name, instance, bits, and the first value */
	bool moved; /* some value is another one */
	uint32_t *at; /* index of the sample */
	uint64_t *v;
	size_t n, cap;
};

struct track { /* zeroed to begin with */
	struct track_sample *sample;
	size_t n, cap;
	struct track_series *series;
	size_t n_series, cap_series;
	size_t next; /* most likely the next one looked for */
};

/* -1: no memory. */
int
track_add(struct track *, const struct track_sample *, const struct counters *);
void track_free(struct track *);

/*
 * Time between the samples i - 1 and i where at least one is missing between
 * them (one and a half intervals or more); else 0.
 */
uint64_t track_gap_ns(const struct track *, size_t i, uint64_t interval_ns);

/*
 * The series of that name that grew most from the sample before the last one
 * to the last; NULL: none. *delta: by how much.
 */
const struct track_series *
track_busiest(const struct track *, const char *name, uint64_t *delta);

#endif
