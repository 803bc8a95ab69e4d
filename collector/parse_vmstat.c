/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * `vmstat N`: two heading lines, then rows; the first row is a mean since
 * boot. The number of disk columns varies, so columns are told by the
 * heading: interrupts under "in", CPU percentages from "us" to the end. The
 * BSDs have two columns "sy", system calls and system time.
 */
#include <string.h>

#include "collector/parse.h"
#include "collector/prompt.h"

#define FIELDS 40

struct table {
	struct span field[FIELDS];
	size_t n, in, us; /* n: no such column */
};

static bool
heading(struct table *t, const struct line *l, size_t n)
{
	if (n < 2 || !line_begins(l, "procs"))
		return false;
	t->n = text_fields(&l[1], t->field, FIELDS);
	if (t->n < 8 || !span_is(t->field[0], "r") ||
	    (!span_is(t->field[1], "b") && !span_is(t->field[1], "s")))
		return false; /* OpenBSD since 6.2: running, sleeping */
	t->in = t->us = t->n;
	for (size_t i = 0; i < t->n; i++) {
		if (span_is(t->field[i], "in") || span_is(t->field[i], "int"))
			t->in = i;
		if (span_is(t->field[i], "us"))
			t->us = i;
	}
	return t->in < t->us && t->us < t->n;
}

/* The words of the heading may have gone to the next line. */
static size_t
heading_lines(struct reading *r, struct table *t, size_t at)
{
	const struct line *l = r->line + at;
	size_t n = r->n - at;
	struct line two[2];
	struct cell c;
	struct span s;

	for (size_t words = 1; words <= 3 && words + 1 <= n; words++) {
		if (words > 1 &&
		    (text_fields(&l[words], &s, 1) == 0 ||
			span_cell(s, 1024, &c)))
			break;
		two[0] = l[0];
		two[1] = text_joined(r->arena, &l[1], words);
		/* "procs memory ..." itself may be wrapped */
		if (words > 1 && !line_begins(&l[1], "r "))
			two[1] = text_joined(r->arena, &l[2], words - 1);
		if (heading(t, two, 2) &&
		    (words + 1 >= n || text_fields(&l[words + 1], &s, 1) == 0 ||
			span_cell(s, 1024, &c)))
			return words + 1;
	}
	return 0;
}

static bool
begins(const struct line *l, size_t n)
{
	return n > 1 && line_begins(l, "procs") &&
	    (line_begins(&l[1], "r ") || (n > 2 && line_begins(&l[2], "r ")));
}

static size_t
row(const struct table *t, const struct line *l, size_t n, struct span *s)
{
	size_t used = 0, got = 0;

	while (used < n && got < t->n && line_is_numbers(&l[used]))
		got += text_fields(&l[used++], s + got, FIELDS - got);
	return got == t->n ? used : 0;
}

static void
put_fields(struct reading *r, const struct table *t)
{
	struct value *fields =
	    value_put(r->arena, r->data, "fields", VALUE_ARRAY);

	for (size_t i = 0; i < t->n; i++)
		value_text(r->arena, fields, NULL,
		    i < t->us && span_is(t->field[i], "sy")
			? "sy_calls"
			: arena_text(r->arena, t->field[i].p, t->field[i].len));
}

/* procps' option -y: no row since boot. */
static bool
leaves_out(const char *command)
{
	return prompt_runs(command, "vmstat") && strstr(command, " -y") != NULL;
}

static void
parse(struct reading *r)
{
	struct value *cumulative, *in, *cpu, *one;
	struct span s[FIELDS];
	struct table t;
	size_t rows = 0, strays, lines = heading_lines(r, &t, 0);
	uint64_t v;

	if (lines == 0)
		return;
	r->used = lines;
	r->data = value_new(r->arena, VALUE_OBJECT);
	put_fields(r, &t);
	cumulative =
	    value_put(r->arena, r->data, "cumulative_rows", VALUE_ARRAY);
	if (!leaves_out(r->command))
		value_u64(r->arena, cumulative, NULL, 0);
	in = value_put(r->arena, r->data, "in", VALUE_ARRAY);
	cpu = value_put(r->arena, r->data, "cpu", VALUE_ARRAY);
	while (r->used < r->n) {
		strays = rows > 0 ? parse_strays(r, r->used) : 0;
		lines = row(
		    &t, r->line + r->used + strays, r->n - r->used - strays, s);
		if (lines == 0) {
			struct table again;

			lines = heading_lines(r, &again, r->used);
			if (lines == 0 || again.n != t.n)
				break;
			r->used += lines;
			continue;
		}
		rows++;
		r->strays += strays;
		r->used += strays + lines;
		if (span_u64(s[t.in], &v))
			value_u64(r->arena, in, NULL, v);
		else
			value_null(r->arena, in, NULL);
		one = value_put(r->arena, cpu, NULL, VALUE_ARRAY);
		for (size_t i = t.us; i < t.n; i++)
			if (span_u64(s[i], &v))
				value_u64(r->arena, one, NULL, v);
	}
	value_u64(r->arena, r->data, "n_rows", rows);
	if (rows == 0)
		r->used = 0;
}

const struct parser parse_vmstat = {
	.kind = "vmstat",
	.begins = begins,
	.parse = parse,
};
