/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The loss ledger: where every packet that the generator sent ended. Each
 * lost packet is booked once, at the first place that refused it; what no
 * counter explains is the residual, printed with its sign and never spread
 * over other places. docs/ledger.md has the rules with examples.
 */
#ifndef LIB_LEDGER_H
#define LIB_LEDGER_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/counter.h"
#include "lib/fail.h"

enum place { /* in path order */
	PLACE_GENERATOR_REFUSED, /* calls, no frames of `sent`: never summed */
	PLACE_GENERATOR_QUEUE, /* 0 unless ask.sent_raw: sent is without them */
	PLACE_LINK,
	PLACE_NIC_ERROR,
	PLACE_NIC_RING,
	PLACE_INPUT_QUEUE,
	PLACE_FILTER,
	PLACE_IP_REFUSED,
	PLACE_OUTPUT_QUEUE,
	PLACE_OUTPUT_ERROR,
	PLACE_LINK_OUT,
	PLACE_SINK_NIC,
	PLACE_SINK_PROGRAM,
	PLACE_DELIVERED,
	PLACES
};

#define LEDGER_PARTS 8
#define LEDGER_HOSTS 8

struct ledger_part { /* one counter at a place */
	char name[COUNTER_NAME], instance[COUNTER_INSTANCE];
	int64_t frames; /* charged to the place */
	int64_t background; /* grown by the idle slope: not charged */
	bool wrapped;
};

struct ledger_place {
	bool known; /* false: not measured (null) */
	int64_t frames;
	int64_t whole; /* of these, by counters that know no direction */
	char from[240]; /* which counters, for people */
	struct ledger_part part[LEDGER_PARTS]; /* the first ones */
	size_t parts;
};

/*
 * One host on the path. Snapshots may be NULL: not measured. Interface names
 * may be NULL: then in and out are the interfaces whose if.rx.packets and
 * if.tx.packets grew the most, loopback left out. `idle` is a reading before
 * `before` without traffic between the two: how far counters grow by
 * themselves, and a place is charged with what is above that.
 */
struct ledger_host {
	const struct counters *before, *after;
	const char *in_if, *out_if;
	const struct counters *idle; /* NULL: no idle slope */
	uint64_t idle_ns, window_ns; /* idle to before, before to after */
};

struct ledger_ask {
	/* taken less drops of the own queue: what the ledger starts from */
	uint64_t sent;
	bool sent_assumed; /* made of the router's input: tells nothing of it */
	bool sent_raw; /* own queue's drops are still in it: a place then */
	bool refused_known;
	uint64_t refused; /* refused calls of the generator */
	bool received_known;
	uint64_t received; /* distinct frames counted by the sink */
	bool sink_drops_known;
	uint64_t sink_drops; /* the sink program's own, by the kernel */
	bool sink_by_socket; /* behind the IP layer of its host */
	bool virtual_path; /* veth: tx counters are no stations */
	bool two_ways; /* one of two ledgers, the other one goes back */
	/* several are one beside another; one without `after` is none */
	struct ledger_host generator[LEDGER_HOSTS], router, sink[LEDGER_HOSTS];
};

struct ledger {
	uint64_t sent;
	bool received_known;
	uint64_t received;
	struct ledger_place place[PLACES];
	int64_t residual; /* sent - all places - delivered */
	int64_t foreign; /* arrived at the router - sent, at least 0 */
	bool foreign_known;
	char in_if[32], out_if[32];
	uint64_t in_packets, out_packets; /* router deltas */
	bool in_known, out_known;
	bool background_known;
	int64_t background; /* foretold into the router by the idle slope */
	char note[400]; /* "" or what the reader must know */
};

const char *place_name(enum place); /* "input_queue" */

/* A VLAN, a bridge: its packets are counted on a card, too. */
bool ledger_repeats(const struct counters *, const char *interface);

/*
 * residual = sent - the places that lose - delivered, with its sign.
 * Delivered is `received`, else what the sink's interface took in, else what
 * the router gave out. -1 where none of them is known, or where the named
 * interface has no counters.
 */
int ledger_balance(const struct ledger_ask *, struct ledger *, struct fail *);

/*
 * Place by place the sum of two directions through one router; a place that
 * one of them did not measure stays unknown, its frames in the residual. What
 * the router counts for all its traffic (rules, IP, its input queue) stands in
 * both and is taken once, and then leaves the single ledgers: it cannot be told
 * from which direction it came.
 */
void ledger_sum(struct ledger *sum, struct ledger way[], int ways);
/* What is then said of the place in the single ones. */
extern const char ledger_in_sum[];

/* 100 * (sent - delivered) / sent, NaN where nothing was sent. */
double ledger_loss_percent(const struct ledger *);
double ledger_residual_percent(const struct ledger *);

#endif
