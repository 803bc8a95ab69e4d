/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Was the sink the limit of the measurement? Said by the program itself, so
 * that a sink at its limit is never taken for a slow router.
 */
#ifndef NETRECEIVE_SINKLIMIT_H
#define NETRECEIVE_SINKLIMIT_H

#include <stdbool.h>
#include <stdint.h>

enum sinklimit {
	SINKLIMIT_NONE, /* nothing was lost here, and there was time left */
	SINKLIMIT_UNKNOWN, /* the system does not tell its drops */
	SINKLIMIT_BUFFER, /* frames had no room in its buffer */
	SINKLIMIT_RING, /* nor in the ring of the card */
	SINKLIMIT_BACKLOG, /* nor in the backlog of a CPU */
	SINKLIMIT_CPU, /* nothing lost yet, but no time left */
};

struct sinklimit_facts {
	bool drops_known;
	uint64_t drops; /* for want of room in its buffer */
	uint64_t ring, backlog; /* frames lost there */
	/* of the busiest thread, while frames came */
	uint64_t active_ns, cpu_ns;
};

/*
 * The last place where frames were lost comes first: who is late there makes
 * those before it fill up. A thread is out of time from 90 % on; of less
 * than 100 ms of frames nothing is said.
 */
enum sinklimit sinklimit_of(const struct sinklimit_facts *);

/* "buffer"; NULL for SINKLIMIT_NONE. */
const char *sinklimit_name(enum sinklimit);

/* A sentence for people; NULL for SINKLIMIT_NONE. */
const char *sinklimit_text(enum sinklimit);

#endif
