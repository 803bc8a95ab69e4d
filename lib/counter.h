/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Named counters of one host at one moment, and what lies between two
 * moments. Names are dotted and the same on every system
 * (docs/counters.md has them all), for example
 *
 *	name			instance	counts
 *	if.rx.packets		bge1		frames the driver passed up
 *	if.rx.errors		bge1		driver's sum of input errors
 *	if.rx.drops		bge1		input-side drops before IP
 *	if.tx.packets .errors .drops .collisions, if.rx.bytes, if.tx.bytes
 *	queue.ip.drops		ipintrq		input queue of the IP layer
 *	qdisc.drops		eth1		output queueing discipline
 *	filter.drops		inet t c 5	one firewall rule's drops
 *	ip.forwarded, ip.refused.REASON, udp.rcvbuf_errors, ...
 */
#ifndef LIB_COUNTER_H
#define LIB_COUNTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/fail.h"

#define COUNTER_NAME 48
#define COUNTER_INSTANCE 80

struct counter {
	char name[COUNTER_NAME];
	char instance[COUNTER_INSTANCE]; /* "" where there is one */
	uint64_t value;
	uint8_t bits; /* 32 or 64: how it wraps at the source; 0: not known */
	bool machine; /* machine-wide although read in a namespace */
};

struct counters { /* owned; free with counters_free */
	struct counter *v;
	size_t n, cap;
};

/* Append; longer names are cut. -1 only without memory. */
int counters_add(struct counters *, const char *name, const char *instance,
    uint64_t value, uint8_t bits);
void counters_free(struct counters *);

/*
 * NULL: not there, which is "not measured" and never 0. Machine-wide ones are
 * found too. instance NULL: the first of that name.
 */
const struct counter *
counters_find(const struct counters *, const char *name, const char *instance);

enum counter_change {
	COUNTER_OK, /* after - before */
	COUNTER_WRAPPED, /* a 32-bit counter that passed 2^32 once */
	COUNTER_RESET, /* fell, or may have been: there is no difference */
	COUNTER_ABSENT, /* missing on one side */
};

/*
 * Difference of one counter; either may be NULL (absent). A 32-bit source
 * that fell is a wrap (modulo 2^32), by less than 2^31; any other that fell is
 * a reset. *delta is 0 where there is none to give.
 */
enum counter_change counter_delta(
    const struct counter *before, const struct counter *after, uint64_t *delta);

/*
 * The same of a counter of `after` with all that was read around it. Of one
 * whose width is not known that fell, they tell whether it wrapped: a reset
 * takes all counters of the interface, so one of them that had counted and has
 * not fallen rules it out. Where nothing does, COUNTER_RESET.
 */
enum counter_change counters_delta(const struct counters *before,
    const struct counters *after, const struct counter *, uint64_t *delta);

#endif
