/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Which ports has flow i? A function of i and no table: source ports run
 * fastest, then destination ports.
 */
#ifndef LIB_FLOW_H
#define LIB_FLOW_H

#include <stdint.h>

#include "lib/fail.h"

struct flow_space {
	uint16_t src_port, src_ports; /* first, how many (1 or more) */
	uint16_t dst_port, dst_ports;
	uint32_t flows; /* in use, 1 to src_ports * dst_ports */
};

struct flow {
	uint16_t src_port, dst_port;
};

/* Fails when more flows are asked for than the ranges have. */
int flow_check(const struct flow_space *, struct fail *);

/* i below space->flows. */
struct flow flow_at(const struct flow_space *, uint32_t i);

/* The flow of frame n: round robin. */
static inline uint32_t
flow_of_frame(const struct flow_space *space, uint64_t n)
{
	return space->flows == 1 ? 0 : (uint32_t)(n % space->flows);
}

#endif
