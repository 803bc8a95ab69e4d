/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * `netstat -w N` of the BSDs: a row a second under two lines of heading,
 * which come again after 21 rows. FreeBSD and DragonFly: "input (em0)
 * output". NetBSD and OpenBSD: "wm0 in wm0 out total in total out", two
 * groups side by side, where the row behind a heading is since boot.
 */
#include <stdio.h>
#include <string.h>

#include "collector/parse.h"

#define FIELDS 12

struct table {
	size_t n; /* fields of a row; 0: no heading seen yet */
	const char *field[FIELDS];
	bool bytes[FIELDS];
	struct span scope;
	bool sides; /* NetBSD, OpenBSD */
	bool once; /* since boot behind the first heading only */
	bool scaled; /* -h */
	bool guessed; /* there was no heading at all */
};

/* ---- headings ------------------------------------------------------------ */

/* "input (em0) output", "input em0 output". */
static bool
is_input_output(const struct line *l, struct table *t)
{
	struct span s[4];

	if (text_fields(l, s, 4) != 3 || !span_is(s[0], "input") ||
	    !span_is(s[2], "output"))
		return false;
	t->scope = s[1];
	if (s[1].len > 2 && *s[1].p == '(')
		t->scope = (struct span){ s[1].p + 1, s[1].len - 2 };
	return true;
}

/* "wm0 in wm0 out total in total out" */
static bool
is_in_out(const struct line *l, struct table *t)
{
	struct span s[9];

	if (text_fields(l, s, 9) != 8 || !span_is(s[1], "in") ||
	    !span_is(s[3], "out") || !span_is(s[4], "total") ||
	    !span_is(s[5], "in") || !span_is(s[7], "out"))
		return false;
	t->scope = s[0];
	t->sides = true;
	return true;
}

static const struct {
	const char *word, *in, *out; /* out: the second time in a group */
} plain_words[] = {
	{ "packets", "in_packets", "out_packets" },
	{ "errs", "in_errs", "out_errs" },
	{ "fails", "in_fails", "out_fails" },
	{ "idrops", "in_drops", NULL },
	{ "bytes", "in_bytes", "out_bytes" },
	{ "colls", "colls", NULL },
	{ "drops", "out_drops", NULL },
};

static const struct {
	const char *name, *total;
} totals[] = {
	{ "in_packets", "total_in_packets" },
	{ "in_errs", "total_in_errs" },
	{ "in_fails", "total_in_fails" },
	{ "in_drops", "total_in_drops" },
	{ "in_bytes", "total_in_bytes" },
	{ "out_packets", "total_out_packets" },
	{ "out_errs", "total_out_errs" },
	{ "out_fails", "total_out_fails" },
	{ "out_drops", "total_out_drops" },
	{ "out_bytes", "total_out_bytes" },
	{ "colls", "total_colls" },
};

static const char *
total_of(const char *name)
{
	for (size_t i = 0; i < sizeof(totals) / sizeof(totals[0]); i++)
		if (strcmp(totals[i].name, name) == 0)
			return totals[i].total;
	return name;
}

static bool
has(const struct table *t, const char *name)
{
	for (size_t i = 0; i < t->n; i++)
		if (strcmp(t->field[i], name) == 0)
			return true;
	return false;
}

static bool
add_word(struct table *t, struct span s)
{
	for (size_t i = 0; i < sizeof(plain_words) / sizeof(plain_words[0]);
	     i++) {
		const char *in = plain_words[i].in, *out = plain_words[i].out;

		if (!span_is(s, plain_words[i].word))
			continue;
		if (t->n == FIELDS)
			return false;
		/* OpenBSD -d: "drops" under "in" and under "out" */
		if (t->sides && strcmp(in, "out_drops") == 0 && t->n == 1)
			in = "in_drops";
		t->bytes[t->n] = strcmp(plain_words[i].word, "bytes") == 0;
		t->field[t->n] = out != NULL && has(t, in) ? out : in;
		t->n++;
		return true;
	}
	return false;
}

/*
 * The right group repeats the left one; OpenBSD heads it "errs" whatever it
 * shows, so its names come from the left.
 */
static void
mirror(struct table *t)
{
	size_t half = t->n / 2;

	for (size_t i = 0; i < half; i++)
		t->field[half + i] = total_of(t->field[i]);
	t->once = has(t, "in_fails") || has(t, "in_drops");
}

/* Words of the heading's second line, which mail may have wrapped. */
static size_t
words(struct table *t, const struct line *l, size_t n)
{
	struct span s[2 * FIELDS];
	size_t used = 0;

	while (used < n && used < 2) {
		size_t k = text_fields(&l[used], s, 2 * FIELDS), i;
		uint64_t v;

		if (k == 0 || span_u64(s[0], &v))
			break;
		for (i = 0; i < k; i++) {
			/* right group: counted, named by mirror() */
			if (t->sides && t->n >= 2 &&
			    strcmp(t->field[t->n - 1], "colls") == 0 &&
			    span_is(s[i], "packets"))
				break;
			if (!add_word(t, s[i]))
				return 0;
		}
		if (i < k && t->n * 2 <= FIELDS) {
			t->n *= 2;
			mirror(t);
			return used + 1;
		}
		used++;
	}
	if (t->sides && t->n == 4 && t->bytes[0]) {
		t->field[1] = "out_bytes";
		mirror(t);
	}
	return t->n >= 4 ? used : 0;
}

/* Lines of a heading, 0: none. */
static size_t
heading(struct table *t, const struct line *l, size_t n)
{
	struct table fresh = { .n = 0 };
	size_t used;

	if (n < 2 || l->len == 0 || (*l->p >= '0' && *l->p <= '9'))
		return 0; /* most lines are rows */
	if ((!is_input_output(l, &fresh) && !is_in_out(l, &fresh)))
		return 0;
	used = words(&fresh, l + 1, n - 1);
	if (used == 0)
		return 0;
	fresh.scaled = t->scaled;
	*t = fresh;
	return used + 1;
}

/* ---- rows ---------------------------------------------------------------- */

/* "081240001": OpenBSD's two groups touch when a number fills its width. */
static size_t
split_touching(struct span *s, size_t n, size_t want)
{
	for (size_t i = 0; i < n && n + 1 == want; i++) {
		if (s[i].len < 2 || *s[i].p != '0')
			continue;
		memmove(&s[i + 1], &s[i], (n - i) * sizeof(*s));
		s[i].len = 1;
		s[i + 1].p++;
		s[i + 1].len--;
		n++;
	}
	return n;
}

/* One row over one line or more; 0: no row here. */
static size_t
row(const struct table *t, const struct line *l, size_t n, struct cell *c)
{
	struct span s[FIELDS + 2];
	size_t used = 0, got = 0;

	while (used < n && got < t->n) {
		size_t k = text_fields(&l[used], s + got, FIELDS + 1 - got);

		got += k;
		used++;
		if (used == 1 && t->sides)
			got = split_touching(s, got, t->n);
	}
	if (got != t->n)
		return 0;
	for (size_t i = 0; i < t->n; i++)
		if (!span_cell(s[i], t->bytes[i] ? 1024 : 1000, &c[i]) ||
		    !c[i].known)
			return 0;
	return used;
}

/* A capture that begins in the middle: by the number of fields. */
static void
guess(struct table *t, size_t n)
{
	static const char *const seven[] = { "in_packets", "in_errs",
		"in_bytes", "out_packets", "out_errs", "out_bytes", "colls" };
	static const char *const nine[] = { "in_packets", "in_errs", "in_drops",
		"in_bytes", "out_packets", "out_errs", "out_bytes", "colls",
		"out_drops" };

	t->n = n;
	t->guessed = true;
	for (size_t i = 0; i < n; i++) {
		t->field[i] = n == 9 ? nine[i] : seven[i];
		t->bytes[i] = strstr(t->field[i], "bytes") != NULL;
	}
	t->scope = (struct span){ "", 0 };
}

static size_t
numbers_in(const struct line *l)
{
	struct span s[FIELDS + 1];

	return line_is_numbers(l) ? text_fields(l, s, FIELDS + 1) : 0;
}

/*
 * Without a heading in front: rows of seven or nine numbers, and the next
 * heading, if there is one, of as many words.
 */
static bool
headless(struct table *t, const struct line *l, size_t n)
{
	size_t fields = n > 1 ? numbers_in(l) : 0, i = 0;
	struct table later = { .n = 0 };

	if ((fields != 7 && fields != 9) || numbers_in(&l[1]) != fields)
		return false;
	while (i < n && i < 64 && numbers_in(&l[i]) == fields)
		i++;
	if (i < n && heading(&later, l + i, n - i) > 0 && later.n == fields)
		*t = later;
	else
		guess(t, fields);
	return true;
}

static bool
begins(const struct line *l, size_t n)
{
	struct table t = { .n = 0 };

	return heading(&t, l, n) > 0 || headless(&t, l, n);
}

/* ---- all of it ------------------------------------------------------------ */

struct output {
	struct value *rows, *cumulative;
	size_t n;
};

static void
put_row(struct reading *r, const struct table *t, struct output *o,
    const struct cell *c)
{
	uint64_t low[FIELDS];
	struct value *one;

	o->n++;
	if (!t->scaled) {
		for (size_t i = 0; i < t->n; i++)
			low[i] = c[i].low;
		value_numbers(r->arena, o->rows, NULL, low, t->n);
		return;
	}
	one = value_put(r->arena, o->rows, NULL, VALUE_ARRAY);
	for (size_t i = 0; i < t->n; i++) {
		uint64_t pair[] = { c[i].low, c[i].high };

		value_numbers(r->arena, one, NULL, pair, 2);
	}
}

/*
 * All rows. t->scaled is set where a figure is, and then the rows before it
 * are to be written as intervals, too: once more from the start.
 */
static size_t
walk(struct reading *r, struct table *t, struct output *o)
{
	size_t used = 0, fields = t->n;
	bool first = false, any = false;
	struct cell c[FIELDS];

	o->rows = value_new(r->arena, VALUE_ARRAY);
	o->cumulative = value_new(r->arena, VALUE_ARRAY);
	o->n = 0;
	while (used < r->n) {
		size_t lines = heading(t, r->line + used, r->n - used);

		if (lines > 0 && (fields == 0 || t->n == fields)) {
			fields = t->n;
			first = t->sides && (!any || !t->once);
			used += lines;
			continue;
		}
		lines = lines > 0 ? 0 : row(t, r->line + used, r->n - used, c);
		if (lines == 0)
			break;
		for (size_t i = 0; i < t->n; i++)
			t->scaled |= c[i].low != c[i].high;
		if (first)
			value_u64(r->arena, o->cumulative, NULL, o->n);
		put_row(r, t, o, c);
		first = false;
		any = true;
		used += lines;
	}
	return any ? used : 0;
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

	while (text_next(&l, &at, &s)) {
		uint64_t v;

		if (here && span_u64(s, seconds))
			return true;
		here = span_is(s, "-w");
		if (span_begins(s, "-w") &&
		    span_u64((struct span){ s.p + 2, s.len - 2 }, seconds))
			return true;
		found = span_u64(s, &v);
		if (found)
			*seconds = v;
	}
	return found;
}

static void
put_scope(struct reading *r, const struct table *t)
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

static void
parse(struct reading *r)
{
	struct table t = { .n = 0 }, start;
	struct output o;
	struct value *fields, *untrusted;
	uint64_t seconds = 1;
	bool told = interval(r->command, &seconds);

	if (heading(&t, r->line, r->n) == 0)
		headless(&t, r->line, r->n);
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
	value_join(value_put(r->arena, r->data, "cumulative_rows", VALUE_ARRAY),
	    o.cumulative);
	value_join(value_put(r->arena, r->data, "rows", VALUE_ARRAY), o.rows);
	value_u64(r->arena, r->data, "n_rows", o.n);
	if (r->os != NULL && strcmp(r->os, "DragonFly") == 0 &&
	    has(&t, "out_drops")) {
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
