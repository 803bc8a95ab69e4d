/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "lib/stamp.h"
#include "netreceive/unmerged.h"

#define ETHER_AND_TAGS (14 + 2 * 4)
#define SHORT_BYTES 10 /* of a stamp that names run and stream */
#define AHEAD 0x200000U /* the next frame of a flow: as many flows */

int
unmerged(const struct link *l, struct fail *f)
{
	if (!l->merges_datagrams)
		return 0;
	return fail(f,
	    "%s: it merges datagrams before they can be counted (ethtool -K %s "
	    "rx-udp-gro-forwarding off rx-gro-list off)",
	    l->name, l->name);
}

/* The MTU is that of IP, and tags come on top (IEEE 802.3-2018, 3.2.7). */
int
unmerged_by_name(const char *interface, uint32_t *largest, struct fail *f)
{
	struct link l;

	*largest = UINT32_MAX;
	if (link_read(interface, 0, &l, NULL) < 0)
		return 0;
	if (l.mtu > 0 && !l.loopback)
		*largest = l.mtu + ETHER_AND_TAGS;
	return unmerged(&l, f);
}

static bool
follows(const uint8_t *payload, uint32_t at)
{
	struct stamp first, next;

	if (memcmp(payload + 4, payload + at + 4, 4) != 0)
		return false;
	stamp_get(payload, SHORT_BYTES, &first);
	stamp_get(payload + at, SHORT_BYTES, &next);
	return next.seq > first.seq && next.seq - first.seq <= AHEAD;
}

/* Behind a stamp is nothing but zeros, so mostly nothing is searched. */
bool
merged_payload(const uint8_t *p, uint32_t n)
{
	uint32_t at = SHORT_BYTES;

	for (; at < STAMP_MAX && at + SHORT_BYTES <= n; at++)
		if (follows(p, at))
			return true;
	if (n < STAMP_MAX + SHORT_BYTES ||
	    (p[STAMP_MAX] == 0 &&
		memcmp(p + STAMP_MAX, p + STAMP_MAX + 1, n - STAMP_MAX - 1) ==
		    0))
		return false;
	for (; at + SHORT_BYTES <= n; at++)
		if (follows(p, at))
			return true;
	return false;
}
