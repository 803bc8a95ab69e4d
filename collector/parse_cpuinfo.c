/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Linux /proc/cpuinfo: a block of "name : value" for each processor on line,
 * an empty line between. What stands in a block is the architecture's choice.
 */
#include <string.h>

#include "collector/parse.h"

struct chip { /* packages and cores, by the ids of their processors */
	uint64_t packages[64], cores[1024];
	size_t n_packages, n_cores;
};

static bool
split(const struct line *l, struct span *name, struct span *value)
{
	const char *colon = l->len > 0 ? memchr(l->p, ':', l->len) : NULL;
	size_t len;

	/* "user@host:~$" has no blank there; "power management:" no value */
	if (colon == NULL || colon == l->p ||
	    (strchr(" \t", colon[-1]) == NULL && colon + 1 < l->p + l->len))
		return false;
	len = (size_t)(colon - l->p);
	while (len > 0 && strchr(" \t", l->p[len - 1]) != NULL)
		len--;
	*name = (struct span){ l->p, len };
	*value =
	    (struct span){ colon + 1, (size_t)(l->p + l->len - colon - 1) };
	while (value->len > 0 && strchr(" \t", *value->p) != NULL) {
		value->p++;
		value->len--;
	}
	return len > 0;
}

static bool
begins(const struct line *l, size_t n)
{
	struct span name, value;
	uint64_t v;

	return n > 1 && split(l, &name, &value) && span_is(name, "processor") &&
	    span_u64(value, &v) && split(&l[1], &name, &value);
}

static void
remember(uint64_t *list, size_t *n, size_t cap, uint64_t v)
{
	for (size_t i = 0; i < *n; i++)
		if (list[i] == v)
			return;
	if (*n < cap)
		list[(*n)++] = v;
}

static const struct {
	const char *name, *key;
} facts[] = {
	{ "model name", "model" }, /* x86, some ARM */
	{ "cpu model", "model" }, /* MIPS */
	{ "cpu", "model" }, /* POWER */
	{ "microcode", "microcode" },
};

static void
fact(struct reading *r, struct span name, struct span value)
{
	for (size_t i = 0; i < sizeof(facts) / sizeof(facts[0]); i++)
		if (span_is(name, facts[i].name) && value.len > 0 &&
		    value_find(r->data, facts[i].key) == NULL)
			value_text(r->arena, r->data, facts[i].key,
			    arena_text(r->arena, value.p, value.len));
	/* the processor itself says that it is not a real one */
	if (span_is(name, "flags") &&
	    value_find(r->data, "hypervisor") == NULL) {
		struct line l = { .p = value.p, .len = value.len };
		struct span s;
		size_t at = 0;
		bool found = false;

		while (text_next(&l, &at, &s))
			found |= span_is(s, "hypervisor");
		value_bool(r->arena, r->data, "hypervisor", found);
	}
}

static void
parse(struct reading *r)
{
	struct chip c = { .n_packages = 0 };
	uint64_t cpus = 0, v, package = 0;
	struct span name, value;

	r->data = value_new(r->arena, VALUE_OBJECT);
	for (; r->used < r->n; r->used++) {
		const struct line *l = &r->line[r->used];

		if (l->len == 0 && r->used + 1 < r->n &&
		    begins(l + 1, r->n - r->used - 1))
			continue;
		if (!split(l, &name, &value))
			break;
		cpus += span_is(name, "processor");
		if (span_is(name, "physical id") && span_u64(value, &v)) {
			package = v;
			remember(c.packages, &c.n_packages, 64, v);
		}
		if (span_is(name, "core id") && span_u64(value, &v))
			remember(c.cores, &c.n_cores, 1024,
			    package << 32 | (v & UINT32_MAX));
		fact(r, name, value);
	}
	value_u64(r->arena, r->data, "cpus", cpus);
	if (c.n_packages > 0)
		value_u64(r->arena, r->data, "packages", c.n_packages);
	if (c.n_cores > 0)
		value_u64(r->arena, r->data, "cores", c.n_cores);
	r->found_os = "Linux";
}

const struct parser parse_cpuinfo = {
	.kind = "cpuinfo",
	.begins = begins,
	.parse = parse,
};
