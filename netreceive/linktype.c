/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The registry of link types is https://www.tcpdump.org/linktypes.html;
 * libpcap's numbers are the same, but for that of raw IP.
 */
#include <stddef.h>
#include <string.h>

#include "lib/put.h"
#include "netreceive/linktype.h"

#define TYPE_IPV4 0x0800
#define TYPE_IPV6 0x86dd
#define OUTGOING 4 /* Linux: PACKET_OUTGOING */
#define FAMILY_IPV4 2 /* everywhere */

enum says { /* how the header tells what follows */
	SAYS_TYPE, /* Ethernet's type, in network order */
	SAYS_FAMILY, /* an address family of the host, in any order */
	SAYS_VERSION, /* no header: the IP packet's first bits */
};

struct linktype {
	int number;
	enum says says;
	uint32_t header, at;
	uint32_t direction_at; /* 0: it does not say */
};

static const struct linktype types[] = {
	{ 0, SAYS_FAMILY, 4, 0, 0 }, /* NULL: loopback of the BSDs */
	{ 12, SAYS_VERSION, 0, 0, 0 }, /* RAW */
	{ 14, SAYS_VERSION, 0, 0, 0 }, /* the same on OpenBSD */
	{ 101, SAYS_VERSION, 0, 0, 0 }, /* and in files */
	{ 108, SAYS_FAMILY, 4, 0, 0 }, /* LOOP: loopback of OpenBSD */
	{ 113, SAYS_TYPE, 16, 14, 1 }, /* LINUX_SLL: "any" */
	{ 228, SAYS_VERSION, 0, 0, 0 }, /* IPV4 */
	{ 229, SAYS_VERSION, 0, 0, 0 }, /* IPV6 */
	{ 276, SAYS_TYPE, 20, 0, 10 }, /* LINUX_SLL2 */
};

const struct linktype *
linktype_find(int number)
{
	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++)
		if (types[i].number == number)
			return &types[i];
	return NULL;
}

uint32_t
linktype_header(const struct linktype *l)
{
	return l->header;
}

/* In SLL the low byte of two. */
bool
linktype_outgoing(const struct linktype *l, const uint8_t *frame, uint32_t len)
{
	return l->direction_at != 0 && len >= l->header &&
	    frame[l->direction_at] == OUTGOING;
}

/* 24: NetBSD and OpenBSD, 28: FreeBSD and DragonFly, 30: macOS, 10: Linux */
static uint16_t
of_family(const uint8_t *p)
{
	static const uint32_t ipv6[] = { 10, 24, 28, 30 };
	uint32_t family = p[0] != 0 ? p[0] : p[3];

	/* one byte of the four is not 0, the first or the last */
	if ((p[0] != 0 && p[3] != 0) || p[1] != 0 || p[2] != 0)
		return 0;
	if (family == FAMILY_IPV4)
		return TYPE_IPV4;
	for (size_t i = 0; i < sizeof(ipv6) / sizeof(ipv6[0]); i++)
		if (family == ipv6[i])
			return TYPE_IPV6;
	return 0;
}

static uint16_t
type_of(const struct linktype *l, const uint8_t *frame, uint32_t len)
{
	if (len < l->header || len == 0)
		return 0;
	switch (l->says) {
	case SAYS_TYPE:
		return (uint16_t)(frame[l->at] << 8 | frame[l->at + 1]);
	case SAYS_FAMILY:
		return of_family(frame);
	case SAYS_VERSION:
		break;
	}
	if (frame[0] >> 4 == 4)
		return TYPE_IPV4;
	return frame[0] >> 4 == 6 ? TYPE_IPV6 : 0;
}

uint32_t
linktype_convert(const struct linktype *l, const uint8_t *frame, uint32_t len,
    uint8_t *to, uint32_t room)
{
	uint32_t bytes = len > l->header ? len - l->header : 0;

	if (bytes > room - LINKTYPE_HEADER)
		bytes = room - LINKTYPE_HEADER;
	memset(to, 0, LINKTYPE_HEADER);
	put16(to + LINKTYPE_HEADER - 2, type_of(l, frame, len));
	if (bytes > 0)
		memcpy(to + LINKTYPE_HEADER, frame + l->header, bytes);
	return LINKTYPE_HEADER + bytes;
}
