/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * net-tools' `netstat -i` on Linux. RX-DRP is rx_dropped + rx_missed_errors
 * (it comes from /proc/net/dev), RX-ERR may hold errors twice.
 */
#include <string.h>

#include "collector/parse.h"

static const struct {
	const char *word, *key, *counter;
} columns[] = {
	{ "MTU", "mtu", NULL },
	{ "Met", "metric", NULL },
	{ "RX-OK", "rx_ok", "if.rx.packets" },
	{ "RX-ERR", "rx_err", "if.rx.errors" },
	{ "RX-DRP", "rx_drp", "if.rx.lost" },
	{ "RX-OVR", "rx_ovr", NULL },
	{ "TX-OK", "tx_ok", "if.tx.packets" },
	{ "TX-ERR", "tx_err", "if.tx.errors" },
	{ "TX-DRP", "tx_drp", "if.tx.drops" },
	{ "TX-OVR", "tx_ovr", NULL },
};
#define COLUMNS (sizeof(columns) / sizeof(columns[0]))
#define FIELDS_MAX (COLUMNS + 2)

struct table {
	size_t column[COLUMNS], n;
};

static bool
add_word(struct table *t, struct span s)
{
	for (size_t i = 0; i < COLUMNS; i++)
		if (span_is(s, columns[i].word) && t->n < COLUMNS) {
			t->column[t->n++] = i;
			return true;
		}
	return false;
}

/* "Iface MTU ... Flg" over one line or two; lines used, 0: none. */
static size_t
heading(struct table *t, const struct line *l, size_t n)
{
	struct span s;

	for (size_t used = 0; used < n && used < 2; used++) {
		size_t at = 0;

		while (text_next(&l[used], &at, &s)) {
			if (t->n > 2 &&
			    (span_is(s, "Flg") || span_is(s, "Flags")))
				return used + 1;
			if (span_is(s, "Iface") && t->n == 0)
				continue;
			if (!add_word(t, s))
				return 0;
		}
	}
	return 0;
}

static bool
begins(const struct line *l, size_t n)
{
	struct table t = { .n = 0 };

	return n > 1 && line_begins(l, "Iface") && heading(&t, l, n) > 0;
}

/* "BMRU" */
static bool
is_flags(struct span s)
{
	return *s.p >= 'A' && *s.p <= 'Z';
}

/* The flags behind such a row may have been wrapped off. */
static size_t
alias_rest(const struct line *l, size_t n)
{
	struct span s[2];

	return n > 1 && l->p[l->len - 1] == '-' && line_breaks(l) &&
	    text_fields(&l[1], s, 2) == 1 && is_flags(s[0]);
}

/* The columns in front of the words are there, as are the flags. */
static void
put_alias(struct reading *r, const struct table *t, struct value *interfaces,
    const struct span *s, size_t n, const struct line *last)
{
	struct value *one = value_put(r->arena, interfaces,
	    arena_text(r->arena, s[0].p, s[0].len), VALUE_OBJECT);
	struct span end = { "", 0 };
	size_t at = 0, told = span_is(s[2], "-") ? 1 : 2;
	uint64_t v;

	for (size_t i = 0; i < t->n; i++) {
		const char *key = columns[t->column[i]].key;

		if (i < told && i + 1 < n && span_u64(s[i + 1], &v))
			value_u64(r->arena, one, key, v);
		else
			value_null(r->arena, one, key);
	}
	while (text_next(last, &at, &end))
		;
	if (end.len > 0 && is_flags(end))
		value_text(r->arena, one, "flags",
		    arena_text(r->arena, end.p, end.len));
	else
		value_null(r->arena, one, "flags");
}

/* NAME, numbers, flags. Alias rows have words instead of numbers. */
static size_t
row(struct reading *r, const struct table *t, struct value *interfaces)
{
	struct span s[FIELDS_MAX + 1];
	const struct line *l = &r->line[r->used];
	size_t n = text_fields(l, s, FIELDS_MAX + 1), used = 1;
	struct value *one;
	const char *name;
	uint64_t v[COLUMNS];

	/* "- no statistics available -" */
	if ((n > 2 && span_is(s[2], "-")) || (n > 3 && span_is(s[3], "-"))) {
		used += alias_rest(l, r->n - r->used);
		put_alias(r, t, interfaces, s, n, &l[used - 1]);
		return used;
	}
	if (n < t->n + 2 && n > 2 && r->used + 1 < r->n) {
		n += text_fields(l + 1, s + n, FIELDS_MAX + 1 - n);
		used = 2;
	}
	if (n != t->n + 2 || !is_flags(s[n - 1]))
		return 0;
	for (size_t i = 0; i < t->n; i++)
		if (!span_u64(s[i + 1], &v[i]))
			return 0;
	if (s[0].len > 1 && s[0].p[s[0].len - 1] == '*')
		s[0].len--;
	name = arena_text(r->arena, s[0].p, s[0].len);
	one = value_put(r->arena, interfaces, name, VALUE_OBJECT);
	for (size_t i = 0; i < t->n; i++) {
		size_t c = t->column[i];

		value_u64(r->arena, one, columns[c].key, v[i]);
		if (columns[c].counter != NULL)
			parse_count(r, columns[c].counter, name, v[i], 64);
	}
	value_text(r->arena, one, "flags",
	    arena_text(r->arena, s[n - 1].p, s[n - 1].len));
	return used;
}

static void
parse(struct reading *r)
{
	struct table t = { .n = 0 };
	struct value *interfaces;
	size_t lines;

	r->used = heading(&t, r->line, r->n);
	r->data = value_new(r->arena, VALUE_OBJECT);
	interfaces = value_put(r->arena, r->data, "interfaces", VALUE_OBJECT);
	while (r->used < r->n && (lines = row(r, &t, interfaces)) > 0)
		r->used += lines;
	r->found_os = "Linux";
}

const struct parser parse_nettools = {
	.kind = "nettools",
	.begins = begins,
	.parse = parse,
};
