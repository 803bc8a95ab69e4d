/* SPDX-License-Identifier: BSD-2-Clause */
/* Socket buffers as large as allowed, and many datagrams in one call. */
#ifndef LIB_SOCK_H
#define LIB_SOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/fail.h"

/*
 * What is asked for where nothing is said and privilege lifts the system's
 * limit. Smaller ones hold a sender on veth back by the path: closed loop.
 */
#define SOCK_BUFFER_BYTES (16U << 20)

/*
 * Set the send or receive buffer to `want` bytes (0: SOCK_BUFFER_BYTES or
 * the system's limit, whichever is larger), forced past the limit where
 * privilege allows it. *got is what the kernel says afterwards: Linux counts
 * its own overhead in and reports twice what was set. Less than wanted is no
 * failure: read *got.
 */
int sock_sndbuf(int fd, uint64_t want, uint64_t *got, struct fail *);
int sock_rcvbuf(int fd, uint64_t want, uint64_t *got, struct fail *);

/*
 * Buffers to send on one socket, in one system call where the system has
 * sendmmsg(2). Freed by sock_batch_free; NULL without memory.
 */
struct sock_batch;
struct sock_batch *sock_batch_new(int n);
void sock_batch_free(struct sock_batch *);
void sock_batch_set(struct sock_batch *, int i, void *data, uint32_t len);

/*
 * Buffer i goes to this socket address, on a socket that is not connected.
 * The address stays the caller's and is read at each sending.
 */
void sock_batch_to(struct sock_batch *, int i, void *to, uint32_t len);

/*
 * Send buffers first..first+n-1 in order. How many the kernel took, possibly
 * fewer than n; -1 and errno when it refused the first one.
 */
int sock_batch_send(struct sock_batch *, int fd, int first, int n);

/* A refused send comes back after ms at the latest, with EAGAIN. */
void sock_send_timeout(int fd, int ms);

/*
 * Wait until nothing that was sent on this socket is left in the queues of
 * this host: queueing discipline, driver. 0: so it is, or the system does not
 * know; -1: not at `until_ns` (CLOCK_MONOTONIC) either.
 */
int sock_drain(int fd, uint64_t until_ns);

/*
 * Send by this interface only. 0 too where the system cannot be told so and
 * its routing table decides; -1 and errno where it refuses.
 */
int sock_bind_link(int fd, const char *name);

/* Send UDP checksum 0 (IPv4). -1 and errno where it cannot be had. */
int sock_no_checksum(int fd);

/*
 * Make the kernel's headers those of lib/frame.c's template: TTL 64, no flow
 * label; with `df` also "don't fragment", whatever a router reports.
 */
void sock_plain_headers(int fd, int family, bool df);

#endif
