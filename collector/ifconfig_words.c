/* SPDX-License-Identifier: BSD-2-Clause */
/* The words, lists and numbers that a line of ifconfig's is made of. */
#include <string.h>

#include "collector/ifconfig.h"

struct span
port_word(const struct line *l)
{
	struct span s = { "", 0 };
	size_t at = 0;

	text_next(l, &at, &s);
	return s;
}

struct span
port_behind(const struct line *l, const char *word)
{
	struct span s, next = { "", 0 };
	size_t at = 0;

	while (text_next(l, &at, &s))
		if (span_is(s, word)) {
			text_next(l, &at, &next);
			break;
		}
	return next;
}

struct span
port_rest(const struct line *l)
{
	struct span s;
	size_t at = 0;

	if (!text_next(l, &at, &s))
		return (struct span){ "", 0 };
	while (at < l->len && (l->p[at] == ' ' || l->p[at] == '\t'))
		at++;
	return (struct span){ l->p + at, l->len - at };
}

struct span
port_until(struct span s, char c)
{
	const char *end = memchr(s.p, c, s.len);

	if (end != NULL)
		s.len = (size_t)(end - s.p);
	while (s.len > 0 && strchr(" \t", s.p[s.len - 1]) != NULL)
		s.len--;
	return s;
}

/* The next of a list between commas, blanks and brackets. */
bool
port_next(struct span *list, struct span *one)
{
	static const char between[] = ", \t<>()";

	while (list->len > 0 && strchr(between, *list->p) != NULL) {
		list->p++;
		list->len--;
	}
	*one = (struct span){ list->p, 0 };
	while (list->len > 0 && strchr(between, *list->p) == NULL) {
		list->p++;
		list->len--;
		one->len++;
	}
	return one->len > 0;
}

bool
port_holds(struct span list, const char *word)
{
	struct span one;

	while (port_next(&list, &one))
		if (span_is(one, word))
			return true;
	return false;
}

struct bits
port_bits(struct span s)
{
	const char *eq = memchr(s.p, '=', s.len), *open;
	struct bits b = { .known = eq != NULL };

	if (!b.known)
		return b;
	s.len -= (size_t)(eq + 1 - s.p);
	s.p = eq + 1;
	if (span_begins(s, "0x")) {
		s.p += 2;
		s.len -= 2;
	}
	b.hex = s;
	for (b.hex.len = 0; b.hex.len < s.len &&
	     strchr("0123456789abcdefABCDEF", s.p[b.hex.len]) != NULL &&
	     s.p[b.hex.len] != '\0';)
		b.hex.len++;
	open = b.hex.p + b.hex.len;
	b.list = (struct span){ open, 0 };
	if (b.hex.len < s.len && *open == '<')
		b.list = port_until(
		    (struct span){ open + 1, s.len - b.hex.len - 1 }, '>');
	return b;
}

/* ---- into the document ----------------------------------------------------- */

static const char *
text_of(struct reading *r, struct span s)
{
	return arena_text(r->arena, s.p, s.len);
}

void
port_text(struct reading *r, struct value *v, const char *key, struct span s)
{
	if (s.len == 0)
		value_null(r->arena, v, key);
	else
		value_text(r->arena, v, key, text_of(r, s));
}

void
port_number(struct reading *r, struct value *v, const char *key, struct span s)
{
	uint64_t n;

	if (span_u64(s, &n))
		value_u64(r->arena, v, key, n);
	else
		value_null(r->arena, v, key);
}

uint64_t
port_list(struct reading *r, struct value *v, const char *key, struct span list)
{
	struct value *a = value_put(r->arena, v, key, VALUE_ARRAY);
	struct span one;
	uint64_t n = 0;

	for (; port_next(&list, &one); n++)
		value_text(r->arena, a, NULL, text_of(r, one));
	return n;
}
