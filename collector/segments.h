/* SPDX-License-Identifier: BSD-2-Clause */
/* Which of the figures that were taken one after another are of traffic. */
#ifndef COLLECTOR_SEGMENTS_H
#define COLLECTOR_SEGMENTS_H

#include "collector/value.h"

struct segment {
	size_t from, to; /* figures from..to-1 */
};

/*
 * The stretches of traffic, in their order; `least` and less is none. At most
 * n of them, in the arena; 0 without memory.
 */
size_t segments_find(struct arena *, const double *v, size_t n, double least,
    struct segment **out);

/* The upper one of two in the middle: of two rows one is a part. */
double segments_median(struct arena *, const double *v, size_t n);

#endif
