/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * `vmstat -i` of the BSDs: "name total rate" under a heading of these words,
 * a "Total" row at the end. Names hold blanks, digits, colons and slashes:
 * the two last fields are the numbers, whatever stands before is the name.
 * The rate is the mean since boot and says nothing about a test.
 */
#include <string.h>

#include "collector/parse.h"

/* "interrupt total rate": its lines, 2 where mail has wrapped it; 0: none. */
static size_t
heading(const struct line *l, size_t n)
{
	static const char *const words[] = { "interrupt", "total", "rate" };
	struct span s[4];
	size_t fields, used = 1;

	if (!line_begins(l, words[0]))
		return 0;
	fields = text_fields(l, s, 4);
	if (fields < 3 && n > 1 && line_breaks(l)) {
		fields += text_fields(&l[1], s + fields, 4 - fields);
		used = 2;
	}
	if (fields != 3)
		return 0;
	for (size_t i = 0; i < 3; i++)
		if (!span_is(s[i], words[i]))
			return 0;
	return used;
}

static bool
begins(const struct line *l, size_t n)
{
	return n > 1 && heading(l, n) > 0;
}

struct row {
	const char *name;
	uint64_t total, rate;
};

/* "NAME TOTAL RATE" of the row and the number-only lines wrapped off it. */
static bool
row(struct reading *r, const struct line *l, size_t lines, struct row *out)
{
	struct span last[2] = { { NULL, 0 }, { NULL, 0 } }, s;
	const char *name_end = NULL;
	size_t before_last = 0, fields = 0;

	for (size_t i = 0; i < lines; i++) {
		size_t at = 0;

		while (text_next(&l[i], &at, &s)) {
			last[0] = last[1];
			last[1] = s;
			fields++;
		}
	}
	if (fields < 3 || !span_u64(last[0], &out->total) ||
	    !span_u64(last[1], &out->rate))
		return false;
	/* a mean of whole seconds; "msix0 vec 0 80110223" was cut */
	if (out->rate > out->total)
		return false;
	/* the name is all of the first line that is not one of the two */
	name_end = l->p + l->len;
	if (last[0].p >= l->p && last[0].p < name_end)
		name_end = last[0].p;
	before_last = (size_t)(name_end - l->p);
	while (before_last > 0 &&
	    (l->p[before_last - 1] == ' ' || l->p[before_last - 1] == '\t'))
		before_last--;
	out->name = arena_text(r->arena, l->p, before_last);
	return true;
}

static void
put(struct reading *r, struct value *interrupts, const struct row *w)
{
	struct value *v =
	    value_put(r->arena, interrupts, w->name, VALUE_OBJECT);

	value_u64(r->arena, v, "total", w->total);
	value_u64(r->arena, v, "rate", w->rate);
	parse_count(r, "interrupts", w->name, w->total, 64);
}

static void
parse(struct reading *r)
{
	struct value *snapshots, *snapshot, *interrupts;
	struct row w = { NULL, 0, 0 };

	r->data = value_new(r->arena, VALUE_OBJECT);
	snapshots = value_put(r->arena, r->data, "snapshots", VALUE_ARRAY);
	snapshot = value_put(r->arena, snapshots, NULL, VALUE_OBJECT);
	interrupts = value_put(r->arena, snapshot, "interrupts", VALUE_OBJECT);
	r->used = heading(r->line, r->n);
	while (r->used < r->n) {
		const struct line *l = &r->line[r->used];
		size_t lines = 1;

		/* complete, unless its numbers had no room */
		while (r->used + lines < r->n && lines < 3 &&
		    line_is_numbers(&l[lines]) &&
		    (line_breaks(&l[lines - 1]) || !row(r, l, lines, &w)))
			lines++;
		if (!row(r, l, lines, &w))
			break;
		r->used += lines;
		if (strcmp(w.name, "Total") == 0) {
			value_u64(r->arena, snapshot, "total", w.total);
			value_u64(r->arena, snapshot, "total_rate", w.rate);
			return;
		}
		put(r, interrupts, &w);
	}
	value_null(r->arena, snapshot, "total");
	value_null(r->arena, snapshot, "total_rate");
}

static bool
join(struct arena *a, struct value *into, const char *kind, struct value *from)
{
	(void)a;
	if (strcmp(kind, "interrupts") != 0)
		return false;
	value_join(
	    value_find(into, "snapshots"), value_find(from, "snapshots"));
	return true;
}

const struct parser parse_vmstat_i = {
	.kind = "interrupts",
	.begins = begins,
	.parse = parse,
	.join = join,
};
