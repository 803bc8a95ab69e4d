/* SPDX-License-Identifier: BSD-2-Clause */
/* What a sampler prints (watch_script.c), as it comes: into samples. */
#ifndef COLLECTOR_WATCH_STREAM_H
#define COLLECTOR_WATCH_STREAM_H

#include "collector/batch.h"
#include "collector/watch.h"

struct stream { /* zeroed to begin with, but for what is given */
	struct watched *w; /* given */
	const struct watch_ask *ask; /* given */
	struct batch *batch; /* given: its items, as in the script */
	char token[ASK_TOKEN]; /* given */
	char *text; /* what is no whole sample yet */
	size_t len, cap;
	char dir[128]; /* of the spool, on the node; "": not begun */
	uint64_t taken; /* bytes of the spool that are samples by now */
	uint64_t began_ns; /* CLOCK_MONOTONIC; of the first sample's arrival */
	uint64_t first_ms; /* the first time by the router's clock */
	uint64_t shift_ns; /* what is added to its dates, modulo 2^64 */
	int64_t shortest_ns; /* of arrival minus date, so far */
	bool fetching; /* what comes now was not sent in time */
	bool over; /* the sampler said that it was all */
	bool full; /* and that its spool had no room for more */
};

/* More of it, at that time. -1: no memory. */
int
stream_take(struct stream *, const char *text, size_t len, uint64_t arrival_ns);
/* Bytes of the spool that have come. */
uint64_t stream_offset(const struct stream *);
void stream_free(struct stream *);

#endif
