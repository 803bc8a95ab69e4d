/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The payload stamp: a wire format (docs/payload-stamp.md).
 *
 *	bytes	field (all big endian)
 *	0-3	sequence, low 32 bits: where FreeBSD's netblast has its counter
 *	4-5	run tag, never 0 (0 is what classic senders leave there)
 *	6-7	bit 15: not counted; bits 14-0: stream
 *	8-9	sequence, high 16 bits
 *	10-17	transmit time, the sender's CLOCK_MONOTONIC in ns; payloads of
 *		14 to 17 bytes carry its low 32 bits in 10-13
 *
 * 4 to 9 bytes of payload: the classic counter only. Under 4: nothing.
 */
#ifndef LIB_STAMP_H
#define LIB_STAMP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/put.h"

#define STAMP_MAX 18 /* bytes a stamp can take */
#define STAMP_SEQ_BITS 48
#define STAMP_SEQ_MASK ((1ULL << STAMP_SEQ_BITS) - 1)
#define STAMP_STREAM_MAX 0x7fff
#define STAMP_UNCOUNTED 0x8000
#define STAMP_TAG_MAX 0xffff

enum stamp_form {
	STAMP_NONE, /* under 4 bytes */
	STAMP_COUNTER, /* 4-9: classic 32-bit counter */
	STAMP_SHORT, /* 10-13: sequence, tag, stream */
	STAMP_TIME32, /* 14-17: and 32 bits of time */
	STAMP_TIME64, /* 18 and more: and the whole time */
};

struct stamp {
	uint64_t seq; /* 48 bits */
	uint64_t time_ns; /* whole, or the low 32 bits (STAMP_TIME32) */
	uint16_t tag;
	uint16_t stream; /* 15 bits */
	bool uncounted; /* warm-up, ramp, learning and test frames */
};

enum stamp_form stamp_form(size_t payload_bytes);

/* Bytes that the stamp takes: 0, 4, 10, 14 or 18. */
uint32_t stamp_bytes(size_t payload_bytes);

/* Read; fields that the form does not carry are 0. */
enum stamp_form stamp_get(const uint8_t *payload, size_t len, struct stamp *);

/*
 * Write into a payload of `len` bytes; bytes behind the stamp stay. Returns
 * what csum_add makes of the stamp: reading the bytes again so soon would
 * wait for each narrow write. Inline, as it is done for every frame.
 */
static inline uint64_t
stamp_put(uint8_t *p, size_t len, const struct stamp *s)
{
	uint32_t low = (uint32_t)s->seq, high = (uint32_t)(s->seq >> 32);
	uint32_t id = (uint32_t)s->tag << 16 | s->stream |
	    (s->uncounted ? STAMP_UNCOUNTED : 0);
	uint32_t time_low = (uint32_t)s->time_ns;
	uint32_t time_high = (uint32_t)(s->time_ns >> 32);

	if (len < 4)
		return 0;
	put32(p, low);
	if (len < 10)
		return low;
	put32(p + 4, id);
	put16(p + 8, (uint16_t)high);
	if (len < 14)
		return (uint64_t)low + id + (uint16_t)high;
	if (len < 18) {
		put32(p + 10, time_low);
		return (uint64_t)low + id + (uint16_t)high + time_low;
	}
	put32(p + 10, time_high);
	put32(p + 14, time_low);
	return (uint64_t)low + id + (uint16_t)high + time_high + time_low;
}

#endif
