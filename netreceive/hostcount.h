/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the host of the sink counted during the run, beside the sink: frames
 * that it lost on the way from the wire to us, and answers that it sent.
 */
#ifndef NETRECEIVE_HOSTCOUNT_H
#define NETRECEIVE_HOSTCOUNT_H

#include <stdbool.h>

#include "lib/link.h"
#include "lib/link_nic.h"
#include "lib/mib.h"

struct hostcount {
	bool counted; /* false: a capture */
	struct link link; /* index 0: no interface was named */
	struct link_counters link_before, link_grown;
	struct nic_losses nic_before, nic_grown; /* by the card's driver */
	struct mib before, grown;
};

/* interface: NULL where the sink listens on all of them. */
void hostcount_start(struct hostcount *, const char *interface);
void hostcount_end(struct hostcount *);

/*
 * ICMP destination unreachable that this host sent: most likely in answer to
 * our frames. A few stand for many, since Linux sends one a second to each
 * address (icmp_ratelimit).
 */
uint64_t hostcount_answers(const struct hostcount *);

/*
 * Of so many drops of our UDP sockets, those for want of room: some kernels
 * count wrong checksums among them (Linux 6.18 does not).
 */
uint64_t hostcount_no_room(const struct hostcount *, uint64_t drops);

/* Frames that found no room in the ring of the card. */
uint64_t hostcount_ring(const struct hostcount *);

/*
 * Frames that found no room in the backlog of a CPU. softnet_stat is of the
 * machine, and an interface's rx_dropped has other reasons too, so it is the
 * less of the two; 0 where one of them is not known.
 */
uint64_t hostcount_backlog(const struct hostcount *);

#endif
