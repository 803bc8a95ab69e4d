/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the system knows about the way to a destination: route, interface,
 * neighbour, counters. lib/link_OS.c asks it; link_none.c knows nothing.
 */
#ifndef LIB_LINK_H
#define LIB_LINK_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/addr.h"
#include "lib/fail.h"

#define LINK_NAME 32

struct link {
	char name[LINK_NAME];
	unsigned index; /* 0: unknown */
	uint32_t mtu; /* IP bytes; 0: unknown */
	uint8_t mac[6];
	bool ethernet; /* has Ethernet frames and neighbours */
	bool loopback;
	bool up; /* administratively up and carrier */
	char qdisc[32]; /* queueing discipline; "" unknown */
	char driver[32]; /* "" unknown */
	unsigned tx_queues; /* in use for sending; 0: unknown */
	unsigned rx_queues; /* in use for receiving; 0: unknown */
	bool takes_tags_off; /* 802.1Q tags, before anybody sees the frame */
	/* UDP datagrams, into one frame, before a tap sees them (GRO) */
	bool merges_datagrams;
	bool is_virtual; /* no wire behind it, and so no line rate */
	uint64_t speed_bps; /* of the wire; 0: unknown, or virtual */
};

struct link_route {
	unsigned index; /* outgoing interface; 0: unknown */
	struct addr source; /* the system's choice; family 0: unknown */
	struct addr next; /* gateway, or the destination itself */
	bool local; /* the destination is an address of this host */
};

struct link_counters { /* of the interface since it was made */
	bool known, qdisc_known;
	char name[LINK_NAME]; /* whose they are */
	uint64_t tx_packets, tx_errors, tx_dropped;
	uint64_t rx_packets, rx_errors, rx_dropped;
	/* no room in the ring of the card: told by some drivers only */
	uint64_t rx_missed, rx_fifo_errors;
	/* by its queueing discipline; Linux counts modulo 2^32 */
	uint64_t qdisc_dropped;
	char qdisc[16]; /* which, since a new one starts from 0 */
	uint32_t qdisc_handle;
	/* of the host: UDP sends that succeeded and were dropped below */
	bool udp_known;
	uint64_t udp_sndbuf_errors;
	/*
	 * Of the machine, all namespaces: packets that waited for a link
	 * address and were thrown away, which their sender is not told of. Linux tells it in
	 * the machine's first namespace only.
	 */
	bool neigh_known;
	uint64_t neigh_discards;
};

/* By name, or by index where the name is NULL. */
int link_read(const char *name, unsigned index, struct link *, struct fail *);

/* Is there a queue between sender and driver that could drop or wait? */
bool link_has_qdisc(const struct link *);

/* Way to dst. oif 0: any; source may be NULL. */
int link_route(const struct addr *dst, unsigned oif, const struct addr *source,
    struct link_route *, struct fail *);

/*
 * The link address of a neighbour, resolved by the kernel if it must be (the
 * kernel sends its own ARP or neighbour solicitation; no test traffic), at
 * most timeout_ms. The message of -1 says how to do without.
 */
int link_neighbour(unsigned index, const struct addr *next, int timeout_ms,
    uint8_t mac[6], struct fail *);

/*
 * Never fails: unknown is said in the result, also where the interface is
 * gone, or another one has its index now.
 */
void link_count(const struct link *, struct link_counters *);

/*
 * What was counted between the two: every figure is a difference, and known
 * where it is known at both ends of the same thing. A counter that fell, or
 * another name or discipline, is another interface or discipline. The 32 bits
 * of qdisc_dropped may wrap once.
 */
void link_growth(const struct link_counters *before,
    const struct link_counters *after, struct link_counters *growth);

#endif
