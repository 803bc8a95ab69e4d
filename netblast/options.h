/* SPDX-License-Identifier: BSD-2-Clause */
/* What the command line asks for. */
#ifndef NETBLAST_OPTIONS_H
#define NETBLAST_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "lib/cpu.h"
#include "lib/fail.h"
#include "lib/flow.h"
#include "lib/num.h"

enum form {
	FORM_OPTIONS, /* netblast [options] DEST */
	FORM_NETBLAST, /* netblast DEST PORT PAYLOAD DURATION */
	FORM_NETSEND, /* netsend DEST PORT[-PORT] PAYLOAD RATE DURATION */
};

enum qdisc {
	QDISC_DEFAULT, /* past it, by an engine that can */
	QDISC_BYPASS,
	QDISC_THROUGH,
};

struct options {
	enum form form;
	const char *engine; /* NULL: auto */
	const char *interface; /* NULL: from the route */
	struct rate rate; /* where line_percent is not given */
	struct rate line_percent; /* of the line rate; frames 0: not given */
	uint64_t duration_ns; /* 0: not given */
	uint64_t count; /* 0: not given */
	uint64_t payload_bytes;
	uint64_t frame_bytes; /* 0: not given */
	const char *mix; /* NULL: one size */
	uint16_t tci[2];
	int tags;
	struct flow_space flows; /* src.first.family 0: no --source */
	uint64_t flow_count; /* --flows; 0: as many as the ranges have */
	uint64_t seed;
	uint64_t threads;
	struct cpu_list cpus; /* n 0: not given */
	uint64_t warmup_ns, ramp_ns; /* 0: none */
	uint64_t burst; /* 0: not given (1), or auto */
	bool burst_auto;
	uint8_t mac[6], source_mac[6];
	bool mac_given, source_mac_given;
	bool catchup, strict;
	uint64_t tag; /* 0: random */
	uint64_t stream, first_seq;
	uint64_t sndbuf; /* 0: largest allowed */
	enum qdisc qdisc;
	bool zero_checksum;
	bool any_address;
	const char *write; /* capture file instead of a network */
	bool show;
	const char *output; /* NULL: standard output, or none if classic */
	uint64_t progress_ns; /* 0: none */
	bool ready;
	bool list_engines, version, help;
};

/*
 * Read the command line (argv[0] ending in "netsend" is the netsend form).
 * -1: wrong, and why. help, version and list_engines need no more.
 */
int options_read(struct options *, int argc, char **argv, struct fail *);

void options_help(FILE *);

#endif
