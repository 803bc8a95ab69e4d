/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * `vmstat N`: two heading lines, then rows; the first row is a mean since
 * boot. The number of disk columns varies, so columns are told by the
 * heading: interrupts under "in", CPU percentages from "us" to the end. The
 * BSDs have two columns "sy", system calls and system time. With -t procps
 * puts date and time at the end, under the name of the zone. FreeBSD's -P has
 * "us sy id" once for each CPU. DragonFly scales figures since it has no
 * column avm any more, and then leaves the row since boot out. The line of
 * groups may be missing: "vmstat 1 | grep -v procs".
 */
#include <stdio.h>
#include <string.h>

#include "collector/parse.h"
#include "collector/prompt.h"

#define FIELDS 256 /* three for a CPU */
#define CPU_FIELDS 3

struct table {
	struct span field[FIELDS];
	size_t n, in, us; /* n: no such column */
	size_t cpus; /* 1: the sum of all */
	bool stamped; /* date and time behind the columns */
	bool no_avm; /* DragonFly, but the old ones */
};

/* "procs ---memory--- ...", procps' -w: "--procs-- ---memory--- ..." */
static bool
is_groups(const struct line *l)
{
	return line_begins(l, "procs") || line_begins(l, "--procs--");
}

static bool
ends_in(const struct line *l, const char *word)
{
	size_t len = strlen(word);

	return l->len >= len && memcmp(l->p + l->len - len, word, len) == 0;
}

/* "r b ...", with the groups' last line before it. */
static bool
heading(struct table *t, const struct line *groups, const struct line *names)
{
	t->n = text_fields(names, t->field, FIELDS);
	t->stamped = t->n > 0 && ends_in(groups, "-timestamp-----");
	t->n -= t->stamped;
	if (t->n < 8 || !span_is(t->field[0], "r") ||
	    (!span_is(t->field[1], "b") && !span_is(t->field[1], "s")))
		return false; /* OpenBSD since 6.2: running, sleeping */
	t->in = t->us = t->n;
	t->no_avm = span_is(t->field[2], "w") && span_is(t->field[3], "fre");
	for (size_t i = 0; i < t->n; i++) {
		if (span_is(t->field[i], "in") || span_is(t->field[i], "int"))
			t->in = i;
		if (span_is(t->field[i], "us") && t->us == t->n)
			t->us = i;
	}
	t->cpus = 1;
	for (size_t i = t->us + CPU_FIELDS; i < t->n; i += CPU_FIELDS)
		t->cpus += span_is(t->field[i], "us");
	return t->in < t->us && t->us < t->n &&
	    (t->cpus == 1 || t->us + CPU_FIELDS * t->cpus == t->n);
}

#define WRAPS 6

/* Lines of the groups' names, which mail may have broken; 0: none. */
static size_t
group_lines(const struct line *l, size_t n)
{
	struct span s = { "", 0 };
	size_t used = 1;

	if (n == 0 || !is_groups(l))
		return 0;
	while (used < n && used < WRAPS && text_fields(&l[used], &s, 1) == 1 &&
	    !span_is(s, "r"))
		used++;
	return used < n && span_is(s, "r") ? used : 0;
}

/* "r b swpd free ...", whose groups nobody copied */
static bool
is_names(const struct line *l)
{
	struct span s[4];

	return line_begins(l, "r ") && text_fields(l, s, 4) == 4 &&
	    span_is(s[1], "b") && (span_is(s[2], "swpd") || span_is(s[2], "w"));
}

/* Lines of both kinds of names; 0: no heading. */
static size_t
heading_lines(struct reading *r, struct table *t, size_t at)
{
	const struct line *l = r->line + at, none = { .p = "" };
	size_t n = r->n - at, groups = group_lines(l, n), words = 1;
	struct line names;
	struct cell c;
	struct span s;

	if (groups == 0 && (n < 2 || !is_names(l)))
		return 0;
	for (; groups + words < n && words < WRAPS; words++)
		if (text_fields(&l[groups + words], &s, 1) == 0 ||
		    span_cell(s, 1024, &c))
			break;
	for (; words > 0; words--) {
		names = text_joined(r->arena, &l[groups], words);
		if (heading(t, groups > 0 ? &l[groups - 1] : &none, &names) &&
		    (groups + words >= n ||
			text_fields(&l[groups + words], &s, 1) == 0 ||
			span_cell(s, 1024, &c)))
			return groups + words;
	}
	return 0;
}

static bool
begins(const struct line *l, size_t n)
{
	return n > 1 && (group_lines(l, n) > 0 || is_names(l));
}

/* Numbers, and at the end a date and a time. */
static bool
is_figures(const struct line *l)
{
	struct cell c;
	struct span s;
	size_t at = 0;

	while (text_next(l, &at, &s))
		if (!span_cell(s, 1024, &c) &&
		    !(s.len == 10 && s.p[4] == '-' && s.p[7] == '-') &&
		    !(s.len == 8 && s.p[2] == ':' && s.p[5] == ':'))
			return false;
	return l->len > 0;
}

static size_t
row(const struct table *t, const struct line *l, size_t n, struct span *s)
{
	size_t used = 0, got = 0, want = t->n + (t->stamped ? 2 : 0);

	while (used < n && got < want &&
	    (t->stamped ? is_figures(&l[used]) : line_is_numbers(&l[used])))
		got += text_fields(&l[used++], s + got, FIELDS - got);
	return got == want ? used : 0;
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

/* "vmstat 1", "vmstat -w 1": a row a second was asked for. */
static bool
repeats(const char *command)
{
	struct line l = { .p = command != NULL ? command : "" };
	struct span s;
	size_t at = 0;
	uint64_t v;

	l.len = strlen(l.p);
	while (prompt_runs(command, "vmstat") && text_next(&l, &at, &s))
		if (span_u64(s, &v) || span_begins(s, "-w"))
			return true;
	return false;
}

/* A figure as it is, or the interval of a scaled one. */
static void
put_figure(struct reading *r, struct value *list, struct span s)
{
	struct cell c;
	uint64_t pair[2];

	if (!span_cell(s, 1024, &c) || !c.known) {
		value_null(r->arena, list, NULL);
		return;
	}
	pair[0] = c.low;
	pair[1] = c.high;
	if (c.low == c.high)
		value_u64(r->arena, list, NULL, c.low);
	else
		value_numbers(r->arena, list, NULL, pair, 2);
}

struct output {
	struct value *in, *cpu, *cpus;
};

/* "cpu": of all together; -P shows each one's, and then "cpus" has them. */
static void
put_heads(struct reading *r, const struct table *t, struct output *o)
{
	char name[24];

	o->in = value_put(r->arena, r->data, "in", VALUE_ARRAY);
	if (t->cpus == 1) {
		o->cpu = value_put(r->arena, r->data, "cpu", VALUE_ARRAY);
		return;
	}
	value_null(r->arena, r->data, "cpu");
	o->cpus = value_put(r->arena, r->data, "cpus", VALUE_OBJECT);
	for (size_t i = 0; i < t->cpus; i++) {
		snprintf(name, sizeof(name), "%zu", i);
		value_put(r->arena, o->cpus, name, VALUE_ARRAY);
	}
}

static void
put_row(struct reading *r, const struct table *t, struct output *o,
    const struct span *s)
{
	struct value *of = t->cpus == 1 ? o->cpu : o->cpus->first, *one;
	size_t fields = t->cpus == 1 ? t->n - t->us : CPU_FIELDS;
	uint64_t v;

	put_figure(r, o->in, s[t->in]);
	for (size_t k = 0; k < t->cpus && of != NULL; k++, of = of->next) {
		one = value_put(r->arena, of, NULL, VALUE_ARRAY);
		for (size_t i = 0; i < fields; i++)
			if (span_u64(s[t->us + k * fields + i], &v))
				value_u64(r->arena, one, NULL, v);
	}
}

static void
parse(struct reading *r)
{
	struct value *cumulative;
	struct output o = { NULL, NULL, NULL };
	struct span s[FIELDS];
	struct table t;
	size_t rows = 0, strays, lines = heading_lines(r, &t, 0);

	if (lines == 0)
		return;
	r->used = lines;
	r->data = value_new(r->arena, VALUE_OBJECT);
	put_fields(r, &t);
	cumulative =
	    value_put(r->arena, r->data, "cumulative_rows", VALUE_ARRAY);
	put_heads(r, &t, &o);
	while (r->used < r->n) {
		strays = rows == 0
		    ? 0
		    : parse_strays_to(
			  r, r->used, t.stamped ? is_figures : line_is_numbers);
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
		put_row(r, &t, &o, s);
	}
	if (t.no_avm ? rows == 1 && !repeats(r->command)
		     : !leaves_out(r->command))
		value_u64(r->arena, cumulative, NULL, 0);
	value_u64(r->arena, r->data, "n_rows", rows);
	if (rows == 0)
		r->used = 0;
}

const struct parser parse_vmstat = {
	.kind = "vmstat",
	.begins = begins,
	.parse = parse,
};
