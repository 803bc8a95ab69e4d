/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * BSD `netstat -s`, of all protocols or of some (-p ip): blocks headed by the
 * protocol, one fact a line, a number and words, singular or plural. Facts
 * that ipstats.c knows get names; all others are kept under their own words,
 * with '#' for the numbers in them, histograms under their heading.
 */
#include <ctype.h>
#include <string.h>

#include "collector/ipstats.h"

#define BLOCKS 64 /* there are about thirty protocols */

struct block { /* of one protocol */
	size_t n; /* the n-th of the listing */
	struct span proto;
	struct value *other; /* what is kept under its own words */
	struct value *group; /* of a histogram; NULL: none */
	size_t indent; /* of its heading */
};

#define NAME_MAX_LEN 16 /* of a protocol: "pfsync" */

/* "ip:" alone on its line. Asked of every line there is, so the end first. */
static bool
heading(const struct line *l, struct span *name)
{
	if (l->len < 2 || l->p[l->len - 1] != ':' || l->len > NAME_MAX_LEN)
		return false;
	*name = (struct span){ l->p, l->len - 1 };
	return !span_holds(*name, " \t");
}

/* "12 packets sent": how much is in front of the words; 0: no such line. */
static size_t
fact_begins(const struct line *l, uint64_t *v)
{
	struct span s;
	size_t at = 0, words;

	if (!text_next(l, &at, &s) || !span_u64(s, v))
		return 0;
	words = at;
	return text_next(l, &at, &s) &&
		(isalpha((unsigned char)*s.p) || *s.p == '<' || *s.p == '(')
	    ? words
	    : 0;
}

/* Any name, where what follows it is one of its facts. */
static bool
is_block(const struct line *l, size_t n, struct span *name)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789_";
	struct span next;
	uint64_t v;

	if (n < 2 || !heading(l, name))
		return false;
	for (size_t i = 0; i < name->len; i++)
		if (memchr(letters, name->p[i], sizeof(letters) - 1) == NULL)
			return false;
	/* with zeros left out (-ss) there may be none */
	return fact_begins(&l[1], &v) > 0 ||
	    (ipstats_protocol(*name) && heading(&l[1], &next) &&
		ipstats_protocol(next));
}

static bool
begins(const struct line *l, size_t n)
{
	struct span name;
	uint64_t v;

	return n > 1 && heading(l, &name) && ipstats_protocol(name) &&
	    fact_begins(&l[1], &v) > 0;
}

static bool
is_mark(char c)
{
	return c == ':' || c == '=';
}

/* "echo reply: 12", "em0= 3" of a histogram. */
static bool
is_tally(const struct line *l)
{
	struct span s;
	size_t at = 0, end = 0;
	uint64_t v;

	while (text_next(l, &at, &s))
		if (at < l->len)
			end = at;
	return end > 0 && is_mark(l->p[end - 1]) &&
	    !span_u64((struct span){ l->p, end }, &v) && span_u64(s, &v);
}

/* ---- words ---------------------------------------------------------------- */

#define NUMBERS 8

struct fact { /* one that we do not know */
	char *words; /* "data packets (# bytes)" */
	uint64_t number[NUMBERS];
	size_t n;
};

/* A field that is a number but for brackets and commas around it. */
static bool
number_of(struct span s, size_t *before, size_t *len, uint64_t *v)
{
	*before = s.len > 0 && *s.p == '(' ? 1 : 0;
	*len = s.len - *before;
	while (*len > 0 && memchr("),", s.p[*before + *len - 1], 2) != NULL)
		(*len)--;
	return span_u64((struct span){ s.p + *before, *len }, v);
}

/* Fields with one blank between them, numbers taken out. */
static bool
take_words(struct reading *r, const struct line *l, struct fact *f)
{
	struct span s;
	size_t at = 0, out = 0;

	*f = (struct fact){ .words = arena_get(r->arena, l->len + 1) };
	if (r->arena->broken)
		return false;
	while (text_next(l, &at, &s)) {
		size_t before, len;
		uint64_t v;

		if (out > 0)
			f->words[out++] = ' ';
		if (f->n < NUMBERS && number_of(s, &before, &len, &v)) {
			f->number[f->n++] = v;
			memcpy(f->words + out, s.p, before);
			out += before;
			f->words[out++] = '#';
			s.p += before + len;
			s.len -= before + len;
		}
		memcpy(f->words + out, s.p, s.len);
		out += s.len;
	}
	return f->n > 0;
}

/* Without the number that stands in front of the words or behind them. */
static const char *
own_words(struct fact *f)
{
	size_t len = strlen(f->words);

	if (strncmp(f->words, "# ", 2) == 0)
		return f->words + 2;
	if (len > 3 && is_mark(f->words[len - 3]))
		f->words[len - (f->words[len - 4] == ' ' ? 4 : 3)] = '\0';
	return f->words;
}

/* Not if the text may have been cut within the words. */
static void
keep(struct reading *r, struct block *b, const struct line *l, bool cut)
{
	struct value *into;
	struct fact f;
	const char *key;

	if (cut || !take_words(r, l, &f))
		return;
	if (b->other == NULL)
		b->other = ipstats_other(r, b->proto);
	into = b->group != NULL ? b->group : b->other;
	key = own_words(&f);
	if (f.n == 1)
		value_u64(r->arena, into, key, f.number[0]);
	else
		value_numbers(r->arena, into, key, f.number, f.n);
}

/* "... forwarded (N packets fast forwarded)": N is inside. */
static void
put_fast(struct reading *r, const struct line *l)
{
	static const struct span ip = { "ip", 2 },
				 name = { "fast-forwarded-packets", 22 };
	const char *open = memchr(l->p, '(', l->len);
	struct line rest = { .p = open };
	struct span s;
	size_t at = 0;
	uint64_t v;

	if (open == NULL)
		return;
	rest.p = open + 1;
	rest.len = (size_t)(l->p + l->len - rest.p);
	if (text_next(&rest, &at, &s) && span_u64(s, &v))
		ipstats_put(r, ipstats_find(ip, name, true), v);
}

/* ---- lines ---------------------------------------------------------------- */

static void
fact(struct reading *r, struct block *b, const struct line *l, bool cut)
{
	const struct ipstats_fact *known;
	struct span words;
	uint64_t v;
	size_t at = fact_begins(l, &v);

	while (at < l->len && (l->p[at] == ' ' || l->p[at] == '\t'))
		at++;
	words = (struct span){ l->p + at, l->len - at };
	known = ipstats_find(b->proto, words, false);
	if (known == NULL) {
		keep(r, b, l, cut);
		return;
	}
	ipstats_put(r, known, v);
	if (span_is(b->proto, "ip") && strcmp(known->key, "forwarded") == 0)
		put_fast(r, l);
}

/* The heading of what belongs together, mostly a histogram. */
static bool
is_group(const struct line *l)
{
	static const char *const words[] = { "Input histogram:",
		"Output histogram:", "Input packet histogram:",
		"Output packet histogram:", "Histogram of error messages",
		"Histgram of error messages", "Mbuf statistics:",
		"two or more mbuf:", "Source addresses selection rule applied:",
		"source addresses on a", "source addresses of ",
		"deprecated source addresses",
		"TCP connection count by state:" };

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (line_begins(l, words[i]))
			return true;
	return false;
}

static void
open_group(struct reading *r, struct block *b, const struct line *l)
{
	size_t len = l->len - (l->p[l->len - 1] == ':');

	if (b->other == NULL)
		b->other = ipstats_other(r, b->proto);
	b->group = value_put(
	    r->arena, b->other, arena_text(r->arena, l->p, len), VALUE_OBJECT);
	b->indent = l->indent;
}

/* Words that are no fact, between two of a block. */
static bool
is_aside(const struct line *l, size_t n)
{
	struct span name;
	uint64_t v;

	return n > 1 && l->len > 0 && l->indent > 0 &&
	    (fact_begins(&l[1], &v) > 0 || is_block(&l[1], n - 1, &name));
}

/* What wraps off a line has no number in front. */
static size_t
fact_lines(const struct line *l, size_t n)
{
	uint64_t v;

	return n > 1 && line_breaks(l) && !fact_begins(&l[1], &v) &&
		!is_tally(&l[1]) && !is_group(&l[1]) &&
		l[1].p[l[1].len - 1] != ':' &&
		!parse_known(&parse_ipstats, &l[1], n - 1)
	    ? 2
	    : 1;
}

/* "echo: 3" belongs to the histogram above it. */
static bool
in_group(const struct block *b, const struct line *l)
{
	return b->group != NULL && (l->indent > b->indent || l->indent == 0);
}

/* How many lines from l on are of this listing; 0: it ended. */
static size_t
one(struct reading *r, struct block *b, const struct line *l, size_t n)
{
	struct line whole;
	struct span name;
	size_t lines;
	uint64_t v;

	if (is_block(l, n, &name)) {
		*b = (struct block){ .proto = name, .n = b->n + 1 };
		return b->n < BLOCKS ? 1 : 0;
	}
	if (is_group(l)) {
		open_group(r, b, l);
		return 1;
	}
	if (fact_begins(l, &v) > 0) {
		lines = fact_lines(l, n);
		whole = text_joined(r->arena, l, lines);
		if (b->group != NULL && l->indent <= b->indent)
			b->group = NULL;
		fact(r, b, &whole, !l[lines - 1].ended);
		return lines;
	}
	if (in_group(b, l) && is_tally(l)) {
		keep(r, b, l, !l->ended);
		return 1;
	}
	return is_aside(l, n) ? 1 : 0;
}

static void
parse(struct reading *r)
{
	struct block b = { .n = 0 };
	size_t lines;

	r->data = value_new(r->arena, VALUE_OBJECT);
	heading(r->line, &b.proto);
	for (r->used = 1; r->used < r->n; r->used += lines) {
		lines = one(r, &b, &r->line[r->used], r->n - r->used);
		if (lines == 0)
			break;
	}
	/* -p ip, -p ip6 and all of them count different things */
	r->variant = b.n > 0 ? "all"
	    : span_is(b.proto, "ip")
	    ? ""
	    : arena_text(r->arena, b.proto.p, b.proto.len);
}

/* OpenBSD: `sysctl net.inet.ip.ifq` behind it has the input queue. */
static bool
join(struct arena *a, struct value *into, const char *kind, struct value *from)
{
	struct value *values =
	    strcmp(kind, "sysctl") == 0 ? value_find(from, "values") : NULL;

	if (values == NULL || values->first == NULL ||
	    strncmp(values->first->key, "net.inet.ip.ifq.", 16) != 0)
		return false;
	value_join(value_put(a, into, "sysctl", VALUE_OBJECT), values);
	return true;
}

const struct parser parse_ipstats = {
	.kind = "ipstats",
	.begins = begins,
	.parse = parse,
	.join = join,
};
