/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * /proc/net/dev. No blank after the colon where the number is wide (old
 * kernels); the drop column of receiving is rx_dropped + rx_missed_errors
 * (from 3.x), so it is no if.rx.drops. Linux 2.0 has no bytes and no more
 * than eleven columns, so the heading tells them.
 */
#include <stdio.h>
#include <string.h>

#include "collector/parse.h"

#define FIGURES 16

static const struct {
	const char *key, *counter;
} columns[FIGURES] = {
	{ "rx_bytes", "if.rx.bytes" },
	{ "rx_packets", "if.rx.packets" },
	{ "rx_errs", "if.rx.errors" },
	{ "rx_drop", "if.rx.lost" },
	{ "rx_fifo", NULL },
	{ "rx_frame", NULL },
	{ "rx_compressed", NULL },
	{ "rx_multicast", NULL },
	{ "tx_bytes", "if.tx.bytes" },
	{ "tx_packets", "if.tx.packets" },
	{ "tx_errs", "if.tx.errors" },
	{ "tx_drop", "if.tx.drops" },
	{ "tx_fifo", NULL },
	{ "tx_colls", "if.tx.collisions" },
	{ "tx_carrier", NULL },
	{ "tx_compressed", NULL },
};

static bool
begins(const struct line *l, size_t n)
{
	return n > 1 && line_begins(l, "Inter-|");
}

/* "eth0:5019464820" or "eth0:": where the name ends; 0: no such field. */
static size_t
name_length(struct span s)
{
	size_t i = s.len;

	while (i > 0 && s.p[i - 1] >= '0' && s.p[i - 1] <= '9')
		i--;
	return i > 1 && s.p[i - 1] == ':' ? i - 1 : 0;
}

struct layout { /* which of the columns a row has */
	size_t column[FIGURES], n;
};

static const struct layout usual = {
	{ 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 }, FIGURES
};

struct figures {
	struct span name;
	uint64_t v[FIGURES];
};

/* The numbers behind the name in one line or more; *whole: and no others. */
static size_t
numbers(
    const struct line *l, size_t n, size_t want, struct figures *f, bool *whole)
{
	size_t used = 0, got = 0;
	struct span s;

	for (; used < n && got < want; used++) {
		size_t at = 0, len;

		if (used == 0) {
			if (!text_next(l, &at, &s) ||
			    (len = name_length(s)) == 0)
				return 0;
			f->name = (struct span){ s.p, len };
			at = (size_t)(s.p + len + 1 - l->p);
		}
		while (got < want && text_next(&l[used], &at, &s))
			if (!span_u64(s, &f->v[got++]))
				return 0;
		*whole = !text_next(&l[used], &at, &s);
	}
	return got == want ? used : 0;
}

/*
 * One row over one line or more; 0: there is none. A terminal breaks a line
 * within a number, which gives one too many.
 */
static size_t
row(const struct reading *r, size_t at, const struct layout *t,
    struct figures *f)
{
	const struct line *l = r->line + at;
	size_t n = r->n - at, used;
	struct line glued;
	bool whole = false;

	used = numbers(l, n, t->n, f, &whole);
	if (used == 0 || n == 1)
		return used;
	if (used == 1 && text_is_rest(&l[0]))
		used = 2; /* the end of its last number */
	else if (used == 1 || whole)
		/* there, a number in two of a row that was cut is two */
		return used == 1 || l[used - 1].ended || l[1].indent > 0 ? used
									 : 0;
	glued = text_glued(r->arena, l, used);
	return numbers(&glued, 1, t->n, f, &whole) == 1 && whole ? used : 0;
}

/* A word of the heading: its column, FIGURES where we have none for it. */
static size_t
column_of(struct span s, bool sent)
{
	size_t i = sent ? FIGURES / 2 : 0;
	size_t end = i + FIGURES / 2;

	while (i < end && !span_is(s, columns[i].key + 3))
		i++;
	return i < end ? i : FIGURES;
}

/* " face |packets errs ...|packets errs ...", maybe over some lines */
static struct layout
heading(const struct line *l, size_t n)
{
	struct layout t = { .n = 0 };
	size_t bars = 0; /* two in front of "face" */
	bool face = false;

	for (size_t i = 0; i < n; i++) {
		const char *p = l[i].p, *end = p + l[i].len;

		for (; p < end && t.n < FIGURES; p++) {
			struct span word = { p, 0 };

			bars += *p == '|';
			while (p < end && *p >= 'a' && *p <= 'z')
				p++;
			word.len = (size_t)(p - word.p);
			if (face && word.len > 0)
				t.column[t.n++] = column_of(word, bars > 3);
			face |= span_is(word, "face");
			p -= word.len > 0;
		}
	}
	for (size_t i = 0; i < t.n; i++)
		if (t.column[i] == FIGURES)
			return usual; /* the heading is broken within words */
	return t.n < 11 || bars < 4 ? usual : t;
}

/* "shaper0: No statistics available.": before 2.6.28 a driver may have none. */
static bool
is_silent(const struct line *l, struct span *name)
{
	struct span s[4];
	size_t n = text_fields(l, s, 4), len = n == 4 ? name_length(s[0]) : 0;

	*name = (struct span){ s[0].p, len };
	return len > 0 && span_is(s[1], "No") && span_is(s[2], "statistics");
}

/* unsigned long before 2.6.36: 32 bits on i386, 64 on amd64 */
static uint8_t
width(const struct reading *r)
{
	return r->version > 2 ? 64 : 0;
}

/* f NULL: not measured */
static void
put(struct reading *r, struct value *interfaces, struct span s,
    const struct layout *t, const struct figures *f)
{
	const char *name = arena_text(r->arena, s.p, s.len);
	struct value *one = value_put(r->arena, interfaces, name, VALUE_OBJECT);

	for (size_t i = 0; i < FIGURES; i++) {
		size_t k = 0;

		while (k < t->n && t->column[k] != i)
			k++;
		if (f == NULL || k == t->n) {
			value_null(r->arena, one, columns[i].key);
			continue;
		}
		value_u64(r->arena, one, columns[i].key, f->v[k]);
		if (columns[i].counter != NULL)
			parse_count(
			    r, columns[i].counter, name, f->v[k], width(r));
	}
}

/* "eth0.44" where there is an "eth0": counted on both. */
static void
put_vlans(struct reading *r, const struct value *interfaces)
{
	struct value *vlans = NULL;
	size_t n = 0;

	for (const struct value *v = interfaces->first; v != NULL; v = v->next)
		n++;
	if (n > PARSE_NAMES_MAX)
		return;
	for (const struct value *v = interfaces->first; v != NULL;
	     v = v->next) {
		const char *dot = strrchr(v->key, '.'), *parent;

		if (dot == NULL)
			continue;
		parent = arena_text(r->arena, v->key, (size_t)(dot - v->key));
		if (value_find(interfaces, parent) == NULL)
			continue;
		if (vlans == NULL)
			vlans = value_put(
			    r->arena, r->data, "vlan_of", VALUE_OBJECT);
		value_text(r->arena, vlans, v->key, parent);
	}
}

/* A name and a number, or a name at the very end. */
static bool
begins_row(const struct line *l, size_t n)
{
	struct span s[2];
	size_t fields = text_fields(l, s, 2);
	uint64_t v;

	return fields > 0 && name_length(s[0]) > 0 &&
	    (fields == 1 ? n == 1 : span_u64(s[1], &v));
}

static void
parse(struct reading *r)
{
	struct value *interfaces;
	struct layout t = usual;
	struct figures f;
	struct span name;
	size_t used = 1;

	r->data = value_new(r->arena, VALUE_OBJECT);
	interfaces = value_put(r->arena, r->data, "interfaces", VALUE_OBJECT);
	/* mail wraps the heading too */
	while (used < r->n && used < 6 && !begins_row(r->line + used, 2) &&
	    !is_silent(&r->line[used], &name))
		used++;
	t = heading(r->line, used);
	r->used = 1;
	while (used < r->n) {
		size_t lines = row(r, used, &t, &f);
		bool silent = lines == 0 && is_silent(&r->line[used], &name);

		if (lines == 0 && !silent)
			break;
		put(r, interfaces, silent ? name : f.name, &t,
		    silent ? NULL : &f);
		used += silent ? 1 : lines;
		r->used = used;
	}
	/* a row that was cut is nothing else's */
	if (used < r->n && begins_row(&r->line[used], r->n - used))
		r->used = used + 1;
	put_vlans(r, interfaces);
	r->found_os = "Linux";
}

const struct parser parse_procnetdev = {
	.kind = "procnetdev",
	.begins = begins,
	.parse = parse,
};
