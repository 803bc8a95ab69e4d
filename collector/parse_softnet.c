/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * /proc/net/softnet_stat: a row per CPU on line, hexadecimal, 32 bits. 9 to
 * 15 columns; from the 13th on the CPU is told, before that the row's number
 * is the best guess. "dropped" is the backlog that was full: it is inside
 * the interfaces' rx_dropped.
 */
#include <stdio.h>
#include <string.h>

#include "collector/parse.h"

#define COLUMNS_MIN 9
#define COLUMNS_MAX 15
#define CPU_COLUMN 12

static const struct {
	const char *key, *counter;
	size_t column;
} facts[] = {
	{ "processed", "queue.softnet.processed", 0 },
	{ "dropped", "queue.softnet.drops", 1 },
	{ "time_squeeze", "queue.softnet.squeezed", 2 },
	{ "received_rps", NULL, 9 },
	{ "flow_limit", NULL, 10 },
	{ "backlog", NULL, 11 },
};

/* Fields of a line that is all groups of eight hexadecimal digits. */
static size_t
groups(const struct line *l, uint64_t *v, size_t cap)
{
	struct span s;
	size_t at = 0, n = 0;

	while (text_next(l, &at, &s)) {
		if (n == cap || s.len != 8 || !span_hex32(s, &v[n]))
			return 0;
		n++;
	}
	return n;
}

/* As many as one kernel or another has; what is cut has others. */
static bool
is_whole(size_t columns)
{
	return columns == 9 || columns == 10 || columns == 11 ||
	    columns == 13 || columns == 15;
}

/* One row, joined where mail has wrapped it; *got figures. */
static size_t
row(const struct line *l, size_t n, uint64_t *v, size_t *got)
{
	size_t used = 1, more;

	*got = n > 0 ? groups(l, v, COLUMNS_MAX) : 0;
	if (*got == 0)
		return 0;
	while (used < n && line_breaks(&l[used - 1])) {
		more = groups(&l[used], v + *got, COLUMNS_MAX - *got);
		if (more == 0 || (*got >= COLUMNS_MIN && more >= 8))
			break;
		*got += more;
		used++;
	}
	return is_whole(*got) ? used : 0;
}

static bool
begins(const struct line *l, size_t n)
{
	uint64_t v[COLUMNS_MAX];
	size_t got;

	return row(l, n, v, &got) > 0;
}

static void
put(struct reading *r, struct value *rows, uint64_t index, const uint64_t *v,
    size_t n)
{
	struct value *one = value_put(r->arena, rows, NULL, VALUE_OBJECT);
	uint64_t cpu = n > CPU_COLUMN ? v[CPU_COLUMN] : index;
	char instance[32];

	snprintf(
	    instance, sizeof(instance), "cpu%llu", (unsigned long long)cpu);
	value_u64(r->arena, one, "cpu", cpu);
	for (size_t i = 0; i < sizeof(facts) / sizeof(facts[0]); i++) {
		if (facts[i].column >= n) {
			value_null(r->arena, one, facts[i].key);
			continue;
		}
		value_u64(r->arena, one, facts[i].key, v[facts[i].column]);
		if (facts[i].counter != NULL)
			parse_count(r, facts[i].counter, instance,
			    v[facts[i].column], 32);
	}
}

static void
parse(struct reading *r)
{
	struct value *rows;
	uint64_t v[COLUMNS_MAX], index = 0, cpu = 0;
	size_t columns = 0, first = 0, got; /* first: lines of that row */

	r->data = value_new(r->arena, VALUE_OBJECT);
	rows = value_put(r->arena, r->data, "rows", VALUE_ARRAY);
	for (;;) {
		size_t used = row(r->line + r->used, r->n - r->used, v, &got);

		if (used == 0)
			break;
		/* the rows go up: the next reading, with nothing between */
		if (index > 0 && got > CPU_COLUMN && v[CPU_COLUMN] <= cpu)
			break;
		cpu = got > CPU_COLUMN ? v[CPU_COLUMN] : 0;
		r->used += used;
		if (first == 0)
			first = used;
		if (columns != 0 && got != columns)
			break; /* it was cut */
		columns = got;
		put(r, rows, index++, v, got);
	}
	/* a row and the beginning of the next, or one row that was wrapped? */
	if (index == 1 && first > 1 &&
	    is_whole(groups(r->line, v, COLUMNS_MAX)))
		r->used = 0;
	value_u64(r->arena, r->data, "columns", columns);
	value_bool(r->arena, r->data, "cpu_known", columns > CPU_COLUMN);
	r->found_os = "Linux";
}

const struct parser parse_softnet = {
	.kind = "softnet",
	.begins = begins,
	.parse = parse,
};
