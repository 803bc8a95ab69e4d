/* SPDX-License-Identifier: BSD-2-Clause */
/* The command line of netreceive. */
#ifndef NETRECEIVE_OPTIONS_H
#define NETRECEIVE_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "lib/cpu.h"
#include "lib/fail.h"
#include "netreceive/kinds.h"

#define RX_EXPECT_MAX 1024
#define RX_VLANS_MAX 2
#define RX_THREADS_MAX 64

struct rx_options {
	const char *engine; /* NULL: auto */
	const char *interface; /* NULL: any */
	const char *output; /* NULL: default of the form */
	const char *lost; /* NULL: no list */
	const char *read; /* capture to count; NULL: live */
	struct {
		bool set;
		uint16_t min, max;
	} port;
	struct {
		size_t n; /* 0: any tag or none */
		uint64_t vid[RX_VLANS_MAX]; /* outer first */
	} vlan;
	struct {
		bool set;
		uint16_t min, max;
	} streams;
	struct {
		uint64_t n; /* 1: order is by stream */
		bool random;
		uint64_t seed;
	} flows;
	struct {
		bool set;
		int64_t ns; /* the generator's clock less this host's */
	} clock_offset;
	uint64_t block; /* numbers in one; 0: no blocks */
	struct {
		size_t n;
		uint64_t frames[RX_EXPECT_MAX];
	} expect;
	uint64_t tag; /* 0: the first seen */
	uint64_t first_seq;
	uint64_t duration_ns, count, idle_ns; /* 0: no such stop */
	uint64_t grace_ns;
	uint64_t rcvbuf; /* 0: largest allowed */
	uint64_t threads;
	struct cpu_list cpus; /* n 0: not given */
	uint64_t announce_ns; /* 0: never */
	uint64_t progress_ns; /* 0: none */
	enum rx_stamp stamp;
	bool any_source, same_clock, no_latency, pass;
	bool ready, list_engines, version, help;
	bool classic; /* netreceive PORT */
};

/* Parse and check against each other. Fills in all defaults. */
int rx_options_parse(struct rx_options *, int argc, char **argv, struct fail *);

void rx_options_help(FILE *);
const char *rx_stamp_name(enum rx_stamp);

#endif
