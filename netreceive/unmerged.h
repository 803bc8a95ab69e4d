/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Some systems put received datagrams of one flow together into one frame on
 * request (Linux: UDP GRO, for routers), before any tap or program behind the
 * driver sees them. Sockets get each one again; a tap would count one of up to
 * 64 and call the others lost.
 */
#ifndef NETRECEIVE_UNMERGED_H
#define NETRECEIVE_UNMERGED_H

#include "lib/link.h"

/* -1: it merges them. The message says how to end that. */
int unmerged(const struct link *, struct fail *);

/* The same by name; 0 also where nothing is known of it. */
int unmerged_by_name(const char *interface, struct fail *);

#endif
