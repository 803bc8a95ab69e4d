/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One Ethernet frame, built once by libnet, then copied and patched per
 * send. IPv4: DF set, identification 0 (an atomic datagram, RFC 6864), TTL
 * 64. Padded with zeros to 60 bytes behind the IP datagram.
 */
#ifndef LIB_FRAME_H
#define LIB_FRAME_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/addr.h"
#include "lib/fail.h"
#include "lib/flow.h"
#include "lib/stamp.h"

#define FRAME_MAX 65557 /* 14 + 2 tags + 65535 */
#define FRAME_HEAD 96 /* headers and stamp (88 at most), as a round number */

struct frame_spec {
	uint8_t src_mac[6], dst_mac[6];
	struct addr src, dst; /* same family */
	uint16_t src_port, dst_port;
	uint16_t tci[2]; /* PCP << 13 | DEI << 12 | VID, outer first */
	int tags; /* 0, 1 (802.1Q), 2 (802.1ad outer) */
	uint32_t payload_bytes; /* all zero but for the stamp */
	bool no_udp_checksum; /* IPv4 only: send 0 */
	bool classic; /* stamp is the 32-bit counter only, as FreeBSD's */
};

struct frame {
	uint8_t buf[FRAME_MAX]; /* Ethernet header to padding, no FCS */
	uint32_t len; /* bytes to send, 60 or more */
	uint32_t l3, l4, payload; /* offsets into buf */
	uint32_t low_src, low_dst; /* of the addresses' last four bytes */
	uint32_t payload_bytes;
	uint32_t stamp_bytes; /* of the payload, 0 to STAMP_MAX */
	bool udp_checksum;
	/* sums of all but low addresses, ports and stamp */
	uint64_t udp_base, ip_base; /* ip_base 0: no header checksum (IPv6) */
};

/* Build. Fails on sizes and mixtures that no frame can have. */
int frame_build(struct frame *, const struct frame_spec *, struct fail *);

/*
 * Write the addresses' last four bytes, ports and stamp into `buf`, which
 * holds this frame with whatever values, and set both checksums. No other
 * byte changes.
 */
void frame_patch(const struct frame *, uint8_t *buf, const struct flow *,
    const struct stamp *);

/*
 * The same into `buf` of FRAME_HEAD bytes or more that may hold anything.
 * A frame is zero behind its head, so where the rest of buf is zero, buf
 * then holds the whole frame.
 */
void frame_put(const struct frame *, uint8_t *buf, const struct flow *,
    const struct stamp *);

#endif
