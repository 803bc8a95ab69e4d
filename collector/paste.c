/* SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "collector/paste.h"
#include "collector/paste_lines.h"
#include "collector/text.h"

static bool
blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/* ---- HTML -------------------------------------------------------------------- */

static const struct {
	const char *name, *text;
} entities[] = {
	{ "&lt;", "<" },
	{ "&gt;", ">" },
	{ "&amp;", "&" },
	{ "&quot;", "\"" },
	{ "&apos;", "'" },
	{ "&nbsp;", " " },
	{ "&#39;", "'" },
	{ "&#039;", "'" },
	{ "&#34;", "\"" },
	{ "&#60;", "<" },
	{ "&#62;", ">" },
	{ "&#38;", "&" },
	{ "&#160;", " " },
};

/* XML has them too, and its own reader. */
static size_t
html(char *text, size_t len)
{
	struct span all = { text, len };
	const char *end = text + len;
	char *to = text;

	if (memchr(text, '&', len) == NULL || span_has(all, "<netstat") ||
	    span_has(all, "<statistics") || span_has(all, "<?xml"))
		return len;
	for (const char *p = text; p < end;) {
		size_t i = 0, n = 0;

		for (; *p == '&' && i < sizeof(entities) / sizeof(entities[0]);
		     i++) {
			n = strlen(entities[i].name);
			if ((size_t)(end - p) >= n &&
			    memcmp(p, entities[i].name, n) == 0)
				break;
			n = 0;
		}
		*to++ = n > 0 ? *entities[i].text : *p;
		p += n > 0 ? n : 1;
	}
	return (size_t)(to - text);
}

/* ---- typography ------------------------------------------------------------- */

enum kind { OTHER, BLANK, NOTHING, DASH, LONG_DASH };

/* What a sign that is no ASCII stands for; *n: its bytes. */
static enum kind
sign(const unsigned char *p, size_t left, bool alone, size_t *n)
{
	uint32_t c = left < 2 ? 0 : (uint32_t)p[0] << 8 | p[1];

	*n = 2;
	if (c == 0xc2a0)
		return BLANK;
	if (c == 0xc2ad)
		return NOTHING; /* may be hyphenated here */
	c = left < 3 ? 0 : c << 8 | p[2];
	*n = 3;
	if ((c >= 0xe28080 && c <= 0xe2808a) || c == 0xe280af || c == 0xe2819f)
		return BLANK;
	if ((c >= 0xe2808b && c <= 0xe2808d) || c == 0xe281a0 || c == 0xefbbbf)
		return NOTHING;
	if ((c >= 0xe28090 && c <= 0xe28093) || c == 0xe28892)
		return DASH;
	if (c == 0xe28094)
		return LONG_DASH;
	*n = 1; /* ISO 8859-1 and Windows-1252, not inside of UTF-8 */
	if (!alone)
		return OTHER;
	return *p == 0xa0 ? BLANK
	    : *p == 0x96  ? DASH
	    : *p == 0x97  ? LONG_DASH
			  : OTHER;
}

/*
 * A dash is a sign of minus in front of an option, which a word processor had
 * made long, and where it stands for itself among numbers.
 */
static size_t
dash(enum kind kind, const char *behind, const char *end, size_t room, char *to)
{
	bool last = behind == end || blank(*behind);

	if (!last && !isalnum((unsigned char)*behind))
		return 0;
	to[0] = '-';
	if (kind != LONG_DASH || last || room < 2)
		return 1;
	to[1] = '-';
	return 2;
}

static bool
is_ascii(const char *text, size_t len)
{
	unsigned char all = 0;

	for (size_t i = 0; i < len; i++)
		all |= (unsigned char)text[i];
	return all < 0x80;
}

static size_t
typography(char *text, size_t len)
{
	const char *end = text + len;
	char *to = text;
	bool alone = true; /* the sign before is no part of this one */

	if (is_ascii(text, len))
		return len;
	for (const char *p = text; p < end;) {
		enum kind kind = OTHER;
		size_t n = 1, made = 0;

		if ((unsigned char)*p >= 0x80)
			kind = sign((const unsigned char *)p, (size_t)(end - p),
			    alone, &n);
		alone = kind != OTHER || (unsigned char)*p < 0x80;
		if (kind == BLANK) {
			*to = ' ';
			made = 1;
		} else if (kind == DASH || kind == LONG_DASH) {
			made = to == text || blank(to[-1])
			    ? dash(kind, p + n, end, n, to)
			    : 0;
		}
		if (made == 0 && kind != NOTHING) {
			memmove(to, p, n);
			made = n;
		}
		to += made;
		p += n;
	}
	return (size_t)(to - text);
}

size_t
paste_plain(char *text, size_t len)
{
	len = html(text, len);
	len = typography(text, len);
	return paste_lines(text, len);
}

/* May there be anything to take back? */
static bool
suspicious(const char *text, size_t len)
{
	static const char signs[] = "&[<{";

	for (size_t i = 0; signs[i] != '\0'; i++)
		if (memchr(text, signs[i], len) != NULL)
			return true;
	return !is_ascii(text, len) ||
	    span_has((struct span){ text, len }, "1\t");
}

const char *
paste_open(struct arena *a, const char *text, size_t *len)
{
	char *copy;

	if (!suspicious(text, *len))
		return text;
	copy = arena_get(a, *len + 1);
	if (a->broken)
		return NULL;
	memcpy(copy, text, *len);
	*len = paste_plain(copy, *len);
	return copy;
}
