/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * FreeBSD (11 and later) `netstat --libxo json -Q`: protocols and workstreams.
 * The settings are titles to netstat and not in it.
 */
#include <jansson.h>
#include <string.h>

#include "collector/netisr.h"
#include "collector/parse_json.h"

static bool
begins(const struct line *l, size_t n)
{
	return parse_json_begins(l, n, "\"netisr\"");
}

static void
put_protocol(struct reading *r, struct value *protocols, const json_t *row)
{
	uint64_t proto, limit;
	struct value *one;

	if (!parse_json_u64(row, "protocol", &proto) ||
	    !parse_json_u64(row, "queue-limit", &limit))
		return;
	one = netisr_protocol(r, protocols, parse_json_text(row, "name"), proto,
	    limit, parse_json_text(row, "policy-type"));
	value_text(r->arena, one, "dispatch", parse_json_text(row, "policy"));
}

static void
put_stream(struct reading *r, struct value *streams, const json_t *row)
{
	static const char *const names[NETISR_NUMBERS] = { "length",
		"watermark", "dispatched", "hybrid-dispatched", "queue-drops",
		"queued", "handled" };
	uint64_t cpu, v[NETISR_NUMBERS];

	for (size_t i = 0; i < NETISR_NUMBERS; i++)
		if (!parse_json_u64(row, names[i], &v[i]))
			return;
	if (parse_json_u64(row, "cpu", &cpu))
		netisr_stream(r, streams, cpu, parse_json_text(row, "name"), v);
}

static void
parse(struct reading *r)
{
	json_t *json = parse_json_load(r), *row, *work;
	json_t *all = json_object_get(json, "netisr");
	struct value *protocols, *streams;
	size_t i, k;

	if (json == NULL)
		return;
	r->data = value_new(r->arena, VALUE_OBJECT);
	protocols = value_put(r->arena, r->data, "protocols", VALUE_OBJECT);
	streams = value_put(r->arena, r->data, "workstreams", VALUE_ARRAY);
	json_array_foreach(json_object_get(all, "protocol"), i, row)
	    put_protocol(r, protocols, row);
	json_array_foreach(json_object_get(all, "workstream"), i, row)
	    json_array_foreach(json_object_get(row, "work"), k, work)
		put_stream(r, streams, work);
	r->found_os = "FreeBSD";
	json_decref(json);
}

const struct parser parse_netisr_json = {
	.kind = "netisr",
	.begins = begins,
	.parse = parse,
};
