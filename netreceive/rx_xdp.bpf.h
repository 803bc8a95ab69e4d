/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One frame as the program of the engine xdp sees it: headers, checksums,
 * stamp, times. What tally.c sees with lib/dissect, in the terms of the kernel's
 * verifier. Only frames of tapfilter.h are looked at: UDP, no fragments, no
 * extension headers, up to two tags.
 */
#ifndef NETRECEIVE_RX_XDP_BPF_H
#define NETRECEIVE_RX_XDP_BPF_H

#include <linux/bpf.h>
#include <bpf/bpf_endian.h>
#include <bpf/bpf_helpers.h>

#include "netreceive/xcount_track.h"

#define TYPE_IPV4 0x0800
#define TYPE_IPV6 0x86dd
#define UDP 17

struct look { /* at one frame */
	uint32_t l3, header; /* where the IP header is, its length */
	uint32_t left; /* bytes of the IP packet behind it */
	uint64_t pseudo; /* sum of the addresses */
	const uint8_t *l4; /* UDP header */
	const uint8_t *sum; /* the same, to be summed up */
	uint32_t bytes; /* of payload, as sent */
	uint32_t captured; /* of it, in reach */
	bool damaged; /* a length or a checksum is wrong */
	bool unverified; /* whole, as far as was looked */
	bool pending; /* a checksum may be left to a card, or is wrong */
	bool strange; /* the IP header is none */
	uint64_t source_high, source_low;
	uint16_t family;
	uint16_t vlans, outer, inner; /* tags in the frame */
	/* of the stamp */
	uint16_t kind, tag, id;
	uint64_t seq;
	uint16_t
	    other; /* enum other: whose payload it is, instead of a stamp */
	bool hello; /* of iperf3: before its numbers begin */
	uint32_t stream; /* where it was counted; XCOUNT_STREAMS: nowhere */
};

static __always_inline uint16_t
get16(const uint8_t *p)
{
	return bpf_ntohs(*(const uint16_t *)p);
}

static __always_inline uint32_t
get32(const uint8_t *p)
{
	return bpf_ntohl(*(const uint32_t *)p);
}

static __always_inline bool
is_tag(uint16_t type)
{
	return type == 0x8100 || type == 0x88a8 || type == 0x9100;
}

/* Sums of 16-bit words modulo 65535, as this machine reads them. */
static __always_inline uint64_t
sum4(const uint8_t *p)
{
	return *(const uint32_t *)p;
}

static __always_inline uint64_t
sum8(const uint8_t *p)
{
	return sum4(p) + sum4(p + 4);
}

static __always_inline uint64_t
sum16(const uint8_t *p)
{
	return sum8(p) + sum8(p + 8);
}

static __always_inline uint64_t
sum32(const uint8_t *p)
{
	return sum16(p) + sum16(p + 16);
}

static __always_inline uint64_t
sum64(const uint8_t *p)
{
	return sum32(p) + sum32(p + 32);
}

/* One piece of a sum whose length has this bit set. */
#define PIECE(bit)                   \
	if ((bytes & (bit)) != 0) {  \
		if (p + (bit) > end) \
			return sum;  \
		sum += sum##bit(p);  \
		p += (bit);          \
	}

/* Of fewer than 128 bytes, which the caller knows to be there. */
static __always_inline uint64_t
sum_bytes(const uint8_t *p, const uint8_t *end, uint32_t bytes)
{
	uint64_t sum = 0;

	PIECE(64)
	PIECE(32)
	PIECE(16)
	PIECE(8)
	PIECE(4)
	if ((bytes & 2) != 0) {
		if (p + 2 > end)
			return sum;
		sum += *(const uint16_t *)p;
		p += 2;
	}
	if ((bytes & 1) != 0 && p + 1 <= end)
		sum += bpf_htons((uint16_t)(*p << 8));
	return sum;
}

static __always_inline uint16_t
fold(uint64_t sum)
{
	sum = (sum & 0xffffffff) + (sum >> 32);
	sum = (sum & 0xffff) + (sum >> 16);
	sum = (sum & 0xffff) + (sum >> 16);
	return (uint16_t)((sum & 0xffff) + (sum >> 16));
}

/*
 * Does a sum that is not 0 fold to all ones, as with a right checksum? It
 * does if 65535 divides it, which one multiplication tells (by the inverse of
 * 65535 modulo 2^64): only multiples become at most (2^64 - 1) / 65535.
 */
static __always_inline bool
is_right(uint64_t sum)
{
	return sum * 0xfffefffefffeffffULL <= 0x0001000100010001ULL;
}

/* The IP packet at `ip`; false: no UDP, or a piece of it. */
static __always_inline bool
look_ipv4(struct look *k, const uint8_t *ip, const uint8_t *end, uint32_t zero)
{
	uint16_t total;

	if (ip + 24 > end || ip[9] != UDP ||
	    (*(const uint16_t *)(ip + 6) & bpf_htons(0x3fff)) != 0)
		return false;
	total = get16(ip + 2);
	k->family = 4;
	k->header = (ip[0] & 0xfU) * 4;
	k->strange = ip[0] >> 4 != 4 || k->header < 20;
	k->left = total >= k->header ? total - k->header : 0;
	k->source_low = *(const uint32_t *)(ip + 12);
	k->pseudo = sum8(ip + 12);
	if (k->header == 20)
		k->damaged = !is_right(sum16(ip) + sum4(ip + 16));
	else
		k->damaged = !is_right(sum_bytes(ip + zero, end, k->header));
	return true;
}

static __always_inline bool
look_ipv6(struct look *k, const uint8_t *ip, const uint8_t *end)
{
	if (ip + 44 > end || ip[6] != UDP)
		return false;
	k->family = 6;
	k->header = 40;
	k->strange = ip[0] >> 4 != 6;
	k->left = get16(ip + 4);
	k->source_high = *(const uint64_t *)(ip + 8);
	k->source_low = *(const uint64_t *)(ip + 16);
	k->pseudo = sum32(ip + 8);
	return true;
}

/* Headers in front of UDP; false: the frame cannot be ours. */
static __always_inline bool
look_headers(
    struct look *k, const uint8_t *p, const uint8_t *end, uint32_t zero)
{
	uint16_t type;

	k->l3 = 14;
	if (p + 14 > end)
		return false;
	type = get16(p + 12);
	if (is_tag(type)) {
		if (p + 18 > end)
			return false;
		k->outer = get16(p + 14);
		type = get16(p + 16);
		k->vlans = 1;
		k->l3 = 18;
	}
	if (k->vlans == 1 && is_tag(type)) {
		if (p + 22 > end)
			return false;
		k->inner = get16(p + 18);
		type = get16(p + 20);
		k->vlans = 2;
		k->l3 = 22;
	}
	if (type == TYPE_IPV4)
		return look_ipv4(k, p + k->l3, end, zero);
	return type == TYPE_IPV6 && look_ipv6(k, p + k->l3, end);
}

/* From the UDP header on; `wire` bytes of the frame are left. */
static __always_inline bool
look_udp(struct look *k, const uint8_t *end, uint32_t wire)
{
	uint32_t bytes, reach;

	if (k->l4 + 8 > end)
		return false;
	bytes = get16(k->l4 + 4);
	reach = (uint32_t)(end - k->l4) - 8;
	k->captured = reach;
	if (k->left < 8 || k->left > wire || bytes < 8 || bytes > k->left) {
		/* a wrong length: is it one of ours that was damaged? */
		k->damaged = true;
		k->bytes = reach;
		return reach > 0;
	}
	k->bytes = bytes - 8;
	if (k->captured > k->bytes)
		k->captured = k->bytes;
	return true;
}

enum udp_checksum {
	UDP_RIGHT,
	UDP_WRONG,
	/*
	 * The sum of the pseudo header alone: the sender left the rest to its
	 * interface, and between virtual ones nobody does it.
	 */
	UDP_UNFINISHED,
	UDP_UNVERIFIED, /* too long */
};

static __always_inline enum udp_checksum
check_udp(const struct look *k, const uint8_t *end)
{
	uint32_t bytes = k->bytes + 8;
	uint16_t checksum = *(const uint16_t *)(k->l4 + 6);
	uint64_t pseudo = k->pseudo + bpf_htons(UDP);

	if (checksum == 0)
		return k->family == 6 ? UDP_WRONG : UDP_RIGHT;
	if (bytes >= XCOUNT_SNAP || k->captured < k->bytes)
		return UDP_UNVERIFIED;
	pseudo += bpf_htons((uint16_t)bytes);
	if (is_right(pseudo + sum_bytes(k->sum, end, bytes)))
		return UDP_RIGHT;
	return fold(pseudo) == checksum ? UDP_UNFINISHED : UDP_WRONG;
}

/* The stamp, and which kind of stream it makes; false: not one asked for. */
static __always_inline bool
look_stamp(struct look *k, const uint8_t *end, enum rx_stamp want)
{
	const uint8_t *p = k->l4 + 8;
	bool own = false;

	k->seq = k->tag = k->id = 0;
	k->kind = STREAM_BARE;
	if (k->bytes >= 10) {
		if (p + 10 > end || k->captured < 10)
			return want == RX_STAMP_NONE;
		k->seq = get32(p) | (uint64_t)get16(p + 8) << 32;
		k->tag = get16(p + 4);
		k->id = get16(p + 6);
		own = k->tag != 0;
	} else if (k->bytes >= 4) {
		if (p + 4 > end || k->captured < 4)
			return want == RX_STAMP_NONE;
		k->seq = get32(p);
	}
	k->kind = own ? STREAM_OWN : STREAM_CLASSIC;
	if (k->bytes < 4)
		k->kind = STREAM_BARE;
	if (want == RX_STAMP_NONE)
		k->kind = STREAM_BARE;
	else if (want == RX_STAMP_OWN)
		return own;
	else if (want == RX_STAMP_CLASSIC) {
		k->kind = STREAM_CLASSIC;
		return k->bytes >= 4;
	}
	return true;
}

/* As other_payload of others.h. */
static __always_inline enum other
look_other(const struct look *k, const uint8_t *end)
{
	const uint8_t *p = k->l4 + 8;
	uint32_t hello;

	if (k->bytes == OTHER_HELLO) {
		if (p + OTHER_HELLO > end || k->captured < OTHER_HELLO)
			return OTHER_NONE;
		hello = get32(p);
		return hello == 0x39383736 || hello == 0x36373839 ||
			hello == 0x15cd5b07 || hello == 0x075bcd15
		    ? OTHER_IPERF3
		    : OTHER_NONE;
	}
	/* "netm" "ap p" "kt-g" "en" */
	if (k->captured >= OTHER_TEXT && p + OTHER_TEXT <= end &&
	    get32(p) == 0x6e65746d && get32(p + 4) == 0x61702070 &&
	    get32(p + 8) == 0x6b742d67 && get16(p + 12) == 0x656e)
		return OTHER_PKTGEN;
	return OTHER_NONE;
}

#define USUAL_BYTES 60 /* in reach, whatever the payload */

/* Like the last one, and the checksum right? */
static __always_inline bool
is_usual(const struct xcount_usual *u, const uint8_t *p)
{
	uint64_t sum = u->sum + *(const uint16_t *)(p + 40) + sum4(p + 42);

	if (*(const uint64_t *)(p + 12) != u->head[0] ||
	    *(const uint64_t *)(p + 20) != u->head[1] ||
	    *(const uint64_t *)(p + 28) != u->head[2] ||
	    *(const uint32_t *)(p + 36) != u->ports ||
	    *(const uint32_t *)(p + 46) != u->id ||
	    *(const uint16_t *)(p + 50) != u->seq_wire)
		return false;
	if (u->bytes == 18)
		sum += sum4(p + 52) + sum4(p + 56);
	return is_right(sum);
}

static __always_inline void
remember(struct xcount_usual *u, const uint8_t *p, const struct look *k)
{
	u->head[0] = 0; /* no IPv4 frame has that */
	if (k->stream >= XCOUNT_STREAMS || k->family != 4 || k->vlans != 0 ||
	    k->header != 20 || (k->bytes != 10 && k->bytes != 18) ||
	    k->left != k->bytes + 8)
		return;
	u->head[0] = *(const uint64_t *)(p + 12);
	u->head[1] = *(const uint64_t *)(p + 20);
	u->head[2] = *(const uint64_t *)(p + 28);
	u->ports = *(const uint32_t *)(p + 36);
	u->id = *(const uint32_t *)(p + 46);
	u->seq_wire = *(const uint16_t *)(p + 50);
	u->seq_high = (uint64_t)get16(p + 50) << 32;
	/* twice the length: it is in the pseudo header too */
	u->sum = k->pseudo + bpf_htons(UDP) + *(const uint16_t *)(p + 38) +
	    *(const uint16_t *)(p + 34) + u->ports + (uint64_t)u->id +
	    u->seq_wire;
	u->stream = k->stream;
	u->bytes = (uint16_t)k->bytes;
}

static __always_inline void
add_latency(struct xcount_cpu *c, int64_t ns)
{
	struct hist *h = &c->latency;
	uint64_t v = (uint64_t)ns;
	size_t bucket;

	if (ns < 0) {
		c->negative++;
		return;
	}
	h->sum += v;
	if (v > h->max)
		h->max = v;
	if (v < h->min)
		h->min = v;
	bucket = hist_bucket(v);
	if (bucket < HIST_BUCKETS)
		h->n[bucket]++;
}

static __always_inline void
delay(struct xcount_cpu *c, const struct look *k, const uint8_t *end,
    uint64_t now)
{
	const uint8_t *p = k->l4 + 8;

	if (k->bytes >= 18) {
		if (p + 18 <= end)
			add_latency(c,
			    (int64_t)(now -
				((uint64_t)get32(p + 10) << 32 |
				    get32(p + 14))));
	} else if (k->bytes >= 14 && p + 14 <= end) {
		/* within 2^31 ns of each other the low bits suffice */
		add_latency(c, (int32_t)((uint32_t)now - get32(p + 10)));
	}
}

/*
 * To read the clock costs as much as all the rest (and more where the CPU
 * makes returns safe). Without latency once in a tick of the kernel is enough.
 */
static __always_inline uint64_t
read_clock(struct xcount_cpu *c, bool exact)
{
	uint64_t tick;

	if (exact)
		return bpf_ktime_get_ns();
	tick = bpf_jiffies64();
	if (tick != c->tick) {
		c->tick = tick;
		c->now_ns = bpf_ktime_get_ns();
	}
	return c->now_ns;
}

#endif
