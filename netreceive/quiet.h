/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A tap sees frames beside the stack, which would look for a socket on the
 * port, find none and send ICMP port unreachable (RFC 1122 section 4.1.3.1).
 * This keeps the host from it, in the best way that the system has: drop the
 * frames behind the tap, else a socket on each port that takes nothing.
 */
#ifndef NETRECEIVE_QUIET_H
#define NETRECEIVE_QUIET_H

#include <stdint.h>

#include "netreceive/rx.h"

#define QUIET_SOCKETS 256

struct quiet { /* start with {.drop = -1} */
	int drop; /* descriptor that holds the drop, -1: none */
	int sockets[QUIET_SOCKETS];
	int n_sockets;
};

/* For rx's ports, on rx->ifindex. Sets rx->quiet. */
void quiet_keep(struct rx *, struct quiet *);
void quiet_end(struct quiet *);

/*
 * What the system has. Drop the ports' frames behind the taps of an
 * interface: a descriptor whose end is the end of it, or -1.
 */
int quiet_drop(unsigned ifindex, uint16_t port_min, uint16_t port_max);
/* Make a socket that is not bound yet refuse what comes for it, or nearly. */
int quiet_refuse(int fd);
/*
 * A socket that is there to write frames takes none in: each would cost as
 * much as a tap. Without effect where it would not anyway.
 */
void quiet_writer(int fd, const char *interface);

#endif
