/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How the engine xdp judges a sequence number, where several CPUs may hold
 * frames of one stream: arithmetic that the kernel's program and user space
 * both compile.
 *
 * A stream's state is one word: RFC 4737's NextExp, one more than the highest
 * number that came, and how many numbers right below it came without a gap (the
 * run). A number from NextExp on came never before, and belongs to whom changes
 * the state first. One of the run came before. Any other is looked up in the
 * window, so frames that are in order mostly need nothing but the state.
 *
 * The window is a ring of words. A word has 32 numbers in its low half and in
 * the high half which of those that share its place they are: so nothing has
 * to be cleared, and who sets a bit first is decided by one atomic operation.
 * A run is of numbers of one word: before the state goes on to a number of
 * another one, the run is put into its word. So everything that came is in the
 * window or in the run.
 *
 * Every number is unique once and a duplicate each further time, whichever
 * CPU has it. The ring is four times the window of lib/seqtrack, so that
 * user space can read what has left the window before it is overwritten.
 */
#ifndef NETRECEIVE_XCOUNT_TRACK_H
#define NETRECEIVE_XCOUNT_TRACK_H

#include "lib/seqtrack_num.h"
#include "netreceive/xcount.h"

#define XCOUNT_RUN_BITS 6 /* of the state; a run has 32 numbers at most */
#define XCOUNT_AGAIN (-1)
#define XCOUNT_TRIES 64 /* each one lost is a frame of another CPU done */
#define XCOUNT_LEAP (SEQTRACK_WINDOW / 2)

static inline uint64_t
xcount_load(const uint64_t *p)
{
	return *(const volatile uint64_t *)p;
}

static inline uint64_t
xcount_next(uint64_t state)
{
	return state >> XCOUNT_RUN_BITS;
}

static inline uint32_t
xcount_run(uint64_t state)
{
	return (uint32_t)state & ((1U << XCOUNT_RUN_BITS) - 1);
}

/* With the next number, where that is no other word's. */
static inline uint64_t
xcount_longer(uint64_t state)
{
	return state + (1U << XCOUNT_RUN_BITS) + 1;
}

static inline bool
xcount_begins_word(uint64_t seq)
{
	return (seq & 31) == 0;
}

/* False: it is no longer `old`. `alone`: nobody else is at it. */
static inline bool
xcount_change(uint64_t *p, uint64_t old, uint64_t new, bool alone)
{
	if (!alone)
		return __sync_val_compare_and_swap(p, old, new) == old;
	*p = new;
	return true;
}

static inline uint32_t
xcount_place(uint64_t seq)
{
	return (uint32_t)(seq >> 5) & (XCOUNT_WORDS - 1);
}

/* The high half of the word that holds this number. */
static inline uint64_t
xcount_round(uint64_t seq)
{
	return seq >> XCOUNT_BITS << 32;
}

enum xcount_set {
	XCOUNT_FRESH,
	XCOUNT_SEEN,
	XCOUNT_GONE, /* the word is a later number's by now */
	XCOUNT_BUSY, /* another CPU was quicker: again */
};

/* Numbers of one word, of which seq is one, into the window. */
static inline enum xcount_set
xcount_enter(struct xcount_stream *s, uint64_t seq, uint32_t bits, bool alone)
{
	uint64_t *word = &s->window[xcount_place(seq)];
	uint64_t round = xcount_round(seq), old = xcount_load(word);
	uint64_t new = (old > round ? old : round) | bits;

	if (old >> 32 > round >> 32)
		return XCOUNT_GONE;
	if (new == old)
		return XCOUNT_SEEN;
	return xcount_change(word, old, new, alone) ? XCOUNT_FRESH
						    : XCOUNT_BUSY;
}

/* The run, as bits of its word. */
static inline uint32_t
xcount_bits(uint64_t state)
{
	uint32_t end = ((uint32_t)(xcount_next(state) - 1) & 31) + 1;
	uint64_t run = (1ULL << xcount_run(state)) - 1;

	return (uint32_t)(run << (end - xcount_run(state)));
}

/* Before the state goes on to another word; false: again. */
static inline bool
xcount_close_word(struct xcount_stream *s, uint64_t state, bool alone)
{
	return state == 0 ||
	    xcount_enter(s, xcount_next(state) - 1, xcount_bits(state),
		alone) != XCOUNT_BUSY;
}

/*
 * What lies between never had a word in the ring, so later numbers may have
 * taken its place before anybody looked.
 */
static inline void
xcount_leap(struct xcount_stream *s, uint64_t from, uint64_t to)
{
	uint32_t i = __sync_fetch_and_add(&s->leaps, 1);

	if (i < XCOUNT_LEAPS) {
		s->leap_from[i] = from;
		s->leap_to[i] = to;
	}
}

/* A number below NextExp. */
static inline enum xcount_set
xcount_behind(struct xcount_stream *s, uint64_t state, uint64_t seq, bool alone)
{
	uint64_t back = xcount_next(state) - seq;

	if (back <= xcount_run(state))
		return XCOUNT_SEEN;
	if (back > SEQTRACK_WINDOW)
		return XCOUNT_GONE;
	return xcount_enter(s, seq, 1U << (seq & 31), alone);
}

/* A number from NextExp on; false: again. */
static inline bool
xcount_ahead(struct xcount_stream *s, uint64_t state, uint64_t seq, bool alone)
{
	uint64_t next = xcount_next(state), new = xcount_longer(state);

	if (seq > next || xcount_begins_word(seq)) {
		if (!xcount_close_word(s, state, alone))
			return false;
		new = (seq + 1) << XCOUNT_RUN_BITS | 1;
	}
	if (!xcount_change(&s->state, state, new, alone))
		return false;
	if (seq - next > XCOUNT_LEAP)
		xcount_leap(s, next, seq);
	return true;
}

/* An enum seq_verdict, or XCOUNT_AGAIN: another CPU was quicker. */
static inline int
xcount_try(struct xcount_stream *s, uint64_t first, uint64_t seq, bool alone)
{
	uint64_t state = xcount_load(&s->state), next = xcount_next(state);

	if (!seqtrack_possible(first, s->limit, next, seq))
		return SEQ_CORRUPT;
	if (seq >= next)
		return xcount_ahead(s, state, seq, alone) ? SEQ_NEW
							  : XCOUNT_AGAIN;
	switch (xcount_behind(s, state, seq, alone)) {
	case XCOUNT_FRESH:
		return SEQ_REORDERED;
	case XCOUNT_SEEN:
		return SEQ_DUPLICATE;
	case XCOUNT_GONE:
		return SEQ_UNJUDGED;
	case XCOUNT_BUSY:
		break;
	}
	return XCOUNT_AGAIN;
}

/* Was all of them skipped, and too far to come late? */
static inline bool
xcount_leapt(const struct xcount_stream *s, uint64_t first, uint64_t n)
{
	for (uint32_t i = 0; i < XCOUNT_LEAPS && i < s->leaps; i++)
		if (first >= s->leap_from[i] &&
		    first + n + SEQTRACK_WINDOW <= s->leap_to[i])
			return true;
	return false;
}

/* How many words of 64 numbers, from this one on, were skipped like that. */
static inline uint64_t
xcount_leapt_words(const struct xcount_stream *s, uint64_t word)
{
	uint64_t first = word * 64;

	for (uint32_t i = 0; i < XCOUNT_LEAPS && i < s->leaps; i++)
		if (first >= s->leap_from[i] &&
		    first + 64 + SEQTRACK_WINDOW <= s->leap_to[i])
			return (s->leap_to[i] - SEQTRACK_WINDOW - first) / 64;
	return 0;
}

/*
 * Which of the 64 numbers from `first` on came; false: no longer known. The
 * state is one that was there before the call.
 */
static inline bool
xcount_came(const struct xcount_stream *s, uint64_t state, uint64_t first,
    uint64_t *came)
{
	uint64_t last = xcount_next(state) - 1;

	*came = 0;
	for (unsigned half = 0; half < 2; half++) {
		uint64_t seq = first + half * 32, round = xcount_round(seq);
		uint64_t word = xcount_load(&s->window[xcount_place(seq)]);

		if (word >> 32 > round >> 32 && !xcount_leapt(s, seq, 32))
			return false;
		if (word >> 32 == round >> 32)
			*came |= (word & UINT32_MAX) << half * 32;
		if (state != 0 && last >> 5 == seq >> 5)
			*came |= (uint64_t)xcount_bits(state) << half * 32;
	}
	return true;
}

#endif
