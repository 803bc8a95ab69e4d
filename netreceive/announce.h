/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A sink that only listens is forgotten by the switches and routers before
 * it: entries of their tables time out, and then frames flood or wait. So it
 * says now and then who it is (lib/frame_announce.h), for every address of
 * its interface.
 */
#ifndef NETRECEIVE_ANNOUNCE_H
#define NETRECEIVE_ANNOUNCE_H

#include <stdint.h>

#include "lib/fail.h"

struct announce;

/*
 * Everything that takes privilege. NULL: no privilege, no Ethernet, or no
 * address on this interface.
 */
struct announce *announce_open(const char *interface, struct fail *);
void announce_close(struct announce *); /* NULL: nothing to do */

/*
 * Now, all addresses. One that cannot be used at the moment is left out: a
 * tentative address must not be told (RFC 4862 section 5.4).
 */
void announce_send(struct announce *);

/* Addresses there were; frames that went out, and that did not. */
struct announce_count {
	uint64_t addresses, sent, failed;
};
void announce_count(const struct announce *, struct announce_count *);

#endif
