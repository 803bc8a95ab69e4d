/* SPDX-License-Identifier: BSD-2-Clause */
/* All sources of every system as commands of one script, and read again. */
#ifndef COLLECTOR_BATCH_H
#define COLLECTOR_BATCH_H

#include "collector/keep.h"

#define BATCH_MAX 256

struct batch { /* zeroed to begin with, but for what is given */
	struct keeper k; /* k.g given; k.ask.os before batch_keep() */
	unsigned only; /* given: as in gather_all() */
	struct ask v[BATCH_MAX];
	const struct source *of[BATCH_MAX];
	size_t n;
};

/* Fill in v and of; the texts are in the arena of k.g. -1: no memory. */
int batch_items(struct batch *);
/* What came back in v becomes listings and notes of k.g. -1: the same. */
int batch_keep(struct batch *);

#endif
