/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A row with a number more in front would be one of another table, and a time
 * like "Dec 01 12:00:01" begins a line of a log. Only what no line of a log
 * and no table has is proof: both lines of a heading behind times of one form.
 */
#include <stdbool.h>
#include <string.h>

#include "collector/stamped.h"
#include "collector/text.h"

/* '0': a digit, 'a': a letter, ' ': a blank or a digit's place left empty */
static const char *const forms[] = {
	"aaa 00 00:00:00", /* ts */
	"aaa  0 00:00:00",
	"aaa aaa 00 00:00:00 aaa 0000", /* date */
	"aaa aaa  0 00:00:00 aaa 0000",
	"aaa aaa 00 00:00:00 aaaa 0000",
	"aaa aaa  0 00:00:00 aaaa 0000",
	"0000-00-00 00:00:00",
	"0000-00-00T00:00:00",
	"00:00:00",
	"0000000000", /* seconds since 1970 */
	NULL,
};

static bool
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool
is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool
fits(char c, char form)
{
	return form == '0' ? is_digit(c)
	    : form == 'a'  ? is_letter(c)
			   : c == form;
}

/* Behind the time and the blank that follows it. 0: it is not of that form. */
static size_t
behind(struct span s, const char *form)
{
	size_t n = 0, i;
	bool bracket = s.len > 0 && *s.p == '[';

	n += bracket;
	for (i = 0; form[i] != '\0'; i++)
		if (n + i >= s.len || !fits(s.p[n + i], form[i]))
			return 0;
	n += i;
	if (n < s.len && (s.p[n] == '.' || s.p[n] == ','))
		while (++n < s.len && is_digit(s.p[n]))
			;
	if (bracket && (n == s.len || s.p[n++] != ']'))
		return 0;
	n += n < s.len && s.p[n] == ':';
	/* of an empty line nothing is left */
	if (n < s.len && s.p[n] != ' ' && s.p[n] != '\t')
		return 0;
	return n + (n < s.len);
}

static struct span
line_at(const char *p, const char *end)
{
	const char *lf = memchr(p, '\n', (size_t)(end - p));

	return (struct span){ p, (size_t)((lf != NULL ? lf : end) - p) };
}

static struct span
rest_of(struct span s, size_t n)
{
	s.p += n;
	s.len -= n;
	while (s.len > 0 && (*s.p == ' ' || *s.p == '\t')) {
		s.p++;
		s.len--;
	}
	return s;
}

/* netstat -w of both forms, vmstat: the first line and the second. */
static bool
is_heading(struct span one, struct span two)
{
	if (span_begins(two, "packets ") || span_begins(two, "packets\t"))
		return (span_begins(one, "input") && span_has(one, "output")) ||
		    (span_has(one, " in ") && span_has(one, "total out"));
	return span_begins(one, "procs") && span_begins(two, "r ") &&
	    span_has(two, " us sy");
}

/* From p on a heading behind times; *form: theirs. NULL: none. */
static const char *
first_stamped(const char *p, const char *end, const char **form)
{
	while (p < end) {
		struct span one = line_at(p, end), two = { "", 0 };

		if (one.p + one.len < end)
			two = line_at(one.p + one.len + 1, end);
		for (size_t i = 0; forms[i] != NULL; i++) {
			size_t a = behind(one, forms[i]);
			size_t b = a > 0 ? behind(two, forms[i]) : 0;

			*form = forms[i];
			if (b > 0 &&
			    is_heading(rest_of(one, a), rest_of(two, b)))
				return p;
		}
		p = one.p + one.len + 1;
	}
	return NULL;
}

const char *
stamped_open(struct arena *a, const char *text, size_t *len)
{
	const char *end = text + *len, *p = text, *form, *at;
	char *copy, *out;

	at = first_stamped(p, end, &form);
	if (at == NULL)
		return text;
	copy = out = arena_get(a, *len + 1);
	if (a->broken)
		return NULL;
	for (; at != NULL; at = first_stamped(p, end, &form)) {
		size_t n;

		memcpy(out, p, (size_t)(at - p));
		out += at - p;
		for (p = at; p < end; p += n) {
			struct span line = line_at(p, end);
			size_t skip = behind(line, form);

			if (skip == 0)
				break;
			n = line.len + (line.p + line.len < end);
			memcpy(out, p + skip, n - skip);
			out += n - skip;
		}
	}
	memcpy(out, p, (size_t)(end - p));
	out += end - p;
	*len = (size_t)(out - copy);
	return copy;
}
