/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "lib/stamp.h"

static uint16_t
get16(const uint8_t *p)
{
	return (uint16_t)(p[0] << 8 | p[1]);
}

static uint32_t
get32(const uint8_t *p)
{
	return (uint32_t)get16(p) << 16 | get16(p + 2);
}

enum stamp_form
stamp_form(size_t payload_bytes)
{
	if (payload_bytes >= 18)
		return STAMP_TIME64;
	if (payload_bytes >= 14)
		return STAMP_TIME32;
	if (payload_bytes >= 10)
		return STAMP_SHORT;
	return payload_bytes >= 4 ? STAMP_COUNTER : STAMP_NONE;
}

uint32_t
stamp_bytes(size_t payload_bytes)
{
	static const uint8_t bytes[] = {
		[STAMP_NONE] = 0,
		[STAMP_COUNTER] = 4,
		[STAMP_SHORT] = 10,
		[STAMP_TIME32] = 14,
		[STAMP_TIME64] = 18,
	};

	return bytes[stamp_form(payload_bytes)];
}

enum stamp_form
stamp_get(const uint8_t *p, size_t len, struct stamp *s)
{
	enum stamp_form form = stamp_form(len);

	memset(s, 0, sizeof(*s));
	if (form == STAMP_NONE)
		return form;
	s->seq = get32(p);
	if (form == STAMP_COUNTER)
		return form;
	s->tag = get16(p + 4);
	s->stream = get16(p + 6) & STAMP_STREAM_MAX;
	s->uncounted = (get16(p + 6) & STAMP_UNCOUNTED) != 0;
	s->seq |= (uint64_t)get16(p + 8) << 32;
	if (form == STAMP_TIME64)
		s->time_ns = (uint64_t)get32(p + 10) << 32 | get32(p + 14);
	else if (form == STAMP_TIME32)
		s->time_ns = get32(p + 10);
	return form;
}
