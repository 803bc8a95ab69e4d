/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * sysstat's `mpstat -P ALL [-I SUM]`: tables with the time in front and
 * "Average:" rows at the end. What a BSD's top calls interrupt is %irq +
 * %soft here. Of several intervals the first one is given; the averages are
 * beside it.
 */
#include <stdio.h>
#include <string.h>

#include "collector/parse.h"

#define FIELDS 16

struct table {
	struct span field[FIELDS];
	size_t n, cpu; /* cpu: which column */
};

/* "14:05:01 [AM] CPU %usr ...", "Average: CPU ..." */
static bool
heading(struct table *t, const struct line *l)
{
	struct span s[3];
	size_t n = text_fields(l, s, 3);

	if (n < 3 || (!span_is(s[1], "CPU") && !span_is(s[2], "CPU")))
		return false;
	t->n = text_fields(l, t->field, FIELDS);
	for (t->cpu = 1; t->cpu < t->n && t->cpu < 3; t->cpu++)
		if (span_is(t->field[t->cpu], "CPU"))
			return t->cpu + 1 < t->n &&
			    (*t->field[t->cpu + 1].p == '%' ||
				span_is(t->field[t->cpu + 1], "intr/s"));
	return false;
}

static bool
begins(const struct line *l, size_t n)
{
	struct table t;

	return n > 1 && heading(&t, l);
}

static void
put_cell(struct reading *r, struct value *cpus, struct value *interrupts,
    const char *cpu, struct span name, double v)
{
	struct value *one = value_find(cpus, cpu);
	const char *key;

	if (span_is(name, "intr/s")) {
		if (value_find(interrupts, cpu) == NULL)
			value_real(r->arena, interrupts, cpu, v);
		return;
	}
	if (one == NULL)
		one = value_put(r->arena, cpus, cpu, VALUE_OBJECT);
	key = arena_text(r->arena, name.p + 1, name.len - 1);
	if (value_find(one, key) == NULL)
		value_real(r->arena, one, key, v);
}

static bool
row(struct reading *r, const struct table *t, struct value *cpus,
    struct value *interrupts, const struct line *l)
{
	struct span s[FIELDS + 1];
	size_t n = text_fields(l, s, FIELDS);
	const char *cpu;
	double v;

	/* "Average:" stands for both words of "02:05:02 PM" */
	if (t->cpu == 2 && n + 1 == t->n && span_is(s[0], "Average:"))
		memmove(&s[1], &s[0], n++ * sizeof(*s));
	if (n != t->n)
		return false;
	cpu = arena_text(r->arena, s[t->cpu].p, s[t->cpu].len);
	for (size_t i = t->cpu + 1; i < n; i++)
		if (t->field[i].len > 1 && span_real(s[i], &v))
			put_cell(r, cpus, interrupts, cpu, t->field[i], v);
	return true;
}

static bool
line_is_real(const struct line *l)
{
	struct span s;
	size_t at = 0;
	double v;

	while (text_next(l, &at, &s))
		if (!span_real(s, &v))
			return false;
	return l->len > 0;
}

/*
 * The last columns wrap off: words of a heading, or numbers of a row that is
 * not complete without them.
 */
static size_t
row_lines(const struct table *t, const struct line *l, size_t n)
{
	struct span s[FIELDS];
	struct table words;
	size_t fields = text_fields(l, s, FIELDS), at = 0;

	if (n < 2 || !text_next(&l[1], &at, &s[0]) || !line_breaks(l))
		return 1;
	if (heading(&words, l))
		return *s[0].p == '%' ? 2 : 1;
	return fields < t->n && line_is_real(&l[1]) ? 2 : 1;
}

static uint64_t
count_cpus(const struct value *cpus)
{
	uint64_t n = 0;

	for (const struct value *v = cpus->first; v != NULL; v = v->next)
		n += strcmp(v->key, "all") != 0;
	return n;
}

static void
parse(struct reading *r)
{
	struct table t = { .n = 0 }, next;
	struct value *cpus, *interrupts, *all[2];
	size_t names = 0;

	r->data = value_new(r->arena, VALUE_OBJECT);
	cpus = value_put(r->arena, r->data, "cpu", VALUE_OBJECT);
	interrupts = value_put(r->arena, r->data, "intr_s", VALUE_OBJECT);
	all[0] = value_new(r->arena, VALUE_OBJECT);
	all[1] = value_new(r->arena, VALUE_OBJECT);
	while (r->used < r->n && names < PARSE_NAMES_MAX) {
		const struct value *last = cpus->last;
		size_t lines = row_lines(&t, &r->line[r->used], r->n - r->used);
		struct line l = text_joined(r->arena, &r->line[r->used], lines);
		bool average = line_begins(&l, "Average:");

		if (l.len > 0 && heading(&next, &l))
			t = next;
		else if (l.len > 0 &&
		    !row(r, &t, average ? all[0] : cpus,
			average ? all[1] : interrupts, &l))
			break;
		names += cpus->last != last;
		r->used += lines;
	}
	value_u64(r->arena, r->data, "ncpu", count_cpus(cpus));
	value_join(
	    value_put(r->arena, r->data, "average_cpu", VALUE_OBJECT), all[0]);
	value_join(value_put(r->arena, r->data, "average_intr_s", VALUE_OBJECT),
	    all[1]);
	r->found_os = "Linux";
}

const struct parser parse_mpstat = {
	.kind = "mpstat",
	.begins = begins,
	.parse = parse,
};
