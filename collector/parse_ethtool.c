/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Linux `ethtool -S IF`: "NIC statistics:", then the driver's own names. Some
 * drivers (vmxnet3) nest: "Tx Queue#: 0" and that queue's counters below it,
 * the same names for each queue.
 */
#include <stdio.h>
#include <string.h>

#include "collector/ethtool.h"

/* "0x10", "-1", more digits than 64 bits hold: a value, but none to count */
static bool
is_odd(struct span s)
{
	bool hex = span_begins(s, "0x") && s.len > 2;
	size_t i = hex ? 2 : span_begins(s, "-") && s.len > 1 ? 1 : 0;
	bool odd = i > 0 || s.len > 19;

	for (; i < s.len; i++)
		odd &= (s.p[i] >= '0' && s.p[i] <= '9') ||
		    (hex && strchr("abcdefABCDEF", s.p[i]) != NULL);
	return odd;
}

static const char groups[] = "Standard stats for "; /* ethtool --groups */

static bool
begins(const struct line *l, size_t n)
{
	return n > 1 &&
	    (line_begins(l, "NIC statistics:") || line_begins(l, groups));
}

/* "     name, maybe with blanks: number"; a "[3]: name: number" too. */
static bool
split(const struct line *l, struct span *name, uint64_t *v, bool *odd)
{
	size_t i = l->len;
	struct span number;

	while (i > 0 && l->p[i - 1] != ':')
		i--;
	if (i < 2)
		return false;
	*name = (struct span){ l->p, i - 1 };
	number = (struct span){ l->p + i, l->len - i };
	while (number.len > 0 && strchr(" \t", *number.p) != NULL) {
		number.p++;
		number.len--;
	}
	while (name->len > 0 && strchr(" \t", name->p[name->len - 1]) != NULL)
		name->len--;
	*odd = !span_u64(number, v);
	return name->len > 0 && (!*odd || is_odd(number));
}

static bool
is_block(struct span name)
{
	return name.len > 6 && memcmp(name.p + name.len - 6, "Queue#", 6) == 0;
}

struct nest { /* of queues, whose counters stand deeper than their heads */
	struct value *queues, *into;
	char block[COUNTER_INSTANCE];
	size_t depth;
	bool deeper;
};

/* Columns in front of it: mailers make tabs of blanks. */
static size_t
depth(const struct line *l)
{
	size_t column = 0;

	for (const char *p = l->p - l->indent; p < l->p; p++)
		column = *p == '\t' ? (column / 8 + 1) * 8 : column + 1;
	return column;
}

/* "Tx Queue#: 0" */
static void
begin_block(struct reading *r, struct nest *b, const struct line *l,
    struct span name, uint64_t v)
{
	if (b->queues == NULL)
		b->queues =
		    value_put(r->arena, r->data, "queues", VALUE_OBJECT);
	snprintf(b->block, sizeof(b->block), "%.*s %llu",
	    (int)(name.len - 1 < 60 ? name.len - 1 : 60), name.p,
	    (unsigned long long)v);
	b->into = value_put(r->arena, b->queues, b->block, VALUE_OBJECT);
	b->depth = depth(l);
}

static void
put(struct reading *r, const struct nest *b, struct span name, uint64_t v)
{
	const struct value *port = value_find(r->data, "interface");
	char key[COUNTER_INSTANCE];

	value_u64(r->arena, b->into, arena_text(r->arena, name.p, name.len), v);
	snprintf(key, sizeof(key), "%.30s%s%.40s%s%.*s",
	    port != NULL ? port->text : "", port != NULL ? ": " : "", b->block,
	    b->block[0] != '\0' ? " " : "", (int)name.len, name.p);
	parse_count(r, "nic", key, v, 64);
}

/* Whose statistics: by the heading or by the command. */
static void
put_interface(struct reading *r)
{
	size_t len = sizeof(groups) - 1;
	struct span s = { r->line->p + len, r->line->len - len };

	if (!line_begins(r->line, groups)) {
		ethtool_interface(r, "ethtool -S ");
		return;
	}
	s.len -= s.len > 0 && s.p[s.len - 1] == ':';
	value_text(
	    r->arena, r->data, "interface", arena_text(r->arena, s.p, s.len));
}

static void
parse(struct reading *r)
{
	struct nest b = { .queues = NULL };
	struct value *counters;
	const char *hint;
	struct span name;
	uint64_t v;
	bool odd;

	r->data = value_new(r->arena, VALUE_OBJECT);
	put_interface(r);
	counters = b.into =
	    value_put(r->arena, r->data, "counters", VALUE_OBJECT);
	for (r->used = 1; r->used < r->n; r->used++) {
		const struct line *l = &r->line[r->used];

		if (!split(l, &name, &v, &odd))
			break;
		if (!odd && is_block(name)) {
			begin_block(r, &b, l, name, v);
			continue;
		}
		b.deeper |= b.queues != NULL && depth(l) > b.depth;
		if (b.deeper && depth(l) <= b.depth) {
			b.into = counters; /* behind the last queue */
			b.block[0] = '\0';
		}
		if (odd)
			value_null(r->arena, b.into,
			    arena_text(r->arena, name.p, name.len));
		else
			put(r, &b, name, v);
	}
	hint = ethtool_counted_by(counters);
	if (hint == NULL && b.queues != NULL)
		hint = ethtool_counted_by(b.queues->last);
	if (hint != NULL)
		value_text(r->arena, r->data, "driver_hint", hint);
	if (b.queues != NULL)
		r->kind = "ethtool_nested";
	r->found_os = "Linux";
}

const struct parser parse_ethtool = {
	.kind = "ethtool",
	.begins = begins,
	.parse = parse,
};

/* What a document calls the ones with blocks. */
const struct parser parse_ethtool_nested = {
	.kind = "ethtool_nested",
	.begins = begins,
	.parse = parse,
};
