/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One leg of the management probe: a target and a way to ask it.
 *
 *	tcp	connect(2) to a closed port, not blocking. The answer is the
 *		RST (ECONNREFUSED). A lost SYN is sent again by the kernel
 *		after 1 s (RFC 6298 section 2.1), so a lost tcp probe often
 *		shows as a latency above 1 s; the icmp leg shows the loss.
 *	icmp	echo request; the answer is the reply with our payload.
 *
 * Both are answered in the router's kernel: they tell whether it still gets
 * to its stack, not whether a shell would.
 */
#ifndef HARNESS_PROBE_LEG_H
#define HARNESS_PROBE_LEG_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

#include "lib/fail.h"

struct probe_wait { /* one connect under way */
	int fd;
	uint32_t slot;
};

struct probe_leg {
	const char *name; /* for the document */
	bool control, tcp;
	bool usable; /* answered before the start */
	uint64_t timeout_ns;
	/* of the run: when each slot was due and sent, what came of it */
	uint32_t slots; /* in the three arrays */
	const uint64_t *due_ns, *late_ns;
	uint64_t *latency_ns;

	struct sockaddr_storage to;
	socklen_t to_len;
	int fd; /* icmp; else -1 */
	bool raw; /* an IPv4 header stands before the answer */
	uint32_t cookie; /* tells our echoes from those of others */
	struct probe_wait *wait; /* tcp */
	size_t waiting, wait_cap;
};

/*
 * Numeric address; `wait_cap` connects may be out at a time. The leg is all
 * zero but for name, control, tcp, time-out and arrays. -1: not an address, no privilege
 * for echo requests, no memory.
 */
int probe_leg_open(struct probe_leg *, const char *address, uint16_t port,
    size_t wait_cap, struct fail *);
void probe_leg_close(struct probe_leg *);

/*
 * Send the probe of this slot; its latency is then set by this or by
 * probe_leg_read, PROBE_LOST until then. -1: could not be sent for a reason
 * of our own host (descriptors, memory, ports).
 */
int probe_leg_send(struct probe_leg *, uint32_t slot);

/* What to poll(2) for: at most wait_cap + 1 entries; how many. */
size_t probe_leg_poll(const struct probe_leg *, struct pollfd *);

/* Take the answers; `p` are the entries of probe_leg_poll after poll(2). */
void probe_leg_read(struct probe_leg *, const struct pollfd *p, size_t n);

/* Give up on what is out longer than the time-out. */
void probe_leg_expire(struct probe_leg *, uint64_t now_ns);

#endif
