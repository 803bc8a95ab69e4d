/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The CPU lines of `top -b`, any system: "CPU 0:  0.0% user, ...", "CPU0
 * states: ...", "CPU states: ..." (the sum of all), "%Cpu(s):  0.0 us, ...".
 * Packet work is interrupt on the older BSDs, system on OpenBSD 5.9 and
 * later, hardware and software interrupt on Linux: all states are given.
 */
#include <stdio.h>
#include <string.h>

#include "collector/parse.h"

static const struct {
	const char *word, *key;
} states[] = {
	{ "user", "user" },
	{ "nice", "nice" },
	{ "system", "system" },
	{ "sys", "system" },
	{ "spin", "spin" },
	{ "interrupt", "interrupt" },
	{ "intr", "interrupt" },
	{ "idle", "idle" },
	{ "us", "user" },
	{ "sy", "system" },
	{ "ni", "nice" },
	{ "id", "idle" },
	{ "wa", "iowait" },
	{ "hi", "irq" },
	{ "si", "softirq" },
	{ "st", "steal" },
};

/* Which CPU, "all" for the sum; false: no such line. */
static bool
is_cpu(const struct line *l, char *name, size_t size, struct line *rest)
{
	const char *colon = l->len > 4 ? memchr(l->p, ':', l->len) : NULL;
	const char *p = l->p, *digit;

	if (colon == NULL || colon - l->p > 16 ||
	    memchr(colon, ',', (size_t)(l->p + l->len - colon)) == NULL)
		return false;
	if (*p == '%')
		p++;
	/* "4   CPUs:": all of them */
	if (*p >= '0' && *p <= '9') {
		p = memchr(p, 'C', (size_t)(colon - p));
		if (p == NULL || colon - p != 4)
			return false;
	}
	if (colon - p < 3 || (memcmp(p, "CPU", 3) != 0 && memcmp(p, "Cpu", 3)))
		return false;
	memset(rest, 0, sizeof(*rest));
	rest->p = colon + 1;
	rest->len = (size_t)(l->p + l->len - rest->p);
	for (digit = p; digit < colon && (*digit < '0' || *digit > '9');)
		digit++;
	snprintf(name, size, "all");
	if (digit < colon)
		snprintf(name, size, "%.*s", (int)strspn(digit, "0123456789"),
		    digit);
	return true;
}

static bool
begins(const struct line *l, size_t n)
{
	struct line rest;
	struct span s;
	size_t at = 0;
	char name[24];
	double v;

	return n > 0 && is_cpu(l, name, sizeof(name), &rest) &&
	    text_next(&rest, &at, &s) && span_real(s, &v);
}

/* "28.3%" or "28.3", then "interrupt,"; Linux also "0.0 us,100.0 sy". */
static void
put_states(struct reading *r, struct value *cpu, const struct line *rest)
{
	struct span number, word;
	const char *comma;
	size_t at = 0;
	double v;

	while (text_next(rest, &at, &number) && text_next(rest, &at, &word)) {
		comma = memchr(word.p, ',', word.len);
		if (comma != NULL) {
			at = (size_t)(comma + 1 - rest->p);
			word.len = (size_t)(comma - word.p);
		}
		if (!span_real(number, &v))
			return;
		for (size_t i = 0; i < sizeof(states) / sizeof(states[0]); i++)
			if (span_is(word, states[i].word))
				value_real(r->arena, cpu, states[i].key, v);
	}
}

static bool
ends_in(const struct line *l, const char *word)
{
	size_t len = strlen(word);

	return l->len >= len && memcmp(l->p + l->len - len, word, len) == 0;
}

/* "2.4% idle", the end that a mail had broken off before this one. */
static bool
is_idle(const struct line *l)
{
	struct span s[3];

	return text_fields(l, s, 3) < 3 && ends_in(l, "idle");
}

/* Mail takes the last states to the next line, a second mail once more. */
static size_t
row_lines(const struct line *l, size_t n)
{
	size_t used = 1;

	while (used < n && used < 3 && !ends_in(&l[used - 1], "idle") &&
	    !ends_in(&l[used - 1], "st") && !begins(&l[used], n - used) &&
	    (line_breaks(&l[used - 1]) || (used == 2 && is_idle(&l[used]))))
		used++;
	return used;
}

static void
parse(struct reading *r)
{
	struct value *displays, *cpus;
	struct line rest;
	char name[24];
	size_t n = 0;

	r->data = value_new(r->arena, VALUE_OBJECT);
	displays = value_put(r->arena, r->data, "displays", VALUE_ARRAY);
	cpus = value_put(r->arena,
	    value_put(r->arena, displays, NULL, VALUE_OBJECT), "cpus",
	    VALUE_OBJECT);
	while (r->used < r->n) {
		const struct line *l = &r->line[r->used];
		size_t lines = row_lines(l, r->n - r->used);
		struct line whole = text_joined(r->arena, l, lines);

		if (!begins(l, r->n - r->used))
			break;
		is_cpu(&whole, name, sizeof(name), &rest);
		if (n++ == PARSE_NAMES_MAX || value_find(cpus, name) != NULL)
			break; /* the next display */
		put_states(
		    r, value_put(r->arena, cpus, name, VALUE_OBJECT), &rest);
		r->used += lines;
	}
}

static bool
join(struct arena *a, struct value *into, const char *kind, struct value *from)
{
	(void)a;
	if (strcmp(kind, "cpu") != 0)
		return false;
	value_join(value_find(into, "displays"), value_find(from, "displays"));
	return true;
}

const struct parser parse_top = {
	.kind = "cpu",
	.begins = begins,
	.parse = parse,
	.join = join,
};
