/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Keeps this host from answering the frames that a tap counts: without it
 * the stack would look for a socket on the port, find none and send ICMP
 * port unreachable (RFC 1122 section 4.1.3.1), at about the cost of the
 * tap itself. Everything else passes: ARP, neighbour discovery, ssh.
 */
#ifndef NETRECEIVE_TAPDROP_H
#define NETRECEIVE_TAPDROP_H

#include <stddef.h>

#include "lib/fail.h"

struct sock_filter;

/*
 * Drop what the filter accepts, on the input side of the interface and
 * behind the taps. Returns a descriptor: closing it, or the end of the
 * process by whatever means, ends the dropping. -1: not possible here.
 */
int tapdrop_attach(unsigned ifindex, const struct sock_filter *filter, size_t n,
    struct fail *);

#endif
