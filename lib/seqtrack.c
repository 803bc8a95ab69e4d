/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "lib/seqtrack.h"

void
seqtrack_init(
    struct seqtrack *t, uint64_t *window, uint64_t first, uint64_t limit)
{
	*t = (struct seqtrack){
		.first = first, .limit = limit, .window = window
	};
}

static uint64_t *
word(struct seqtrack *t, uint64_t seq)
{
	return &t->window[seq / 64 % SEQTRACK_WORDS];
}

static uint64_t
bit(uint64_t seq)
{
	return 1ULL << seq % 64;
}

void
seqtrack_leave(
    struct seqtrack *t, uint64_t number, uint64_t last, uint64_t came)
{
	uint64_t from = number * 64;

	if (from < t->first) {
		came >>= t->first - from;
		from = t->first;
	}
	if (last >= from)
		lossruns_word(
		    &t->runs, from, came, (unsigned)(last - from + 1));
}

static void
judge(struct seqtrack *t, uint64_t number, uint64_t last)
{
	seqtrack_leave(t, number, last, *word(t, number * 64));
}

/* Words `from` to `to` enter, each in the place of one that leaves. */
static void
enter(struct seqtrack *t, uint64_t from, uint64_t to)
{
	for (uint64_t w = from; w <= to; w++) {
		uint64_t old = w - SEQTRACK_WORDS;

		if (w >= SEQTRACK_WORDS && old >= t->first / 64)
			judge(t, old, old * 64 + 63);
		t->window[w % SEQTRACK_WORDS] = 0;
	}
}

/*
 * seq lies in a higher word. Words that would enter and leave again at once
 * are lost as a whole: a jump costs one round of the ring at most.
 */
static void
advance(struct seqtrack *t, uint64_t seq)
{
	uint64_t next = (t->any ? t->highest : t->first) / 64 + 1;
	uint64_t to = seq / 64;

	if (to - next + 1 <= SEQTRACK_WORDS) {
		enter(t, next, to);
		return;
	}
	enter(t, next, next + SEQTRACK_WORDS - 1);
	lossruns_lost(
	    &t->runs, next * 64, (to + 1 - SEQTRACK_WORDS - next) * 64);
}

static enum seq_verdict
ahead(struct seqtrack *t, uint64_t seq)
{
	if (seq / 64 != (t->any ? t->highest : t->first) / 64)
		advance(t, seq);
	t->highest = seq;
	t->any = true;
	*word(t, seq) |= bit(seq);
	t->received++;
	t->unique++;
	return SEQ_NEW;
}

/* Not above the highest; RFC 4737's NextExp is highest + 1. */
static enum seq_verdict
behind(struct seqtrack *t, uint64_t seq)
{
	t->received++;
	if (t->highest - seq >= SEQTRACK_WINDOW) {
		t->unjudged++;
		return SEQ_UNJUDGED;
	}
	if ((*word(t, seq) & bit(seq)) != 0) {
		t->duplicate++;
		return SEQ_DUPLICATE;
	}
	*word(t, seq) |= bit(seq);
	t->unique++;
	t->reordered++;
	return SEQ_REORDERED;
}

static uint64_t
next_exp(const struct seqtrack *t)
{
	return t->any ? t->highest + 1 : 0;
}

enum seq_verdict
seqtrack_add(struct seqtrack *t, uint64_t seq)
{
	if (!seqtrack_possible(t->first, t->limit, next_exp(t), seq)) {
		t->corrupt++;
		return SEQ_CORRUPT;
	}
	if (!t->any || seq > t->highest)
		return ahead(t, seq);
	return behind(t, seq);
}

void
seqtrack_finish(struct seqtrack *t)
{
	uint64_t next = t->first, top = t->highest / 64;
	uint64_t w = top < SEQTRACK_WORDS ? 0 : top - SEQTRACK_WORDS + 1;

	if (t->any) {
		if (w < t->first / 64)
			w = t->first / 64;
		for (; w < top; w++)
			judge(t, w, w * 64 + 63);
		judge(t, top, t->highest);
		next = t->highest + 1;
	}
	if (t->limit != UINT64_MAX)
		lossruns_lost(&t->runs, next, t->limit - next);
	lossruns_close(&t->runs);
}

int
seqtrack_extend32(const struct seqtrack *t, uint32_t low, uint64_t *seq)
{
	return seqtrack_widen(t->first, next_exp(t), low, seq) ? 0 : -1;
}

uint64_t
seqtrack_missing(const struct seqtrack *t)
{
	return t->any ? t->highest + 1 - t->first - t->unique : 0;
}
