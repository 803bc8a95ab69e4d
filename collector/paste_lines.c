/* SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

#include "collector/paste_lines.h"

struct part { /* of a line */
	const char *p, *end;
};

/* ---- tags -------------------------------------------------------------------- */

static const struct tag {
	const char *word;
	char shut; /* up to this sign, where there may be more */
} opening[] = {
	{ "[code", ']' },
	{ "[pre", ']' },
	{ "[quote", ']' },
	{ "<pre", '>' },
	{ "<code", '>' },
	{ "{code", '}' },
	{ "{noformat", '}' },
};

static const char *const closing[] = { "[/code]", "[/pre]", "[/quote]",
	"</pre>", "</code>", "{code}", "{noformat}" };

static bool
begins(struct part l, const char *word)
{
	size_t len = strlen(word);

	return (size_t)(l.end - l.p) >= len && strncasecmp(l.p, word, len) == 0;
}

/* "[code]", "[code=sh]", "<pre class=x>"; its length, 0: none. */
static size_t
opened(struct part l)
{
	for (size_t i = 0; i < sizeof(opening) / sizeof(opening[0]); i++) {
		const char *shut, *behind;

		if (!begins(l, opening[i].word))
			continue;
		behind = l.p + strlen(opening[i].word);
		shut =
		    memchr(behind, opening[i].shut, (size_t)(l.end - behind));
		if (shut != NULL && !isalnum((unsigned char)*behind))
			return (size_t)(shut + 1 - l.p);
	}
	return 0;
}

static struct part
untagged(struct part l)
{
	size_t n, i = 0;

	if (l.p == l.end)
		return l;
	while ((n = opened(l)) > 0)
		l.p += n;
	while (i < sizeof(closing) / sizeof(closing[0])) {
		const char *end = l.end;
		size_t len = strlen(closing[i]);

		if (end > l.p && end[-1] == '\r')
			end--;
		if ((size_t)(end - l.p) >= len &&
		    strncasecmp(end - len, closing[i], len) == 0) {
			l.end = end - len;
			i = 0;
		} else {
			i++;
		}
	}
	return l;
}

/* ---- numbers of lines --------------------------------------------------------- */

#define NUMBER_WIDTH 6 /* "     1\t" of `cat -n` */

/* The number in front, behind marks of quotation; 0: none. */
static uint64_t
number_of(struct part l, const char **behind)
{
	uint64_t number = 0;
	const char *p = l.p;

	while (p < l.end && *p == '>') {
		p++;
		if (l.end - p > NUMBER_WIDTH + 1 && *p == ' ' &&
		    p[NUMBER_WIDTH + 1] == '\t')
			p++;
	}
	if (l.end - p <= NUMBER_WIDTH || p[NUMBER_WIDTH] != '\t')
		return 0;
	for (int i = 0; i < NUMBER_WIDTH; i++)
		if (isdigit((unsigned char)p[i]))
			number = number * 10 + (uint64_t)(p[i] - '0');
		else if (p[i] != ' ' || number > 0)
			return 0;
	*behind = p + NUMBER_WIDTH + 1;
	return number;
}

static struct part
line_at(const char *p, const char *end)
{
	const char *lf = memchr(p, '\n', (size_t)(end - p));

	return (struct part){ p, lf != NULL ? lf : end };
}

/* Lines 1, 2 and 3 from here on: fewer may be figures. */
static bool
is_first(struct part l, const char *end)
{
	const char *behind;

	for (uint64_t i = 1; i <= 3; i++) {
		if (number_of(l, &behind) != i)
			return false;
		l = line_at(l.end < end ? l.end + 1 : end, end);
	}
	return true;
}

size_t
paste_lines(char *text, size_t len)
{
	const char *end = text + len, *stop, *behind = NULL;
	uint64_t awaited = 0; /* 0: lines have no numbers */
	struct part l;
	char *to = text;

	for (const char *p = text; p < end; p = stop < end ? stop + 1 : end) {
		l = line_at(p, end);
		stop = l.end;
		if (awaited == 0 && is_first(l, end))
			awaited = 1;
		if (awaited > 0 && number_of(l, &behind) == awaited) {
			size_t mark = (size_t)(behind - NUMBER_WIDTH - 1 - l.p);

			memmove(to, l.p, mark);
			to += mark;
			l.p = behind;
			awaited++;
		}
		l = untagged(l);
		if (to != l.p)
			memmove(to, l.p, (size_t)(l.end - l.p));
		to += l.end - l.p;
		if (stop < end)
			*to++ = '\n';
	}
	return (size_t)(to - text);
}
