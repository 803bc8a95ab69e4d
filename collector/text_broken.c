/* SPDX-License-Identifier: BSD-2-Clause */
/* Lines that a terminal broke at its last column, not mail between words. */
#include <ctype.h>
#include <string.h>

#include "collector/text.h"

#define TERMINAL_MIN 80
#define NUMBERS_MIN 60 /* a shorter row is broken nowhere */

/* With its blanks at both ends, but no marks of quoting. */
static struct span
padded(const struct line *l)
{
	const char *p = l->p - l->indent, *end = l->p + l->len;
	const char *raw_end = l->raw + l->raw_len;

	if (l->p >= l->raw && end <= raw_end) /* or it is a cleaned copy */
		end = raw_end;
	while (end > l->p + l->len && end[-1] < ' ' && end[-1] != '\t')
		end--;
	return (struct span){ p, (size_t)(end - p) };
}

struct line
text_glued(struct arena *a, const struct line *l, size_t n)
{
	struct line out = { .p = "" };
	size_t size = 1;
	char *text;

	for (size_t i = 0; i < n; i++)
		size += padded(&l[i]).len;
	text = arena_get(a, size);
	if (a->broken)
		return out;
	for (size_t i = 0; i < n; i++) {
		struct span s = padded(&l[i]);

		memcpy(text + out.len, s.p, s.len);
		out.len += s.len;
	}
	out.raw = text;
	out.raw_len = out.len;
	while (out.len > 0 && (*text == ' ' || *text == '\t')) {
		text++;
		out.len--;
		out.indent++;
	}
	out.p = text;
	return out;
}

bool
text_is_broken(const struct line *l, size_t n, size_t *width)
{
	for (size_t i = 0; i + 1 < n; i++) {
		size_t len = padded(&l[i]).len;

		if (len < TERMINAL_MIN || (*width != 0 && len != *width))
			return false;
		*width = len;
	}
	return true;
}

bool
text_is_rest(const struct line *l)
{
	uint64_t v;

	return !l[1].gap && l[0].len > NUMBERS_MIN && l[1].indent == 0 &&
	    isdigit((unsigned char)l[0].p[l[0].len - 1]) &&
	    span_u64((struct span){ l[1].p, l[1].len }, &v);
}
