/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>

#include "lib/flow.h"

uint32_t
flow_most(const struct flow_space *s)
{
	uint64_t ports = (uint64_t)s->src_ports * s->dst_ports;
	uint64_t addresses = (uint64_t)s->src.n * s->dst.n;

	if (addresses > UINT32_MAX || ports * addresses > UINT32_MAX)
		return UINT32_MAX;
	return (uint32_t)(ports * addresses);
}

int
flow_check(const struct flow_space *s, struct fail *f)
{
	uint32_t most = flow_most(s);

	if (s->flows == 0 || s->flows > most)
		return fail(f,
		    "--flows: %" PRIu32 " is not from 1 to %" PRIu32
		    " (%" PRIu32 " source addresses x %" PRIu32
		    " destination addresses x %u source ports x %u "
		    "destination ports)",
		    s->flows, most, s->src.n, s->dst.n, s->src_ports,
		    s->dst_ports);
	return 0;
}

/* The part of *i that a range of n decides; the rest stays in *i. */
static uint32_t
digit(uint32_t *i, uint32_t n)
{
	uint32_t d;

	if (n == 1 || *i == 0)
		return 0;
	d = *i % n;
	*i /= n;
	return d;
}

struct flow
flow_at(const struct flow_space *s, uint32_t i)
{
	struct flow flow;

	flow.dst = addr_low(&s->dst.first) + digit(&i, s->dst.n);
	flow.src = addr_low(&s->src.first) + digit(&i, s->src.n);
	flow.src_port = (uint16_t)(s->src_port + digit(&i, s->src_ports));
	flow.dst_port = (uint16_t)(s->dst_port + digit(&i, s->dst_ports));
	return flow;
}
