/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * /proc/stat: ticks of each CPU by state, totals of interrupts and softirqs.
 * The first number behind "intr" and "softirq" is the total.
 */
#include <stdio.h>
#include <string.h>

#include "collector/parse.h"

static const char *const states[] = { "user", "nice", "system", "idle",
	"iowait", "irq", "softirq", "steal", "guest", "guest_nice" };
#define STATES (sizeof(states) / sizeof(states[0]))

static const struct {
	const char *word;
	size_t field; /* behind the word */
	const char *key, *counter;
} totals[] = {
	{ "intr", 0, "intr_total", "interrupts.total" },
	{ "softirq", 0, "softirq_total", "softirq.total" },
	{ "softirq", 4, "softirq_net_rx", "softirq.net_rx.total" },
	{ "ctxt", 0, "ctxt", "cpu.switches" },
	{ "btime", 0, "btime", NULL },
};

/* A row and the numbers that mail broke off it. */
static size_t
row_lines(const struct line *l, size_t n)
{
	size_t used = 1;

	while (
	    used < n && line_breaks(&l[used - 1]) && line_is_numbers(&l[used]))
		used++;
	return used;
}

static bool
begins(const struct line *l, size_t n)
{
	struct span s[5];
	uint64_t v;
	size_t next;

	if (n < 2 || !line_begins(l, "cpu") || text_fields(l, s, 5) < 5 ||
	    !span_is(s[0], "cpu"))
		return false;
	for (size_t i = 1; i < 5; i++)
		if (!span_u64(s[i], &v))
			return false;
	next = row_lines(l, n);
	/* Linux 2.2 has its disks there */
	return next < n &&
	    (line_begins(&l[next], "cpu") || line_begins(&l[next], "intr") ||
		line_begins(&l[next], "disk"));
}

static void
put_cpu(struct reading *r, struct value *cpus, struct span word,
    const struct span *s, size_t n)
{
	const char *name = arena_text(r->arena, word.p, word.len);
	struct value *one = value_put(r->arena, cpus, name, VALUE_OBJECT);
	char counter[COUNTER_NAME];
	uint64_t v;

	for (size_t i = 0; i < STATES; i++) {
		if (i >= n || !span_u64(s[i], &v)) {
			value_null(r->arena, one, states[i]);
			continue;
		}
		value_u64(r->arena, one, states[i], v);
		snprintf(counter, sizeof(counter), "cpu.%s.ticks", states[i]);
		parse_count(r, counter, name, v, 64);
	}
}

static void
put_totals(struct reading *r, struct span word, const struct span *s, size_t n)
{
	uint64_t v;

	for (size_t i = 0; i < sizeof(totals) / sizeof(totals[0]); i++) {
		if (!span_is(word, totals[i].word) || totals[i].field >= n ||
		    !span_u64(s[totals[i].field], &v))
			continue;
		value_u64(r->arena, r->data, totals[i].key, v);
		if (totals[i].counter != NULL)
			parse_count(r, totals[i].counter, "", v, 64);
	}
}

static bool
is_ours(struct span word)
{
	static const char *const words[] = { "cpu", "intr", "ctxt", "btime",
		"processes", "procs_", "softirq", "page", "swap", "disk" };

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (span_begins(word, words[i]))
			return true;
	return false;
}

static void
parse(struct reading *r)
{
	struct span s[STATES + 1];
	struct value *cpus;
	size_t lines;

	r->data = value_new(r->arena, VALUE_OBJECT);
	cpus = value_put(r->arena, r->data, "cpu", VALUE_OBJECT);
	for (; r->used < r->n; r->used += lines) {
		const struct line *l = &r->line[r->used];
		struct line whole;
		size_t n;

		lines = row_lines(l, r->n - r->used);
		whole = lines == 1 ? *l : text_joined(r->arena, l, lines);
		n = text_fields(&whole, s, STATES + 1);
		if (n < 2 || !is_ours(s[0]) ||
		    (r->used > 0 && span_is(s[0], "cpu")))
			break; /* "cpu" again: the next reading */
		if (span_begins(s[0], "cpu"))
			put_cpu(r, cpus, s[0], s + 1, n - 1);
		else
			put_totals(r, s[0], s + 1, n - 1);
	}
	r->found_os = "Linux";
}

const struct parser parse_procstat = {
	.kind = "procstat",
	.begins = begins,
	.parse = parse,
};
