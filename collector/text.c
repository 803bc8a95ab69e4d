/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "collector/terminal.h"
#include "collector/text.h"
#include "lib/num.h"

static bool
blank(char c)
{
	return c <= ' ' && (c == ' ' || c == '\t' || c == '\f' || c == '\v');
}

static bool
control(char c)
{
	return (unsigned char)c < 0x20 ? c != '\t' : c == 0x7f;
}

/* As it was seen on a screen. Most lines have nothing to take off. */
static void
clean(struct arena *a, struct line *l)
{
	size_t i = 0;
	char *copy;

	while (
	    l->len > 0 && (l->p[l->len - 1] == '\r' || blank(l->p[l->len - 1])))
		l->len--;
	while (i < l->len && !control(l->p[i]))
		i++;
	if (i == l->len)
		return;
	copy = arena_get(a, l->len + 1);
	l->len = a->broken ? 0 : terminal_line(l->p, l->len, copy);
	l->p = copy;
}

/* "> ", ">> ", "> > " of mail in front of the text. */
static void
unquote(struct line *l)
{
	while (l->len > 0 && *l->p == '>') {
		l->p++;
		l->len--;
		l->indent = 0;
		if (l->len > 0 && *l->p == ' ') {
			l->p++;
			l->len--;
		}
	}
}

static void
trim(struct line *l)
{
	while (l->len > 0 && blank(l->p[l->len - 1]))
		l->len--;
	while (l->len > 0 && blank(*l->p)) {
		l->p++;
		l->len--;
		l->indent++;
	}
}

/* Narrower than this nobody has his mail broken. */
#define WRAP_MIN 60
/* With blanks behind it, such a line is wider than that. */
#define PADDED_MIN 44

/* How wide it is on a screen. */
static size_t
columns(const char *p, size_t len)
{
	size_t column = 0;

	if (memchr(p, '\t', len) == NULL)
		return len;
	for (size_t i = 0; i < len; i++)
		column = p[i] == '\t' ? (column / 8 + 1) * 8 : column + 1;
	return column;
}

bool
line_breaks(const struct line *l)
{
	const char *blank_at;
	size_t word = l[1].len, width;

	if (l[1].gap || word == 0 || line_begins(&l[1], "=="))
		return false;
	width = columns(l->raw, l->raw_len);
	if (width + 1 + word <= WRAP_MIN && memchr(l[1].p, '\t', word) == NULL)
		return false;
	/* some break at blanks only: a tab is inside of a word */
	blank_at = memchr(l[1].p, ' ', word);
	if (blank_at != NULL)
		word = (size_t)(blank_at - l[1].p);
	return width + 1 + columns(l[1].p, word) > WRAP_MIN;
}

/*
 * `ip -o` puts a link on one line, with a "\\" where others end: where such a
 * part of the line ends. *parts: this line is one of those.
 */
static const char *
part_end(const char *p, const char *stop, bool *parts)
{
	const char *end = p;

	while ((end = memchr(end, '\\', (size_t)(stop - end))) != NULL) {
		if (stop - end > 4 && memcmp(end + 1, "    ", 4) == 0 &&
		    (*parts || memchr(p, '<', (size_t)(end - p)) != NULL)) {
			*parts = true;
			return end;
		}
		end++;
	}
	return stop;
}

int
text_lines(struct arena *a, const char *text, size_t len, struct lines *out)
{
	const char *end = text + len;
	bool gap = false, parts = false;
	size_t n = 1;

	memset(out, 0, sizeof(*out));
	for (const char *p = text;
	     p < end && (p = memchr(p, '\n', (size_t)(end - p))) != NULL; p++)
		n++;
	for (const char *p = text;
	     p < end && (p = memchr(p, '\\', (size_t)(end - p))) != NULL; p++)
		n++;
	out->v = arena_get(a, n * sizeof(*out->v));
	if (a->broken)
		return -1;
	for (const char *p = text; p < end && !a->broken;) {
		const char *lf = memchr(p, '\n', (size_t)(end - p));
		const char *line_end = lf != NULL ? lf : end;
		const char *stop = part_end(p, line_end, &parts);
		struct line *l = &out->v[out->n++];

		l->indent = 0;
		l->ended = lf != NULL || stop < line_end;
		l->raw = p;
		l->raw_len = (size_t)(stop - p);
		l->p = p;
		l->len = l->raw_len;
		clean(a, l);
		unquote(l);
		trim(l);
		parts &= stop < line_end;
		p = stop < line_end || lf != NULL ? stop + 1 : end;
		l->gap = gap;
		gap = l->len == 0 && out->n > 1 &&
		    (gap || l[-1].indent + l[-1].len >= PADDED_MIN);
		out->n -= gap;
	}
	return a->broken ? -1 : 0;
}

bool
text_next(const struct line *l, size_t *at, struct span *s)
{
	size_t i = *at;

	while (i < l->len && blank(l->p[i]))
		i++;
	if (i == l->len)
		return false;
	s->p = l->p + i;
	while (i < l->len && !blank(l->p[i]))
		i++;
	s->len = (size_t)(l->p + i - s->p);
	*at = i;
	return true;
}

size_t
text_fields(const struct line *l, struct span *s, size_t cap)
{
	size_t n = 0, at = 0;

	while (n < cap && text_next(l, &at, &s[n]))
		n++;
	return n;
}

struct line
text_joined(struct arena *a, const struct line *l, size_t n)
{
	struct line out = { .p = "" };
	size_t size = 1;
	char *text;

	for (size_t i = 0; i < n; i++)
		size += l[i].len + 1;
	text = arena_get(a, size);
	if (a->broken)
		return out;
	out.p = text;
	for (size_t i = 0; i < n; i++) {
		if (i > 0)
			text[out.len++] = ' ';
		memcpy(text + out.len, l[i].p, l[i].len);
		out.len += l[i].len;
	}
	return out;
}

bool
text_one_of(const char *word, const char *const *list)
{
	for (; *list != NULL; list++)
		if (strcmp(word, *list) == 0)
			return true;
	return false;
}

bool
span_one_of(struct span s, const char *const *list)
{
	for (; *list != NULL; list++)
		if (span_is(s, *list))
			return true;
	return false;
}

bool
span_has(struct span s, const char *word)
{
	size_t n = strlen(word);

	for (const char *p = s.p, *end = s.p + s.len;
	     (p = memchr(p, *word, (size_t)(end - p))) != NULL; p++)
		if ((size_t)(end - p) >= n && memcmp(p, word, n) == 0)
			return true;
	return false;
}

bool
span_holds(struct span s, const char *any)
{
	for (size_t i = 0; i < s.len; i++)
		if (strchr(any, s.p[i]) != NULL)
			return true;
	return false;
}

bool
span_u64(struct span s, uint64_t *v)
{
	return num_digits(s.p, s.len, v);
}

/* strtod() would read the point of the locale, "nan" and hexadecimal. */
bool
span_real(struct span s, double *v)
{
	double scale = 1, sign = 1;
	size_t i = 0, digits = 0;
	uint64_t power = 0;

	*v = 0;
	if (s.len > 0 && s.p[s.len - 1] == '%')
		s.len--;
	if (s.len == 0 || s.len > 40)
		return false;
	if (*s.p == '-') {
		sign = -1;
		i++;
	}
	for (; i < s.len && s.p[i] >= '0' && s.p[i] <= '9'; i++, digits++)
		*v = *v * 10 + (s.p[i] - '0');
	if (i < s.len && (s.p[i] == '.' || s.p[i] == ','))
		for (i++; i < s.len && s.p[i] >= '0' && s.p[i] <= '9';
		     i++, digits++) {
			*v = *v * 10 + (s.p[i] - '0');
			scale *= 10;
		}
	/* one division: 0.1 is the double nearest to it */
	*v = sign * *v / scale;
	if (digits == 0)
		return false;
	if (i + 2 < s.len && s.p[i] == 'e' && s.p[i + 1] == '+' &&
	    span_u64((struct span){ s.p + i + 2, s.len - i - 2 }, &power) &&
	    power <= 30) {
		for (; power > 0; power--)
			*v *= 10;
		return true;
	}
	return i == s.len;
}

bool
span_hex32(struct span s, uint64_t *v)
{
	static const char digits[] = "0123456789abcdef";

	if (s.len == 0 || s.len > 8)
		return false;
	*v = 0;
	for (size_t i = 0; i < s.len; i++) {
		const char *d = memchr(digits, s.p[i] | 0x20, 16);

		if (d == NULL)
			return false;
		*v = *v << 4 | (uint64_t)(d - digits);
	}
	return true;
}

bool
line_is_numbers(const struct line *l)
{
	struct span s;
	struct cell c;
	size_t at = 0;

	while (text_next(l, &at, &s))
		if (!span_cell(s, 1024, &c)) /* that may have a "B" behind */
			return false;
	return l->len > 0;
}

static uint64_t
scale(char unit, unsigned step)
{
	static const char units[] = "KMGTPE";
	const char *u = unit == '\0' ? NULL : strchr(units, unit & ~0x20);
	uint64_t v = 1;

	if (u == NULL)
		return 0;
	for (const char *p = units; p <= u; p++)
		v *= step;
	return v;
}

/* n of `of` parts of the unit; *cut: not a whole number, rounded down. */
static uint64_t
parts(uint64_t n, uint64_t of, uint64_t unit, bool *cut)
{
	uint64_t rest = n * (unit % of);

	*cut = rest % of != 0;
	return n * (unit / of) + rest / of;
}

#define DECIMALS_MAX 2

/* Rounded to its last digit: half a unit of that digit to both sides. */
static bool
scaled(struct span s, unsigned step, struct cell *c)
{
	uint64_t unit = scale(s.p[s.len - 1], step), whole, part = 0;
	uint64_t of = 1, mid; /* how many of the last digit are a unit */
	const char *dot;
	size_t len = s.len - 1, decimals = 0;
	bool cut;

	if (unit == 0 || len == 0)
		return false;
	dot = memchr(s.p, '.', len);
	if (dot != NULL) {
		decimals = (size_t)(s.p + len - dot - 1);
		len = (size_t)(dot - s.p);
		if (decimals > DECIMALS_MAX ||
		    !span_u64((struct span){ dot + 1, decimals }, &part))
			return false;
	}
	if (!span_u64((struct span){ s.p, len }, &whole) ||
	    whole >= UINT64_MAX / unit - 1)
		return false;
	while (decimals-- > 0)
		of *= 10;
	/* two decimals stand behind one digit, so this cannot overflow */
	if (of > 10 && whole > 999)
		return false;
	mid = 2 * (whole * of + part);
	c->high = parts(mid + 1, 2 * of, unit, &cut);
	if (mid > 0)
		c->low = parts(mid - 1, 2 * of, unit, &cut) + cut;
	return true;
}

bool
span_cell(struct span s, unsigned step, struct cell *c)
{
	memset(c, 0, sizeof(*c));
	if (s.len == 0)
		return false;
	/* a counter below 0 is none: shown as signed, or never filled */
	if (*s.p == '-' &&
	    (s.len == 1 ||
		span_u64((struct span){ s.p + 1, s.len - 1 }, &c->low))) {
		c->low = 0;
		return true;
	}
	c->known = true;
	/* "1512B" is what was not scaled among bytes that were */
	if (span_u64(s, &c->low) ||
	    (step == 1024 && s.p[s.len - 1] == 'B' &&
		span_u64((struct span){ s.p, s.len - 1 }, &c->low))) {
		c->high = c->low;
		return true;
	}
	return scaled(s, step, c);
}
