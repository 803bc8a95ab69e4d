/* SPDX-License-Identifier: BSD-2-Clause */
#include <arpa/inet.h>
#include <inttypes.h>
#include <libnet.h>
#include <string.h>

#include "lib/csum.h"
#include "lib/frame.h"
#include "lib/wire.h"

#define TTL 64
#define TPID_CUSTOMER 0x8100 /* 802.1Q */
#define TPID_SERVICE 0x88a8 /* 802.1ad, the outer of two */

static int
check(const struct frame_spec *s, struct fail *f)
{
	uint32_t most =
	    s->src.family == 6 ? WIRE_UDP6_PAYLOAD_MAX : WIRE_UDP4_PAYLOAD_MAX;

	if (s->src.family != s->dst.family ||
	    (s->src.family != 4 && s->src.family != 6))
		return fail(f,
		    "source and destination: both must be IPv4 or both IPv6");
	if (s->payload_bytes > most)
		return fail(f,
		    "payload: %" PRIu32 " is not from 0 to %" PRIu32
		    " bytes (UDP over IPv%d)",
		    s->payload_bytes, most, s->src.family);
	if (s->tags < 0 || s->tags > 2)
		return fail(f, "tags: %d is not from 0 to 2", s->tags);
	if (s->no_udp_checksum && s->src.family == 6)
		return fail(
		    f, "UDP checksum zero: IPv4 only (RFC 8200 section 8.1)");
	return 0;
}

static int
build_ip(libnet_t *l, const struct frame_spec *s)
{
	uint16_t udp_len = (uint16_t)(WIRE_UDP + s->payload_bytes);
	struct libnet_in6_addr src6, dst6;
	uint32_t src4, dst4;

	if (s->src.family == 4) {
		memcpy(&src4, s->src.b, 4);
		memcpy(&dst4, s->dst.b, 4);
		return libnet_build_ipv4((uint16_t)(WIRE_IPV4 + udp_len), 0, 0,
		    IP_DF, TTL, IPPROTO_UDP, 0, src4, dst4, NULL, 0, l, 0);
	}
	memcpy(&src6, s->src.b, 16);
	memcpy(&dst6, s->dst.b, 16);
	return libnet_build_ipv6(
	    0, 0, udp_len, IPPROTO_UDP, TTL, src6, dst6, NULL, 0, l, 0);
}

/*
 * libnet knows one tag. Of two, the inner one is the payload of the outer
 * header: its TCI and the type behind it.
 */
static int
build_ethernet(libnet_t *l, const struct frame_spec *s)
{
	uint16_t type = s->src.family == 6 ? ETHERTYPE_IPV6 : ETHERTYPE_IP;
	uint8_t pcp = (uint8_t)(s->tci[0] >> 13);
	uint8_t dei = s->tci[0] >> 12 & 1;
	uint16_t vid = s->tci[0] & 0xfff;
	uint8_t inner[4];

	if (s->tags == 0)
		return libnet_build_ethernet(
		    s->dst_mac, s->src_mac, type, NULL, 0, l, 0);
	if (s->tags == 1)
		return libnet_build_802_1q(s->dst_mac, s->src_mac,
		    TPID_CUSTOMER, pcp, dei, vid, type, NULL, 0, l, 0);
	inner[0] = (uint8_t)(s->tci[1] >> 8);
	inner[1] = (uint8_t)s->tci[1];
	inner[2] = (uint8_t)(type >> 8);
	inner[3] = (uint8_t)type;
	return libnet_build_802_1q(s->dst_mac, s->src_mac, TPID_SERVICE, pcp,
	    dei, vid, TPID_CUSTOMER, inner, sizeof(inner), l, 0);
}

/* The frame as libnet assembles it, into fr->buf. */
static int
assemble(struct frame *fr, const struct frame_spec *s, struct fail *f)
{
	static const uint8_t zeros[WIRE_UDP6_PAYLOAD_MAX];
	char text[LIBNET_ERRBUF_SIZE];
	libnet_t *l = libnet_init(LIBNET_NONE, NULL, text);
	uint8_t *packet = NULL;
	uint32_t len = 0;
	int rc = -1;

	if (l == NULL)
		return fail(f, "libnet_init: %s", text);
	/* cull refuses a context without an injection type */
	l->injection_type = LIBNET_LINK_ADV;
	if (libnet_build_udp(s->src_port, s->dst_port,
		(uint16_t)(WIRE_UDP + s->payload_bytes), 0,
		s->payload_bytes > 0 ? zeros : NULL, s->payload_bytes, l,
		0) < 0 ||
	    build_ip(l, s) < 0 || build_ethernet(l, s) < 0 ||
	    libnet_adv_cull_packet(l, &packet, &len) < 0) {
		fail(f, "libnet: %s", libnet_geterror(l));
		goto out;
	}
	if (len != fr->len || len > sizeof(fr->buf)) {
		fail(f, "libnet: built %" PRIu32 " bytes, expected %" PRIu32,
		    len, fr->len);
		goto out;
	}
	memcpy(fr->buf, packet, len);
	rc = 0;
out:
	if (packet != NULL)
		libnet_adv_free_packet(l, packet);
	libnet_destroy(l);
	return rc;
}

/* All of an address but its last four bytes: none of an IPv4 address. */
static uint64_t
high_sum(const struct addr *a)
{
	return a->family == 6 ? csum_add(0, a->b, 12) : 0;
}

/* Pseudo-header, UDP length (RFC 768, RFC 8200 section 8.1). */
static uint64_t
udp_base(const struct frame_spec *s)
{
	return IPPROTO_UDP + high_sum(&s->src) + high_sum(&s->dst) +
	    2ULL * (WIRE_UDP + s->payload_bytes);
}

static void
fill_offsets(struct frame *fr, const struct frame_spec *s)
{
	bool v6 = s->src.family == 6;
	struct wire w;

	wire_sizes(s->payload_bytes, s->src.family, s->tags, &w);
	fr->len = w.l2_bytes;
	fr->l3 = w.l2_bytes - w.l3_bytes;
	fr->l4 = fr->l3 + (v6 ? WIRE_IPV6 : WIRE_IPV4);
	fr->low_src = fr->l3 + (v6 ? 20 : 12);
	fr->low_dst = fr->l3 + (v6 ? 36 : 16);
	fr->payload = fr->l4 + WIRE_UDP;
	fr->payload_bytes = s->payload_bytes;
	fr->stamp_bytes = stamp_bytes(s->payload_bytes);
	if (s->classic && fr->stamp_bytes > 4)
		fr->stamp_bytes = 4;
}

int
frame_build(struct frame *fr, const struct frame_spec *s, struct fail *f)
{
	if (check(s, f) < 0)
		return -1;
	memset(fr, 0, sizeof(*fr));
	fill_offsets(fr, s);
	fr->udp_checksum = !s->no_udp_checksum;
	fr->udp_base = udp_base(s);
	if (assemble(fr, s, f) < 0)
		return -1;
	/* version to TTL and protocol; checksum and addresses come with it */
	if (s->src.family == 4)
		fr->ip_base = csum_add(0, fr->buf + fr->l3, 10);
	if (fr->len < WIRE_L2_MIN)
		fr->len = WIRE_L2_MIN;
	if (s->no_udp_checksum)
		memset(fr->buf + fr->l4 + 6, 0, 2);
	return 0;
}
