/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Several receiving threads: each takes frames from a receiver of its own
 * and counts them in a tally of its own, and the kernel gives a flow always
 * to the same one. The thread that calls sinkteam_run receives nothing: it
 * looks for the stop, and puts the tallies together at the end.
 */
#ifndef NETRECEIVE_SINKTEAM_H
#define NETRECEIVE_SINKTEAM_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "netreceive/busy.h"
#include "netreceive/rx.h"
#include "netreceive/tally.h"

struct sink;
struct sinkteam;

struct lane { /* one receiving thread */
	struct sinkteam *team;
	struct rx *rx;
	struct rx own; /* of all but the first, which has the sink's */
	struct tally tally;
	struct rx_drops drops;
	struct busy busy;
	int cpu; /* -1: wherever */
	pthread_t thread;
	bool running;
	uint64_t finish_ns;
	bool broken;
	struct fail why;
	/* for who watches */
	atomic_uint_fast64_t received, last_ns;
};

struct sinkteam {
	struct lane *lane;
	struct rx **rx; /* of all lanes */
	uint32_t n;
	atomic_uint tag; /* struct tally: agreed */
	atomic_uint_fast64_t stop_ns;
	atomic_bool over; /* empty the buffers and end */
	atomic_bool broken;
};

/*
 * Open a receiver for each thread, the sink's own first. After -1 nothing is
 * left open.
 */
int sinkteam_open(struct sink *, struct fail *);

/* As sink_run. */
int sinkteam_run(struct sink *, struct fail *);

/* Read the drops of all receivers into the sink's. */
void sinkteam_drops(struct sink *);

/* All but the sink's own receiver. NULL: nothing to do. */
void sinkteam_close(struct sinkteam *);

#endif
