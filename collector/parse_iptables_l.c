/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * `iptables -vnL`: chains with their rules as rows. Without -x figures above
 * 99999 are rounded to K, M, G or T of 1000, each from the one before, so they
 * are intervals and tell no drops; without -v there are none.
 */
#include <string.h>

#include "collector/prompt.h"
#include "collector/rules_iptables.h"

#define WRAPS 8
#define FIELDS 10

struct shape { /* what the heading says */
	bool numbers, counts;
};

struct row {
	struct cell packets, bytes;
	struct span target;
	const char *from; /* behind the figures */
	bool ip4, ip6;
};

static bool
figure(struct span s, struct cell *c)
{
	static const char units[] = "KMGT";
	/* what is smaller is shown in the unit before */
	static const uint64_t least[] = { 100000, 9999500, 9999499500,
		9999499499500 };
	const char *unit;
	uint64_t n;

	c->known = true;
	if (span_u64(s, &c->low)) {
		c->high = c->low;
		return true;
	}
	unit = s.len > 1 ? memchr(units, s.p[s.len - 1], 4) : NULL;
	if (unit == NULL || !span_u64((struct span){ s.p, s.len - 1 }, &n) ||
	    n == 0 || n > 9999999)
		return false;
	c->low = c->high = n;
	for (const char *u = units; u <= unit; u++) {
		c->low = c->low * 1000 - 500;
		c->high = c->high * 1000 + 499;
	}
	if (c->low < least[unit - units] && least[unit - units] <= c->high)
		c->low = least[unit - units];
	return true;
}

/* ---- the lines ------------------------------------------------------------ */

/* "Chain FORWARD (policy DROP 123 packets, 456 bytes)", "(2 references)" */
static bool
chain_line(const struct line *l, struct ipt_entry *e)
{
	struct span s[9];
	size_t n = line_begins(l, "Chain ") ? text_fields(l, s, 9) : 0;
	uint64_t references;

	if (n < 4 || s[2].len < 2 || *s[2].p != '(')
		return false;
	e->chain = s[1];
	e->target = (struct span){ "-", 1 };
	if (n == 4 && span_is(s[3], "references)"))
		return span_u64(
		    (struct span){ s[2].p + 1, s[2].len - 1 }, &references);
	e->target = s[3];
	if (!span_is(s[2], "(policy"))
		return false;
	if (n == 4 && s[3].p[s[3].len - 1] == ')') {
		e->target.len--;
		return ipt_policy(e->target);
	}
	return n == 8 && ipt_policy(e->target) && figure(s[4], &e->packets) &&
	    span_is(s[5], "packets,") && figure(s[6], &e->bytes) &&
	    span_is(s[7], "bytes)");
}

static bool
heading(const struct line *l, struct shape *shape)
{
	static const char *const words[] = { "num", "pkts", "bytes", "target",
		"prot", "opt" };
	struct span s[6];
	size_t n = text_fields(l, s, 6), at = 0;

	shape->numbers = n > 0 && span_is(s[0], words[0]);
	at += shape->numbers;
	shape->counts = n > at && span_is(s[at], words[1]);
	for (size_t i = shape->counts ? 1 : 3; i < 6; i++, at++)
		if (at >= n || !span_is(s[at], words[i]))
			return i == 5 && at == n; /* broken off there */
	return true;
}

/* "10.0.0.0/8", "!fe80::/10", "anywhere", as source and destination are. */
static bool
address(struct span s, struct row *row)
{
	size_t colons = 0;

	if (s.len > 0 && *s.p == '!') {
		s.p++;
		s.len--;
	}
	for (size_t i = 0; i < s.len; i++)
		colons += s.p[i] == ':';
	if (colons > 1)
		row->ip6 = true;
	else if (s.len > 0 && *s.p >= '0' && *s.p <= '9' &&
	    memchr(s.p, '.', s.len) != NULL)
		row->ip4 = true;
	else
		return span_is(s, "anywhere");
	return true;
}

/*
 * "[target] prot opt [in out] source destination ...": a rule need not have a
 * target, and ip6tables before 1.8.9 has nothing under "opt".
 */
static bool
columns(const struct span *s, size_t n, struct shape shape, struct row *row)
{
	static const char *const opts[] = { "--", "-f", "!f", NULL };
	size_t width = shape.counts ? 3 : 1; /* from prot to source */

	for (size_t k = 0; k < 2; k++) {
		if (n <= k + 1 || !span_one_of(s[k + 1], opts))
			continue;
		for (size_t i = k + 1 + width; i < k + 3 + width && i < n; i++)
			address(s[i], row);
		row->target = k == 1 ? s[0] : (struct span){ s[0].p, 0 };
		return true;
	}
	for (size_t k = 0; k < 2; k++) {
		if (n <= k + width + 1 || !address(s[k + width], row) ||
		    !address(s[k + width + 1], row))
			continue;
		row->target = k == 1 ? s[0] : (struct span){ s[0].p, 0 };
		return true;
	}
	return false;
}

static bool
row_of(const struct line *l, struct shape shape, struct row *row)
{
	struct span s[FIELDS];
	size_t n = text_fields(l, s, FIELDS), at = 0;
	uint64_t number;

	memset(row, 0, sizeof(*row));
	if (shape.numbers && (n == 0 || !span_u64(s[at++], &number)))
		return false;
	if (shape.counts) {
		if (n < at + 2 || !figure(s[at], &row->packets) ||
		    !figure(s[at + 1], &row->bytes))
			return false;
		at += 2;
	}
	if (n <= at)
		return false;
	row->from = s[at].p;
	return columns(s + at, n - at, shape, row);
}

/* ---- the listing ------------------------------------------------------------ */

/* Does a row begin here, of which mail may have broken off the most? */
static bool
row_begins(const struct reading *r, size_t i, struct shape shape)
{
	struct row row;
	struct line l;

	if (row_of(&r->line[i], shape, &row))
		return true;
	if (i + 1 >= r->n || !line_breaks(&r->line[i]))
		return false;
	l = text_joined(r->arena, &r->line[i], 2);
	return row_of(&l, shape, &row);
}

/* A line and what mail broke off it. */
static size_t
whole_line(const struct reading *r, struct shape shape)
{
	struct span typed;
	struct shape other;
	size_t i = r->used + 1;

	while (i < r->n && i < r->used + WRAPS &&
	    line_breaks(&r->line[i - 1]) &&
	    !line_begins(&r->line[i], "Chain ") &&
	    !heading(&r->line[i], &other) && !row_begins(r, i, shape) &&
	    !prompt_line(&r->line[i], &typed))
		i++;
	return i - r->used;
}

struct listing {
	struct ipt_table table;
	struct shape shape;
	struct span chain; /* that the rows are of */
	bool ip4, ip6;
};

static struct line
joined(struct reading *r, size_t *lines, struct shape shape)
{
	*lines = whole_line(r, shape);
	return text_joined(r->arena, &r->line[r->used], *lines);
}

/* "Chain ..." and the heading below it. */
static bool
take_chain(struct reading *r, struct listing *t)
{
	struct ipt_entry one = { .rule = false }, *e;
	struct shape shape = { false, false };
	size_t used = r->used, lines;
	struct line l = joined(r, &lines, shape);

	if (!chain_line(&l, &one) || ipt_next_table(&t->table, one.chain))
		return false;
	r->used += lines;
	if (r->used == r->n || !heading(&r->line[r->used], &shape)) {
		r->used = used;
		return false;
	}
	r->used += whole_line(r, shape);
	e = ipt_add(r->arena, &t->table);
	if (e == NULL)
		return false;
	*e = one;
	t->shape = shape;
	t->chain = one.chain;
	return true;
}

static bool
take_row(struct reading *r, struct listing *t)
{
	struct ipt_entry *e;
	struct row row;
	size_t lines;
	struct line l = joined(r, &lines, t->shape);

	if (!row_of(&l, t->shape, &row))
		return false;
	e = ipt_add(r->arena, &t->table);
	if (e == NULL)
		return false;
	e->rule = true;
	e->chain = t->chain;
	e->target = row.target;
	e->text = l;
	e->from = e->match = row.from;
	e->packets = row.packets;
	e->bytes = row.bytes;
	t->ip4 |= row.ip4;
	t->ip6 |= row.ip6;
	r->used += lines;
	return true;
}

static bool
begins(const struct line *l, size_t n)
{
	struct shape shape;

	return n > 1 && line_begins(l, "Chain ") &&
	    (heading(&l[1], &shape) || (n > 2 && heading(&l[2], &shape)));
}

static void
parse(struct reading *r)
{
	struct listing t = { .table = { .hash = "list_hash" } };
	size_t end = 0;

	for (;;) {
		while (
		    r->used > 0 && r->used < r->n && r->line[r->used].len == 0)
			r->used++;
		if (r->used == r->n ||
		    !(take_chain(r, &t) || (end > 0 && take_row(r, &t))))
			break;
		end = r->used;
	}
	r->used = end;
	if (end == 0)
		return;
	ipt_name(r, &t.table, t.ip4, t.ip6);
	ipt_read(r, &t.table, 'L');
}

const struct parser parse_iptables_l = {
	.kind = "iptables_rules",
	.begins = begins,
	.parse = parse,
};
