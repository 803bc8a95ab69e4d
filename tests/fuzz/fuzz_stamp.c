/* SPDX-License-Identifier: BSD-2-Clause */
/* What is put is got, in every form, and no other byte moves. */
#include "lib/stamp.h"
#include "tests/fuzz/fuzz.h"

#define LONGEST 40

int fuzz_stamp(const uint8_t *, size_t);

static const size_t written[] = {
	[STAMP_NONE] = 0,
	[STAMP_COUNTER] = 4,
	[STAMP_SHORT] = 10,
	[STAMP_TIME32] = 14,
	[STAMP_TIME64] = 18,
};

static void
same(enum stamp_form form, const struct stamp *a, const struct stamp *b)
{
	if (form == STAMP_NONE)
		return;
	if (form == STAMP_COUNTER) {
		HOLDS((uint32_t)a->seq == b->seq);
		HOLDS(b->tag == 0 && b->stream == 0 && !b->uncounted);
		return;
	}
	HOLDS(a->seq == b->seq && a->tag == b->tag);
	HOLDS(a->stream == b->stream && a->uncounted == b->uncounted);
	if (form == STAMP_TIME64)
		HOLDS(a->time_ns == b->time_ns);
	else if (form == STAMP_TIME32)
		HOLDS((uint32_t)a->time_ns == b->time_ns);
	else
		HOLDS(b->time_ns == 0);
}

int
fuzz_stamp(const uint8_t *data, size_t len)
{
	struct input in = { data, len };
	size_t n = take(&in, 1) % (LONGEST + 1);
	struct stamp s = { take(&in, 8) & STAMP_SEQ_MASK, take(&in, 8),
		(uint16_t)take(&in, 2),
		(uint16_t)(take(&in, 2) & STAMP_STREAM_MAX), take(&in, 1) & 1 };
	struct stamp got = { 1, 2, 3, 4, true };
	uint8_t *payload = malloc(n + 1), *again = malloc(n + 1);
	enum stamp_form form = stamp_form(n);

	if (payload == NULL || again == NULL)
		abort();
	HOLDS(written[form] <= n);
	for (size_t i = 0; i < n; i++)
		payload[i] = again[i] = (uint8_t)take(&in, 1);
	stamp_put(payload, n, &s);
	HOLDS(stamp_get(payload, n, &got) == form);
	same(form, &s, &got);
	HOLDS(memcmp(payload + written[form], again + written[form],
		  n - written[form]) == 0);
	/* any bytes: got and put again, they are the same bytes */
	memcpy(payload, again, n);
	stamp_get(payload, n, &got);
	stamp_put(again, n, &got);
	HOLDS(memcmp(payload, again, n) == 0);
	free(payload);
	free(again);
	return 0;
}
