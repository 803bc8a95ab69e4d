/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * --lost FILE: which numbers never came, a line for each run of them. Runs
 * are put aside while frames are counted and written between batches, some
 * at a time; where they come faster than that, the rest is left out, and
 * said. The last line makes the file complete.
 */
#ifndef NETRECEIVE_LOSTLIST_H
#define NETRECEIVE_LOSTLIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "lib/fail.h"

#define LOSTLIST_RUNS (1U << 19) /* put aside: what one window can hold */

struct lostlist_run {
	uint32_t stream;
	uint64_t first, last;
};

struct lostlist { /* start with all zero: off */
	const char *path;
	FILE *out;
	struct lostlist_run *v; /* a ring of LOSTLIST_RUNS */
	uint64_t put, written; /* since the start */
	uint64_t omitted;
	bool failed; /* it could not be written */
	bool at_end; /* nothing is counted any more: no run is left out */
};

int lostlist_open(struct lostlist *, const char *path, struct fail *);

/* For struct lossruns: `list` is the struct lostlist. */
void lostlist_tell(void *list, uint32_t stream, uint64_t first, uint64_t last);

/* Write up to `most` of what was put aside. */
void lostlist_write(struct lostlist *, uint64_t most);

/* The rest and the last line. -1: the file is not complete. */
int lostlist_close(struct lostlist *, struct fail *);

#endif
