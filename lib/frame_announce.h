/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The frame that tells a link who has an address, built by libnet: neighbours
 * refresh what they know, and switches learn behind which port we are.
 *
 * IPv4: an ARP announcement (RFC 5227 section 2.3), a broadcast request for
 * the address by itself. IPv6: an unsolicited neighbour advertisement (RFC
 * 4861 section 7.2.6) to all nodes, from the address itself, with the
 * override flag and the target link-layer address.
 */
#ifndef LIB_FRAME_ANNOUNCE_H
#define LIB_FRAME_ANNOUNCE_H

#include <stdint.h>

#include "lib/addr.h"
#include "lib/fail.h"

#define FRAME_ANNOUNCE_MAX 86 /* 14 + 40 + 24 + 8 */

struct frame_announce {
	uint8_t buf[FRAME_ANNOUNCE_MAX]; /* no FCS; padded with zeros to 60 */
	uint32_t len;
};

int frame_announce(struct frame_announce *, const uint8_t mac[6],
    const struct addr *, struct fail *);

#endif
