/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What held the generator back? Said by the program itself, so that a
 * generator at its limit is never taken for a slow router.
 */
#ifndef NETBLAST_LIMIT_H
#define NETBLAST_LIMIT_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/num.h"

enum limit_by {
	LIMIT_NONE, /* the rate was reached */
	LIMIT_STALLS, /* held up and, by --stall slip, not made up */
	LIMIT_RING, /* the kernel refused: ring, queue or buffer full */
	LIMIT_LINK, /* the wire is full (RFC 2544 section 20) */
	LIMIT_CPU, /* the sending threads ran all the time */
	LIMIT_WAIT, /* they did not: send buffer full, or no CPU for them */
};

struct limit_facts {
	uint64_t wanted; /* frames due; 0: as fast as possible */
	uint64_t taken, refused; /* frames, calls */
	uint64_t stalled_ns; /* held up from outside, and not made up */
	uint64_t elapsed_ns, cpu_ns; /* cpu_ns: of all threads */
	uint32_t threads;
	uint64_t wire_bits; /* of all taken frames, with preamble and gap */
	uint64_t speed_bps; /* 0: the interface has no line rate */
};

/*
 * A rate is reached with 99.9 % of the frames; as fast as possible always
 * has a limit.
 */
enum limit_by limit_of(const struct limit_facts *);

/* "cpu"; NULL for LIMIT_NONE. */
const char *limit_name(enum limit_by);

/* A sentence for people; NULL for LIMIT_NONE. */
const char *limit_text(enum limit_by);

/* Share of the line rate, in thousandths; 0 where there is none. */
uint64_t limit_line_permille(const struct limit_facts *);

/*
 * Frames per second of a share of the line rate, both rounded down: the line
 * carries floor(speed / mean bits of a frame) (RFC 2544 section 20).
 * `period_bits` are those of `period` frames, on the wire. Percent as a
 * fraction, at most 100.
 */
uint64_t limit_line_share(uint64_t speed_bps, uint64_t period_bits,
    uint32_t period, const struct rate *percent);

#endif
