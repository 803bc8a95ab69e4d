/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A snapshot after traffic is accepted when two readings agree: frames may be
 * on their way yet, and drivers of cards fetch the counts from the card only
 * every second or so. What an idle interface counts is allowed for.
 */
#ifndef COLLECTOR_SETTLE_H
#define COLLECTOR_SETTLE_H

#include "collector/gather.h"

#define SETTLE_CARD_NS (2 * CLOCK_NS_PER_S) /* between two readings */
#define SETTLE_VIRTUAL_NS (CLOCK_NS_PER_S / 10)
#define SETTLE_MAX_NS (10 * CLOCK_NS_PER_S) /* for all of them */
/* the packets of one command over ssh, on the interface it comes by */
#define SETTLE_SSH_FRAMES 60

struct settle_moved { /* a packet count that is not the same */
	struct counter counter; /* as in the later reading */
	uint64_t frames;
	bool known; /* false: it fell, so nobody knows */
};

struct settled { /* zeroed to begin with */
	bool asked, agreed;
	unsigned readings;
	uint64_t apart_ns; /* end of the last but one to the end of the last */
	size_t compared; /* packet counts in both */
	uint64_t idle_pps; /* that any interface may count */
	struct settle_moved *moved; /* between the last two readings */
	size_t n;
};

/* Are these the counters of virtual interfaces only, loopback apart? */
bool settle_virtual(const struct counters *);

/*
 * Fill in compared and moved; agreed: there was something to compare, and
 * none moved by more than `limit`. -1: no memory.
 */
int settle_compare(struct settled *, const struct counters *before,
    const struct counters *after, uint64_t limit);

/* Gather until two readings agree, or time is up; `g` is the last one. */
int settle(struct settled *, struct gathered *, struct on *, struct fail *);
void settled_free(struct settled *);

#endif
