/* SPDX-License-Identifier: BSD-2-Clause */
/* A send loop with all that it stands on, faked: for the tests of blast.c. */
#ifndef TESTS_FAKE_BENCH_H
#define TESTS_FAKE_BENCH_H

#include "tests/fake/tx_mem.h"

#define MS 1000000ULL
#define S 1000000000ULL
#define T0 (77 * S) /* when the fake clock starts */
#define CAP 200000

/* A loop ready to run, with everything it stands on. */
struct bench {
	struct frame_spec spec;
	struct frame frame;
	struct link link;
	struct flow_space flows;
	struct sizes sizes;
	struct fake_clock clock;
	struct blast_clock ops;
	struct mem mem;
	struct tx tx;
	struct series series;
	uint64_t *intervals;
	struct blast b;
};

extern struct bench bench;

void bench_set_up(void);
void bench_tear_down(void);

/* One source and destination, one source port, these destination ports. */
struct flow_space bench_flows(uint16_t port, uint16_t ports);

/* -r, -t and -n as the program sets them. */
void bench_ask(uint64_t frames_per_s, uint64_t duration_ns, uint64_t count);

void bench_go(void);

/* Every frame in its order, from this sequence number on. */
void bench_check_sequence(uint64_t first);

uint64_t bench_wanted(void);

#endif
