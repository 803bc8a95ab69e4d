/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>

#include "lib/flow.h"

int
flow_check(const struct flow_space *s, struct fail *f)
{
	uint32_t most = (uint32_t)s->src_ports * s->dst_ports;

	if (s->flows == 0 || s->flows > most)
		return fail(f,
		    "--flows: %" PRIu32 " is not from 1 to %" PRIu32
		    " (%u source ports x %u destination ports)",
		    s->flows, most, s->src_ports, s->dst_ports);
	return 0;
}

struct flow
flow_at(const struct flow_space *s, uint32_t i)
{
	return (struct flow){
		.src_port = (uint16_t)(s->src_port + i % s->src_ports),
		.dst_port =
		    (uint16_t)(s->dst_port + i / s->src_ports % s->dst_ports),
	};
}
