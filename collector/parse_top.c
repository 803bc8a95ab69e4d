/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The CPU lines of `top -b`, any system: "CPU 0:  0.0% user, ...", "CPU0
 * states: ...", "CPU states: ..." (the sum of all), "%Cpu(s):  0.0 us, ...",
 * busybox's "CPU:   0% usr   1% sys ...". Red Hat 8 and 9 have a table there.
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
	{ "iowait", "iowait" },
	{ "irq", "irq" },
	{ "softirq", "softirq" },
	{ "usr", "user" },
	{ "nic", "nice" },
	{ "io", "iowait" },
	{ "sirq", "softirq" },
};
#define STATES (sizeof(states) / sizeof(states[0]))

static const char *
state_of(struct span word)
{
	for (size_t i = 0; i < STATES; i++)
		if (span_is(word, states[i].word))
			return states[i].key;
	return NULL;
}

/* Which CPU, "all" for the sum; false: no such line. */
static bool
is_cpu(const struct line *l, char *name, size_t size, struct line *rest)
{
	const char *colon = l->len > 4 ? memchr(l->p, ':', l->len) : NULL;
	const char *p = l->p, *digit;

	if (colon == NULL || colon - l->p > 16 ||
	    !span_holds(
		(struct span){ colon, (size_t)(l->p + l->len - colon) }, ",%"))
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
is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/*
 * The next state: "28.3% interrupt,", "28.3 us,100.0 sy", "28,3%us,"; the
 * comma may be the decimal one. false: something else stands there.
 */
static bool
next_state(
    const struct line *l, size_t *at, struct span *number, struct span *word)
{
	size_t i = *at, start;

	while (i < l->len && strchr(" \t,", l->p[i]) != NULL)
		i++;
	for (start = i; i < l->len &&
	     (is_digit(l->p[i]) ||
		 (i > start && strchr(".,", l->p[i]) != NULL));
	     i++)
		;
	*number = (struct span){ l->p + start, i - start };
	if (i < l->len && l->p[i] == '%')
		i++;
	while (i < l->len && strchr(" \t", l->p[i]) != NULL)
		i++;
	for (start = i; i < l->len && l->p[i] >= 'a' && l->p[i] <= 'z'; i++)
		;
	*word = (struct span){ l->p + start, i - start };
	*at = i;
	return number->len > 0 && word->len > 0;
}

/* "CPU states:  cpu    user    nice  system ..." of Red Hat 8 and 9 */
static bool
is_table(const struct line *l)
{
	struct span s[4];

	return line_begins(l, "CPU states:") && text_fields(l, s, 4) == 4 &&
	    span_is(s[2], "cpu") && state_of(s[3]) != NULL;
}

static bool
begins(const struct line *l, size_t n)
{
	struct span number, word;
	struct line rest;
	size_t at = 0;
	char name[24];

	if (n > 1 && is_table(l))
		return true;
	return n > 0 && is_cpu(l, name, sizeof(name), &rest) &&
	    next_state(&rest, &at, &number, &word);
}

/* Other languages have other words, and some of them two, for a state. */
static void
pass_words(const struct line *l, size_t *at)
{
	while (*at < l->len && !is_digit(l->p[*at]) && l->p[*at] != '%')
		++*at;
}

/*
 * Returns where something else begins. On a line of procps the states' order
 * tells what they are.
 */
static size_t
put_states(
    struct reading *r, struct value *cpu, const struct line *rest, bool ordered)
{
	static const char *const order[] = { "user", "system", "nice", "idle",
		"iowait", "irq", "softirq", "steal" };
	size_t at = 0, end = 0, n = sizeof(order) / sizeof(order[0]);
	struct span number, word;
	double v;

	for (size_t i = 0; next_state(rest, &at, &number, &word); i++) {
		const char *key = ordered && i < n ? order[i] : state_of(word);

		if (ordered)
			pass_words(rest, &at);
		end = at;
		if (!span_real(number, &v))
			break;
		if (key != NULL)
			value_real(r->arena, cpu, key, v);
	}
	return end;
}

/* What mail took to the next line begins with a figure or a state. */
static bool
is_rest(const struct line *l)
{
	struct span number, word;
	size_t at = 0;

	if (next_state(l, &at, &number, &word) ||
	    (number.len > 0 && at == l->len))
		return true;
	return number.len == 0 && state_of(word) != NULL;
}

/* "2.4% idle", the end that a mail had broken off before this one. */
static bool
is_end(const struct line *l)
{
	struct span s[3], last;
	size_t n = text_fields(l, s, 3);

	if (n == 0 || n > 2)
		return false;
	last = s[n - 1];
	return span_is(last, "idle") || span_is(last, "st");
}

#define WRAPS 4

static size_t
row_lines(const struct line *l, size_t n)
{
	size_t used = 1;

	while (used < n && used < WRAPS && !begins(&l[used], n - used) &&
	    is_rest(&l[used]) && !parse_known(&parse_top, &l[used], n - used) &&
	    (line_breaks(&l[used - 1]) || (used > 1 && is_end(&l[used]))))
		used++;
	return used;
}

/* All CPUs of one line: procps 4 has two of them there. */
static bool
put_line(struct reading *r, struct value *cpus, struct line l, size_t *names)
{
	struct line rest;
	char name[24];

	while (is_cpu(&l, name, sizeof(name), &rest)) {
		bool ordered = line_begins(&l, "%Cpu");
		size_t end;

		if (++*names > PARSE_NAMES_MAX ||
		    value_find(cpus, name) != NULL)
			return false; /* the next display */
		end =
		    put_states(r, value_put(r->arena, cpus, name, VALUE_OBJECT),
			&rest, ordered);
		while (end < rest.len && strchr(" \t", rest.p[end]) != NULL)
			end++;
		l.p = rest.p + end;
		l.len = rest.len - end;
	}
	return true;
}

#define COLUMNS 12

/* "total" or "cpu01", then a percentage for each word of the heading. */
static size_t
put_row(struct reading *r, struct value *cpus, const struct span *head,
    size_t columns)
{
	const struct line *l = &r->line[r->used];
	struct span s[COLUMNS];
	size_t n = text_fields(l, s, COLUMNS), used = 1;
	uint64_t cpu;
	char name[24] = "all";
	struct value *one;
	double v;

	if (n < columns && r->used + 1 < r->n && line_breaks(l)) {
		n += text_fields(l + 1, s + n, COLUMNS - n);
		used = 2;
	}
	if (n != columns)
		return 0;
	if (span_begins(s[0], "cpu") &&
	    span_u64((struct span){ s[0].p + 3, s[0].len - 3 }, &cpu))
		snprintf(name, sizeof(name), "%llu", (unsigned long long)cpu);
	else if (!span_is(s[0], "total"))
		return 0;
	one = value_put(r->arena, cpus, name, VALUE_OBJECT);
	for (size_t i = 1; i < n; i++)
		if (state_of(head[i]) != NULL && span_real(s[i], &v))
			value_real(r->arena, one, state_of(head[i]), v);
	return used;
}

static void
put_table(struct reading *r, struct value *cpus)
{
	struct span s[COLUMNS + 2];
	size_t n = text_fields(r->line, s, COLUMNS + 2), lines;

	r->used = 1;
	if (line_breaks(r->line) &&
	    text_fields(r->line + 1, s + n, COLUMNS + 2 - n) > 0 &&
	    state_of(s[n]) != NULL) {
		n += text_fields(r->line + 1, s + n, COLUMNS + 2 - n);
		r->used = 2;
	}
	while (r->used < r->n && (lines = put_row(r, cpus, s + 2, n - 2)) > 0)
		r->used += lines;
}

static void
parse(struct reading *r)
{
	struct value *displays, *cpus;
	size_t n = 0;

	r->data = value_new(r->arena, VALUE_OBJECT);
	displays = value_put(r->arena, r->data, "displays", VALUE_ARRAY);
	cpus = value_put(r->arena,
	    value_put(r->arena, displays, NULL, VALUE_OBJECT), "cpus",
	    VALUE_OBJECT);
	if (is_table(r->line)) {
		put_table(r, cpus);
		return;
	}
	while (r->used < r->n) {
		const struct line *l = &r->line[r->used];
		size_t lines = row_lines(l, r->n - r->used);
		struct line whole = text_joined(r->arena, l, lines);

		if (is_table(l) || !begins(l, r->n - r->used))
			break;
		if (!put_line(r, cpus, whole, &n))
			break;
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
