/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "lib/num.h"
#include "lib/rand.h"
#include "lib/sizes.h"

#define SIMPLE_IMIX "64:7,570:4,1518:1"

/* One text while it is read. */
struct mix {
	const char *what;
	struct sizes *sizes;
	struct fail *f;
	uint32_t mtu_frame;
	unsigned piece; /* between commas, from 1 */
	unsigned weights; /* pieces that had one */
};

/* RFC 6985 section 4, table 1 */
static const uint32_t genome_bytes[26] = {
	['a' - 'a'] = 64,
	['b' - 'a'] = 128,
	['c' - 'a'] = 256,
	['d' - 'a'] = 512,
	['e' - 'a'] = 1024,
	['f' - 'a'] = 1280,
	['g' - 'a'] = 1518,
	['h' - 'a'] = 2112,
	['i' - 'a'] = 9000,
	['j' - 'a'] = 16000,
};

/* A number of `len` characters inside the text; `name` says which. */
static int
number(const struct mix *m, const char *name, const char *p, size_t len,
    const uint64_t range[2], uint64_t *out)
{
	char text[32], what[96];
	int shown = len < 20 ? (int)len : 20; /* 64 bits have 20 digits */

	snprintf(what, sizeof(what), "%s, %s %u", m->what, name, m->piece);
	/* a longer one must not pass for its beginning */
	snprintf(text, sizeof(text), "%.*s%s", shown, p, len > 20 ? "..." : "");
	return num_u64(what, text, range[0], range[1], out, m->f);
}

/* The kind of this size, made when it is new; -1: too many. */
static int
kind_of(const struct mix *m, uint32_t bytes)
{
	struct sizes *s = m->sizes;
	unsigned k;

	for (k = 0; k < s->kinds; k++)
		if (s->bytes[k] == bytes)
			return (int)k;
	if (k == SIZES_KINDS)
		return fail(m->f, "%s: more than %d different sizes", m->what,
		    SIZES_KINDS);
	s->bytes[s->kinds++] = bytes;
	return (int)k;
}

static int
append(const struct mix *m, uint32_t bytes, uint64_t n)
{
	struct sizes *s = m->sizes;
	int kind = kind_of(m, bytes);

	if (kind < 0)
		return -1;
	if (n > SIZES_PERIOD - s->period)
		return fail(m->f, "%s: more than %d frames before they repeat",
		    m->what, SIZES_PERIOD);
	memset(s->order + s->period, kind, n);
	s->period += (uint32_t)n;
	return 0;
}

/* SIZE or SIZE:WEIGHT */
static int
list_piece(struct mix *m, const char *p, size_t len)
{
	static const uint64_t sizes[2] = { SIZES_FRAME_MIN, SIZES_FRAME_MAX };
	static const uint64_t weights[2] = { 1, SIZES_PERIOD };
	const char *colon = memchr(p, ':', len);
	size_t digits = colon != NULL ? (size_t)(colon - p) : len;
	uint64_t bytes, weight = 1;

	if (number(m, "size", p, digits, sizes, &bytes) < 0)
		return -1;
	if (colon != NULL) {
		if (number(m, "weight", colon + 1, len - digits - 1, weights,
			&weight) < 0)
			return -1;
		m->weights++;
	}
	return append(m, (uint32_t)bytes, weight);
}

static int
gene(const struct mix *m, char letter)
{
	uint32_t bytes =
	    letter >= 'a' && letter <= 'z' ? genome_bytes[letter - 'a'] : 0;

	if (letter == 'z') {
		if (m->mtu_frame < SIZES_FRAME_MIN ||
		    m->mtu_frame > SIZES_FRAME_MAX)
			return fail(m->f,
			    "%s: z fills the MTU, and no MTU of an Ethernet "
			    "interface is known here",
			    m->what);
		bytes = m->mtu_frame;
	}
	if (bytes == 0)
		return fail(m->f,
		    "%s, part %u: \"%c\" is no size of an RFC 6985 genome "
		    "(a to j, z)",
		    m->what, m->piece, letter);
	return append(m, bytes, 1);
}

/* LETTERS or TIMESxLETTERS */
static int
genome_piece(struct mix *m, const char *p, size_t len)
{
	static const uint64_t range[2] = { 1, SIZES_PERIOD };
	const char *x = memchr(p, 'x', len), *end = p + len;
	uint64_t times = 1;

	if (x != NULL) {
		if (number(m, "repetition", p, (size_t)(x - p), range, &times) <
		    0)
			return -1;
		p = x + 1;
	}
	if (p == end)
		return fail(m->f, "%s, part %u: no letters (a to j, z)",
		    m->what, m->piece);
	for (; times > 0; times--)
		for (const char *q = p; q < end; q++)
			if (gene(m, *q) < 0)
				return -1;
	return 0;
}

/* Fisher and Yates; the bias of the multiplication is below 2^-20. */
static void
shuffle(struct sizes *s, uint64_t seed)
{
	for (uint32_t i = s->period - 1; i > 0; i--) {
		uint64_t r = rand_at(seed, i) >> 32;
		uint32_t j = (uint32_t)(r * (i + 1) >> 32);
		uint8_t kind = s->order[i];

		s->order[i] = s->order[j];
		s->order[j] = kind;
	}
}

/* Only a list begins with a digit and has no x. */
static bool
is_genome(const char *text)
{
	return (*text >= 'a' && *text <= 'z') || strchr(text, 'x') != NULL;
}

int
sizes_parse(const char *what, const char *text, uint64_t seed,
    uint32_t mtu_frame, struct sizes *s, struct fail *f)
{
	struct mix m = { what, s, f, mtu_frame, 1, 0 };
	const char *p = strcmp(text, "imix") == 0 ? SIMPLE_IMIX : text;
	int (*take)(struct mix *, const char *, size_t) =
	    is_genome(p) ? genome_piece : list_piece;

	memset(s, 0, sizeof(*s));
	s->frames = true;
	for (;; m.piece++) {
		size_t len = strcspn(p, ",");

		if (take(&m, p, len) < 0)
			return -1;
		p += len;
		if (*p == '\0')
			break;
		p++;
	}
	if (m.weights != 0 && m.weights != m.piece)
		return fail(f,
		    "%s: \"%s\" has weights for %u of %u sizes: all "
		    "or none",
		    what, text, m.weights, m.piece);
	if (m.weights != 0)
		shuffle(s, seed);
	return 0;
}

void
sizes_one(struct sizes *s, uint32_t bytes, bool frames)
{
	memset(s, 0, sizeof(*s));
	s->kinds = 1;
	s->bytes[0] = bytes;
	s->frames = frames;
	s->period = 1;
}

uint32_t
sizes_count(const struct sizes *s, unsigned kind)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < s->period; i++)
		n += s->order[i] == kind;
	return n;
}

char *
sizes_text(const struct sizes *s, char buf[SIZES_TEXT])
{
	for (uint32_t i = 0; i < s->period; i++)
		buf[i] = (char)('A' + s->order[i]);
	buf[s->period] = '\0';
	return buf;
}
