/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The counts add up for any numbers; for few numbers (all within the window)
 * they are compared with a plain model that remembers everything.
 */
#include "lib/seqtrack.h"
#include "tests/fuzz/fuzz.h"

#define FEW 512

int fuzz_seqtrack(const uint8_t *, size_t);

static void
adds_up(const struct seqtrack *t)
{
	HOLDS(t->received == t->unique + t->duplicate + t->unjudged);
	HOLDS(t->reordered <= t->unique);
	HOLDS(t->any == (t->received > 0));
	HOLDS(!t->any || (t->highest >= t->first && t->highest < t->limit));
	if (t->any)
		HOLDS(seqtrack_missing(t) ==
		    t->highest + 1 - t->first - t->unique);
}

static void
any_numbers(struct input in, uint64_t *window, uint64_t first, uint64_t limit)
{
	struct seqtrack t;
	uint64_t seq = first, corrupt = 0, full;

	seqtrack_init(&t, window, first, limit);
	for (int i = 0; in.left > 0 && i < 400; i++) {
		int bits = (int)take(&in, 1) % 64;
		uint64_t step = take(&in, 8) >> bits;

		seq = bits & 1 ? seq - step : seq + step;
		if (seqtrack_add(&t, seq) == SEQ_CORRUPT)
			corrupt++;
		HOLDS(t.corrupt == corrupt);
		adds_up(&t);
		if (seqtrack_extend32(&t, (uint32_t)seq, &full) == 0)
			HOLDS((uint32_t)full == (uint32_t)seq);
	}
}

static void
few_numbers(struct input in, uint64_t *window)
{
	struct seqtrack t;
	uint8_t seen[FEW] = { 0 };
	uint64_t unique = 0, duplicate = 0, reordered = 0, next = 0;

	seqtrack_init(&t, window, 0, FEW);
	while (in.left > 1) {
		uint64_t seq = take(&in, 2) % FEW;
		enum seq_verdict verdict = seqtrack_add(&t, seq);

		if (seen[seq]) {
			duplicate++;
			HOLDS(verdict == SEQ_DUPLICATE);
		} else if (seq >= next) { /* RFC 4737 section 3.3 */
			unique++;
			next = seq + 1;
			HOLDS(verdict == SEQ_NEW);
		} else {
			unique++;
			reordered++;
			HOLDS(verdict == SEQ_REORDERED);
		}
		seen[seq] = 1;
		HOLDS(t.unique == unique && t.duplicate == duplicate);
		HOLDS(t.reordered == reordered && t.unjudged == 0);
	}
}

int
fuzz_seqtrack(const uint8_t *data, size_t len)
{
	/* the window is large: cleared only where it was used */
	static uint64_t window[SEQTRACK_WORDS];
	struct input in = { data, len };
	uint64_t first = take(&in, 8) >> (take(&in, 1) % 64);
	uint64_t limit = take(&in, 1) & 1 ? UINT64_MAX : first + FEW;

	few_numbers(in, window);
	memset(window, 0, sizeof(window));
	if (first < limit)
		any_numbers(in, window, first, limit);
	memset(window, 0, sizeof(window));
	return 0;
}
