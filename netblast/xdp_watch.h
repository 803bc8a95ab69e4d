/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Looks after the calls that make frames in the kernel. Such a call comes
 * back only when all its runs are used up or by a signal, and then frees its
 * pages for another 20 ms; so it has a thread of its own, and goes on from
 * one phase to the next. Meanwhile: is the phase done, was it stopped, does
 * the call need another one behind it, and do the frames come out at all?
 */
#ifndef NETBLAST_XDP_WATCH_H
#define NETBLAST_XDP_WATCH_H

#include <pthread.h>
#include <stdatomic.h>

#include "lib/link.h"
#include "netblast/tx.h"
#include "netblast/tx_xdp.h"

struct xdp_call {
	const struct xdp_watch *watch;
	pthread_t thread;
	bool running; /* to be joined */
	unsigned program; /* 0 or 1 */
	uint32_t runs, batch;
	atomic_bool over;
	int error; /* errno, 0 */
	uint64_t cpu_ns, cpu_before_ns; /* at its end, before the phase */
};

struct xdp_watch { /* start with all zero, but pipe with -1 */
	/* the call: runs the program so often, in batches. -1 with errno */
	int (*run)(void *arg, unsigned program, uint32_t runs, uint32_t batch);
	void *arg;
	struct xdp_control *control;
	struct xdp_state *state; /* planned for each phase */
	struct pace pace; /* of the phase */
	/* whose counters must show what was made; NULL: they may not */
	const struct link *link;
	bool vanished; /* they did not: the frames are lost */
	/* own */
	struct xdp_call call[2]; /* one for each program */
	unsigned now; /* which one makes frames */
	int pipe[2]; /* a byte is written when a call is over */
	struct link_counters before;
	uint64_t expected_ns; /* end of the phase; 0: not known */
	uint64_t check_ns; /* when to look at the counters next */
	uint64_t made; /* at the last look */
	uint64_t made_checked, missing; /* at the last check */
	uint64_t cpu_ns; /* of calls that are over */
};

int xdp_watch_open(struct xdp_watch *, struct fail *);

/*
 * One phase: until it is done, or blast_stop is set. Fills all of *made but
 * gaps and series. -1 and why when a call failed; also when frames vanished,
 * then without a text.
 *
 * With `goes_on`, unless it was stopped, the call stays for the next phase
 * and makes no frame until that begins; its CPU time is told then.
 */
int
xdp_watch(struct xdp_watch *, bool goes_on, struct tx_made *, struct fail *);

/* Stops what is still running. */
void xdp_watch_close(struct xdp_watch *);

/* Frames made so far, while the program is at it. */
uint64_t xdp_watch_made(const struct xdp_state *);

#endif
