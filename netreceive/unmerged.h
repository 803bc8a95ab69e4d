/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Some systems put received datagrams of one flow together into one frame on
 * request (Linux: UDP GRO, for routers), before any tap or program behind the
 * driver sees them. Sockets get each one again; a tap would count one of up to
 * 64 and call the others lost.
 */
#ifndef NETRECEIVE_UNMERGED_H
#define NETRECEIVE_UNMERGED_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/link.h"

/* -1: it merges them. The message says how to end that. */
int unmerged(const struct link *, struct fail *);

/*
 * The same by name; 0 also where nothing is known of it. *largest: no frame
 * of this interface is longer, unless it was merged.
 */
int unmerged_by_name(const char *interface, uint32_t *largest, struct fail *);

/*
 * Does a payload of ours go on with a second stamp of the same run and stream?
 * Who merged them may be another host or, of a capture, any. What lies behind
 * `captured` is not seen.
 */
bool merged_payload(const uint8_t *payload, uint32_t captured);

#endif
