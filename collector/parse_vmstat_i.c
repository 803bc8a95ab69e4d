/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * `vmstat -i` of the BSDs: "name total rate" under a heading of these words,
 * a "Total" row at the end. Names hold blanks, digits, colons and slashes:
 * the two last fields are the numbers, whatever stands before is the name.
 * The rate is the mean since boot and says nothing about a test.
 * NetBSD's `vmstat -e`: all events, with a type ("intr") behind; no Total.
 */
#include <string.h>

#include "collector/parse.h"

/* "interrupt total rate" or "event total rate type": its words, 0: neither */
static size_t
heading_words(const struct span *s, size_t fields)
{
	bool event = fields == 4 && span_is(s[0], "event");

	if (!(event || (fields == 3 && span_is(s[0], "interrupt"))) ||
	    !span_is(s[1], "total") || !span_is(s[2], "rate"))
		return 0;
	return !event || span_is(s[3], "type") ? fields : 0;
}

/* The heading's lines, 2 where mail has wrapped it; 0: none. */
static size_t
heading(const struct line *l, size_t n)
{
	struct span s[5];
	size_t fields, used = 1;

	if (!line_begins(l, "interrupt") && !line_begins(l, "event"))
		return 0;
	fields = text_fields(l, s, 5);
	if (heading_words(s, fields) == 0 && n > 1 && line_breaks(l)) {
		fields += text_fields(&l[1], s + fields, 5 - fields);
		used = 2;
	}
	return heading_words(s, fields) > 0 ? used : 0;
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

/* ---- vmstat -e: every event ------------------------------------------------ */

/* "NAME TOTAL RATE TYPE" of as many lines; false: no such row */
static bool
event(struct reading *r, size_t lines, struct row *w, struct span *type)
{
	static const char *const types[] = { "misc", "intr", "trap", NULL };
	struct line l = text_joined(r->arena, &r->line[r->used], lines);
	struct span s;
	size_t at = 0;

	*type = (struct span){ l.p, 0 };
	while (text_next(&l, &at, &s))
		*type = s;
	l.len = (size_t)(type->p - l.p);
	return text_one_of(arena_text(r->arena, type->p, type->len), types) &&
	    row(r, &l, 1, w);
}

/* Its lines, more than one where mail has broken it; 0: the table ends. */
static size_t
event_lines(struct reading *r, struct row *w, struct span *type)
{
	const struct line *l = &r->line[r->used];
	size_t n = r->n - r->used;

	for (size_t lines = 1; lines <= n && lines < 4; lines++) {
		if (event(r, lines, w, type))
			return lines;
		if (lines == n || !line_breaks(&l[lines - 1]))
			break;
	}
	return 0;
}

/* Interrupts are among them; no Total. */
static void
events(struct reading *r, struct value *snapshot, struct value *interrupts)
{
	struct value *all =
	    value_put(r->arena, snapshot, "events", VALUE_OBJECT);
	struct span type = { "", 0 };
	struct row w;
	size_t lines;

	for (; (lines = event_lines(r, &w, &type)) > 0; r->used += lines) {
		struct value *v;

		if (span_is(type, "intr")) {
			put(r, interrupts, &w);
			continue;
		}
		v = value_put(r->arena, all, w.name, VALUE_OBJECT);
		value_u64(r->arena, v, "total", w.total);
		value_u64(r->arena, v, "rate", w.rate);
		value_text(r->arena, v, "type",
		    arena_text(r->arena, type.p, type.len));
	}
	r->found_os = "NetBSD";
}

/* ---- all of it -------------------------------------------------------------- */

/* The rows; total->name is NULL where the last one is missing. */
static void
rows(struct reading *r, struct value *interrupts, struct row *total)
{
	struct row w = { NULL, 0, 0 };

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
			*total = w;
			return;
		}
		put(r, interrupts, &w);
	}
}

static void
parse(struct reading *r)
{
	struct value *snapshots, *snapshot, *interrupts;
	struct row total = { NULL, 0, 0 };

	r->data = value_new(r->arena, VALUE_OBJECT);
	snapshots = value_put(r->arena, r->data, "snapshots", VALUE_ARRAY);
	snapshot = value_put(r->arena, snapshots, NULL, VALUE_OBJECT);
	interrupts = value_put(r->arena, snapshot, "interrupts", VALUE_OBJECT);
	r->used = heading(r->line, r->n);
	if (line_begins(r->line, "event"))
		events(r, snapshot, interrupts);
	else
		rows(r, interrupts, &total);
	if (total.name == NULL) {
		value_null(r->arena, snapshot, "total");
		value_null(r->arena, snapshot, "total_rate");
		return;
	}
	value_u64(r->arena, snapshot, "total", total.total);
	value_u64(r->arena, snapshot, "total_rate", total.rate);
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
