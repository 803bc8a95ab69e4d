/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How busy a receiving thread was while frames came: its CPU time in slices
 * of BUSY_SLICE_NS, those without a frame left out.
 */
#ifndef NETRECEIVE_BUSY_H
#define NETRECEIVE_BUSY_H

#include <stdint.h>

#include "lib/clock.h"

#define BUSY_SLICE_NS 10000000ULL

struct busy { /* start with all zero */
	uint64_t active_ns, cpu_ns; /* of the slices with frames */
	uint64_t from_ns, from_cpu_ns; /* the slice in hand */
	uint64_t received;
};

/* By the thread itself, after every batch: `received` so far. */
static inline void
busy_look(struct busy *b, uint64_t now_ns, uint64_t received)
{
	uint64_t cpu_ns;

	if (now_ns - b->from_ns < BUSY_SLICE_NS)
		return;
	cpu_ns = clock_thread_ns();
	if (received != b->received && b->from_ns != 0) {
		b->active_ns += now_ns - b->from_ns;
		b->cpu_ns += cpu_ns - b->from_cpu_ns;
	}
	b->received = received;
	b->from_ns = now_ns;
	b->from_cpu_ns = cpu_ns;
}

#endif
