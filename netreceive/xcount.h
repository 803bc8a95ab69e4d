/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the engine xdp and its program in the kernel share: the counters, and
 * how a sequence number is judged where several CPUs may hold frames of one
 * stream. Fixed-width types and arithmetic only, because both compile it.
 *
 * The window is a ring of words. A word has 32 numbers in its low half and in
 * the high half which of those that share its place they are: so nothing has
 * to be cleared, and who sets a bit first is decided by one atomic operation.
 * Every number is unique once and a duplicate each further time, whichever
 * CPU has it. The ring is four times the window of lib/seqtrack, so that
 * user space can read what has left the window before it is overwritten.
 */
#ifndef NETRECEIVE_XCOUNT_H
#define NETRECEIVE_XCOUNT_H

#include "lib/hist.h"
#include "lib/seqtrack_num.h"
#include "netreceive/kinds.h"

#define XCOUNT_STREAMS 64 /* at most; 1 MiB each */
#define XCOUNT_STREAMS_USUAL 16 /* where --streams does not say */
#define XCOUNT_EXPECT 1024 /* RX_EXPECT_MAX */
#define XCOUNT_NUMBERS 32768 /* of own streams */
#define XCOUNT_NO_TAG 0x10000
#define XCOUNT_SNAP 128 /* datagrams from here on: checksum not verified */
#define XCOUNT_BITS 22 /* the ring's numbers; 32 a word */
#define XCOUNT_WORDS (1U << (XCOUNT_BITS - 5))
#define XCOUNT_TRIES 64
#define XCOUNT_LEAPS 16 /* remembered of a stream */
#define XCOUNT_LEAP (SEQTRACK_WINDOW / 2)

/* What was asked for; constants while the program is loaded. */
struct xcount_rules {
	uint16_t port_min, port_max;
	uint16_t stream_min, stream_max;
	uint16_t vlan[2]; /* outer first */
	uint16_t streams; /* that there is room for */
	uint8_t vlans; /* 0: any tag or none */
	uint8_t stamp; /* enum rx_stamp */
	bool pass, any_source;
	bool unfinished; /* checksums may be: frames that never saw a wire */
	bool latency; /* else the clock is read as it was at the last tick */
	bool alone; /* one receive queue, so one frame at a time */
	uint64_t first_seq;
	uint64_t clock_offset; /* of the sender's clock, modulo 2^64 */
	uint64_t start_ns, interval_ns, intervals; /* of the series */
};

struct xcount_stream {
	uint64_t next; /* RFC 4737's NextExp; 0: nothing came */
	uint64_t limit;
	uint64_t source_high, source_low; /* as on the wire; IPv4: low */
	uint32_t family; /* 0: none, 1: being written */
	uint16_t src_port, dst_port;
	uint16_t kind, number;
	uint32_t collision;
	/* numbers that were skipped at once: from..to-1 */
	uint32_t leaps;
	uint64_t leap_from[XCOUNT_LEAPS], leap_to[XCOUNT_LEAPS];
	uint64_t window[XCOUNT_WORDS];
};

/* Of a stream on a CPU. */
struct xcount_frames {
	uint64_t unique, duplicate, reordered, unjudged;
	uint64_t impossible; /* sequence: corrupt */
	uint64_t corrupt; /* checksum, length */
	uint64_t uncounted, late, bare;
	uint64_t first_ns, last_ns;
};

/*
 * The last frame that was counted on a CPU, if of the most usual kind: IPv4
 * without options or tag, an own stamp of 10 or 18 bytes and no more payload.
 * The next one mostly differs from it only in sequence, time and checksum;
 * then nothing else needs to be looked at again.
 */
struct xcount_usual {
	uint64_t head[3]; /* from the Ethernet type to the source port */
	uint32_t ports; /* destination port, UDP length */
	uint32_t id; /* tag, stream */
	uint64_t sum; /* of all that does not differ, for the checksum */
	uint32_t stream;
	uint32_t bytes; /* of payload; 0: there was none */
};

struct xcount_cpu {
	struct xcount_usual usual;
	struct xcount_frames stream[XCOUNT_STREAMS];
	uint64_t foreign[FOREIGN_KINDS];
	uint64_t unverified;
	uint64_t slot, slot_end_ns, slot_frames; /* of the series, in hand */
	uint64_t negative;
	uint64_t tick, now_ns; /* without rules.latency: when it was read */
	struct hist latency; /* but for its count: the sum of its buckets */
};

/* What all CPUs share and change. */
struct xcount_shared {
	uint64_t stop_ns;
	uint64_t after; /* behind the series' last interval */
	uint32_t tag; /* the run's, XCOUNT_NO_TAG: the first that comes */
	uint32_t used; /* streams; may be more than there are */
	uint32_t full; /* a stream had no room */
	uint32_t zero;
	uint32_t by_number[XCOUNT_NUMBERS]; /* stream + 1; 0: none */
};

/* Key of streams that have no number. */
struct xcount_key {
	uint64_t source_high, source_low;
	uint16_t src_port, dst_port;
	uint16_t kind, family;
};

static inline uint64_t
xcount_load(const uint64_t *p)
{
	return *(const volatile uint64_t *)p;
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
};

static inline enum xcount_set
xcount_set(uint64_t *word, uint64_t seq, bool alone)
{
	uint64_t round = xcount_round(seq), bit = 1ULL << (seq & 31);
	uint64_t old = xcount_load(word);

	if (alone) {
		if (old < round)
			old = round;
		*word = old | bit;
		return (old & bit) == 0 ? XCOUNT_FRESH : XCOUNT_SEEN;
	}
	if ((old ^ round) >> 32 != 0) {
		if (old > round)
			return XCOUNT_GONE;
		if (__sync_val_compare_and_swap(word, old, round | bit) == old)
			return XCOUNT_FRESH;
	}
	old = __sync_fetch_and_or(word, bit);
	if ((old ^ round) >> 32 != 0)
		return XCOUNT_GONE;
	return (old & bit) == 0 ? XCOUNT_FRESH : XCOUNT_SEEN;
}

/*
 * A new number; true: it was in order. Another CPU may raise `next` at the
 * same time, each time by a frame of its own, so few tries are needed.
 */
static inline bool
xcount_advance(uint64_t *next, uint64_t seen, uint64_t seq, bool alone)
{
	if (alone) {
		if (seq >= seen)
			*next = seq + 1;
		return seq >= seen;
	}
	for (int i = 0; i < XCOUNT_TRIES && seq >= seen; i++) {
		uint64_t was = __sync_val_compare_and_swap(next, seen, seq + 1);

		if (was == seen)
			return true;
		seen = was;
	}
	return false;
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

static inline enum seq_verdict
xcount_track(struct xcount_stream *s, uint64_t first, uint64_t seq, bool alone)
{
	uint64_t next = xcount_load(&s->next);
	enum xcount_set set;

	if (!seqtrack_possible(first, s->limit, next, seq))
		return SEQ_CORRUPT;
	if (seq < next && next - 1 - seq >= SEQTRACK_WINDOW)
		return SEQ_UNJUDGED;
	set = xcount_set(&s->window[xcount_place(seq)], seq, alone);
	if (set == XCOUNT_GONE)
		return SEQ_UNJUDGED;
	if (set == XCOUNT_SEEN)
		return SEQ_DUPLICATE;
	if (!xcount_advance(&s->next, next, seq, alone))
		return SEQ_REORDERED;
	if (seq - next > XCOUNT_LEAP && seq > next)
		xcount_leap(s, next, seq);
	return SEQ_NEW;
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

/* Which of the 64 numbers from `first` on came; false: no longer known. */
static inline bool
xcount_came(const struct xcount_stream *s, uint64_t first, uint64_t *came)
{
	*came = 0;
	for (unsigned half = 0; half < 2; half++) {
		uint64_t seq = first + half * 32, round = xcount_round(seq);
		uint64_t word = xcount_load(&s->window[xcount_place(seq)]);

		if (word >> 32 > round >> 32 && !xcount_leapt(s, seq, 32))
			return false;
		if (word >> 32 == round >> 32)
			*came |= (word & UINT32_MAX) << half * 32;
	}
	return true;
}

#endif
