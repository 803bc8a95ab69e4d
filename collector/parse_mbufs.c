/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * `netstat -m`. FreeBSD: "a/b/c mbufs in use (current/cache/total)", where
 * the brackets at the end say what the numbers are. "Denied" is a frame that
 * found no buffer (most drivers count it again as Ierrs or Idrop), "delayed"
 * is no loss. NetBSD and OpenBSD: one number a line. FreeBSD 5.0 to 5.2 had
 * a form of its own.
 */
#include <stdio.h>
#include <string.h>

#include "collector/parse.h"

#define PARTS 6

struct fact { /* "1/2/3 words (a/b/c)" */
	struct span number[PARTS], name[PARTS];
	size_t numbers, names;
	struct span words;
};

static size_t
parts(struct span s, struct span *out)
{
	size_t n = 0, start = 0;

	for (size_t i = 0; i <= s.len && n < PARTS; i++) {
		if (i < s.len && s.p[i] != '/')
			continue;
		out[n++] = (struct span){ s.p + start, i - start };
		start = i + 1;
	}
	return n;
}

static bool
read_fact(const struct line *l, struct fact *f)
{
	const char *open, *shut;
	struct span s;
	size_t at = 0;
	uint64_t v;

	memset(f, 0, sizeof(*f));
	if (l->len == 0 || *l->p < '0' || *l->p > '9' || !text_next(l, &at, &s))
		return false;
	f->numbers = parts(s, f->number);
	if (f->numbers == 0 || !span_u64(f->number[0], &v))
		return false;
	while (at < l->len && l->p[at] == ' ')
		at++;
	f->words = (struct span){ l->p + at, l->len - at };
	for (open = l->p + l->len; open > f->words.p && open[-1] != '('; open--)
		;
	shut = memchr(open, ')', (size_t)(l->p + l->len - open));
	if (open > f->words.p && shut != NULL)
		f->names = parts(
		    (struct span){ open, (size_t)(shut - open) }, f->name);
	return true;
}

/* "4k (page size) ...", on other machines than PCs "8k" to "64k" */
#define PAGE_SIZE_WORDS "k (page size) jumbo clusters in use"

static const struct {
	const char *words, *key, *counter;
} kinds[] = {
	{ "mbufs in use", "mbufs", NULL },
	{ "mbuf in use", "mbufs", NULL },
	{ "mbuf clusters in use", "clusters", NULL },
	{ PAGE_SIZE_WORDS, "jumbo_page", NULL },
	{ "9k jumbo clusters in use", "jumbo_9k", NULL },
	{ "16k jumbo clusters in use", "jumbo_16k", NULL },
	{ "requests for mbufs denied", "denied", "mbuf.denied" },
	{ "requests for mbufs delayed", "delayed", "mbuf.delayed" },
	{ "requests for jumbo clusters denied", "jumbo_denied", "mbuf.denied" },
	{ "requests for jumbo clusters delayed", "jumbo_delayed",
	    "mbuf.delayed" },
	{ "requests for memory denied", "denied", "mbuf.denied" },
	{ "request for memory denied", "denied", "mbuf.denied" },
	{ "requests for memory delayed", "delayed", "mbuf.delayed" },
	{ "request for memory delayed", "delayed", "mbuf.delayed" },
	{ "calls to protocol drain routines", "drains", NULL },
	{ "call to protocol drain routines", "drains", NULL },
	{ "Kbytes allocated to network", "kbytes", NULL },
};

static bool
begins(const struct line *l, size_t n)
{
	struct fact f;

	if (n > 1 && line_begins(l, "mbuf usage:"))
		return l[1].indent > 0;
	return n > 1 && read_fact(l, &f) &&
	    (span_begins(f.words, "mbufs in use") ||
		span_begins(f.words, "mbuf in use"));
}

static void
put(struct reading *r, size_t kind, const struct fact *f)
{
	const char *key = kinds[kind].key;
	struct value *one;
	char name[24];
	uint64_t v;

	if (f->numbers == 1 || f->names != f->numbers) {
		if (f->numbers != 1 || !span_u64(f->number[0], &v))
			return;
		value_u64(r->arena, r->data, key, v);
		if (kinds[kind].counter != NULL)
			parse_count(r, kinds[kind].counter, "memory", v, 64);
		return;
	}
	one = value_put(r->arena, r->data, key, VALUE_OBJECT);
	for (size_t i = 0; i < f->numbers; i++) {
		if (!span_u64(f->number[i], &v))
			continue;
		snprintf(name, sizeof(name), "%.*s", (int)f->name[i].len,
		    f->name[i].p);
		value_u64(r->arena, one, name, v);
		if (kinds[kind].counter != NULL)
			parse_count(r, kinds[kind].counter, name, v, 64);
	}
}

static void
take(struct reading *r, const struct fact *f)
{
	struct span size = f->words;

	while (size.len > 0 && *size.p >= '0' && *size.p <= '9') {
		size.p++;
		size.len--;
	}
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (span_begins(*kinds[i].words == 'k' ? size : f->words,
			kinds[i].words)) {
			put(r, i, f);
			return;
		}
}

/* "513 mbufs allocated to packet headers" */
static bool
put_kind(struct reading *r, const struct fact *f)
{
	static const char *const uses[] = { "data", "packet headers",
		"socket names and addresses" };
	static const char *const words[] = { "mbufs allocated to ",
		"mbuf allocated to " };
	struct value *all = value_find(r->data, "allocated");
	struct span use = f->words;
	uint64_t v;

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (span_begins(use, words[i])) {
			use.p += strlen(words[i]);
			use.len -= strlen(words[i]);
		}
	if (use.p == f->words.p || f->numbers != 1 ||
	    !span_u64(f->number[0], &v))
		return false;
	for (size_t i = 0; i < sizeof(uses) / sizeof(uses[0]); i++) {
		if (!span_is(use, uses[i]))
			continue;
		if (all == NULL)
			all = value_put(
			    r->arena, r->data, "allocated", VALUE_OBJECT);
		value_u64(r->arena, all, uses[i], v);
	}
	return true;
}

/* OpenBSD: "20/152 mbuf 2048 byte clusters in use (current/peak)" */
static bool
put_clusters(struct reading *r, const struct fact *f)
{
	struct line l = { .p = f->words.p, .len = f->words.len };
	struct span s[4];
	struct value *one;
	uint64_t v;
	char key[40];

	if (text_fields(&l, s, 4) < 4 || !span_is(s[0], "mbuf") ||
	    !span_u64(s[1], &v) || !span_is(s[2], "byte") ||
	    !span_is(s[3], "clusters") || f->names != f->numbers)
		return false;
	snprintf(key, sizeof(key), "clusters_%.*s", (int)s[1].len, s[1].p);
	one = value_put(r->arena, r->data,
	    arena_text(r->arena, key, strlen(key)), VALUE_OBJECT);
	for (size_t i = 0; i < f->numbers; i++)
		if (span_u64(f->number[i], &v))
			value_u64(r->arena, one,
			    arena_text(r->arena, f->name[i].p, f->name[i].len),
			    v);
	return true;
}

/* ---- FreeBSD 5.0 to 5.2 ---------------------------------------------------- */

/* The field behind these words of a line; empty: none. */
static struct span
behind(const struct line *l, const char *words)
{
	struct span s = { "", 0 };
	size_t at = strlen(words);

	return text_next(l, &at, &s) ? s : (struct span){ "", 0 };
}

/*
 * Two blocks, "mbuf usage:" and "mbuf cluster usage:", with a line for each
 * CPU's cache, their "Total: 81/160 (in use/in pool)", and percents.
 */
static bool
put_usage(struct reading *r, const struct line *l, struct value **one)
{
	static const char *const others[] = { "GEN cache:", "CPU #",
		"Mbuf cache high", "Cluster cache high",
		"Allocated mbuf types:" };
	struct span part[PARTS];
	uint64_t v, total;

	if (line_begins(l, "mbuf usage:") ||
	    line_begins(l, "mbuf cluster usage:")) {
		*one = value_put(r->arena, r->data,
		    l->p[5] == 'u' ? "mbufs" : "clusters", VALUE_OBJECT);
		return true;
	}
	if (*one == NULL)
		return false;
	if (line_begins(l, "Maximum possible:")) {
		if (span_u64(behind(l, "Maximum possible:"), &v))
			value_u64(r->arena, *one, "max", v);
		return true;
	}
	if (line_begins(l, "Total:")) {
		if (parts(behind(l, "Total:"), part) == 2 &&
		    span_u64(part[0], &v) && span_u64(part[1], &total)) {
			value_u64(r->arena, *one, "current", v);
			value_u64(r->arena, *one, "total", total);
		}
		return true;
	}
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		if (line_begins(l, others[i]))
			return true;
	return l->len > 8 && memcmp(l->p + l->len - 8, "consumed", 8) == 0;
}

/* ---- all of it ------------------------------------------------------------- */

/* The brackets wrap off long lines. */
static size_t
fact_lines(const struct line *l, size_t n)
{
	struct fact f;

	return n > 1 && l->len > 0 && l->p[l->len - 1] != ')' && l[1].len > 0 &&
		l[1].p[l[1].len - 1] == ')' && line_breaks(l) &&
		!read_fact(&l[1], &f)
	    ? 2
	    : 1;
}

static void
parse(struct reading *r)
{
	struct value *usage = NULL; /* the block we are in */
	size_t lines;

	r->data = value_new(r->arena, VALUE_OBJECT);
	for (; r->used < r->n; r->used += lines) {
		const struct line *l = &r->line[r->used];
		struct line whole;
		struct fact f;

		lines = fact_lines(l, r->n - r->used);
		whole = text_joined(r->arena, l, lines);
		if (line_is_numbers(l))
			break; /* of another listing */
		if (put_usage(r, l, &usage))
			continue;
		if (!read_fact(&whole, &f)) {
			/* "35864K/6815K/42680K bytes allocated ..." */
			if (whole.len == 0 || *whole.p < '0' ||
			    *whole.p > '9' ||
			    memchr(whole.p, '/', whole.len) == NULL)
				break;
			continue;
		}
		if (!put_kind(r, &f) && !put_clusters(r, &f))
			take(r, &f);
	}
}

const struct parser parse_mbufs = {
	.kind = "mbufs",
	.begins = begins,
	.parse = parse,
};
