/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * FreeBSD (11 and later) `netstat --libxo json -s`: an object for each
 * protocol, in it a number for each fact, histograms as lists of name and
 * count. The same names and counters as from the text.
 */
#include <jansson.h>
#include <string.h>

#include "collector/ipstats.h"
#include "collector/parse_json.h"

#define PROTOCOLS 64 /* there are about thirty */

static bool
begins(const struct line *l, size_t n)
{
	static const char *const protocols[] = { "\"tcp\"", "\"udp\"", "\"ip\"",
		"\"icmp\"", "\"arp\"", "\"ip6\"", "\"icmp6\"" };

	if (!parse_json_begins(l, n, "\"statistics\"") ||
	    parse_json_begins(l, n, "\"interface\""))
		return false;
	for (size_t i = 0; i < sizeof(protocols) / sizeof(protocols[0]); i++)
		if (parse_json_begins(l, n, protocols[i]))
			return true;
	return false;
}

/* [{"name": "echo", "count": 3}, ...] */
static void
put_histogram(struct reading *r, struct value *into, const json_t *list)
{
	const json_t *row;
	uint64_t n;
	size_t i;

	json_array_foreach(list, i, row) if (parse_json_u64(row, "count", &n) &&
	    *parse_json_text(row, "name") != '\0')
	    value_u64(r->arena, into, parse_json_text(row, "name"), n);
}

/* One protocol, or an object in it ("errors" of icmp6). */
static void
put_facts(struct reading *r, struct span proto, struct value *other,
    json_t *facts, bool inner)
{
	const struct ipstats_fact *known;
	const char *name;
	json_t *v;
	uint64_t n;

	json_object_foreach(facts, name, v)
	{
		struct span s = { name, strlen(name) };

		if (json_is_array(v)) {
			put_histogram(r,
			    value_put(r->arena, other, name, VALUE_OBJECT), v);
		} else if (json_is_object(v) && !inner) {
			put_facts(r, proto,
			    value_put(r->arena, other, name, VALUE_OBJECT), v,
			    true);
		} else if (parse_json_u64(facts, name, &n)) {
			known = ipstats_find(proto, s, true);
			if (known != NULL)
				ipstats_put(r, known, n);
			else
				value_u64(r->arena, other, name, n);
		}
	}
}

static void
parse(struct reading *r)
{
	json_t *json = parse_json_load(r), *facts;
	json_t *all = json_object_get(json, "statistics");
	const char *name, *first = NULL;
	size_t n = 0;

	if (json == NULL)
		return;
	r->data = value_new(r->arena, VALUE_OBJECT);
	json_object_foreach(all, name, facts)
	{
		struct span proto = { name, strlen(name) };

		if (!json_is_object(facts) || n++ >= PROTOCOLS)
			continue;
		if (first == NULL)
			first = name;
		put_facts(r, proto, ipstats_other(r, proto), facts, false);
	}
	r->variant = n > 1 ? "all"
	    : first == NULL || strcmp(first, "ip") == 0
	    ? ""
	    : arena_text(r->arena, first, strlen(first));
	r->found_os = "FreeBSD";
	json_decref(json);
}

const struct parser parse_ipstats_json = {
	.kind = "ipstats",
	.begins = begins,
	.parse = parse,
};
