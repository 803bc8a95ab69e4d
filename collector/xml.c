/* SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include <string.h>

#include "collector/xml.h"

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

static enum xml_token
close_tag(struct xml *x)
{
	struct span name = take_name(x), top;

	skip_blanks(x);
	if (x->depth == 0 || !take(x, '>'))
		return XML_BAD;
	top = x->open[--x->depth];
	return top.len == name.len && memcmp(top.p, name.p, top.len) == 0
	    ? XML_CLOSE
	    : XML_BAD;
}

enum xml_token
xml_next(struct xml *x)
{
	struct span name;

	x->text = take_text(x);
	if (x->text == NULL || !take(x, '<'))
		return XML_BAD;
	x->leaf = x->fresh;
	x->fresh = false;
	if (take(x, '/'))
		return close_tag(x);
	name = take_name(x);
	if (name.len == 0 || x->depth == XML_DEPTH || !skip_attributes(x))
		return XML_BAD;
	if (take(x, '/'))
		return take(x, '>') ? XML_OPEN : XML_BAD;
	x->open[x->depth++] = name;
	x->fresh = true;
	return take(x, '>') ? XML_OPEN : XML_BAD;
}

/* ---- netstat ----------------------------------------------------------------- */

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

bool
xml_netstat(const struct line *l, size_t n, const char *tag)
{
	if (n == 0 || !root(l))
		return false;
	for (size_t i = 0; i < n && i < 4; i++)
		if (holds(&l[i], tag))
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

struct xml
xml_of_netstat(struct reading *r, size_t *lines)
{
	struct xml x = { .arena = r->arena };
	struct line all;

	*lines = lines_of(r);
	all = text_joined(r->arena, r->line, *lines);
	x.p = all.p;
	x.end = all.p + all.len;
	return x;
}
