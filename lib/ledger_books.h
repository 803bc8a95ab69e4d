/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The inside of a balance: how far counters grew, and booking that at a
 * place. For lib/ledger*.c only; everybody else takes lib/ledger.h.
 */
#ifndef LIB_LEDGER_BOOKS_H
#define LIB_LEDGER_BOOKS_H

#include "lib/ledger.h"

#define PORTS 8

struct ports { /* interfaces that count what one on the path loses */
	const char *name[PORTS];
	size_t n;
	bool shared; /* a card that both directions come and go by */
};

struct books { /* one balance in the making */
	const struct ledger_ask *ask;
	struct ledger *l;
	struct ports in, out; /* of the router */
	bool broken[PLACES]; /* a counter of it was reset or went away */
	int64_t outside; /* dropped before the router's packet counter */
};

struct growth {
	bool found; /* there is such a counter */
	bool broken; /* one of them gives no difference */
	bool wrapped;
	int64_t grown; /* after less before */
	int64_t background; /* of that, by the idle slope */
	int64_t frames; /* the rest: what may be charged */
	const struct counter *most; /* the one that grew most */
	int64_t largest; /* by so much */
};

void books_add(struct growth *sum, const struct growth *);

/* Sum of two numbers that are not negative; stops at the largest. */
int64_t books_sum(int64_t, int64_t);
int64_t books_limited(uint64_t);

/* Append to a sentence of `size` bytes, "; " between the parts. */
void books_say(char *text, size_t size, const char *, ...)
    __attribute__((format(printf, 3, 4)));
#define BOOKS_SAY(array, ...) books_say(array, sizeof(array), __VA_ARGS__)

/*
 * How far the counters of that name grew on a host. A name that ends in a dot
 * stands for all that begin with it; instance NULL: all.
 */
struct growth
books_grown(const struct ledger_host *, const char *name, const char *instance);

/*
 * The interface whose counter grew most; NULL where none grew. One that repeats
 * what others count is none, unless no other one is near.
 */
const char *books_busiest(const struct ledger_host *, const char *name);

/*
 * Where the losses of an interface are counted: by itself, or, where those have
 * more, by the card under a VLAN or the ports of a link aggregation. `other` is
 * none of these.
 */
void books_ports(const struct ledger_host *, const char *interface,
    const char *other, bool rx, struct ports *);

/* The VLANs "eth1.20" over a card that count drops on their way out. */
void books_over(const struct ledger_host *, const char *card, struct ports *);

/* Book `frames` of that growth at a place. */
void books_book(struct books *, enum place, const char *name,
    const struct growth *, int64_t frames);

/* Book all of a counter's growth; returns it. */
int64_t books_charge(struct books *, enum place, const struct ledger_host *,
    const char *name, const char *instance);

/* The same of counters that the host keeps for all its traffic. */
void books_charge_whole(
    struct books *, enum place, const struct ledger_host *, const char *name);

/*
 * A sum of two places' drops ("failed": OpenBSD's Ifail and Ofail, errors and
 * queue drops; "lost": /proc/net/dev's drop, missed and dropped). What one of
 * the parts is known to be goes to its own place, the rest to the other; where
 * neither is known, all to the first of the two on the path.
 */
struct sum_of {
	const char *name, *first, *second;
	enum place at_first, at_second;
};

/* Book what of the sum has no place yet. */
void
books_charge_sum(struct books *, const struct sum_of *, const char *interface);

/* At the end: the counters of a place in words. */
void books_tell(struct ledger_place *);

/* Book the drops of a veth that took in `in_packets`, refusals left out. */
void books_charge_veth(struct books *, enum place, const struct ledger_host *,
    const char *in_if, uint64_t in_packets);

/* lib/ledger_card.c: what the input's card dropped by its driver alone. */
void books_card(struct books *, const char *in);

/* lib/ledger_output.c: behind IP. */
void books_output(struct books *);

/* lib/ledger_refused.c: after the filter's and the output queue's places. */
void books_ip_refused(struct books *);

/* lib/ledger_router.c: every place inside the router. */
void books_router(struct books *);

#endif
