/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a system's UDP sockets can do beyond POSIX: many datagrams a call,
 * arrival times, a forced buffer size, the count of what did not fit.
 */
#ifndef NETRECEIVE_SOCKRX_H
#define NETRECEIVE_SOCKRX_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/fail.h"
#include "netreceive/rx.h"

struct sockrx; /* buffers of one batch, shared by all sockets */

struct sockrx *sockrx_new(void); /* NULL: no memory */
void sockrx_free(struct sockrx *);

/*
 * Before bind: interface (NULL: any), arrival times, receive buffer
 * (0: largest allowed). *got: what the kernel counts with.
 */
int sockrx_prepare(int fd, const char *interface, uint64_t rcvbuf,
    uint64_t *got, struct fail *);

/*
 * Sockets that share a port: the system gives all datagrams of a flow to one
 * of them. Before bind; of the first one after it.
 */
int sockrx_share(int fd, struct fail *);

/*
 * Up to n datagrams that are there, no waiting. 0: none. Sets data, len,
 * wire_len, t_ns, src, src_port. -1: errno of the socket.
 */
int sockrx_recv(struct sockrx *, int fd, struct rx_pkt *, int n);

/*
 * Datagrams for this socket that the kernel dropped, since it was made,
 * modulo 2^32.
 */
bool sockrx_drops(int fd, uint32_t *);

#endif
