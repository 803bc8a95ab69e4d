/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * systat -ifstat (FreeBSD; NetBSD and DragonFly have it too): two rows per
 * interface, its name on the row "in" only, each with the present rate, the
 * peak and the total in a unit of their own. B is of 1024, p (packets) too, b
 * (bits) of 1000 as the program's conversion table has it.
 */
#include <stdio.h>
#include <string.h>

#include "collector/parse.h"

enum { RATE, PEAK, TOTAL, FIGURES };

struct figure {
	double value;
	char unit; /* 'B', 'b' or 'p' */
};

struct row {
	struct span name; /* empty on "out" */
	bool in;
	struct figure figure[FIGURES];
};

/* "KB/s", "TB", "Mb/s", "p/s", "B". */
static bool
unit_of(struct span s, bool rate, double *factor, char *unit)
{
	static const char scales[] = "KMGTPE";
	const char *scale;
	double k;

	if (rate) {
		if (s.len < 3 || memcmp(s.p + s.len - 2, "/s", 2) != 0)
			return false;
		s.len -= 2;
	}
	if (s.len < 1 || s.len > 2 || strchr("Bbp", s.p[s.len - 1]) == NULL)
		return false;
	*unit = s.p[s.len - 1];
	*factor = 1;
	if (s.len == 1)
		return true;
	scale = memchr(scales, s.p[0] & ~0x20, sizeof(scales) - 1);
	if (scale == NULL)
		return false;
	k = *unit == 'b' ? 1000 : 1024;
	for (const char *p = scales; p <= scale; p++)
		*factor *= k;
	return true;
}

/* Name or not, "in" or "out", three times a number and a unit. */
static bool
row_of(const struct line *l, struct row *row)
{
	struct span s[9];
	size_t n = text_fields(l, s, 9), at = n == 8;

	memset(row, 0, sizeof(*row));
	if (n != 7 + at)
		return false;
	if (at == 1)
		row->name = s[0];
	row->in = span_is(s[at], "in");
	if (row->in != (at == 1) || (!row->in && !span_is(s[at], "out")))
		return false;
	at++;
	for (int i = 0; i < FIGURES; i++, at += 2) {
		struct figure *f = &row->figure[i];
		double factor;

		if (s[at].p[0] == '-' || !span_real(s[at], &f->value) ||
		    !unit_of(s[at + 1], i != TOTAL, &factor, &f->unit))
			return false;
		f->value *= factor;
	}
	return true;
}

/* Mail breaks long rows before the last unit. Lines used, 0: no row. */
static size_t
row_at(const struct reading *r, size_t at, struct row *row)
{
	char text[256];
	struct line whole = { .p = text };
	const struct line *l = &r->line[at];

	if (row_of(l, row))
		return 1;
	if (at + 1 == r->n || l->len + l[1].len + 2 > sizeof(text) ||
	    l[1].len == 0)
		return 0;
	/* names are looked up in the lines themselves */
	whole.len = (size_t)snprintf(text, sizeof(text), "%.*s %.*s",
	    (int)l->len, l->p, (int)l[1].len, l[1].p);
	if (!row_of(&whole, row))
		return 0;
	row->name.p = l->p;
	return 2;
}

static bool
is_heading(const struct line *l)
{
	static const char *const words[] = { "Interface", "Traffic", "Peak",
		"Total" };
	struct span s[5];

	if (!line_begins(l, words[0]) || text_fields(l, s, 5) != 4)
		return false;
	for (size_t i = 0; i < 4; i++)
		if (!span_is(s[i], words[i]))
			return false;
	return true;
}

static bool
begins(const struct line *l, size_t n)
{
	struct reading r = { .line = l, .n = n };
	struct span s[2];
	struct row row;

	return n > 0 &&
	    (is_heading(l) ||
		(text_fields(l, s, 2) == 2 && span_is(s[1], "in") &&
		    row_at(&r, 0, &row) > 0 && row.in));
}

/* Bits are also given as the bytes that they are. */
static void
put(struct reading *r, struct value *v, const char *what, struct figure f)
{
	static const struct {
		char unit;
		const char *key;
		double per;
	} units[] = { { 'B', "B_s", 1 }, { 'b', "bit_s", 1 }, { 'b', "B_s", 8 },
		{ 'p', "pps", 1 } };
	char key[32];

	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		if (units[i].unit != f.unit)
			continue;
		snprintf(key, sizeof(key), "%s_%s", what, units[i].key);
		value_real(r->arena, v, key, f.value / units[i].per);
	}
}

struct totals {
	struct value *bytes, *packets;
};

static void
put_total(struct reading *r, const struct totals *t, const struct row *in,
    const struct row *out)
{
	const struct row *rows[] = { in, out };
	static const char *const keys[] = { "in", "out" };
	const char *name = arena_text(r->arena, in->name.p, in->name.len);
	char unit = in->figure[TOTAL].unit;
	struct value *v = value_put(
	    r->arena, unit == 'p' ? t->packets : t->bytes, name, VALUE_OBJECT);

	for (int i = 0; i < 2; i++) {
		struct figure f = rows[i]->figure[TOTAL];

		if ((f.unit == 'p') != (unit == 'p'))
			value_null(r->arena, v, keys[i]);
		else
			value_real(r->arena, v, keys[i],
			    f.unit == 'b' ? f.value / 8 : f.value);
	}
}

static bool
is_row(const struct line *l)
{
	struct row row;

	return row_of(l, &row);
}

/* Both rows of an interface; lines used, 0: the display is over. */
static size_t
interface(
    struct reading *r, size_t at, struct value *into, const struct totals *t)
{
	struct row in, out;
	size_t used = row_at(r, at, &in), more = 0, strays;
	struct value *v;
	const char *name;

	if (used == 0 || !in.in)
		return 0;
	while (at + used < r->n && r->line[at + used].len == 0)
		used++;
	strays = parse_strays_to(r, at + used, is_row);
	used += strays;
	if (at + used < r->n)
		more = row_at(r, at + used, &out);
	if (more == 0 || out.in)
		return 0;
	name =
	    value_key(r->arena, arena_text(r->arena, in.name.p, in.name.len));
	if (value_find(into, name) != NULL) /* the next screen */
		return 0;
	v = value_put(r->arena, into, name, VALUE_OBJECT);
	put(r, v, "in_rate", in.figure[RATE]);
	put(r, v, "out_rate", out.figure[RATE]);
	put(r, v, "in_peak", in.figure[PEAK]);
	put(r, v, "out_peak", out.figure[PEAK]);
	put_total(r, t, &in, &out);
	r->strays += strays;
	return used + more;
}

static void
parse(struct reading *r)
{
	struct value *interfaces;
	struct totals t;
	struct row row;
	size_t at = is_heading(r->line), used, n = 0;

	r->data = value_new(r->arena, VALUE_OBJECT);
	interfaces = value_put(r->arena, r->data, "interfaces", VALUE_OBJECT);
	t.bytes = value_put(r->arena, r->data, "totals_B", VALUE_OBJECT);
	t.packets =
	    value_put(r->arena, r->data, "totals_packets", VALUE_OBJECT);
	while (at < r->n && r->line[at].len == 0)
		at++;
	value_u64(r->arena, r->data, "unit_k",
	    at < r->n && row_at(r, at, &row) > 0 && row.figure[RATE].unit == 'b'
		? 1000
		: 1024);
	while (at < r->n && n++ < PARSE_NAMES_MAX) {
		size_t strays = n > 1 ? parse_strays_to(r, at, is_row) : 0;

		used = interface(r, at + strays, interfaces, &t);
		if (used == 0)
			break;
		r->strays += strays;
		at += strays + used;
		r->used = at;
		while (at < r->n && r->line[at].len == 0)
			at++;
	}
}

const struct parser parse_systat = {
	.kind = "systat_if",
	.begins = begins,
	.parse = parse,
};
