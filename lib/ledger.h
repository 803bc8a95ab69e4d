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

struct ledger_place {
	bool known; /* false: not measured (null) */
	int64_t frames;
	char from[160]; /* which counters, for people */
};

/*
 * One host on the path. Snapshots may be NULL: not measured. Interface names
 * may be NULL: then in and out are the interfaces whose if.rx.packets and
 * if.tx.packets grew the most, loopback left out.
 */
struct ledger_host {
	const struct counters *before, *after;
	const char *in_if, *out_if;
};

struct ledger_ask {
	/* taken less drops of the own queue: what the ledger starts from */
	uint64_t sent;
	bool sent_raw; /* own queue's drops are still in it: a place then */
	bool refused_known;
	uint64_t refused; /* refused calls of the generator */
	bool received_known;
	uint64_t received; /* distinct frames counted by the sink */
	bool sink_drops_known;
	uint64_t sink_drops; /* the sink program's own, by the kernel */
	bool virtual_path; /* veth: tx counters are no stations */
	struct ledger_host generator, router, sink;
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
	char note[256]; /* "" or what the reader must know */
};

const char *place_name(enum place); /* "input_queue" */

/*
 * residual = sent - the places that lose - delivered, with its sign.
 * Delivered is `received`, else what the sink's interface took in, else what
 * the router gave out. -1 where none of them is known, or where the named
 * interface has no counters.
 */
int ledger_balance(const struct ledger_ask *, struct ledger *, struct fail *);

/* 100 * (sent - delivered) / sent, NaN where nothing was sent. */
double ledger_loss_percent(const struct ledger *);
double ledger_residual_percent(const struct ledger *);

#endif
