/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * /proc/net/stat/arp_cache, ndisc_cache and nf_conntrack: a line of names,
 * then one of hexadecimal numbers for each CPU (net/core/neighbour.c,
 * nf_conntrack_standalone.c). "entries" is that of the table on every line;
 * all others are to be added up. Mail wraps both kinds of lines.
 */
#include <stdio.h>
#include <string.h>

#include "collector/parse.h"

#define COLUMNS 32
#define HEAD_LINES 12 /* mail wraps it over five or six */

static const struct {
	const char *name, *counter;
} neighbours[] = {
	{ "unresolved_discards", "neighbour.discards" },
	{ "table_fulls", "neighbour.table_full" },
	{ "res_failed", "neighbour.failed" },
}, conntrack[] = {
	{ "drop", "filter.refused.table_full" },
	{ "early_drop", "filter.early_drop" },
	{ "insert_failed", "filter.refused.insert" },
};

/* The file's name in the command is all that tells arp from ndisc. */
static const char *
instance(const struct reading *r)
{
	static const char *const files[] = { "arp_cache", "ndisc_cache" };

	for (size_t i = 0; r->command != NULL && i < 2; i++)
		if (strstr(r->command, files[i]) != NULL)
			return files[i];
	return "";
}

static bool
hex(struct span s, uint64_t *v)
{
	struct span high = { s.p, s.len > 8 ? s.len - 8 : 0 };
	uint64_t upper = 0;

	/* %08lx: more than eight digits once the count is that large */
	if (s.len < 8 || s.len > 16 ||
	    (high.len > 0 && !span_hex32(high, &upper)) ||
	    !span_hex32((struct span){ s.p + high.len, 8 }, v))
		return false;
	*v |= upper << 32;
	return true;
}

/* The names: up to the first number. Returns the lines that they take. */
static size_t
heading(const struct line *l, size_t n, struct span name[COLUMNS], size_t *got)
{
	size_t used = 0;

	for (*got = 0; used < n; used++) {
		struct span s;
		size_t at = 0;
		uint64_t v;

		while (text_next(&l[used], &at, &s)) {
			if (hex(s, &v))
				return used;
			if (*got == COLUMNS)
				return 0;
			name[(*got)++] = s;
		}
	}
	return 0;
}

static bool
begins(const struct line *l, size_t n)
{
	static const char *const marks[] = { "unresolved_discards",
		"insert_failed" };
	struct span name[COLUMNS];
	size_t got;

	if (n < 2 || !line_begins(l, "entries") ||
	    heading(l, n < HEAD_LINES ? n : HEAD_LINES, name, &got) == 0)
		return false;
	for (size_t i = 0; i < got; i++)
		for (size_t k = 0; k < 2; k++)
			if (span_is(name[i], marks[k]))
				return true;
	return false;
}

static bool
named(const struct span *name, size_t n, const char *word)
{
	for (size_t i = 0; i < n; i++)
		if (span_is(name[i], word))
			return true;
	return false;
}

/* Rows of n numbers, wherever their lines were broken; returns how many. */
static size_t
add_rows(struct reading *r, size_t n, uint64_t sum[COLUMNS])
{
	uint64_t row[COLUMNS];
	size_t rows = 0, got = 0;

	for (; r->used < r->n; r->used++) {
		struct span s;
		size_t at = 0, before = got;

		while (text_next(&r->line[r->used], &at, &s)) {
			if (got == n || !hex(s, &row[got])) {
				got = before;
				return rows;
			}
			got++;
		}
		if (got == before)
			break;
		if (got < n)
			continue;
		for (size_t i = 0; i < n; i++)
			sum[i] = i == 0 ? row[0] : sum[i] + row[i];
		rows++;
		got = 0;
	}
	return rows;
}

static void
count(struct reading *r, const char *name, uint64_t v, bool table)
{
	for (size_t i = 0; i < 3; i++) {
		if (!table && strcmp(name, neighbours[i].name) == 0)
			parse_count(
			    r, neighbours[i].counter, instance(r), v, 64);
		/* unsigned int in the kernel, and summed here */
		if (table && strcmp(name, conntrack[i].name) == 0)
			parse_count(r, conntrack[i].counter, "", v, 64);
	}
}

static void
parse(struct reading *r)
{
	struct span name[COLUMNS];
	uint64_t sum[COLUMNS] = { 0 };
	struct value *counters;
	size_t n, rows;
	bool table;

	r->used = heading(r->line, r->n, name, &n);
	table = named(name, n, "insert_failed");
	rows = add_rows(r, n, sum);
	r->data = value_new(r->arena, VALUE_OBJECT);
	value_u64(r->arena, r->data, "cpus", rows);
	counters = value_put(r->arena, r->data, "counters", VALUE_OBJECT);
	for (size_t i = 0; rows > 0 && i < n; i++) {
		const char *key = arena_text(r->arena, name[i].p, name[i].len);

		value_u64(r->arena, counters, key, sum[i]);
		count(r, key, sum[i], table);
	}
	r->found_os = "Linux";
	r->variant = table ? "conntrack" : instance(r);
}

const struct parser parse_netstat_cache = {
	.kind = "cachestat",
	.begins = begins,
	.parse = parse,
};
