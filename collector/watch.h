/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Periodic samples of a node. The sampler runs there, as one command, and
 * writes into a file of its own: neither a network nor a router too busy to
 * answer holds it up, and what could not be sent is fetched afterwards.
 */
#ifndef COLLECTOR_WATCH_H
#define COLLECTOR_WATCH_H

#include "collector/gather.h"
#include "collector/track.h"

#define WATCH_TEXT_MAX (1U << 20) /* bytes taken of one output */

struct watch_ask {
	uint64_t interval_ns, duration_ns;
	/* told of each sample as it comes; may be NULL */
	void (*told)(void *, const struct track *);
	void *context;
};

enum watch_clock { /* that the times of the samples are of */
	WATCH_NONE, /* no sample */
	WATCH_UPTIME, /* the router's uptime */
	WATCH_DATE, /* the router's date */
	WATCH_ARRIVAL, /* CLOCK_MONOTONIC here: the router has whole seconds */
};

struct watched { /* zeroed to begin with */
	struct gathered about; /* who the node is, notes, cost */
	struct track track;
	enum watch_clock clock;
	size_t fetched; /* samples that came from the spool afterwards */
	size_t date_set; /* times that the router's date was set meanwhile */
	bool lost; /* the connection, in the middle */
	bool stopped; /* by a signal */
	struct fail broken; /* why samples are missing; "" */
	struct fail mended; /* what went wrong, and nothing is missing; "" */
};

/* -1: not one sample. watched_free() in any case. */
int
watch(struct watched *, struct on *, const struct watch_ask *, struct fail *);
void watched_free(struct watched *);

/* watch_script.c: malloc'd; NULL without memory. */
char *watch_script(
    const struct watch_ask *, const struct ask *, size_t n, const char *token);

#endif
