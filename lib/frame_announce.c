/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <libnet.h>
#include <string.h>

#include "lib/csum.h"
#include "lib/frame_announce.h"
#include "lib/put.h"
#include "lib/wire.h"

#define ARP_BYTES 28 /* for Ethernet and IPv4 (RFC 826) */
#define NA_BYTES 24
#define OPTION_BYTES 8
#define NA_TYPE 136 /* RFC 4861 section 4.4 */
#define NA_OVERRIDE 0x20000000
#define TARGET_LINK_ADDRESS 2 /* RFC 4861 section 4.6.1 */
#define ND_HOPS 255 /* a lower limit is refused: section 7.1.2 */

static int
build_arp(libnet_t *l, const uint8_t mac[6], const struct addr *a)
{
	static const uint8_t all[6] = { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff };
	static const uint8_t unknown[6];

	if (libnet_build_arp(ARPHRD_ETHER, ETHERTYPE_IP, 6, 4, ARPOP_REQUEST,
		mac, a->b, unknown, a->b, NULL, 0, l, 0) < 0)
		return -1;
	return libnet_build_ethernet(all, mac, ETHERTYPE_ARP, NULL, 0, l, 0);
}

static int
build_na(libnet_t *l, const uint8_t mac[6], const struct addr *a)
{
	static const uint8_t all[6] = { 0x33, 0x33, 0, 0, 0, 1 };
	static const uint8_t all_nodes[16] = { 0xff, 2, [15] = 1 };
	uint8_t option[OPTION_BYTES] = { TARGET_LINK_ADDRESS, 1 };
	struct libnet_in6_addr self, nodes;

	memcpy(option + 2, mac, 6);
	memcpy(&self, a->b, 16);
	memcpy(&nodes, all_nodes, 16);
	if (libnet_build_icmpv6_ndp_nadv(NA_TYPE, 0, 0, NA_OVERRIDE, self,
		option, sizeof(option), l, 0) < 0 ||
	    libnet_build_ipv6(0, 0, NA_BYTES + OPTION_BYTES, IPPROTO_ICMPV6,
		ND_HOPS, self, nodes, NULL, 0, l, 0) < 0)
		return -1;
	return libnet_build_ethernet(all, mac, ETHERTYPE_IPV6, NULL, 0, l, 0);
}

/* RFC 4443 section 2.3: the addresses, the length and the next header too. */
static void
checksum_na(uint8_t *buf)
{
	uint8_t *ip = buf + WIRE_ETHER, *icmp = ip + WIRE_IPV6;
	uint64_t sum = IPPROTO_ICMPV6 + NA_BYTES + OPTION_BYTES;

	put16(icmp + 2, 0);
	sum += csum_add(0, ip + 8, 32);
	sum += csum_add(0, icmp, NA_BYTES + OPTION_BYTES);
	put16(icmp + 2, csum_finish(sum));
}

/* What libnet has assembled, into fr->buf. */
static int
take(libnet_t *l, struct frame_announce *fr, uint32_t want, struct fail *f)
{
	uint8_t *packet = NULL;
	uint32_t len = 0;

	if (libnet_adv_cull_packet(l, &packet, &len) < 0)
		return fail(f, "libnet: %s", libnet_geterror(l));
	if (len == want)
		memcpy(fr->buf, packet, len);
	libnet_adv_free_packet(l, packet);
	if (len != want)
		return fail(f,
		    "libnet: built %" PRIu32 " bytes, expected %" PRIu32, len,
		    want);
	fr->len = len < WIRE_L2_MIN ? WIRE_L2_MIN : len;
	return 0;
}

int
frame_announce(struct frame_announce *fr, const uint8_t mac[6],
    const struct addr *a, struct fail *f)
{
	bool v6 = a->family == 6;
	char text[LIBNET_ERRBUF_SIZE];
	libnet_t *l = libnet_init(LIBNET_NONE, NULL, text);
	int rc = -1;

	memset(fr, 0, sizeof(*fr));
	if (l == NULL)
		return fail(f, "libnet_init: %s", text);
	/* cull refuses a context without an injection type */
	l->injection_type = LIBNET_LINK_ADV;
	if ((v6 ? build_na(l, mac, a) : build_arp(l, mac, a)) < 0)
		fail(f, "libnet: %s", libnet_geterror(l));
	else
		rc = take(
		    l, fr, v6 ? FRAME_ANNOUNCE_MAX : WIRE_ETHER + ARP_BYTES, f);
	libnet_destroy(l);
	if (rc == 0 && v6)
		checksum_na(fr->buf);
	return rc;
}
