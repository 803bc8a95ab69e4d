/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * `mpstat -o JSON`: sysstat.hosts[].statistics[], one for each interval, of
 * which the first is given, as of the table.
 */
#include <jansson.h>
#include <string.h>

#include "collector/parse_json.h"

static bool
begins(const struct line *l, size_t n)
{
	return parse_json_begins(l, n, "\"sysstat\"");
}

/* "0.50" and 1 are both numbers. */
static void
put_number(
    struct reading *r, struct value *into, const char *key, const json_t *v)
{
	if (json_is_number(v) && value_find(into, key) == NULL)
		value_real(r->arena, into, key, json_number_value(v));
}

/* [{"cpu": "all", "usr": 0.00, ...}, ...] */
static uint64_t
put_cpus(struct reading *r, struct value *into, const json_t *list)
{
	uint64_t n = 0;
	json_t *one, *v;
	const char *key;
	size_t i;

	json_array_foreach(list, i, one)
	{
		const char *cpu = parse_json_text(one, "cpu");
		struct value *to;

		/* each is looked up in those before */
		if (*cpu == '\0' || i >= PARSE_NAMES_MAX ||
		    value_find(into, cpu) != NULL)
			continue;
		to = value_put(r->arena, into, cpu, VALUE_OBJECT);
		n += strcmp(cpu, "all") != 0;
		json_object_foreach(one, key, v) put_number(r, to, key, v);
	}
	return n;
}

/* [{"cpu": "all", "intr": 72410.00}, ...] */
static void
put_sums(struct reading *r, struct value *into, const json_t *list)
{
	json_t *one;
	size_t i;

	json_array_foreach(list, i, one)
	{
		const char *cpu = parse_json_text(one, "cpu");

		if (*cpu != '\0' && i < PARSE_NAMES_MAX)
			put_number(r, into, cpu, json_object_get(one, "intr"));
	}
}

static void
parse(struct reading *r)
{
	json_t *json = parse_json_load(r), *host, *first;
	struct value *cpus, *sums;
	uint64_t counted, n;

	if (json == NULL)
		return;
	host = json_array_get(
	    json_object_get(json_object_get(json, "sysstat"), "hosts"), 0);
	first = json_array_get(json_object_get(host, "statistics"), 0);
	r->data = value_new(r->arena, VALUE_OBJECT);
	cpus = value_put(r->arena, r->data, "cpu", VALUE_OBJECT);
	sums = value_put(r->arena, r->data, "intr_s", VALUE_OBJECT);
	counted = put_cpus(r, cpus, json_object_get(first, "cpu-load"));
	put_sums(r, sums, json_object_get(first, "sum-interrupts"));
	if (!parse_json_u64(host, "number-of-cpus", &n))
		n = counted;
	value_u64(r->arena, r->data, "ncpu", n);
	/* sar and iostat have other statistics in the same form */
	if (cpus->first == NULL && sums->first == NULL)
		r->used = 0;
	r->found_os = "Linux";
	json_decref(json);
}

const struct parser parse_mpstat_json = {
	.kind = "mpstat",
	.begins = begins,
	.parse = parse,
};
