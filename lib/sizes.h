/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Which size has frame n? A mix is a few kinds of frames and one period of
 * their order, which repeats for ever. The order is part of what was measured
 * (a 7:4:1 list has 3,960 of them, and devices see the difference), so it is
 * fixed by text and seed, and goes into the document.
 */
#ifndef LIB_SIZES_H
#define LIB_SIZES_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/fail.h"

#define SIZES_KINDS 16
#define SIZES_PERIOD 4096
#define SIZES_FRAME_MIN 64 /* IEEE 802.3, with FCS */
#define SIZES_FRAME_MAX 65601 /* IPv6's 65,535 + 40, header, two tags, FCS */
#define SIZES_TEXT (SIZES_PERIOD + 1)

struct sizes {
	unsigned kinds; /* 1 to SIZES_KINDS */
	uint32_t bytes[SIZES_KINDS]; /* of each kind, all different */
	bool frames; /* bytes are frames with FCS; else UDP payloads */
	uint32_t period; /* 1 to SIZES_PERIOD */
	uint8_t order[SIZES_PERIOD]; /* the kind of each frame of a period */
};

/*
 * A mix of frames with FCS, kinds numbered as they appear in the text:
 *	imix			7 x 64, 4 x 570, 1 x 1518, shuffled by the seed
 *	64:7,570:4,1518:1	the same: weights, shuffled once by the seed
 *	64,128,64,1518		in exactly this order
 *	aaaaaaaccccg		RFC 6985 genome, in exactly this order: a 64,
 *				b 128, c 256, d 512, e 1024, f 1280, g 1518,
 *				h 2112, i 9000, j 16000, z fills the MTU
 *	20xabcd,5xggga		genomes with repetitions, as the run-length
 *				table of RFC 6985 section 5.1 has them
 * mtu_frame: the longest frame with FCS that the MTU lets through, for z;
 * 0 where it is unknown. On failure *sizes is undefined.
 */
int sizes_parse(const char *what, const char *text, uint64_t seed,
    uint32_t mtu_frame, struct sizes *, struct fail *);

/* All frames alike. */
void sizes_one(struct sizes *, uint32_t bytes, bool frames);

/* How many frames of a period are of this kind (0 to kinds - 1). */
uint32_t sizes_count(const struct sizes *, unsigned kind);

/* The period in letters, A for kind 0: "AABAC". Returns buf. */
char *sizes_text(const struct sizes *, char buf[SIZES_TEXT]);

/* The kind of frame n. */
static inline unsigned
sizes_kind(const struct sizes *s, uint64_t n)
{
	return s->period == 1 ? 0 : s->order[n % s->period];
}

/* The same without a division for a frame soon behind the last one. */
struct sizes_walk { /* start with all zero */
	uint64_t frame, place;
};

static inline unsigned
sizes_walk(struct sizes_walk *w, const struct sizes *s, uint64_t n)
{
	if (s->period == 1)
		return 0;
	w->place += n - w->frame;
	w->frame = n;
	if (w->place >= s->period)
		w->place = w->place == s->period ? 0 : n % s->period;
	return s->order[w->place];
}

#endif
