/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A table made by hand, as results are given in mails: one line of words, then
 * rows with as many fields, all of them numbers but for a name in front.
 * Where bars stand between the columns, names of several words do not matter.
 * "219,181" is one number of three-digit groups; a comma that does not stand
 * before three digits makes all commas of the table decimal ones.
 */
#include <string.h>

#include "collector/parse.h"

#define COLUMNS 16

struct cells {
	struct span v[COLUMNS + 1];
	size_t n;
	bool bars; /* given: they alone are between columns */
};

static struct span
trimmed(const char *p, size_t len)
{
	while (len > 0 && strchr(" \t;", p[len - 1]) != NULL)
		len--;
	while (len > 0 && strchr(" \t", *p) != NULL) {
		p++;
		len--;
	}
	return (struct span){ p, len };
}

/* "| one column | another |", with or without the outer ones. */
static void
between_bars(const struct line *l, struct cells *c)
{
	struct span all = trimmed(l->p, l->len), cell;
	size_t at = 0, end;

	c->n = 0;
	if (all.len > 0 && *all.p == '|')
		at++;
	for (; at < all.len && c->n <= COLUMNS; at = end + 1) {
		for (end = at; end < all.len && all.p[end] != '|'; end++)
			;
		cell = trimmed(all.p + at, end - at);
		if (cell.len == 0) { /* nothing there: no table of ours */
			c->n = 0;
			return;
		}
		c->v[c->n++] = cell;
	}
}

/* Fields; bars between columns and ends of bars are no fields. */
static void
cells_of(const struct line *l, struct cells *c)
{
	size_t at = 0;
	struct span s;

	if (c->bars) {
		between_bars(l, c);
		return;
	}
	c->n = 0;
	while (c->n <= COLUMNS && text_next(l, &at, &s)) {
		while (s.len > 0 && *s.p == '|') {
			s.p++;
			s.len--;
		}
		while (s.len > 0 && strchr("|;", s.p[s.len - 1]) != NULL)
			s.len--;
		if (s.len > 0)
			c->v[c->n++] = s;
	}
}

/* Digits in groups: "1,234,567" with this separator. */
static bool
is_grouped(struct span s, char separator)
{
	size_t digits = 0, groups = 0;

	for (size_t i = 0; i < s.len; i++) {
		if (s.p[i] >= '0' && s.p[i] <= '9') {
			digits++;
			continue;
		}
		if (s.p[i] != separator || digits == 0 || digits > 3 ||
		    (groups > 0 && digits != 3))
			return false;
		groups++;
		digits = 0;
	}
	return groups > 0 && digits == 3 && *s.p != '0';
}

static bool
has(struct span s, char c)
{
	return memchr(s.p, c, s.len) != NULL;
}

static bool
without(struct span s, char separator, uint64_t *v)
{
	char digits[32];
	size_t n = 0;

	for (size_t i = 0; i < s.len; i++) {
		if (s.p[i] == separator)
			continue;
		if (n == sizeof(digits))
			return false;
		digits[n++] = s.p[i];
	}
	return span_u64((struct span){ digits, n }, v);
}

/* VALUE_NULL: absent ("-"). false: a word. */
static bool
number(struct span s, bool decimal_comma, struct value *v)
{
	memset(v, 0, sizeof(*v));
	if (span_is(s, "-") || span_is(s, "n/a"))
		return true;
	v->type = VALUE_U64;
	if (span_u64(s, &v->u64) ||
	    (!decimal_comma && is_grouped(s, ',') && without(s, ',', &v->u64)))
		return true;
	/* one point is decimal, several are between groups */
	if (is_grouped(s, '.') && s.len > 7 && without(s, '.', &v->u64))
		return true;
	v->type = VALUE_REAL;
	return span_real(s, &v->real);
}

static bool
is_word(struct span s)
{
	struct value v;

	return !number(s, false, &v);
}

static bool
is_rule(const struct line *l)
{
	for (size_t i = 0; i < l->len; i++)
		if (strchr("-=+|: \t", l->p[i]) == NULL)
			return false;
	return true; /* an empty line too */
}

static bool
is_row(const struct line *l, size_t columns, struct cells *c)
{
	cells_of(l, c);
	if (c->n != columns)
		return false;
	for (size_t i = 1; i < c->n; i++)
		if (is_word(c->v[i]))
			return false;
	return true;
}

/* Another kind's row is not ours, even if its heading was lost. */
static bool
is_known(const struct line *l, size_t n)
{
	for (const struct parser *const *p = parsers; *p != NULL; p++)
		if (*p != &parse_table && (*p)->begins(l, n))
			return true;
	return false;
}

/* What most lines are not: the last column is a number, "-" or "n/a". */
static bool
ends_as_row(const struct line *l)
{
	return l->len > 0 &&
	    strchr("0123456789%-a|;", l->p[l->len - 1]) != NULL;
}

/* The first row's place where columns are as heading->bars has it, 0: none. */
static size_t
first_row_as(const struct line *l, size_t n, struct cells *heading)
{
	struct cells row = { .bars = heading->bars };
	size_t at = 1;

	while (at < n && at < 4 && is_rule(&l[at]))
		at++;
	if (at + 1 >= n || !ends_as_row(&l[at]))
		return 0;
	cells_of(l, heading);
	if (heading->n < 2 || heading->n > COLUMNS)
		return 0;
	for (size_t i = 0; i < heading->n; i++)
		if (!is_word(heading->v[i]) || heading->v[i].len > 40)
			return 0;
	return is_row(&l[at], heading->n, &row) &&
		is_row(&l[at + 1], heading->n, &row) &&
		!is_known(&l[at], n - at)
	    ? at
	    : 0;
}

/* The first row's place, 0: no table. */
static size_t
first_row(const struct line *l, size_t n, struct cells *heading)
{
	size_t at;

	heading->bars = false;
	at = first_row_as(l, n, heading);
	if (at > 0 || memchr(l->p, '|', l->len) == NULL)
		return at;
	heading->bars = true;
	return first_row_as(l, n, heading);
}

static bool
begins(const struct line *l, size_t n)
{
	struct cells heading;

	return n > 2 && first_row(l, n, &heading) > 0;
}

/* Is there a comma that cannot be between thousands? */
static bool
decimal_commas(const struct reading *r, size_t at, const struct cells *heading)
{
	struct cells c = { .bars = heading->bars };

	for (; at < r->n && is_row(&r->line[at], heading->n, &c); at++)
		for (size_t i = 0; i < c.n; i++)
			if (has(c.v[i], ',') && !is_word(c.v[i]) &&
			    !is_grouped(c.v[i], ','))
				return true;
	return false;
}

/* Digits behind the point, *zero: the last of them is one. */
static size_t
decimals(struct span s, bool *zero)
{
	const char *point = memchr(s.p, '.', s.len);
	size_t n = point == NULL ? 0 : (size_t)(s.p + s.len - point - 1);

	*zero = n > 0 && s.p[s.len - 1] == '0';
	return n;
}

/* "5.10" above "6.1" are versions: a measured column is written alike. */
static bool
versions_first(const struct reading *r, size_t at, const struct cells *heading)
{
	struct cells c = { .bars = heading->bars };
	size_t least = SIZE_MAX, most = 0, n;
	bool zero, any = false;

	for (; at < r->n && is_row(&r->line[at], heading->n, &c); at++) {
		n = decimals(c.v[0], &zero);
		any |= zero;
		least = n < least ? n : least;
		most = n > most ? n : most;
	}
	return any && least != most;
}

static void
put(struct reading *r, struct value *row, struct span s, bool decimal_comma)
{
	struct value v;

	if (!number(s, decimal_comma, &v))
		value_text(
		    r->arena, row, NULL, arena_text(r->arena, s.p, s.len));
	else if (v.type == VALUE_U64)
		value_u64(r->arena, row, NULL, v.u64);
	else if (v.type == VALUE_REAL)
		value_real(r->arena, row, NULL, v.real);
	else
		value_null(r->arena, row, NULL);
}

static void
parse(struct reading *r)
{
	struct cells heading, c;
	size_t at = first_row(r->line, r->n, &heading);
	struct value *columns, *rows, *row;
	bool decimal_comma, versions;
	uint64_t n = 0;

	if (at == 0)
		return;
	r->data = value_new(r->arena, VALUE_OBJECT);
	columns = value_put(r->arena, r->data, "columns", VALUE_ARRAY);
	for (size_t i = 0; i < heading.n; i++)
		value_text(r->arena, columns, NULL,
		    arena_text(r->arena, heading.v[i].p, heading.v[i].len));
	rows = value_put(r->arena, r->data, "rows", VALUE_ARRAY);
	decimal_comma = decimal_commas(r, at, &heading);
	versions = versions_first(r, at, &heading);
	c.bars = heading.bars;
	for (; at < r->n && is_row(&r->line[at], heading.n, &c); at++, n++) {
		row = value_put(r->arena, rows, NULL, VALUE_ARRAY);
		for (size_t i = 0; i < c.n; i++)
			if (i == 0 && versions)
				value_text(r->arena, row, NULL,
				    arena_text(r->arena, c.v[0].p, c.v[0].len));
			else
				put(r, row, c.v[i], decimal_comma);
	}
	value_u64(r->arena, r->data, "n_rows", n);
	r->used = at;
}

const struct parser parse_table = {
	.kind = "table",
	.begins = begins,
	.parse = parse,
};
