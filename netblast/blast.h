/* SPDX-License-Identifier: BSD-2-Clause */
/* The send loop: pace, stamp, hand over, count. There is no other. */
#ifndef NETBLAST_BLAST_H
#define NETBLAST_BLAST_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "lib/flow_walk.h"
#include "lib/hist.h"
#include "lib/pace.h"
#include "lib/series.h"
#include "netblast/tx.h"

/* Set by a signal: the loops end, the document tells what was sent. */
extern atomic_int blast_stop;

/* Time is handed in, so that tests and --write have a clock of their own. */
struct blast_clock {
	uint64_t (*now)(void *arg);
	/* return at `ns`, not before, unless blast_stop is set */
	void (*wait_until)(void *arg, uint64_t ns);
	void *arg;
};

extern const struct blast_clock blast_real_clock;

/* No frame taken for so long with no end in sight: the way is closed. */
#define BLAST_GIVE_UP_NS 10000000000ULL

enum blast_end {
	BLAST_RUNNING,
	BLAST_DONE, /* -n or -t reached */
	BLAST_STOPPED, /* by a signal */
	BLAST_GAVE_UP, /* refused for BLAST_GIVE_UP_NS */
	BLAST_FAILED, /* a generator in the kernel could not go on */
};

struct blast_seen { /* for other threads to read while it runs */
	atomic_uint_fast64_t taken, refused;
};

struct blast { /* one thread's part */
	/* what to do */
	struct tx *tx;
	struct pace pace; /* t0_ns 0: now */
	uint64_t frames; /* of all threads: stop after; 0: no limit */
	uint64_t duration_ns; /* stop after; 0: no limit */
	uint64_t first_seq;
	uint16_t tag, stream;
	bool uncounted; /* ramp or warm-up: the stamp says so */
	bool goes_on; /* another phase follows: nothing is drained */
	/* netsend with a port range: every port carries the same numbers */
	bool seq_per_round;
	const struct blast_clock *clock;
	struct series *series; /* taken; may be NULL; started by the loop */
	struct hist *gaps; /* between hand-overs; may be NULL */
	struct blast_seen *seen; /* may be NULL */
	/* what came out */
	enum blast_end end;
	struct fail why; /* of BLAST_FAILED */
	bool undrained; /* the engine could not get all out */
	uint64_t taken; /* frames that the kernel took */
	uint64_t waits; /* times that nothing was due yet */
	uint64_t refused_ns; /* of pace.stalled_ns: while calls were refused */
	uint64_t largest_burst; /* frames of the largest hand-over */
	uint64_t start_ns, finish_ns; /* clock->now() */
	uint64_t cpu_ns; /* of threads that the engine started */
	/* the loop's own */
	uint64_t share; /* of `frames`: this thread's */
	uint64_t refused_since_ns, last_ns;
	struct flow_walk walk;
	struct sizes_walk sizes;
	uint64_t ended_ns; /* a generator in the kernel: made its last frame */
};

/*
 * Runs until the end that was asked for. Frame j of the thread carries
 * sequence first_seq + j; its flow and size are those of frame
 * pace_number(j) of the run. A refused frame keeps its number and is offered
 * again. With a rate the last frame's slot belongs to the run: 20,000 frames
 * at 20,000/s take one second.
 */
void blast_run(struct blast *);

/* This thread's frames by the schedule (or -n); false: none was set. */
bool blast_wanted(const struct blast *, uint64_t *frames);

#endif
