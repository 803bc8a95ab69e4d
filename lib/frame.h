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
#include "lib/csum.h"
#include "lib/fail.h"
#include "lib/flow.h"
#include "lib/put.h"
#include "lib/stamp.h"
#include "lib/wire.h"

#define FRAME_MAX 65597 /* 14 + 2 tags + IPv6: 40 + 65535 */
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
 * byte changes. The payload behind the stamp is zero: it adds nothing.
 */
static inline void
frame_patch(const struct frame *fr, uint8_t *buf, const struct flow *flow,
    const struct stamp *stamp)
{
	uint64_t sum = (uint64_t)flow->src + flow->dst;
	uint8_t *udp = buf + fr->l4;

	put32(buf + fr->low_src, flow->src);
	put32(buf + fr->low_dst, flow->dst);
	if (fr->ip_base != 0)
		put16(buf + fr->l3 + 10, csum_finish(fr->ip_base + sum));
	put16(udp, flow->src_port);
	put16(udp + 2, flow->dst_port);
	sum += fr->udp_base + flow->src_port + flow->dst_port;
	sum += stamp_put(udp + WIRE_UDP, fr->stamp_bytes, stamp);
	if (fr->udp_checksum)
		put16(udp + 6, csum_udp_finish(sum));
}

/*
 * The same into `buf` of FRAME_HEAD bytes or more that may hold anything.
 * A frame is zero behind its head, so where the rest of buf is zero, buf
 * then holds the whole frame.
 */
static inline void
frame_put(const struct frame *fr, uint8_t *buf, const struct flow *flow,
    const struct stamp *stamp)
{
	memcpy(buf, fr->buf, FRAME_HEAD);
	frame_patch(fr, buf, flow, stamp);
}

#endif
