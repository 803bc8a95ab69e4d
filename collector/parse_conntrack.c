/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * conntrack-tools' `conntrack -S`: "cpu=0   found=11 invalid=12 ..." for each
 * CPU, the numbers of /proc/net/stat/nf_conntrack in decimal. All of them are
 * to be added up; 32 bits in the kernel.
 */
#include <string.h>

#include "collector/parse.h"

static const struct {
	const char *name, *counter;
} facts[] = {
	{ "drop", "filter.refused.table_full" },
	{ "early_drop", "filter.early_drop" },
	{ "insert_failed", "filter.refused.insert" },
};

/* "found=11" */
static bool
pair_of(struct span s, struct span *name, uint64_t *v)
{
	const char *sign = memchr(s.p, '=', s.len);

	if (sign == NULL || sign == s.p)
		return false;
	*name = (struct span){ s.p, (size_t)(sign - s.p) };
	return span_u64(
	    (struct span){ sign + 1, (size_t)(s.p + s.len - sign - 1) }, v);
}

/* "cpu=0" and a pair behind it */
static bool
is_cpu(const struct line *l, uint64_t *cpu)
{
	struct span s[2], name;
	uint64_t v;

	return text_fields(l, s, 2) == 2 && pair_of(s[0], &name, cpu) &&
	    span_is(name, "cpu") && pair_of(s[1], &name, &v);
}

static bool
begins(const struct line *l, size_t n)
{
	uint64_t cpu;

	return n > 0 && line_begins(l, "cpu=") && is_cpu(l, &cpu);
}

/* What mail broke off a row. */
static bool
is_rest(const struct line *l)
{
	struct span s, name;
	size_t at = 0;
	uint64_t v;

	while (text_next(l, &at, &s))
		if (!pair_of(s, &name, &v))
			return false;
	return l->len > 0 && line_breaks(l - 1);
}

static void
add(struct reading *r, struct value *counters, const struct line *l)
{
	struct span s, name;
	struct value *sum;
	size_t at = 0, n = 0;
	uint64_t v;

	/* each is looked up in those before: no kernel has this many */
	for (; text_next(l, &at, &s) && n < 64; n++) {
		const char *key;

		if (!pair_of(s, &name, &v) || span_is(name, "cpu"))
			continue;
		key = arena_text(r->arena, name.p, name.len);
		sum = value_find(counters, key);
		if (sum == NULL)
			value_u64(r->arena, counters, key, v);
		else
			sum->u64 += v;
	}
}

static void
parse(struct reading *r)
{
	struct value *counters;
	uint64_t cpus = 0, cpu, first = 0;

	r->data = value_new(r->arena, VALUE_OBJECT);
	counters = value_new(r->arena, VALUE_OBJECT);
	for (; r->used < r->n; r->used++) {
		const struct line *l = &r->line[r->used];

		if (is_cpu(l, &cpu)) {
			if (cpus > 0 && cpu <= first)
				break; /* the next reading */
			first = cpu;
			cpus++;
		} else if (!is_rest(l)) {
			break;
		}
		add(r, counters, l);
	}
	value_u64(r->arena, r->data, "cpus", cpus);
	value_join(
	    value_put(r->arena, r->data, "counters", VALUE_OBJECT), counters);
	for (size_t i = 0; i < sizeof(facts) / sizeof(facts[0]); i++) {
		const struct value *v =
		    value_find(value_find(r->data, "counters"), facts[i].name);

		if (v != NULL)
			parse_count(r, facts[i].counter, "", v->u64, 64);
	}
	r->found_os = "Linux";
	r->variant = "conntrack-S";
}

const struct parser parse_conntrack = {
	.kind = "cachestat",
	.begins = begins,
	.parse = parse,
};
