/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The size model that generator, sink and report share. A size without its
 * layer is the oldest mistake of the trade, so all five are always given.
 */
#ifndef LIB_WIRE_H
#define LIB_WIRE_H

#include <stdint.h>

#include "lib/fail.h"

#define WIRE_ETHER 14 /* header without tag */
#define WIRE_TAG 4 /* one 802.1Q or 802.1ad tag */
#define WIRE_FCS 4
#define WIRE_L2_MIN 60 /* IEEE 802.3: 64 with FCS */
#define WIRE_GAP 20 /* preamble 7, delimiter 1, gap 12 */
#define WIRE_UDP 8
#define WIRE_IPV4 20
#define WIRE_IPV6 40
#define WIRE_UDP4_PAYLOAD_MAX 65507 /* 65535 - 20 - 8 */
#define WIRE_UDP6_PAYLOAD_MAX 65527 /* 65535 - 8 */

struct wire {
	uint32_t payload_bytes; /* UDP payload */
	uint32_t l3_bytes; /* IP packet */
	uint32_t l2_bytes; /* Ethernet frame as built, no padding, no FCS */
	uint32_t frame_bytes; /* padded to the minimum, with FCS */
	uint32_t wire_bytes; /* with preamble and inter-frame gap */
};

/*
 * Sizes of one frame. `tags` (0 to 2) are made by the host, before padding.
 * family 4 or 6.
 */
void wire_sizes(uint32_t payload_bytes, int family, int tags, struct wire *);

/*
 * The payload that makes a frame of `frame_bytes` with FCS. Fails where the
 * headers alone are longer, or below the 64-byte minimum.
 */
int wire_payload(const char *what, uint32_t frame_bytes, int family, int tags,
    uint32_t *payload_bytes, struct fail *);

/* floor(bits per second / (8 * wire_bytes)): RFC 2544 section 20. */
uint64_t wire_max_pps(uint64_t bits_per_s, uint32_t frame_bytes);

#endif
