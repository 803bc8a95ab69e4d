/* SPDX-License-Identifier: BSD-2-Clause */
/* The counters of the engine xdp: what they are told, and what they say. */
#ifndef NETRECEIVE_XCOUNT_TALLY_H
#define NETRECEIVE_XCOUNT_TALLY_H

#include "netreceive/tally.h"
#include "netreceive/xcount.h"

struct xcount { /* where they lie; the kernel's own memory */
	struct xcount_shared *shared;
	struct xcount_cpu *cpus;
	unsigned n_cpus;
	struct xcount_stream *streams;
	uint32_t n_streams;
	const uint64_t *series; /* XCOUNT_INTERVALS */
	const uint64_t *tags; /* TALLY_TAGS */
	/* words of 64 numbers below this one have left the window */
	uint64_t left[XCOUNT_STREAMS];
	bool overrun; /* one was overwritten before it was read */
};

/* What the options ask for. limits[XCOUNT_EXPECT]. */
void xcount_plan(const struct rx_options *, uint64_t start_ns,
    struct xcount_rules *, uint64_t *limits);

/* Before the first frame. */
void xcount_start(struct xcount *, const struct rx_options *);

/*
 * Bring the tally up to date, and the program its stop time. `last`: nothing
 * is counted any more; once, and only then histogram, series and tags.
 */
void xcount_tally(struct xcount *, struct tally *, bool last);

/*
 * For tests: what the program of the open engine makes of one frame, which is
 * on no wire. The number of the XDP action, -1: error. Not there (NULL) where
 * the engine is not built.
 */
int
rx_xdp_try(struct rx *, const void *frame, uint32_t len) __attribute__((weak));

#endif
