/* SPDX-License-Identifier: BSD-2-Clause */
/* An engine that remembers, and a clock that is set: the loop's test bench. */
#ifndef TESTS_FAKE_TX_MEM_H
#define TESTS_FAKE_TX_MEM_H

#include "netblast/blast.h"

struct fake_clock {
	uint64_t now_ns;
	uint64_t tick_ns; /* each look at the clock costs so much */
	uint64_t jump_at_ns, jump_ns; /* once: held up for so long */
	uint64_t jitter_ns; /* waits end late by up to so much */
	uint64_t looks;
};

struct blast_clock fake_clock_ops(struct fake_clock *);

struct mem_frame {
	uint64_t seq, now_ns;
	uint32_t flow, len;
	uint16_t tag, stream, dst_port;
	bool uncounted;
};

/* How much of what is offered does the engine take? */
enum mem_mood {
	MEM_ALL,
	MEM_SOME, /* by chance: all, a part, nothing */
	MEM_NONE, /* ENOBUFS for ever */
};

struct mem { /* tx->state */
	enum mem_mood mood;
	uint64_t stop_after; /* set blast_stop at this frame; 0: never */
	uint64_t rounds; /* of the dice */
	uint64_t calls, largest; /* commits; frames in the largest */
	uint64_t n, cap; /* frames taken; those below cap are in frame[] */
	struct mem_frame *frame;
	uint8_t *buffers;
	struct fake_clock *clock; /* a refusal takes a little time */
};

extern const struct tx_engine tx_mem_ethernet, tx_mem_payload;

#endif
