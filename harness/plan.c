/* SPDX-License-Identifier: BSD-2-Clause */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/plan.h"
#include "lib/clock.h"
#include "lib/rand.h"

#define QUICK_NS CLOCK_NS_PER_S
#define QUICK_REPEATS 3

enum key_type { KEY_TEXT, KEY_U64, KEY_TIME, KEY_BOOL, KEY_ELSEWHERE };

/* One key of the plan or of a row; name NULL ends a table. */
struct key {
	const char *name;
	enum key_type type;
	size_t offset;
	uint64_t min, max; /* KEY_U64; KEY_TIME in ns */
};

#define HOUR_NS (3600 * CLOCK_NS_PER_S)

static const struct key plan_keys[] = {
	{ "schema", KEY_ELSEWHERE, 0, 0, 0 },
	{ "defaults", KEY_ELSEWHERE, 0, 0, 0 },
	{ "rows", KEY_ELSEWHERE, 0, 0, 0 },
	{ "name", KEY_TEXT, offsetof(struct plan, name), 0, 0 },
	{ "title", KEY_TEXT, offsetof(struct plan, title), 0, 0 },
	{ "repeats", KEY_U64, offsetof(struct plan, repeats), 1, 1000 },
	{ "seed", KEY_U64, offsetof(struct plan, seed), 0, INT64_MAX },
	{ "idle", KEY_TIME, offsetof(struct plan, idle_ns), 0, HOUR_NS },
	{ "wait", KEY_TIME, offsetof(struct plan, wait_ns), 0, HOUR_NS },
	{ .name = NULL },
};

#define ROW(field) offsetof(struct plan_row, field)
static const struct key row_keys[] = {
	{ "id", KEY_TEXT, ROW(id), 0, 0 },
	{ "title", KEY_TEXT, ROW(title), 0, 0 },
	{ "path", KEY_TEXT, ROW(path_name), 0, 0 },
	{ "placement", KEY_TEXT, ROW(placement_name), 0, 0 },
	{ "engine", KEY_TEXT, ROW(engine), 0, 0 },
	{ "sink_engine", KEY_TEXT, ROW(sink_engine), 0, 0 },
	{ "rate", KEY_TEXT, ROW(rate_text), 0, 0 },
	{ "warmup", KEY_TIME, ROW(warmup_ns), 0, HOUR_NS },
	{ "blast", KEY_TIME, ROW(blast_ns), 1000000, HOUR_NS },
	{ "count", KEY_U64, ROW(count), 1, INT64_MAX },
	{ "payload", KEY_U64, ROW(payload_bytes), 10, 65507 },
	{ "burst", KEY_U64, ROW(burst), 1, 64 },
	{ "flows", KEY_U64, ROW(flows), 1, PLAN_FLOWS },
	{ "flow_order", KEY_TEXT, ROW(flow_order), 0, 0 },
	{ "directions", KEY_U64, ROW(directions), 1, PLACE_DIRECTIONS },
	{ "vlan", KEY_TEXT, ROW(vlan), 0, 0 },
	{ "rules", KEY_U64, ROW(rules), 0, 10000 },
	{ "conntrack", KEY_BOOL, ROW(conntrack), 0, 0 },
	{ "nft", KEY_TEXT, ROW(nft), 0, 0 },
	{ "setup", KEY_TEXT, ROW(setup), 0, 0 },
	{ "sndbuf", KEY_U64, ROW(sndbuf_bytes), 1, 1U << 30 },
	{ "rcvbuf", KEY_U64, ROW(rcvbuf_bytes), 1, 1U << 30 },
	{ "probe", KEY_BOOL, ROW(probe), 0, 0 },
	{ "quick", KEY_BOOL, ROW(quick), 0, 0 },
	{ "against", KEY_TEXT, ROW(against), 0, 0 },
	{ .name = NULL },
};

static const struct plan_row row_defaults = {
	.path_name = "routed",
	.placement_name = "one-cpu",
	.engine = "packet",
	.sink_engine = "packet",
	.rate_text = "max",
	.blast_ns = 3 * CLOCK_NS_PER_S,
	.payload_bytes = 10,
	.burst = 64,
	.flows = 1,
	.flow_order = "round",
	.directions = 1,
	.probe = true,
	.quick = true,
};

/* A duration may also be a JSON integer: seconds. */
static int
store_time(const struct key *k, const char *what, const json_t *v, void *field,
    struct fail *f)
{
	char text[24];

	if (json_is_integer(v)) {
		snprintf(text, sizeof(text), "%lld",
		    (long long)json_integer_value(v));
		return num_duration(what, text, k->min, k->max, field, f);
	}
	if (!json_is_string(v))
		return fail(f, "%s: a time such as \"5s\" is expected", what);
	return num_duration(
	    what, json_string_value(v), k->min, k->max, field, f);
}

static int
store(const struct key *k, const char *where, const json_t *v, void *into,
    struct fail *f)
{
	void *field = (char *)into + k->offset;
	char what[128], text[24];

	snprintf(what, sizeof(what), "%s: %s", where, k->name);
	switch (k->type) {
	case KEY_TEXT:
		if (!json_is_string(v) && !json_is_null(v))
			return fail(f, "%s: a text is expected", what);
		*(const char **)field = json_string_value(v);
		return 0;
	case KEY_BOOL:
		if (!json_is_boolean(v))
			return fail(f, "%s: true or false expected", what);
		*(bool *)field = json_is_true(v);
		return 0;
	case KEY_TIME:
		return store_time(k, what, v, field, f);
	case KEY_U64:
		if (!json_is_integer(v))
			return fail(f, "%s: a whole number from %llu to %llu",
			    what, (unsigned long long)k->min,
			    (unsigned long long)k->max);
		snprintf(text, sizeof(text), "%lld",
		    (long long)json_integer_value(v));
		return num_u64(what, text, k->min, k->max, field, f);
	case KEY_ELSEWHERE:
		return 0;
	}
	return fail(f, "%s: broken key table", what);
}

static bool
is_note(const char *key)
{
	size_t len = strlen(key);

	return len > 5 && strcmp(key + len - 5, ".note") == 0;
}

/* Every key of `object` but those in `skip` into `into`. */
static int
read_keys(const struct key *table, const char *where, const json_t *object,
    void *into, struct fail *f)
{
	const char *name;
	json_t *v;

	if (!json_is_object(object))
		return fail(f, "%s: an object is expected", where);
	json_object_foreach((json_t *)object, name, v)
	{
		const struct key *k = table;

		if (is_note(name))
			continue;
		while (k->name != NULL && strcmp(k->name, name) != 0)
			k++;
		if (k->name == NULL)
			return fail(f, "%s: %s: unknown key", where, name);
		if (store(k, where, v, into, f) < 0)
			return -1;
	}
	return 0;
}

static int
find_path(struct plan_row *r, struct fail *f)
{
	for (r->path = 0; r->path < LAB_PATHS; r->path++)
		if (strcmp(lab_path_name(r->path), r->path_name) == 0)
			return 0;
	return fail(f, "row %s: path: %s: routed, bridged or direct", r->id,
	    r->path_name);
}

/* Ids become names of files and anchors. */
static int
check_id(const char *id, struct fail *f)
{
	static const char allowed[] = "abcdefghijklmnopqrstuvwxyz0123456789-";

	if (id == NULL || id[0] == '\0' || strlen(id) > 40 ||
	    strspn(id, allowed) != strlen(id))
		return fail(f,
		    "row: id: %s: 1 to 40 characters of a-z, 0-9 and - are "
		    "expected",
		    id != NULL ? id : "missing");
	return 0;
}

static int
check_row(struct plan_row *r, struct fail *f)
{
	char what[64];

	if (check_id(r->id, f) < 0)
		return -1;
	snprintf(what, sizeof(what), "row %s: rate", r->id);
	if (r->title == NULL)
		r->title = r->id;
	if (r->path_name == NULL || r->placement_name == NULL ||
	    r->engine == NULL || r->sink_engine == NULL || r->rate_text == NULL)
		return fail(f,
		    "row %s: path, placement, engine, sink_engine and rate "
		    "cannot be null",
		    r->id);
	if (find_path(r, f) < 0 ||
	    num_rate(what, r->rate_text, &r->rate, f) < 0)
		return -1;
	r->placement = placement_find(r->placement_name);
	if (r->placement == NULL)
		return fail(f, "row %s: placement: %s: one-cpu or split", r->id,
		    r->placement_name);
	if (r->flow_order == NULL ||
	    (strcmp(r->flow_order, "round") != 0 &&
		strcmp(r->flow_order, "random") != 0))
		return fail(f, "row %s: flow_order: %s: round or random", r->id,
		    r->flow_order != NULL ? r->flow_order : "null");
	if (r->nft != NULL && (r->rules > 0 || r->conntrack))
		return fail(f, "row %s: nft, or rules and conntrack", r->id);
	if (r->path == LAB_DIRECT &&
	    (r->nft != NULL || r->rules > 0 || r->conntrack ||
		r->setup != NULL))
		return fail(f,
		    "row %s: the direct path has no router for nft, rules, "
		    "conntrack or setup",
		    r->id);
	return 0;
}

static int
check_rows(const struct plan *p, struct fail *f)
{
	for (size_t i = 0; i < p->rows; i++) {
		const struct plan_row *r = &p->row[i];
		const struct plan_row *against;

		if (plan_find(p, r->id) != r)
			return fail(f, "row %s: stands twice", r->id);
		if (r->against == NULL)
			continue;
		against = plan_find(p, r->against);
		if (against == NULL || against->path != LAB_DIRECT)
			return fail(f,
			    "row %s: against: %s: the id of a direct row is "
			    "expected",
			    r->id, r->against);
	}
	return 0;
}

static int
read_rows(struct plan *p, struct fail *f)
{
	const json_t *rows = json_object_get(p->json, "rows"), *v;
	const json_t *defaults = json_object_get(p->json, "defaults");
	size_t i;

	if (!json_is_array(rows) || json_array_size(rows) == 0 ||
	    json_array_size(rows) > PLAN_ROWS)
		return fail(
		    f, "plan: rows: 1 to %d rows are expected", PLAN_ROWS);
	json_array_foreach(rows, i, v)
	{
		struct plan_row *r = &p->row[i];
		char where[32];

		snprintf(where, sizeof(where), "row %zu", i + 1);
		*r = row_defaults;
		if (defaults != NULL &&
		    read_keys(row_keys, "defaults", defaults, r, f) < 0)
			return -1;
		if (read_keys(row_keys, where, v, r, f) < 0 ||
		    check_row(r, f) < 0)
			return -1;
		p->rows++;
	}
	return check_rows(p, f);
}

static int
read_plan(struct plan *p, const char *what, struct fail *f)
{
	const char *schema =
	    json_string_value(json_object_get(p->json, "schema"));

	if (schema == NULL || strcmp(schema, PLAN_SCHEMA) != 0)
		return fail(f, "%s: schema: %s, expected " PLAN_SCHEMA, what,
		    schema != NULL ? schema : "missing");
	if (read_keys(plan_keys, "plan", p->json, p, f) < 0)
		return -1;
	if (check_id(p->name, f) < 0)
		return -1;
	if (p->title == NULL)
		p->title = p->name;
	return read_rows(p, f);
}

int
plan_parse(struct plan *p, const char *what, const char *text, struct fail *f)
{
	json_error_t error;

	*p = (struct plan){ .repeats = 5,
		.seed = 1,
		.idle_ns = 300000000,
		.wait_ns = 100000000 };
	p->json = json_loads(text, JSON_REJECT_DUPLICATES, &error);
	if (p->json == NULL)
		return fail(f, "%s: line %d: %s", what, error.line, error.text);
	return read_plan(p, what, f);
}

int
plan_load(struct plan *p, const char *path, struct fail *f)
{
	json_error_t error;
	json_t *json = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
	char *text;
	int rc;

	*p = (struct plan){ .rows = 0 };
	if (json == NULL)
		return fail(f, "%s: line %d: %s", path, error.line, error.text);
	text = json_dumps(json, 0);
	json_decref(json);
	if (text == NULL)
		return fail(f, "%s: out of memory", path);
	rc = plan_parse(p, path, text, f);
	free(text);
	return rc;
}

void
plan_free(struct plan *p)
{
	json_decref(p->json);
	*p = (struct plan){ .rows = 0 };
}

const struct plan_row *
plan_find(const struct plan *p, const char *id)
{
	for (size_t i = 0; i < p->rows; i++)
		if (strcmp(p->row[i].id, id) == 0)
			return &p->row[i];
	return NULL;
}

bool
plan_closed(const struct plan_row *r)
{
	return r->placement->closed && r->rate.frames == 0;
}

void
plan_quick(struct plan *p)
{
	size_t rows = p->rows;

	p->quick = true;
	if (p->repeats > QUICK_REPEATS)
		p->repeats = QUICK_REPEATS;
	p->rows = 0;
	for (size_t i = 0; i < rows; i++) {
		struct plan_row *r = &p->row[i];

		if (!r->quick)
			continue;
		if (r->blast_ns > QUICK_NS)
			r->blast_ns = QUICK_NS;
		if (r->warmup_ns > QUICK_NS)
			r->warmup_ns = QUICK_NS;
		p->row[p->rows++] = *r;
	}
}

void
plan_order(const struct plan *p, uint64_t repeat, size_t order[PLAN_ROWS])
{
	for (size_t i = 0; i < p->rows; i++)
		order[i] = i;
	/* Fisher and Yates, from the end */
	for (size_t i = p->rows; i > 1; i--) {
		size_t j = rand_at(p->seed, repeat * PLAN_ROWS + i) % i;
		size_t t = order[i - 1];

		order[i - 1] = order[j];
		order[j] = t;
	}
}
