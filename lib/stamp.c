/* SPDX-License-Identifier: BSD-2-Clause */
#include <arpa/inet.h>
#include <string.h>

#include "lib/stamp.h"

#define UNCOUNTED 0x8000

static void
put16(uint8_t *p, uint16_t v)
{
	v = htons(v);
	memcpy(p, &v, 2);
}

static void
put32(uint8_t *p, uint32_t v)
{
	v = htonl(v);
	memcpy(p, &v, 4);
}

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

void
stamp_put(uint8_t *p, size_t len, const struct stamp *s)
{
	if (len < 4)
		return;
	put32(p, (uint32_t)s->seq);
	if (len < 10)
		return;
	put16(p + 4, s->tag);
	put16(p + 6, (uint16_t)(s->stream | (s->uncounted ? UNCOUNTED : 0)));
	put16(p + 8, (uint16_t)(s->seq >> 32));
	if (len >= 18) {
		put32(p + 10, (uint32_t)(s->time_ns >> 32));
		put32(p + 14, (uint32_t)s->time_ns);
	} else if (len >= 14) {
		put32(p + 10, (uint32_t)s->time_ns);
	}
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
	s->uncounted = (get16(p + 6) & UNCOUNTED) != 0;
	s->seq |= (uint64_t)get16(p + 8) << 32;
	if (form == STAMP_TIME64)
		s->time_ns = (uint64_t)get32(p + 10) << 32 | get32(p + 14);
	else if (form == STAMP_TIME32)
		s->time_ns = get32(p + 10);
	return form;
}
