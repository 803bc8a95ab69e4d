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
	return &t->window[seq % SEQTRACK_WINDOW / 64];
}

static uint64_t
bit(uint64_t seq)
{
	return 1ULL << seq % 64;
}

/* Numbers above `highest` up to seq enter the window: not seen yet. */
static void
advance(struct seqtrack *t, uint64_t seq)
{
	uint64_t s = t->highest + 1;

	if (seq - t->highest >= SEQTRACK_WINDOW) {
		memset(t->window, 0, SEQTRACK_WORDS * sizeof(*t->window));
	} else {
		for (; s <= seq && s % 64 != 0; s++)
			*word(t, s) &= ~bit(s);
		for (; s <= seq && seq - s >= 63; s += 64)
			*word(t, s) = 0;
		for (; s <= seq; s++)
			*word(t, s) &= ~bit(s);
	}
	t->highest = seq;
}

static enum seq_verdict
ahead(struct seqtrack *t, uint64_t seq)
{
	if (t->any)
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

enum seq_verdict
seqtrack_add(struct seqtrack *t, uint64_t seq)
{
	if (seq < t->first || seq >= t->limit ||
	    (t->any && seq > t->highest && seq - t->highest >= SEQTRACK_JUMP)) {
		t->corrupt++;
		return SEQ_CORRUPT;
	}
	if (!t->any || seq > t->highest)
		return ahead(t, seq);
	return behind(t, seq);
}

int
seqtrack_extend32(const struct seqtrack *t, uint32_t low, uint64_t *seq)
{
	uint64_t near = t->any ? t->highest : t->first;
	uint64_t up = (uint32_t)(low - (uint32_t)near);
	uint64_t down = UINT32_MAX - up + 1;

	if (!t->any || up < SEQTRACK_JUMP)
		*seq = near + up;
	else if (near >= down)
		*seq = near - down;
	else
		return -1;
	return 0;
}

uint64_t
seqtrack_missing(const struct seqtrack *t)
{
	return t->any ? t->highest + 1 - t->first - t->unique : 0;
}
