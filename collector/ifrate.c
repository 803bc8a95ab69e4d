/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * FreeBSD and DragonFly: "input (em0) output" over one group of columns.
 * NetBSD and OpenBSD: "wm0 in wm0 out total in total out" over two groups side
 * by side. Mail wraps both lines.
 */
#include <string.h>

#include "collector/ifrate.h"

/* "input (em0) output", "input em0 output". */
static size_t
is_input_output(const struct line *l, struct ifrate *t)
{
	struct span s[4];

	if (!line_begins(l, "input") || text_fields(l, s, 4) != 3 ||
	    !span_is(s[0], "input") || !span_is(s[2], "output"))
		return 0;
	t->scope = s[1];
	if (s[1].len > 2 && *s[1].p == '(') {
		t->scope = (struct span){ s[1].p + 1, s[1].len - 2 };
		t->bracketed = !span_is(s[1], "(Total)");
	}
	return 1;
}

/* "wm0 in wm0 out total in total out", which mail may have wrapped: lines */
static size_t
is_in_out(const struct line *l, size_t n, struct ifrate *t)
{
	struct span s[9];
	size_t fields = text_fields(l, s, 2), used = 1;

	if (fields < 2 || !span_is(s[1], "in"))
		return 0;
	fields = text_fields(l, s, 9);
	if (fields < 4 || !span_is(s[3], "out"))
		return 0;
	if (fields < 8 && n > 1) {
		fields += text_fields(&l[1], s + fields, 9 - fields);
		used = 2;
	}
	if (fields != 8 || !span_is(s[4], "total") || !span_is(s[5], "in") ||
	    !span_is(s[7], "out"))
		return 0;
	t->scope = s[0];
	t->sides = true;
	return used;
}

static const struct {
	const char *word, *in, *out; /* out: the second time in a group */
} plain_words[] = {
	{ "packets", "in_packets", "out_packets" },
	{ "errs", "in_errs", "out_errs" },
	{ "fails", "in_fails", "out_fails" },
	{ "idrops", "in_drops", NULL },
	{ "bytes", "in_bytes", "out_bytes" },
	{ "colls", "colls", NULL },
	{ "drops", "out_drops", NULL },
};
#define WORDS (sizeof(plain_words) / sizeof(plain_words[0]))

static const struct {
	const char *name, *total;
} totals[] = {
	{ "in_packets", "total_in_packets" },
	{ "in_errs", "total_in_errs" },
	{ "in_fails", "total_in_fails" },
	{ "in_drops", "total_in_drops" },
	{ "in_bytes", "total_in_bytes" },
	{ "out_packets", "total_out_packets" },
	{ "out_errs", "total_out_errs" },
	{ "out_fails", "total_out_fails" },
	{ "out_drops", "total_out_drops" },
	{ "out_bytes", "total_out_bytes" },
	{ "colls", "total_colls" },
};

static const char *
total_of(const char *name)
{
	for (size_t i = 0; i < sizeof(totals) / sizeof(totals[0]); i++)
		if (strcmp(totals[i].name, name) == 0)
			return totals[i].total;
	return name;
}

bool
ifrate_has(const struct ifrate *t, const char *name)
{
	for (size_t i = 0; i < t->n; i++)
		if (strcmp(t->field[i], name) == 0)
			return true;
	return false;
}

static bool
add_word(struct ifrate *t, struct span s)
{
	for (size_t i = 0; i < WORDS; i++) {
		const char *in = plain_words[i].in, *out = plain_words[i].out;

		if (!span_is(s, plain_words[i].word))
			continue;
		if (t->n == IFRATE_FIELDS)
			return false;
		/* OpenBSD -d: "drops" under "in" and under "out" */
		if (t->sides && strcmp(in, "out_drops") == 0 && t->n == 1)
			in = "in_drops";
		t->bytes[t->n] = strcmp(plain_words[i].word, "bytes") == 0;
		t->field[t->n] = out != NULL && ifrate_has(t, in) ? out : in;
		t->n++;
		return true;
	}
	return false;
}

/*
 * The right group repeats the left one; OpenBSD heads it "errs" whatever it
 * shows, so its names come from the left.
 */
static void
mirror(struct ifrate *t)
{
	size_t half = t->n / 2;

	for (size_t i = 0; i < half; i++) {
		t->field[half + i] = total_of(t->field[i]);
		t->bytes[half + i] = t->bytes[i];
	}
	t->once = ifrate_has(t, "in_fails") || ifrate_has(t, "in_drops");
}

static bool
is_word(struct span s)
{
	for (size_t i = 0; i < WORDS; i++)
		if (span_is(s, plain_words[i].word))
			return true;
	return false;
}

/* Words of the heading's second line, which mail may have wrapped. */
static size_t
words(struct ifrate *t, const struct line *l, size_t n)
{
	struct span s[2 * IFRATE_FIELDS];
	size_t used = 0, k = 0, left;

	while (used < n && used < 3) {
		size_t all =
			   text_fields(&l[used], s + k, 2 * IFRATE_FIELDS - k),
		       i;

		for (i = 0; i < all && is_word(s[k + i]); i++)
			;
		if (i == 0)
			break;
		if (i < all)
			return 0;
		k += all;
		used++;
	}
	/* the right group is as wide as the left one, mirror() names it */
	left = t->sides ? k / 2 : k;
	if (k < 4 || k > IFRATE_FIELDS || (t->sides && k % 2 != 0))
		return 0;
	for (size_t i = 0; i < left; i++)
		if (!add_word(t, s[i]))
			return 0;
	t->n = k;
	if (t->sides)
		mirror(t);
	return used;
}

size_t
ifrate_heading(struct ifrate *t, const struct line *l, size_t n)
{
	struct ifrate fresh = { .n = 0 };
	size_t used, first;

	if (n < 2 || l->len == 0 || (*l->p >= '0' && *l->p <= '9'))
		return 0; /* most lines are rows */
	first = is_input_output(l, &fresh);
	if (first == 0)
		first = is_in_out(l, n, &fresh);
	if (first == 0 || first >= n)
		return 0;
	used = words(&fresh, l + first, n - first);
	if (used == 0)
		return 0;
	fresh.scaled = t->scaled;
	fresh.step = t->step;
	*t = fresh;
	return used + first;
}

void
ifrate_guess_sides(struct ifrate *t, const char *word)
{
	const char *const group[] = { "packets", word, "packets", word, "colls",
		"drops" };
	size_t n = t->n;

	t->sides = true;
	t->n = 0;
	for (size_t i = 0; i < n / 2; i++)
		add_word(t, (struct span){ group[i], strlen(group[i]) });
	t->n = n;
	mirror(t);
}

bool
ifrate_same(const struct ifrate *a, const struct ifrate *b)
{
	if (a->n != b->n || a->sides != b->sides ||
	    (!a->guessed && !b->guessed &&
		(a->scope.len != b->scope.len ||
		    memcmp(a->scope.p, b->scope.p, a->scope.len) != 0)))
		return false;
	for (size_t i = 0; i < a->n; i++)
		if (strcmp(a->field[i], b->field[i]) != 0)
			return false;
	return true;
}

/* ---- no heading at all ------------------------------------------------------ */

#define FRAME_MIN 14 /* an Ethernet header; some drivers count no padding */
#define FRAME_MAX 70000 /* what was put together from several, too */

/* FreeBSD and DragonFly, by which drops are shown. */
static const struct {
	size_t n, in_bytes, out_packets, out_bytes;
	const char *names[9];
} layouts[] = {
	{ 7, 2, 3, 5,
	    { "in_packets", "in_errs", "in_bytes", "out_packets", "out_errs",
		"out_bytes", "colls" } },
	{ 8, 2, 3, 5,
	    { "in_packets", "in_errs", "in_bytes", "out_packets", "out_errs",
		"out_bytes", "colls", "out_drops" } },
	{ 8, 3, 4, 6,
	    { "in_packets", "in_errs", "in_drops", "in_bytes", "out_packets",
		"out_errs", "out_bytes", "colls" } },
	{ 9, 3, 4, 6,
	    { "in_packets", "in_errs", "in_drops", "in_bytes", "out_packets",
		"out_errs", "out_bytes", "colls", "out_drops" } },
};

static bool
are_bytes_of(struct span packets, struct span bytes)
{
	uint64_t n, size;

	if (!span_u64(packets, &n) || !span_u64(bytes, &size))
		return false;
	return n == 0 ? size == 0
		      : size / n >= FRAME_MIN && size / n <= FRAME_MAX;
}

unsigned
ifrate_fits(const struct span *s, size_t n)
{
	unsigned fits = 0;

	for (size_t i = 0; i < sizeof(layouts) / sizeof(layouts[0]); i++)
		if (layouts[i].n == n &&
		    (n != 8 ||
			(are_bytes_of(s[0], s[layouts[i].in_bytes]) &&
			    are_bytes_of(s[layouts[i].out_packets],
				s[layouts[i].out_bytes]))))
			fits |= 1u << i;
	return fits;
}

bool
ifrate_guess(struct ifrate *t, size_t n, unsigned fits)
{
	size_t which = 0;

	t->n = n;
	t->guessed = true;
	t->scope = (struct span){ "", 0 };
	if (n > 9) {
		ifrate_guess_sides(t, "errs");
		return true;
	}
	while (fits > 1 && (fits & 1) == 0) {
		fits >>= 1;
		which++;
	}
	if (fits != 1)
		return false;
	for (size_t i = 0; i < n; i++) {
		t->field[i] = layouts[which].names[i];
		t->bytes[i] = strstr(t->field[i], "bytes") != NULL;
	}
	return true;
}
