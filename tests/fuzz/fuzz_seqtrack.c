/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The counts add up for any numbers; for few numbers (all within the window)
 * they are compared with a plain model that remembers everything, which runs
 * of numbers never came and RFC 4737's extent and n by their definitions
 * included.
 */
#include "lib/reorder.h"
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

/* Runs come in ascending order, do not touch, and hold what never came. */
struct runs {
	const uint8_t *seen; /* NULL: not known */
	uint64_t first, next, n, frames;
};

static void
tell(void *arg, uint32_t id, uint64_t first, uint64_t last)
{
	struct runs *r = arg;

	HOLDS(id == 7);
	HOLDS(last >= first);
	HOLDS(r->n == 0 ? first >= r->first : first > r->next);
	for (uint64_t s = first; r->seen != NULL && s <= last; s++)
		HOLDS(r->seen[s] == 0);
	r->n++;
	r->frames += last - first + 1;
	r->next = last + 1;
}

static void
begin(struct seqtrack *t, uint64_t *window, struct runs *r, uint64_t limit)
{
	seqtrack_init(t, window, r->first, limit);
	t->runs.tell = tell;
	t->runs.arg = r;
	t->runs.id = 7;
}

/* All that never came is in some run. */
static void
finish(struct seqtrack *t, const struct runs *r)
{
	uint64_t lost = t->limit != UINT64_MAX ? t->limit - t->first - t->unique
					       : seqtrack_missing(t);

	seqtrack_finish(t);
	HOLDS(r->n == t->runs.count && r->frames == t->runs.frames);
	HOLDS(t->runs.longest <= r->frames);
	if (t->unjudged == 0)
		HOLDS(r->frames == lost);
	else
		HOLDS(r->frames <= lost);
}

static void
any_numbers(struct input in, uint64_t *window, uint64_t first, uint64_t limit)
{
	struct seqtrack t;
	struct runs runs = { .first = first };
	uint64_t seq = first, corrupt = 0, full;

	begin(&t, window, &runs, limit);
	for (int i = 0; in.left > 0 && i < 60; i++) {
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
	finish(&t, &runs);
}

/* Distinct frames by arrival, and what the definitions say. */
struct arrivals {
	uint64_t s[FEW];
	uint64_t n_s, extent_sum, n_sum;
};

static void
arrived(struct arrivals *a, struct reorder *r, uint64_t seq, bool in_order)
{
	uint64_t i = a->n_s, j = 0, n = 0, sum = 0;

	a->s[a->n_s++] = seq;
	reorder_add(r, seq, in_order);
	while (j < i && a->s[j] <= seq)
		j++;
	while (n < i && n < REORDER_LAST && a->s[i - 1 - n] > seq)
		n++;
	a->extent_sum += i - j;
	a->n_sum += n;
	for (unsigned k = 1; k <= REORDER_LAST; k++)
		sum += r->n[k] * k;
	HOLDS(sum == a->n_sum);
	if (r->at_least == 0)
		HOLDS(r->extent_sum == a->extent_sum);
	else
		HOLDS(r->extent_sum <= a->extent_sum);
}

static void
few_numbers(struct input in, uint64_t *window)
{
	struct seqtrack t;
	uint8_t seen[FEW] = { 0 };
	struct runs runs = { .seen = seen };
	uint64_t unique = 0, duplicate = 0, reordered = 0, next = 0;
	struct reorder_step steps[16]; /* few, so that they run out */
	struct arrivals arrivals = { .n_s = 0 };
	struct reorder order;

	reorder_init(&order, steps, 16);
	begin(&t, window, &runs, FEW);
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
		if (!seen[seq])
			arrived(&arrivals, &order, seq, verdict == SEQ_NEW);
		seen[seq] = 1;
		HOLDS(t.unique == unique && t.duplicate == duplicate);
		HOLDS(t.reordered == reordered && t.unjudged == 0);
		HOLDS(order.count == reordered && order.arrivals == unique);
	}
	finish(&t, &runs);
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
