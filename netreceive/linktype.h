/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Captures that are not of Ethernet: of all interfaces of a Linux host at
 * once ("any"), of a loopback or a tunnel. Their frames get an Ethernet
 * header in place of their own, so that they are judged like all others.
 */
#ifndef NETRECEIVE_LINKTYPE_H
#define NETRECEIVE_LINKTYPE_H

#include <stdbool.h>
#include <stdint.h>

#define LINKTYPE_ETHERNET 1
#define LINKTYPE_HEADER 14 /* bytes of the one that they get */

struct linktype;

/* By libpcap's number. NULL: not understood, or Ethernet itself. */
const struct linktype *linktype_find(int number);

/* How many bytes its own header has. */
uint32_t linktype_header(const struct linktype *);

/* Did the host that captured it send it? */
bool
linktype_outgoing(const struct linktype *, const uint8_t *frame, uint32_t len);

/*
 * The frame of `len` bytes as Ethernet, cut to the `room` bytes at `to`.
 * Returns its length. What is not IP gets the type 0.
 */
uint32_t linktype_convert(const struct linktype *, const uint8_t *frame,
    uint32_t len, uint8_t *to, uint32_t room);

#endif
