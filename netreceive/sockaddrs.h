/* SPDX-License-Identifier: BSD-2-Clause */
/* Socket addresses to and from values. */
#ifndef NETRECEIVE_SOCKADDRS_H
#define NETRECEIVE_SOCKADDRS_H

#include <stdint.h>
#include <sys/socket.h>

#include "lib/addr.h"

/* IPv4-mapped IPv6 addresses (RFC 4291 section 2.5.5.2) become IPv4. */
void
sockaddrs_get(const struct sockaddr_storage *, struct addr *, uint16_t *port);

/* Any address of the family (4 or 6); returns the length. */
socklen_t sockaddrs_any(struct sockaddr_storage *, int family, uint16_t port);

#endif
