/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * sysstat's `mpstat -P ALL [-I ALL]`: tables with the time in front and
 * "Average:" rows (or another language's word) at the end. What a BSD's top
 * calls interrupt is %irq + %soft here. Of several intervals the first one is
 * given; the averages are beside it. With -I there are tables of interrupts
 * and softirqs, "126/s" and "NET_RX/s", too.
 */
#include <stdio.h>
#include <string.h>

#include "collector/parse.h"

#define FIELDS 400 /* interrupts of -I ALL */
#define WRAPS 60

struct table {
	struct span field[FIELDS];
	size_t n, cpu; /* cpu: which column */
	bool nodes; /* -A, -n: of NUMA nodes, their CPUs are told already */
};

/* "%usr", "intr/s", "NET_RX/s" */
static bool
is_column(struct span s)
{
	return s.len > 1 &&
	    (*s.p == '%' ||
		(s.len > 2 && memcmp(s.p + s.len - 2, "/s", 2) == 0));
}

static bool
is_whose(struct span s)
{
	return span_is(s, "CPU") || span_is(s, "NODE");
}

/* "14:05:01 [AM] CPU %usr ...", "Average: CPU ..." */
static bool
heading(struct table *t, const struct line *l)
{
	struct span s[3];
	size_t n = text_fields(l, s, 3);

	if (n < 3 || (!is_whose(s[1]) && !is_whose(s[2])))
		return false;
	t->nodes = !span_is(s[1], "CPU") && !span_is(s[2], "CPU");
	t->n = text_fields(l, t->field, FIELDS);
	for (t->cpu = 1; t->cpu < t->n && t->cpu < 3; t->cpu++)
		if (is_whose(t->field[t->cpu]))
			return t->cpu + 1 < t->n &&
			    is_column(t->field[t->cpu + 1]);
	return false;
}

/*
 * "Linux 6.1.0 (host) 11/30/23 _x86_64_ (4 CPU)" some lines before the first
 * heading: its lines, 0: none. *cpus: how many.
 */
static size_t
banner(const struct line *l, size_t n, uint64_t *cpus)
{
	struct span s, last = { "", 0 };
	struct table t;

	*cpus = 0;
	if (!line_begins(l, "Linux "))
		return 0;
	for (size_t i = 0; i < n && i < 5; i++) {
		size_t at = 0;

		if (i > 0 && heading(&t, &l[i]))
			return i;
		while (text_next(&l[i], &at, &s)) {
			if (span_is(s, "CPU)") && *last.p == '(')
				span_u64(
				    (struct span){ last.p + 1, last.len - 1 },
				    cpus);
			last = s;
		}
	}
	return 0;
}

static bool
begins(const struct line *l, size_t n)
{
	uint64_t cpus;
	struct table t;

	return n > 1 && (banner(l, n, &cpus) > 0 || heading(&t, l));
}

struct tables { /* in the making, of one interval or of the averages */
	struct value *cpus, *sums, *interrupts;
	size_t names; /* of CPUs, in all of them */
};

/* false: an interval before has it already */
static bool
put_cell(struct reading *r, struct tables *to, const char *cpu,
    struct span name, double v)
{
	struct value *into = *name.p == '%' ? to->cpus : to->interrupts, *one;
	const char *key;

	if (span_is(name, "intr/s")) {
		if (value_find(to->sums, cpu) != NULL)
			return false;
		value_real(r->arena, to->sums, cpu, v);
		to->names++;
		return true;
	}
	one = value_find(into, cpu);
	if (one == NULL) {
		one = value_put(r->arena, into, cpu, VALUE_OBJECT);
		to->names++;
	}
	key = *name.p == '%' ? arena_text(r->arena, name.p + 1, name.len - 1)
			     : arena_text(r->arena, name.p, name.len - 2);
	if (value_find(one, key) != NULL)
		return false;
	value_real(r->arena, one, key, v);
	return true;
}

/* "14:05:02" */
static bool
has_time(const struct line *l)
{
	return l->len > 8 && l->p[2] == ':' && l->p[5] == ':' && *l->p >= '0' &&
	    *l->p <= '2';
}

static bool
row(struct reading *r, const struct table *t, struct tables *to,
    const struct line *l)
{
	struct span s[FIELDS + 1];
	size_t n = text_fields(l, s, FIELDS);
	const char *cpu;
	uint64_t number;
	double v;

	/* "Average:" stands for both words of "02:05:02 PM" */
	if (t->cpu == 2 && n + 1 == t->n && span_is(s[0], "Average:"))
		memmove(&s[1], &s[0], n++ * sizeof(*s));
	/* "all" or a number behind the time or "Average:" */
	if (n != t->n || (*l->p >= '0' && *l->p <= '9' && !has_time(l)) ||
	    (!span_is(s[t->cpu], "all") && !span_u64(s[t->cpu], &number)))
		return false;
	if (t->nodes)
		return true;
	cpu = arena_text(r->arena, s[t->cpu].p, s[t->cpu].len);
	for (size_t i = t->cpu + 1; i < n; i++)
		if (is_column(t->field[i]) && span_real(s[i], &v) &&
		    !put_cell(r, to, cpu, t->field[i], v))
			break;
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
	size_t fields = text_fields(l, s, FIELDS), used = 1, at = 0;
	bool head = heading(&words, l);

	for (; used < n && used < WRAPS && line_breaks(&l[used - 1]); used++) {
		at = 0;
		if (!text_next(&l[used], &at, &s[0]))
			break;
		if (head ? !is_column(s[0])
			 : fields >= t->n || !line_is_real(&l[used]))
			break;
		fields += text_fields(&l[used], s, FIELDS);
	}
	return used;
}

/* The time or another word, but no message of the kernel's. */
static bool
is_row(const struct line *l)
{
	struct table t;
	struct span s;
	size_t at = 0;

	return heading(&t, l) || line_begins(l, "Average:") ||
	    (text_next(l, &at, &s) && s.len == 8 && s.p[2] == ':' &&
		s.p[5] == ':' && *s.p >= '0' && *s.p <= '2');
}

static uint64_t
count_cpus(const struct value *cpus)
{
	uint64_t n = 0;

	for (const struct value *v = cpus->first; v != NULL; v = v->next)
		n += strcmp(v->key, "all") != 0;
	return n;
}

static struct tables
new_tables(struct arena *a)
{
	return (struct tables){ value_new(a, VALUE_OBJECT),
		value_new(a, VALUE_OBJECT), value_new(a, VALUE_OBJECT), 0 };
}

static void
put_tables(struct reading *r, const struct tables *t, const char *cpus,
    const char *sums, const char *interrupts)
{
	value_join(value_put(r->arena, r->data, cpus, VALUE_OBJECT), t->cpus);
	value_join(value_put(r->arena, r->data, sums, VALUE_OBJECT), t->sums);
	if (t->interrupts->first != NULL)
		value_join(
		    value_put(r->arena, r->data, interrupts, VALUE_OBJECT),
		    t->interrupts);
}

static void
parse(struct reading *r)
{
	struct table t = { .n = 0 }, next;
	struct tables now = new_tables(r->arena), mean = new_tables(r->arena);
	uint64_t cpus;
	size_t strays;

	r->data = value_new(r->arena, VALUE_OBJECT);
	r->used = banner(r->line, r->n, &cpus);
	while (r->used < r->n && now.names + mean.names < PARSE_NAMES_MAX) {
		const struct line *l = &r->line[r->used];
		size_t lines = row_lines(&t, l, r->n - r->used);
		struct line whole = text_joined(r->arena, l, lines);
		bool average = *whole.p < '0' || *whole.p > '9';

		if (whole.len > 0 && heading(&next, &whole))
			t = next;
		else if (whole.len > 0 &&
		    !row(r, &t, average ? &mean : &now, &whole)) {
			strays = parse_strays_to(r, r->used, is_row);
			if (strays == 0)
				break;
			r->strays += strays;
			lines = strays;
		}
		r->used += lines;
	}
	if (cpus == 0)
		cpus =
		    count_cpus(now.cpus->first != NULL ? now.cpus : now.sums);
	if (cpus > 0)
		value_u64(r->arena, r->data, "ncpu", cpus);
	else /* a row of all of them only */
		value_null(r->arena, r->data, "ncpu");
	put_tables(r, &now, "cpu", "intr_s", "interrupts");
	put_tables(
	    r, &mean, "average_cpu", "average_intr_s", "average_interrupts");
	r->found_os = "Linux";
}

const struct parser parse_mpstat = {
	.kind = "mpstat",
	.begins = begins,
	.parse = parse,
};
