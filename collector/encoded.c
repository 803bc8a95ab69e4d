/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The header of the mail says how it is encoded. Where that was left out, no
 * "=" may stand in the text but those of an encoding, and one of them must be
 * such as no listing has: OpenBSD's sysctl prints "net.inet.ip.ttl=20", too.
 */
#include <ctype.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>

#include "collector/encoded.h"

#define LETTERS 0xa0 /* of ISO 8859 and UTF-8: these and above */

static const char field[] = "Content-Transfer-Encoding:";
static const char digits[] = "0123456789ABCDEF";

/* Behind a "=": the letters that belong to it, 0: none do. */
static size_t
code(const char *p, const char *end, int *byte)
{
	const char *high, *low;

	*byte = -1;
	if (p < end && *p == '\n')
		return 1;
	if (p + 1 < end && *p == '\r' && p[1] == '\n')
		return 2;
	if (p + 1 >= end)
		return 0;
	high = memchr(digits, *p, sizeof(digits) - 1);
	low = memchr(digits, p[1], sizeof(digits) - 1);
	if (high == NULL || low == NULL)
		return 0;
	*byte = (int)((high - digits) * 16 + (low - digits));
	return 2;
}

/* Is this "=20" the blank at the end of a row, and no value of a name? */
static bool
ends_row(const char *text, const char *at, const char *end)
{
	const char *line = at;
	bool dot = false, letter = false;

	if (at + 2 < end && at[2] != '\r' && at[2] != '\n')
		return false;
	/* "# sysctl kern.hz=20" has a blank, too */
	for (const char *p = at - 1; p > text && !isspace((unsigned char)p[-1]);
	     p--) {
		dot |= p[-1] == '.' || p[-1] == '_';
		letter |= isalpha((unsigned char)p[-1]);
	}
	if (dot && letter)
		return false;
	while (line > text && line[-1] != '\n')
		line--;
	while (line < at && (*line == '>' || *line == ' '))
		line++;
	return memchr(line, ' ', (size_t)(at - line)) != NULL;
}

/*
 * A soft break, near the 76 columns of the standard and inside of a word: a
 * mailer may break "port =" of a filter's rule there, too.
 */
static bool
cuts_word(const char *text, const char *at)
{
	const char *line = at;

	while (line > text && line[-1] != '\n')
		line--;
	return at - line >= 70 && at - line < 76 && at[-1] != ' ';
}

static bool
looks_encoded(const char *text, const char *end)
{
	bool proof = false;

	for (const char *p = text;
	     p < end && (p = memchr(p, '=', (size_t)(end - p))) != NULL; p++) {
		int byte;

		if (code(p + 1, end, &byte) == 0 ||
		    (byte >= 0 && strchr("\t =", byte) == NULL &&
			byte < LETTERS))
			return false;
		proof |= byte == '=' ||
		    (byte == ' ' && ends_row(text, p + 1, end)) ||
		    (byte < 0 && cuts_word(text, p));
	}
	return proof;
}

static char *
decode(const char *p, const char *end, char *out)
{
	while (p < end) {
		size_t n = 0;
		int byte = -1;

		if (*p == '=')
			n = code(p + 1, end, &byte);
		if (n == 0) {
			*out++ = *p++;
			continue;
		}
		if (byte >= 0)
			*out++ = (char)byte;
		p += 1 + n;
	}
	return out;
}

/* The next line that begins with the field. NULL: none. */
static const char *
next_field(const char *p, const char *end)
{
	while (p != NULL && p < end) {
		if ((size_t)(end - p) >= sizeof(field) - 1 &&
		    strncasecmp(p, field, sizeof(field) - 1) == 0)
			return p;
		p = memchr(p, '\n', (size_t)(end - p));
		p = p != NULL ? p + 1 : NULL;
	}
	return NULL;
}

static bool
says_printable(const char *p, const char *end)
{
	static const char word[] = "quoted-printable";

	for (p += sizeof(field) - 1; p < end && *p == ' '; p++)
		;
	return (size_t)(end - p) >= sizeof(word) - 1 &&
	    strncasecmp(p, word, sizeof(word) - 1) == 0;
}

const char *
encoded_open(struct arena *a, const char *text, size_t *len)
{
	const char *end = text + *len, *p = text;
	const char *from = next_field(text, end);
	char *copy, *out;

	if (memchr(text, '=', *len) == NULL ||
	    (from == NULL && !looks_encoded(text, end)))
		return text;
	copy = out = arena_get(a, *len + 1);
	if (a->broken)
		return NULL;
	if (from == NULL)
		out = decode(text, end, out);
	while (from != NULL) {
		const char *next = next_field(from + 1, end);
		const char *stop = next != NULL ? next : end;

		memcpy(out, p, (size_t)(from - p));
		out += from - p;
		if (says_printable(from, end)) {
			out = decode(from, stop, out);
		} else {
			memcpy(out, from, (size_t)(stop - from));
			out += stop - from;
		}
		p = stop;
		from = next;
	}
	*len = (size_t)(out - copy);
	return copy;
}
