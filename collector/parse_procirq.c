/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * /proc/interrupts and /proc/softirqs: a heading of CPUs (those on line, or
 * all possible ones), then "NAME:" with a number per CPU and, for
 * interrupts, words. ERR and MIS have one number whatever the CPUs.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "collector/parse.h"

struct table {
	uint64_t *cpu; /* of each column */
	uint64_t *v; /* of the row at hand */
	size_t n;
};

/* "CPU12": its number. */
static bool
cpu_number(struct span s, uint64_t *cpu)
{
	return span_begins(s, "CPU") &&
	    span_u64((struct span){ s.p + 3, s.len - 3 }, cpu);
}

/* Lines of the heading, which wraps where there are many CPUs; 0: none. */
static size_t
is_heading(const struct line *l, size_t n)
{
	size_t used = 0;
	struct span s;
	uint64_t cpu, next = 0;

	for (; used < n && line_begins(&l[used], "CPU"); used++) {
		size_t at = 0;

		while (text_next(&l[used], &at, &s)) {
			if (!cpu_number(s, &cpu) || cpu < next)
				return used;
			next = cpu + 1;
		}
	}
	return used;
}

/* A row: the name in front of the first colon; `rest` is what follows. */
static bool
row_name(const struct line *l, struct span *name, struct line *rest)
{
	const char *colon = memchr(l->p, ':', l->len);

	if (colon == NULL || colon == l->p)
		return false;
	*name = (struct span){ l->p, (size_t)(colon - l->p) };
	/* "PCI-MSI-0000:41:00.0" is a word of a row that is wrapped */
	for (size_t i = 0; i < name->len; i++)
		if (!isalnum((unsigned char)name->p[i]) && name->p[i] != '_')
			return false;
	memset(rest, 0, sizeof(*rest));
	rest->p = colon + 1;
	rest->len = (size_t)(l->p + l->len - rest->p);
	return true;
}

/* Any of them: "grep -E 'CPU|NET'" leaves no others. */
static bool
is_softirq(const struct line *l)
{
	static const char *const names[] = { "HI", "TIMER", "NET_TX", "NET_RX",
		"BLOCK", "BLOCK_IOPOLL", "IRQ_POLL", "TASKLET", "SCHED",
		"HRTIMER", "RCU" };
	struct line rest;
	struct span name;

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (row_name(l, &name, &rest) && span_is(name, names[i]))
			return true;
	return false;
}

static bool
begins_interrupts(const struct line *l, size_t n)
{
	size_t rows = is_heading(l, n);
	struct line rest;
	struct span name;

	return rows > 0 && rows < n && row_name(&l[rows], &name, &rest) &&
	    !is_softirq(&l[rows]);
}

static bool
begins_softirqs(const struct line *l, size_t n)
{
	size_t rows = is_heading(l, n);

	return rows > 0 && rows < n && is_softirq(&l[rows]);
}

static bool
heading(struct reading *r, struct table *t)
{
	struct value *cpus = value_put(r->arena, r->data, "cpus", VALUE_ARRAY);
	size_t cap, at = 0;
	struct line l;
	struct span s;

	r->used = is_heading(r->line, r->n);
	l = text_joined(r->arena, r->line, r->used);
	cap = l.len / 4 + 1;
	t->cpu = arena_get(r->arena, cap * sizeof(*t->cpu));
	t->v = arena_get(r->arena, cap * sizeof(*t->v));
	if (r->arena->broken)
		return false;
	while (text_next(&l, &at, &s) && cpu_number(s, &t->cpu[t->n])) {
		value_u64(r->arena, cpus, NULL, t->cpu[t->n]);
		t->n++;
	}
	return true;
}

/* The numbers in front of the words; *at behind the last. */
static size_t
numbers(const struct table *t, const struct line *rest, size_t *at)
{
	size_t n = 0, next = 0;
	struct span s;

	while (
	    n < t->n && text_next(rest, &next, &s) && span_u64(s, &t->v[n])) {
		n++;
		*at = next;
	}
	return n;
}

static uint64_t
total(const struct table *t)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < t->n; i++)
		sum += t->v[i];
	return sum;
}

/* "2-edge", "IO-APIC-edge", "Level": the last word about the line itself. */
static bool
is_trigger(struct span s)
{
	static const char *const words[] = { "edge", "level", "fasteoi" };

	for (size_t i = 0; i < 3; i++) {
		size_t len = strlen(words[i]);

		if (s.len >= len &&
		    strncasecmp(s.p + s.len - len, words[i], len) == 0)
			return true;
	}
	return false;
}

/* Behind the chip's name: "3", a pin of it, or "-event" of Xen's. */
static bool
is_chip_rest(struct span s)
{
	uint64_t pin;

	return span_u64(s, &pin) || *s.p == '-';
}

/* "XT-PIC  acpi, uhci_hcd, eth0", without a trigger: behind the chip. */
static size_t
devices(const struct line *rest, size_t at)
{
	struct span s;
	size_t i = at, start = at;

	for (size_t n = 0; text_next(rest, &i, &s); n++) {
		if (n == 0 || !is_chip_rest(s))
			start = (size_t)(s.p - rest->p);
		if (n > 0 && !is_chip_rest(s))
			break;
	}
	return start;
}

/* What the interrupt is for: behind the trigger, or all of the words. */
static const char *
description(
    struct reading *r, const struct line *rest, size_t at, bool numbered)
{
	size_t start = at, i = at;
	struct span s, last = { "", 0 };

	while (text_next(rest, &i, &s)) {
		if (last.len == 0)
			start = (size_t)(s.p - rest->p);
		last = s;
		if (numbered && is_trigger(s)) {
			struct span next;
			size_t k = i;

			if (!text_next(rest, &k, &next))
				return ""; /* nobody asked for it */
			if (is_chip_rest(next))
				continue; /* "ARMCTRL-level  64 Edge" */
			start = (size_t)(next.p - rest->p);
			numbered = false;
		}
	}
	if (last.len == 0)
		return "";
	if (numbered)
		start = devices(rest, start);
	return arena_text(r->arena, rest->p + start, rest->len - start);
}

/* Those that are not counted per CPU; BAD: of PowerPC. */
static bool
is_single(const char *name)
{
	return strcasecmp(name, "ERR") == 0 || strcmp(name, "MIS") == 0 ||
	    strcmp(name, "BAD") == 0;
}

static void
put_interrupt(struct reading *r, struct table *t, struct value *rows,
    struct value *single, const struct line *l, const struct line *last)
{
	struct value *one, *per_cpu;
	char key[24], instance[COUNTER_INSTANCE];
	const char *name, *what;
	struct line rest;
	struct span s;
	uint64_t irq;
	size_t at = 0, n;

	if (!row_name(l, &s, &rest))
		return;
	name = arena_text(r->arena, s.p, s.len);
	n = numbers(t, &rest, &at);
	what = description(r, &rest, at, span_u64(s, &irq));
	if (n == 1 && *what == '\0' && is_single(name)) {
		value_u64(r->arena, single, name, t->v[0]);
		return;
	}
	/* it was cut; each has at least the name of its chip */
	if (n < t->n ||
	    (*what == '\0' && !last->ended && at == rest.len &&
		span_u64(s, &irq)))
		return;
	one = value_put(r->arena, rows, name, VALUE_OBJECT);
	per_cpu = value_put(r->arena, one, "per_cpu", VALUE_OBJECT);
	for (size_t i = 0; i < t->n; i++) {
		snprintf(
		    key, sizeof(key), "%llu", (unsigned long long)t->cpu[i]);
		value_u64(r->arena, per_cpu, key, t->v[i]);
	}
	value_u64(r->arena, one, "total", total(t));
	value_text(r->arena, one, "desc", what);
	snprintf(instance, sizeof(instance), "%s %s", name, what);
	/* a sum of 32-bit counters: where one wraps, no difference is given */
	parse_count(r, "interrupts", instance, total(t), 64);
}

/* "uhci_hcd:usb1" has a colon too, but no numbers. */
static bool
begins_row(const struct line *l)
{
	struct line rest;
	struct span s;
	size_t at = 0;
	uint64_t v;

	return row_name(l, &s, &rest) &&
	    (span_is(s, "FIQ") ||
		(text_next(&rest, &at, &s) && span_u64(s, &v)));
}

/* Lines of one row: only a long one is wrapped. */
static size_t
row_lines(const struct line *l, size_t n)
{
	size_t used = 1;

	while (used < n && line_breaks(&l[used - 1]) && !begins_row(&l[used]) &&
	    (line_is_numbers(&l[used]) ||
		!parse_known(NULL, &l[used], n - used)))
		used++;
	return used;
}

/*
 * The row of n lines as one. A terminal breaks a line within a number, which
 * gives one more than there are CPUs.
 */
static struct line
row_joined(struct reading *r, const struct table *t, size_t n)
{
	const struct line *l = r->line + r->used;
	struct line out = text_joined(r->arena, l, n), rest;
	struct table more = { .n = t->n + 1 };
	struct span name;
	size_t at = 0;

	if (n == 1 || !row_name(&out, &name, &rest))
		return out;
	more.v = arena_get(r->arena, more.n * sizeof(*more.v));
	if (r->arena->broken || numbers(&more, &rest, &at) < more.n)
		return out;
	return text_glued(r->arena, l, n);
}

static void
parse_interrupts(struct reading *r)
{
	struct table t = { .n = 0 };
	struct value *rows, *single;
	struct line rest;
	struct span name;
	size_t at;

	r->data = value_new(r->arena, VALUE_OBJECT);
	if (!heading(r, &t))
		return;
	rows = value_put(r->arena, r->data, "interrupts", VALUE_OBJECT);
	single = value_put(r->arena, r->data, "single", VALUE_OBJECT);
	while (r->used < r->n && row_name(&r->line[r->used], &name, &rest)) {
		size_t n = row_lines(r->line + r->used, r->n - r->used);
		struct line l = row_joined(r, &t, n);

		/* ARM's FIQ has a name and no numbers */
		if (!row_name(&l, &name, &rest) ||
		    (numbers(&t, &rest, &at) == 0 && !span_is(name, "FIQ")))
			break;
		put_interrupt(
		    r, &t, rows, single, &l, &r->line[r->used + n - 1]);
		r->used += n;
	}
	r->found_os = "Linux";
}

static void
put_softirq(
    struct reading *r, struct table *t, struct value *rows, struct span s)
{
	const char *name = arena_text(r->arena, s.p, s.len), *counter = NULL;
	struct value *one = value_put(r->arena, rows, name, VALUE_OBJECT);
	struct value *per_cpu =
	    value_put(r->arena, one, "per_cpu", VALUE_ARRAY);
	char instance[32];

	if (strcmp(name, "NET_RX") == 0)
		counter = "softirq.net_rx";
	if (strcmp(name, "NET_TX") == 0)
		counter = "softirq.net_tx";
	for (size_t i = 0; i < t->n; i++) {
		value_u64(r->arena, per_cpu, NULL, t->v[i]);
		if (counter == NULL)
			continue;
		snprintf(instance, sizeof(instance), "cpu%llu",
		    (unsigned long long)t->cpu[i]);
		parse_count(r, counter, instance, t->v[i], 32);
	}
	value_u64(r->arena, one, "total", total(t));
}

static void
parse_softirqs(struct reading *r)
{
	struct table t = { .n = 0 };
	struct value *rows;
	struct line rest;
	struct span name;
	size_t at;

	r->data = value_new(r->arena, VALUE_OBJECT);
	if (!heading(r, &t))
		return;
	rows = value_put(r->arena, r->data, "softirqs", VALUE_OBJECT);
	while (r->used < r->n) {
		size_t n = row_lines(r->line + r->used, r->n - r->used);
		struct line l = r->line[r->used];

		/* numbers only: complete on one line, or wrapped */
		if (row_name(&l, &name, &rest) &&
		    numbers(&t, &rest, &at) == t.n)
			n = 1;
		l = row_joined(r, &t, n);
		if (!row_name(&l, &name, &rest) ||
		    numbers(&t, &rest, &at) != t.n)
			break;
		put_softirq(r, &t, rows, name);
		r->used += n;
	}
	r->found_os = "Linux";
}

const struct parser parse_procinterrupts = {
	.kind = "procinterrupts",
	.begins = begins_interrupts,
	.parse = parse_interrupts,
};

const struct parser parse_procsoftirqs = {
	.kind = "procsoftirqs",
	.begins = begins_softirqs,
	.parse = parse_softirqs,
};
