/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The kernel's pools in `vmstat -m` of NetBSD and OpenBSD. Those of mbufs and
 * their clusters say how often a frame found no buffer ("Fail"), which NetBSD
 * tells nowhere else; the cards count it again as errors.
 */
#include <string.h>

#include "collector/parse.h"

#define FIELDS 20
#define WRAPS 3 /* lines of a row, as mail breaks it */

struct table {
	struct span field[FIELDS];
	size_t n;
};

enum { NAME, SIZE, REQUESTS, FAIL, OUT }; /* OUT: "Releases" or "InUse" */

/* Words alone, as a heading has them. */
static bool
is_words(const struct line *l)
{
	struct span s;
	size_t at = 0;
	uint64_t v;

	while (text_next(l, &at, &s))
		if (span_u64(s, &v))
			return false;
	return l->len > 0;
}

/* "Name Size Requests Fail ...", which mail may have wrapped: its lines */
static size_t
heading(struct table *t, const struct line *l, size_t n)
{
	size_t used = 1;

	memset(t, 0, sizeof(*t));
	if (!line_begins(l, "Name"))
		return 0;
	t->n = text_fields(l, t->field, FIELDS);
	while (used < n && used < WRAPS && line_breaks(&l[used - 1]) &&
	    is_words(&l[used]))
		t->n += text_fields(&l[used++], t->field + t->n, FIELDS - t->n);
	return t->n > 4 && span_is(t->field[SIZE], "Size") &&
		span_is(t->field[REQUESTS], "Requests") &&
		span_is(t->field[FAIL], "Fail") &&
		(span_is(t->field[OUT], "Releases") ||
		    span_is(t->field[OUT], "InUse"))
	    ? used
	    : 0;
}

static bool
begins(const struct line *l, size_t n)
{
	struct table t;

	return n > 1 &&
	    (heading(&t, l, n) > 0 ||
		(line_begins(l, "Memory resource pool statistics") &&
		    heading(&t, &l[1], n - 1) > 0));
}

/* Lines of a row; 0: none. */
static size_t
row(const struct table *t, const struct line *l, size_t n, struct span *s)
{
	size_t fields = text_fields(l, s, FIELDS), used = 1;
	uint64_t v;

	for (; fields < t->n && used < n && used < WRAPS &&
	     line_breaks(&l[used - 1]);
	     used++)
		fields += text_fields(&l[used], s + fields, FIELDS - fields);
	if (fields != t->n)
		return 0;
	for (size_t i = SIZE; i <= OUT; i++)
		if (!span_u64(s[i], &v))
			return 0;
	return used;
}

/* "mbufpl", "mbpl", "mclpl", "mcl2k": what frames are kept in */
static bool
is_mbufs(struct span name)
{
	return span_begins(name, "mbuf") || span_is(name, "mbpl") ||
	    span_begins(name, "mcl");
}

static void
put(struct reading *r, struct value *pools, const struct table *t,
    const struct span *s)
{
	const char *name =
	    value_key(r->arena, arena_text(r->arena, s[NAME].p, s[NAME].len));
	struct value *v;
	uint64_t size = 0, requests = 0, fail = 0, out = 0;

	span_u64(s[SIZE], &size);
	span_u64(s[REQUESTS], &requests);
	span_u64(s[FAIL], &fail);
	span_u64(s[OUT], &out);
	v = value_put(r->arena, pools, name, VALUE_OBJECT);
	value_u64(r->arena, v, "size", size);
	value_u64(r->arena, v, "requests", requests);
	value_u64(r->arena, v, "fail", fail);
	value_u64(r->arena, v,
	    span_is(t->field[OUT], "InUse") ? "in_use" : "releases", out);
	if (is_mbufs(s[NAME]))
		parse_count(r, "mbuf.denied", name, fail, 64);
}

static void
parse(struct reading *r)
{
	struct value *pools;
	struct span s[FIELDS];
	struct table t;
	size_t lines;

	r->used = line_begins(r->line, "Memory resource");
	r->used += heading(&t, r->line + r->used, r->n - r->used);
	r->data = value_new(r->arena, VALUE_OBJECT);
	pools = value_put(r->arena, r->data, "pools", VALUE_OBJECT);
	while (r->used < r->n &&
	    (lines = row(&t, r->line + r->used, r->n - r->used, s)) > 0) {
		put(r, pools, &t, s);
		r->used += lines;
	}
	r->found_os = span_is(t.field[OUT], "InUse") ? "OpenBSD" : "NetBSD";
}

const struct parser parse_pools = {
	.kind = "pools",
	.begins = begins,
	.parse = parse,
};
