/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdbool.h>
#include <string.h>

#include "lib/csum.h"
#include "lib/dissect.h"

#define ETHER_HEADER 14
#define TAG_BYTES 4
#define TYPE_IPV4 0x0800
#define TYPE_IPV6 0x86dd
#define IPV4_MIN 20
#define IPV6_HEADER 40
#define UDP_HEADER 8
#define PROTO_HOP 0
#define PROTO_UDP 17
#define PROTO_ROUTING 43
#define PROTO_FRAGMENT 44
#define PROTO_DEST 60
#define IPV4_FRAGMENT 0x3fff /* more fragments, or an offset */

static uint16_t
get16(const uint8_t *p)
{
	return (uint16_t)(p[0] << 8 | p[1]);
}

static bool
is_tag(uint16_t type)
{
	return type == 0x8100 || type == 0x88a8 || type == 0x9100;
}

/* What lies between the captured and the sent length was cut off. */
static enum dissect_verdict
too_short(uint32_t len, uint32_t wire_len)
{
	return len < wire_len ? DISSECT_CUT : DISSECT_BROKEN;
}

/* The UDP header at d->l4; `end` is where the IP datagram ends. */
static enum dissect_verdict
udp(const uint8_t *frame, uint32_t len, uint32_t wire_len, uint32_t end,
    struct dissect *d)
{
	uint32_t bytes;

	if (len >= d->l4 + 4) {
		d->src_port = get16(frame + d->l4);
		d->dst_port = get16(frame + d->l4 + 2);
	}
	if (end < d->l4 + UDP_HEADER || end > wire_len)
		return DISSECT_BROKEN;
	if (len < d->l4 + UDP_HEADER)
		return DISSECT_CUT;
	bytes = get16(frame + d->l4 + 4);
	if (bytes < UDP_HEADER || d->l4 + bytes > end)
		return DISSECT_BROKEN;
	d->payload = d->l4 + UDP_HEADER;
	d->payload_bytes = bytes - UDP_HEADER;
	d->captured_bytes = len - d->payload;
	if (d->captured_bytes > d->payload_bytes)
		d->captured_bytes = d->payload_bytes;
	return DISSECT_UDP;
}

static enum dissect_verdict
ipv4(const uint8_t *frame, uint32_t len, uint32_t wire_len, struct dissect *d)
{
	const uint8_t *ip = frame + d->l3;
	uint32_t header;

	if (len < d->l3 + IPV4_MIN)
		return too_short(len, wire_len);
	if (ip[0] >> 4 != 4)
		return DISSECT_OTHER;
	header = (ip[0] & 0xfU) * 4;
	if (header < IPV4_MIN)
		return DISSECT_BROKEN;
	if (ip[9] != PROTO_UDP)
		return DISSECT_OTHER;
	if ((get16(ip + 6) & IPV4_FRAGMENT) != 0)
		return DISSECT_FRAGMENT;
	d->family = d->src.family = d->dst.family = 4;
	memcpy(d->src.b, ip + 12, 4);
	memcpy(d->dst.b, ip + 16, 4);
	d->l4 = d->l3 + header;
	return udp(frame, len, wire_len, d->l3 + get16(ip + 2), d);
}

/*
 * RFC 8200 section 4: each of the three extension headers starts with the
 * next header and its own length in 8 bytes beyond the first 8. At most 8
 * of them are followed; nobody sends more, and the walk stays bounded.
 */
static enum dissect_verdict
ipv6(const uint8_t *frame, uint32_t len, uint32_t wire_len, struct dissect *d)
{
	const uint8_t *ip = frame + d->l3;
	uint8_t next;
	uint32_t at;

	if (len < d->l3 + IPV6_HEADER)
		return too_short(len, wire_len);
	if (ip[0] >> 4 != 6)
		return DISSECT_OTHER;
	next = ip[6];
	at = d->l3 + IPV6_HEADER;
	for (int i = 0; i < 8; i++) {
		if (next != PROTO_HOP && next != PROTO_ROUTING &&
		    next != PROTO_DEST)
			break;
		if (len < at + 8)
			return too_short(len, wire_len);
		next = frame[at];
		at += (frame[at + 1] + 1U) * 8;
	}
	if (next == PROTO_FRAGMENT)
		return DISSECT_FRAGMENT;
	if (next != PROTO_UDP)
		return DISSECT_OTHER;
	d->family = d->src.family = d->dst.family = 6;
	memcpy(d->src.b, ip + 8, 16);
	memcpy(d->dst.b, ip + 24, 16);
	d->l4 = at;
	return udp(
	    frame, len, wire_len, d->l3 + IPV6_HEADER + get16(ip + 4), d);
}

enum dissect_verdict
dissect_frame(
    const uint8_t *frame, uint32_t len, uint32_t wire_len, struct dissect *d)
{
	uint16_t type;

	memset(d, 0, sizeof(*d));
	if (wire_len < len)
		wire_len = len;
	d->l3 = ETHER_HEADER;
	if (len < d->l3)
		return DISSECT_OTHER;
	type = get16(frame + d->l3 - 2);
	while (is_tag(type) && d->tags < DISSECT_TAGS) {
		if (len < d->l3 + TAG_BYTES)
			return DISSECT_OTHER;
		d->tci[d->tags++] = get16(frame + d->l3);
		d->l3 += TAG_BYTES;
		type = get16(frame + d->l3 - 2);
	}
	if (type == TYPE_IPV4)
		return ipv4(frame, len, wire_len, d);
	if (type == TYPE_IPV6)
		return ipv6(frame, len, wire_len, d);
	return DISSECT_OTHER;
}

enum dissect_csum
dissect_ip_csum(const uint8_t *frame, const struct dissect *d)
{
	if (d->family != 4)
		return DISSECT_CSUM_ABSENT;
	if (csum_finish(csum_add(0, frame + d->l3, d->l4 - d->l3)) == 0)
		return DISSECT_CSUM_GOOD;
	return get16(frame + d->l3 + 10) == 0 ? DISSECT_CSUM_PARTIAL
					      : DISSECT_CSUM_BAD;
}

/* RFC 768 and RFC 8200 section 8.1: pseudo header, then header and data. */
enum dissect_csum
dissect_udp_csum(const uint8_t *frame, uint32_t len, const struct dissect *d)
{
	uint32_t bytes = UDP_HEADER + d->payload_bytes;
	uint8_t tail[4] = { 0, PROTO_UDP, (uint8_t)(bytes >> 8),
		(uint8_t)bytes };
	size_t address = d->family == 4 ? 4 : 16;
	uint64_t sum = 0, pseudo;
	uint16_t seed;

	if (get16(frame + d->l4 + 6) == 0)
		return d->family == 4 ? DISSECT_CSUM_ABSENT : DISSECT_CSUM_BAD;
	if (len < d->l4 + bytes)
		return DISSECT_CSUM_CUT;
	sum = csum_add(sum, d->src.b, address);
	sum = csum_add(sum, d->dst.b, address);
	sum = csum_add(sum, tail, sizeof(tail));
	pseudo = sum;
	sum = csum_add(sum, frame + d->l4, bytes);
	if (csum_finish(sum) == 0)
		return DISSECT_CSUM_GOOD;
	seed = (uint16_t)~csum_finish(pseudo);
	return get16(frame + d->l4 + 6) == seed ? DISSECT_CSUM_PARTIAL
						: DISSECT_CSUM_BAD;
}
