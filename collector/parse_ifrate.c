/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * `netstat -w N` of the BSDs: a row a second under two lines of heading,
 * which come again after 21 rows. FreeBSD and DragonFly: "input (em0)
 * output". NetBSD and OpenBSD: "wm0 in wm0 out total in total out", two
 * groups side by side, where the row behind a heading is since boot.
 */
#include <stdio.h>
#include <string.h>

#include "collector/blasts.h"
#include "collector/ifrate.h"
#include "collector/netstat_i.h"
#include "collector/parse.h"
#include "collector/prompt.h"

/* ---- rows ---------------------------------------------------------------- */

/* Digits of the left group's last column in the field that both share. */
static size_t
left_digits(const struct span *s, size_t at)
{
	size_t gap = (size_t)(s[at].p - s[at - 1].p) - s[at - 1].len;

	if (s[at].len < 2)
		return 0;
	if (*s[at].p == '0')
		return s[at].p[1] >= '0' && s[at].p[1] <= '9';
	/* of columns as they were printed: one blank, then five places */
	return s[at].p > s[at - 1].p && gap > 0 && gap < 6 &&
		memchr(s[at - 1].p, '\t', s[at - 1].len + gap) == NULL &&
		s[at].len >= 6 - gap + 8
	    ? 6 - gap
	    : 0;
}

/* "081240001": OpenBSD's two groups touch when a number fills its width. */
static size_t
split_touching(struct span *s, size_t n, size_t want)
{
	size_t at = want / 2 - 1, digits;

	digits = n + 1 == want ? left_digits(s, at) : 0;
	if (digits == 0)
		return n;
	memmove(&s[at + 1], &s[at], (n - at) * sizeof(*s));
	s[at].len = digits;
	s[at + 1].p += digits;
	s[at + 1].len -= digits;
	return n + 1;
}

/* One row over one line or more; 0: no row here. */
static size_t
row(const struct ifrate *t, const struct line *l, size_t n, struct cell *c)
{
	struct span s[IFRATE_FIELDS + 2];
	size_t used = 0, got = 0;

	while (used < n && got < t->n) {
		size_t k =
		    text_fields(&l[used], s + got, IFRATE_FIELDS + 1 - got);

		if (k == 0 || (used > 0 && !line_is_numbers(&l[used])))
			return 0;
		got += k;
		used++;
		if (t->sides)
			got = split_touching(s, got, t->n);
	}
	if (got != t->n)
		return 0;
	for (size_t i = 0; i < t->n; i++)
		if (!span_cell(s[i], t->bytes[i] ? 1024 : t->step, &c[i]))
			return 0;
	return used;
}

struct numbers { /* of one row */
	struct span s[2 * IFRATE_FIELDS + 2];
	size_t n,
	    lines; /* 2 lines where mail has broken off the last of them */
};

static size_t
numbers_in(const struct line *l, size_t n, struct numbers *out)
{
	size_t more;

	out->n = 0;
	out->lines = 1;
	if (n == 0 || !line_is_numbers(l))
		return 0;
	out->n = text_fields(l, out->s, IFRATE_FIELDS + 1);
	if (n == 1 || !line_is_numbers(&l[1]) || !line_breaks(l))
		return out->n;
	more = text_fields(&l[1], out->s + out->n, IFRATE_FIELDS + 1);
	if (more < out->n) {
		out->n += more;
		out->lines = 2;
	}
	return out->n;
}

/* Ten or twelve: what one interface did is within the total behind it. */
static bool
two_groups(const struct numbers *row)
{
	size_t half = row->n / 2;
	uint64_t one, total;

	if (row->n != 10 && row->n != 12)
		return false;
	for (size_t i = 0; i < half; i++)
		if (!span_u64(row->s[i], &one) ||
		    !span_u64(row->s[half + i], &total) || one > total)
			return false;
	return true;
}

/*
 * Without a heading in front: by the next heading, if it has as many words, or
 * guessed by the number of fields.
 */
static bool
headless(struct ifrate *t, const struct line *l, size_t n)
{
	struct ifrate later = { .n = 0 };
	struct numbers first, row;
	unsigned fits;
	size_t i, rows = 1;

	if (n < 2 || numbers_in(l, n, &first) < 7)
		return false;
	fits = ifrate_fits(first.s, first.n);
	for (i = first.lines;
	     i < n && i < 64 && numbers_in(&l[i], n - i, &row) == first.n;
	     i += row.lines) {
		fits &= ifrate_fits(row.s, row.n);
		rows++;
	}
	if (rows < 2)
		return false;
	if (i < n && ifrate_heading(&later, l + i, n - i) > 0 &&
	    later.n == first.n) {
		*t = later;
		return true;
	}
	if (fits == 0 && !two_groups(&first))
		return false;
	return ifrate_guess(t, first.n, fits);
}

static bool
begins(const struct line *l, size_t n)
{
	struct ifrate t = { .n = 0 };

	return ifrate_heading(&t, l, n) > 0 || headless(&t, l, n);
}

/* ---- all of it ------------------------------------------------------------ */

struct output {
	struct value *rows, *cumulative;
	size_t n;
};

static void
put_row(struct reading *r, const struct ifrate *t, struct output *o,
    const struct cell *c)
{
	uint64_t low[IFRATE_FIELDS];
	bool known = true;
	struct value *one;

	o->n++;
	for (size_t i = 0; i < t->n; i++) {
		low[i] = c[i].low;
		known &= c[i].known;
	}
	if (!t->scaled && known) {
		value_numbers(r->arena, o->rows, NULL, low, t->n);
		return;
	}
	one = value_put(r->arena, o->rows, NULL, VALUE_ARRAY);
	for (size_t i = 0; i < t->n; i++) {
		uint64_t pair[] = { c[i].low, c[i].high };

		if (!c[i].known)
			value_null(r->arena, one, NULL);
		else if (t->scaled)
			value_numbers(r->arena, one, NULL, pair, 2);
		else
			value_u64(r->arena, one, NULL, c[i].low);
	}
}

/*
 * Behind a heading that came again the row is since boot, unless it is less
 * than the last such row was: OpenBSD since 6.3 heads its rates only.
 */
static bool
since_boot(const struct ifrate *t, uint64_t *last, const struct cell *c)
{
	for (size_t i = 0; i < t->n; i++)
		if (c[i].known && c[i].low < last[i])
			return false;
	for (size_t i = 0; i < t->n; i++)
		last[i] = c[i].low;
	return true;
}

/*
 * All rows. t->scaled is set where a figure is, and then the rows before it
 * are to be written as intervals, too: once more from the start.
 */
static size_t
walk(struct reading *r, struct ifrate *t, struct output *o)
{
	uint64_t last[IFRATE_FIELDS] = { 0 };
	bool first = false, any = false;
	struct cell c[IFRATE_FIELDS];
	struct ifrate again = *t;
	size_t used = 0, strays;

	o->rows = value_new(r->arena, VALUE_ARRAY);
	o->cumulative = value_new(r->arena, VALUE_ARRAY);
	o->n = 0;
	r->strays = 0;
	while (used < r->n) {
		size_t lines =
		    ifrate_heading(&again, r->line + used, r->n - used);

		/* a heading without rows is a listing that is empty */
		if (lines > 0 &&
		    ((used > 0 && !any) || !ifrate_same(t, &again)))
			break;
		if (lines > 0) {
			first = t->sides && (!any || !t->once);
			used += lines;
			continue;
		}
		strays = any ? parse_strays(r, used) : 0;
		lines =
		    row(t, r->line + used + strays, r->n - used - strays, c);
		if (lines == 0)
			break;
		r->strays += strays;
		for (size_t i = 0; i < t->n; i++)
			t->scaled |= c[i].low != c[i].high;
		if (first && since_boot(t, last, c))
			value_u64(r->arena, o->cumulative, NULL, o->n);
		put_row(r, t, o, c);
		first = false;
		any = true;
		used += strays + lines;
	}
	return any ? used : 0;
}

/* "-bdw" and "-w5" of a word: the number behind the w, if it has one. */
static bool
is_wait(struct span s, uint64_t *seconds, bool *next)
{
	const char *w;
	struct span behind;

	*next = false;
	w = s.len > 0 && *s.p == '-' ? memchr(s.p, 'w', s.len) : NULL;
	if (w == NULL)
		return false;
	behind = (struct span){ w + 1, (size_t)(s.p + s.len - w - 1) };
	*next = behind.len == 0;
	return span_u64(behind, seconds);
}

/* "-w 5", "-w5", or the number behind everything ("netstat -ni 1"). */
static bool
interval(const char *command, uint64_t *seconds)
{
	struct line l = { .p = command,
		.len = command != NULL ? strlen(command) : 0 };
	struct span s;
	size_t at = 0;
	bool found = false, here = false;

	if (!prompt_runs(command, "netstat"))
		return false;
	while (text_next(&l, &at, &s)) {
		bool last = strchr(";|&)", s.p[s.len - 1]) != NULL;
		uint64_t v;

		if (strchr(">|&;", *s.p) != NULL)
			break;
		s = prompt_word(s);
		if ((here && span_u64(s, seconds)) ||
		    is_wait(s, seconds, &here))
			return true;
		found = span_u64(s, &v);
		if (found)
			*seconds = v;
		if (last && found)
			break;
	}
	return found;
}

/* Columns that count packets: which seconds a test was in. */
static void
put_blasts(struct reading *r, const struct ifrate *t, const struct output *o)
{
	struct blasts_column column[IFRATE_FIELDS];
	struct blasts_ask ask = { o->rows, o->cumulative, 100, column, 0 };

	for (size_t i = 0; i < t->n; i++)
		if (strstr(t->field[i], "_packets") != NULL)
			column[ask.columns++] =
			    (struct blasts_column){ t->field[i], i };
	blasts_put(r->arena, r->data, &ask);
}

/* OpenBSD 6.3 and later: errors and drops in one, but with -e or -d. */
static const char *
guessed_word(const struct reading *r)
{
	struct line l = { .p = r->command,
		.len = r->command != NULL ? strlen(r->command) : 0 };
	const char *word = "fails";
	struct span s;
	size_t at = 0;

	if (r->os == NULL || strcmp(r->os, "OpenBSD") != 0 ||
	    (r->version != 0 && r->version < 6))
		return "errs";
	while (text_next(&l, &at, &s))
		if (*s.p == '-' && memchr(s.p, 'e', s.len) != NULL)
			word = "errs";
		else if (*s.p == '-' && memchr(s.p, 'd', s.len) != NULL)
			word = "drops";
	return word;
}

static void
put_scope(struct reading *r, const struct ifrate *t)
{
	char scope[64];

	snprintf(scope, sizeof(scope), "%.*s%s",
	    (int)(t->scope.len < 32 ? t->scope.len : 32), t->scope.p,
	    t->sides ? " and total" : "");
	if (t->scope.len == 0)
		value_null(r->arena, r->data, "scope");
	else
		value_text(r->arena, r->data, "scope", scope);
}

/* Where no release is told, what only the old ones print tells. */
static unsigned
step_of(const struct reading *r, const struct ifrate *t)
{
	if (r->version == 0 && !t->sides && !t->guessed &&
	    (t->bracketed || !ifrate_has(t, "in_drops")))
		return 1024;
	return netstat_i_step(r->os, r->version);
}

static void
parse(struct reading *r)
{
	struct ifrate t = { .n = 0 }, start;
	struct output o;
	struct value *fields, *untrusted;
	uint64_t seconds = 1;
	bool told = interval(r->command, &seconds);

	if (ifrate_heading(&t, r->line, r->n) == 0)
		headless(&t, r->line, r->n);
	if (t.guessed && t.sides)
		ifrate_guess_sides(&t, guessed_word(r));
	t.step = step_of(r, &t);
	start = t;
	r->used = walk(r, &t, &o);
	if (t.scaled) {
		t = start;
		t.scaled = true;
		r->used = walk(r, &t, &o);
	}
	if (r->used == 0)
		return;
	r->data = value_new(r->arena, VALUE_OBJECT);
	put_scope(r, &t);
	value_u64(r->arena, r->data, "interval_s", seconds);
	if (!told)
		value_bool(r->arena, r->data, "interval_assumed", true);
	if (t.guessed)
		value_bool(r->arena, r->data, "fields_guessed", true);
	fields = value_put(r->arena, r->data, "fields", VALUE_ARRAY);
	for (size_t i = 0; i < t.n; i++)
		value_text(r->arena, fields, NULL, t.field[i]);
	if (!t.scaled)
		put_blasts(r, &t, &o);
	value_join(value_put(r->arena, r->data, "cumulative_rows", VALUE_ARRAY),
	    o.cumulative);
	value_join(value_put(r->arena, r->data, "rows", VALUE_ARRAY), o.rows);
	value_u64(r->arena, r->data, "n_rows", o.n);
	if (r->os != NULL && strcmp(r->os, "DragonFly") == 0 &&
	    ifrate_has(&t, "out_drops")) {
		untrusted = value_put(
		    r->arena, r->data, "untrusted_fields", VALUE_ARRAY);
		value_text(r->arena, untrusted, NULL, "out_drops");
	}
	if (t.scaled) {
		r->kind = "ifrate_human";
		value_bool(r->arena, r->data, "exact", false);
	}
}

const struct parser parse_ifrate = {
	.kind = "ifrate",
	.begins = begins,
	.parse = parse,
};
