/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Which addresses and ports has flow i? A function of i and no table, so a
 * million flows cost no memory: destination addresses run fastest (each
 * frame another network, RFC 2544 section 12), then source addresses, source
 * ports, destination ports.
 */
#ifndef LIB_FLOW_H
#define LIB_FLOW_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/addr.h"
#include "lib/fail.h"
#include "lib/flow_order.h"

/* n addresses from `first` on; only its last four bytes count up. */
struct flow_range {
	struct addr first;
	uint32_t n; /* 1 or more */
};

struct flow_space {
	struct flow_range src, dst;
	uint16_t src_port, src_ports; /* first, how many (1 or more) */
	uint16_t dst_port, dst_ports;
	uint32_t flows; /* in use: 1 to the product of the four ranges */
	bool random; /* order within a round; else round robin */
	uint64_t seed; /* of the random order */
};

struct flow {
	uint32_t src, dst; /* last four bytes of the address, host order */
	uint16_t src_port, dst_port;
};

/* The product of the ranges; above 2^32 - 1: that. */
uint32_t flow_most(const struct flow_space *);

/* Fails when more flows are asked for than the ranges have. */
int flow_check(const struct flow_space *, struct fail *);

/* i below space->flows. */
struct flow flow_at(const struct flow_space *, uint32_t i);

/* The flow of frame n of the run. */
static inline uint32_t
flow_of_frame(const struct flow_space *s, uint64_t n)
{
	uint32_t at;

	if (s->flows == 1)
		return 0;
	at = (uint32_t)(n % s->flows);
	if (!s->random)
		return at;
	return flow_permuted(
	    at, s->flows, flow_bits(s->flows), flow_key(s->seed, n / s->flows));
}

#endif
