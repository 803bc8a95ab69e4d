/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>

#include "lib/wire.h"

static uint32_t
headers(int family, int tags)
{
	return WIRE_ETHER + (uint32_t)tags * WIRE_TAG +
	    (family == 6 ? WIRE_IPV6 : WIRE_IPV4) + WIRE_UDP;
}

void
wire_sizes(uint32_t payload_bytes, int family, int tags, struct wire *w)
{
	w->payload_bytes = payload_bytes;
	w->l2_bytes = headers(family, tags) + payload_bytes;
	w->l3_bytes = w->l2_bytes - WIRE_ETHER - (uint32_t)tags * WIRE_TAG;
	w->frame_bytes =
	    (w->l2_bytes < WIRE_L2_MIN ? WIRE_L2_MIN : w->l2_bytes) + WIRE_FCS;
	w->wire_bytes = w->frame_bytes + WIRE_GAP;
}

int
wire_payload(const char *what, uint32_t frame_bytes, int family, int tags,
    uint32_t *payload_bytes, struct fail *f)
{
	uint32_t least = headers(family, tags) + WIRE_FCS;
	uint32_t most = least +
	    (family == 6 ? WIRE_UDP6_PAYLOAD_MAX : WIRE_UDP4_PAYLOAD_MAX);
	uint32_t low =
	    least < WIRE_L2_MIN + WIRE_FCS ? WIRE_L2_MIN + WIRE_FCS : least;

	if (frame_bytes < low || frame_bytes > most)
		return fail(f,
		    "%s: %" PRIu32 " is not a frame size from %" PRIu32
		    " to %" PRIu32 " bytes with FCS (IPv%d, %d tags)",
		    what, frame_bytes, low, most, family, tags);
	*payload_bytes = frame_bytes - least;
	return 0;
}

uint64_t
wire_max_pps(uint64_t bits_per_s, uint32_t frame_bytes)
{
	return bits_per_s / (8 * ((uint64_t)frame_bytes + WIRE_GAP));
}
