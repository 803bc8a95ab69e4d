/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * FreeBSD (11 and later) `netstat --libxo xml -i`. libxo writes elements,
 * text, attributes and four entities, and nothing else is read: a text that
 * has more, or is not closed, is no listing.
 */
#include <ctype.h>
#include <string.h>

#include "collector/netstat_xo.h"

#define DEPTH_MAX 16

struct xml { /* a text being read */
	struct arena *arena;
	const char *p, *end;
	struct span open[DEPTH_MAX]; /* elements */
	size_t depth;
	bool fresh; /* the last tag opened one */
	const char *text; /* in front of the last tag */
	bool leaf; /* that tag closed an element with text only */
};

enum token { TOKEN_BAD, TOKEN_OPEN, TOKEN_CLOSE };

static bool
name_letter(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '-' || c == '.' ||
	    c == ':';
}

static struct span
take_name(struct xml *x)
{
	struct span s = { x->p, 0 };

	while (x->p < x->end && name_letter(*x->p)) {
		x->p++;
		s.len++;
	}
	return s;
}

static void
skip_blanks(struct xml *x)
{
	while (x->p < x->end && isspace((unsigned char)*x->p))
		x->p++;
}

static bool
take(struct xml *x, char c)
{
	if (x->p == x->end || *x->p != c)
		return false;
	x->p++;
	return true;
}

/* name="value", any number of them. */
static bool
skip_attributes(struct xml *x)
{
	for (skip_blanks(x); x->p < x->end && *x->p != '>' && *x->p != '/';
	     skip_blanks(x)) {
		const char *quote;

		if (take_name(x).len == 0 || !take(x, '=') || !take(x, '"'))
			return false;
		quote = memchr(x->p, '"', (size_t)(x->end - x->p));
		if (quote == NULL)
			return false;
		x->p = quote + 1;
	}
	return true;
}

static bool
entity(struct span s, char *c)
{
	static const struct {
		const char *name;
		char c;
	} known[] = { { "&lt;", '<' }, { "&gt;", '>' }, { "&amp;", '&' },
		{ "&quot;", '"' } };

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (span_begins(s, known[i].name)) {
			*c = known[i].c;
			return true;
		}
	return false;
}

/* Up to the next tag; NULL: an entity that libxo does not write. */
static const char *
take_text(struct xml *x)
{
	const char *stop = memchr(x->p, '<', (size_t)(x->end - x->p));
	size_t len = 0;
	char *text;

	if (stop == NULL)
		stop = x->end;
	text = arena_get(x->arena, (size_t)(stop - x->p) + 1);
	if (x->arena->broken)
		return NULL;
	while (x->p < stop) {
		struct span s = { x->p, (size_t)(stop - x->p) };

		if (*x->p != '&') {
			text[len++] = *x->p++;
			continue;
		}
		if (!entity(s, &text[len++]))
			return NULL;
		x->p = memchr(x->p, ';', s.len);
		x->p++;
	}
	return text;
}

static enum token
close_tag(struct xml *x)
{
	struct span name = take_name(x), top;

	skip_blanks(x);
	if (x->depth == 0 || !take(x, '>'))
		return TOKEN_BAD;
	top = x->open[--x->depth];
	return top.len == name.len && memcmp(top.p, name.p, top.len) == 0
	    ? TOKEN_CLOSE
	    : TOKEN_BAD;
}

/*
 * The next tag, and the text in front of it. One that closes at once
 * ("<address/>") is told as open, and its text is none.
 */
static enum token
next(struct xml *x)
{
	struct span name;

	x->text = take_text(x);
	if (x->text == NULL || !take(x, '<'))
		return TOKEN_BAD;
	x->leaf = x->fresh;
	x->fresh = false;
	if (take(x, '/'))
		return close_tag(x);
	name = take_name(x);
	if (name.len == 0 || x->depth == DEPTH_MAX || !skip_attributes(x))
		return TOKEN_BAD;
	if (take(x, '/'))
		return take(x, '>') ? TOKEN_OPEN : TOKEN_BAD;
	x->open[x->depth++] = name;
	x->fresh = true;
	return take(x, '>') ? TOKEN_OPEN : TOKEN_BAD;
}

/* ---- interfaces ----------------------------------------------------------- */

/* seen: figures whose element was there, for the one that comes twice. */
static void
take_leaf(struct xo_interface *i, bool seen[XO_FIGURES], struct span name,
    const char *text)
{
	if (span_is(name, "name"))
		i->name = text;
	else if (span_is(name, "flags"))
		i->flags = text;
	else if (span_is(name, "network"))
		i->network = text;
	else if (span_is(name, "address"))
		i->address = text;
	else if (span_is(name, "mtu"))
		span_cell((struct span){ text, strlen(text) }, 1024, &i->mtu);
	for (size_t k = 0; k < XO_FIGURES; k++) {
		if (seen[k] || !span_is(name, xo_name(k)))
			continue;
		seen[k] = true;
		i->figure[k] = xo_cell(k, text);
		break;
	}
}

/* From behind <interface> to its end; what is in lists in it is not read. */
static bool
interface(struct netstat_i *t, struct reading *r, struct xml *x)
{
	struct xo_interface i = { .name = NULL };
	bool seen[XO_FIGURES] = { false };
	size_t inside = x->depth;

	for (;;) {
		switch (next(x)) {
		case TOKEN_BAD:
			return false;
		case TOKEN_OPEN:
			continue;
		case TOKEN_CLOSE:
			break;
		}
		if (x->depth < inside) {
			xo_put(t, r, &i);
			return true;
		}
		if (x->depth == inside && x->leaf)
			take_leaf(&i, seen, x->open[x->depth], x->text);
	}
}

static bool
document(struct netstat_i *table, struct reading *r, struct xml *x)
{
	do {
		enum token t = next(x);

		if (t == TOKEN_BAD ||
		    (t == TOKEN_OPEN && x->fresh &&
			span_is(x->open[x->depth - 1], "interface") &&
			!interface(table, r, x)))
			return false;
	} while (x->depth > 0);
	return true;
}

static bool
holds(const struct line *l, const char *word)
{
	size_t len = strlen(word);

	for (size_t k = 0; k + len <= l->len && k < 4096; k++)
		if (memcmp(l->p + k, word, len) == 0)
			return true;
	return false;
}

static bool
root(const struct line *l)
{
	return line_begins(l, "<netstat") || line_begins(l, "<statistics");
}

static bool
begins(const struct line *l, size_t n)
{
	if (n == 0 || !root(l))
		return false;
	for (size_t i = 0; i < n && i < 4; i++)
		if (holds(&l[i], "<interface>"))
			return true;
	return false;
}

/* The lines to the root's end, or as many as there are before the next one. */
static size_t
lines_of(const struct reading *r)
{
	const char *end =
	    line_begins(r->line, "<netstat") ? "</netstat>" : "</statistics>";
	size_t len = strlen(end);

	for (size_t i = 0; i < r->n; i++) {
		const struct line *l = &r->line[i];

		if (l->len >= len && memcmp(l->p + l->len - len, end, len) == 0)
			return i + 1;
		if (i > 0 && root(l) && end[2] == l->p[1])
			return i;
	}
	return r->n;
}

static void
parse(struct reading *r)
{
	size_t n = lines_of(r);
	struct line all = text_joined(r->arena, r->line, n);
	struct xml x = { .arena = r->arena, .p = all.p };
	struct netstat_i t;

	x.end = all.p + all.len;
	xo_begin(&t, r);
	if (!document(&t, r, &x) || x.p != x.end)
		return;
	r->used = n;
	xo_end(&t, r);
}

const struct parser parse_netstat_xml = {
	.kind = "ifcounters",
	.begins = begins,
	.parse = parse,
};
