/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Where is the UDP payload in this Ethernet frame? Every length is checked
 * against what was captured before anything behind it is read: the frame
 * comes from the network and may be anything.
 *
 * Understood: 0 to 2 tags (0x8100, 0x88a8, 0x9100), IPv4 with options, IPv6
 * with hop-by-hop, routing and destination options headers, UDP. Padding
 * behind the IP datagram is not payload.
 */
#ifndef LIB_DISSECT_H
#define LIB_DISSECT_H

#include <stdint.h>

#include "lib/addr.h"

#define DISSECT_TAGS 2

enum dissect_verdict {
	DISSECT_UDP, /* all fields set */
	DISSECT_OTHER, /* no UDP over IP: not ours */
	DISSECT_FRAGMENT, /* a piece of a datagram: cannot be judged */
	DISSECT_CUT, /* the capture ends before the UDP header does */
	DISSECT_BROKEN, /* lengths contradict each other */
};

enum dissect_csum {
	DISSECT_CSUM_GOOD,
	DISSECT_CSUM_BAD,
	/*
	 * What a kernel leaves for its card to finish, and what a capture on
	 * the same host shows: of UDP the pseudo header's sum, not inverted;
	 * of IPv4 (the BSDs and Windows) 0
	 */
	DISSECT_CSUM_PARTIAL,
	DISSECT_CSUM_ABSENT, /* IPv4 UDP checksum 0: sender made none */
	DISSECT_CSUM_CUT, /* not all bytes captured: cannot be checked */
};

struct dissect {
	uint32_t l3, l4, payload; /* offsets into the frame */
	uint32_t payload_bytes; /* by the UDP length field */
	uint32_t captured_bytes; /* of the payload, in the buffer */
	uint16_t tci[DISSECT_TAGS]; /* tags found in the frame, outer first */
	uint8_t tags;
	uint8_t family; /* 4 or 6 */
	uint16_t src_port, dst_port;
	struct addr src, dst;
};

/*
 * `len` bytes at `frame` of a frame that was `wire_len` bytes long. On
 * DISSECT_BROKEN and DISSECT_CUT the ports are set if they were in reach,
 * else 0.
 */
enum dissect_verdict dissect_frame(
    const uint8_t *frame, uint32_t len, uint32_t wire_len, struct dissect *);

/* For a frame that gave DISSECT_UDP, with the same len. */
enum dissect_csum dissect_ip_csum(const uint8_t *frame, const struct dissect *);
enum dissect_csum
dissect_udp_csum(const uint8_t *frame, uint32_t len, const struct dissect *);

#endif
