/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * `nft -j list ruleset`: which rules of the forwarding path drop, and what
 * they counted. A counter tells a rule's drops only where no condition comes
 * after it; a drop that nothing counts makes the ledger's filter unknown
 * ("filter.uncounted").
 */
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collector/finger.h"
#include "collector/parse_json.h"

struct verdict {
	bool drops; /* some packets end here */
	bool returns; /* falls back to the policy, in a base chain */
	bool final; /* ends for every packet that comes here */
	bool counted;
	uint64_t packets, bytes;
};

struct ruleset {
	struct reading *r;
	json_t *list; /* of objects with one key */
	struct value *rules;
	uint64_t dropping;
};

/* "chain", "rule", ...: the object of that kind, NULL for another. */
static json_t *
entry(const struct ruleset *s, size_t i, const char *what)
{
	return json_object_get(json_array_get(s->list, i), what);
}

/* "drop" somewhere in a verdict map, or a map that stands elsewhere. */
static bool
map_drops(const json_t *map)
{
	char *text;
	bool drops;

	if (!json_is_object(json_object_get(map, "data")))
		return true;
	text = json_dumps(map, JSON_COMPACT);
	drops = text == NULL || strstr(text, "{\"drop\":") != NULL;
	free(text);
	return drops;
}

static bool
same_table(const json_t *a, const json_t *b)
{
	return strcmp(parse_json_text(a, "family"),
		   parse_json_text(b, "family")) == 0 &&
	    strcmp(parse_json_text(a, "table"), parse_json_text(b, "table")) ==
	    0;
}

/* How many rules of the table count with this named counter. */
static size_t
users(const struct ruleset *s, const json_t *rule, const char *name)
{
	size_t n = 0, i, k;
	json_t *unused, *statement;

	json_array_foreach(s->list, i, unused)
	{
		json_t *other = entry(s, i, "rule");

		if (other == NULL || !same_table(other, rule))
			continue;
		json_array_foreach(json_object_get(other, "expr"), k, statement)
		    n +=
		    strcmp(parse_json_text(statement, "counter"), name) == 0;
	}
	return n;
}

/* A rule's counter: its own, or a named one that it alone uses. */
static bool
read_counter(const struct ruleset *s, const json_t *rule, const json_t *c,
    struct verdict *v)
{
	const char *name = json_string_value(c);
	json_t *unused;
	size_t i;

	if (name != NULL) {
		c = NULL;
		if (users(s, rule, name) != 1)
			return false;
		json_array_foreach(s->list, i, unused)
		{
			json_t *object = entry(s, i, "counter");

			if (object != NULL && same_table(object, rule) &&
			    strcmp(parse_json_text(object, "name"), name) == 0)
				c = object;
		}
	}
	return parse_json_u64(c, "packets", &v->packets) &&
	    parse_json_u64(c, "bytes", &v->bytes);
}

static void
statement(const struct ruleset *s, const json_t *rule, const char *key,
    const json_t *value, struct verdict *v, bool *conditional)
{
	static const char *const lose[] = { "drop", "reject", "queue",
		"synproxy", "fwd", NULL };
	static const char *const plain[] = { "log", "mangle", "notrack",
		"comment", "dup", "flow", NULL };

	if (strcmp(key, "counter") == 0) {
		v->counted = read_counter(s, rule, value, v);
		return;
	}
	if (text_one_of(key, plain))
		return;
	if (text_one_of(key, lose)) {
		v->drops = true;
		v->final = !*conditional;
		if (strcmp(key, "drop") != 0 && strcmp(key, "reject") != 0)
			v->counted = false;
		return;
	}
	if (strcmp(key, "accept") == 0) {
		v->final = !*conditional;
		return;
	}
	/* the end of a chain that one went to is the policy too */
	v->returns |= strcmp(key, "return") == 0 || strcmp(key, "goto") == 0;
	if (v->returns || strcmp(key, "jump") == 0)
		return;
	*conditional = true;
	v->counted = false;
	if (strcmp(key, "vmap") == 0 && map_drops(value))
		v->drops = true;
}

static struct verdict
judge(const struct ruleset *s, const json_t *rule)
{
	struct verdict v = { .drops = false };
	bool conditional = false;
	json_t *one, *value;
	const char *key;
	size_t i;

	json_array_foreach(json_object_get(rule, "expr"), i, one)
	    json_object_foreach(one, key, value)
		statement(s, rule, key, value, &v, &conditional);
	return v;
}

/*
 * Hooks that forwarded packets pass; a chain without a hook may be jumped to
 * from one of them. Input and output see the router's own packets.
 */
static bool
on_path(const json_t *chain)
{
	static const char *const hooks[] = { "", "prerouting", "forward",
		"postrouting", "ingress", "egress", NULL };

	return text_one_of(parse_json_text(chain, "hook"), hooks) &&
	    strcmp(parse_json_text(chain, "family"), "arp") != 0;
}

static void
put_rule(struct ruleset *s, const json_t *chain, const json_t *rule,
    const struct verdict *v)
{
	struct arena *a = s->r->arena;
	struct value *row = value_put(a, s->rules, NULL, VALUE_OBJECT);
	static const char *const words[] = { "family", "table", "chain" };
	char instance[COUNTER_INSTANCE];
	uint64_t handle = 0;

	for (size_t i = 0; i < 3; i++)
		value_text(a, row, words[i], parse_json_text(rule, words[i]));
	parse_json_u64(rule, "handle", &handle);
	value_u64(a, row, "handle", handle);
	value_text(a, row, "hook", parse_json_text(chain, "hook"));
	value_bool(a, row, "drops", v->drops);
	if (v->counted) {
		value_u64(a, row, "packets", v->packets);
		value_u64(a, row, "bytes", v->bytes);
	} else {
		value_null(a, row, "packets");
		value_null(a, row, "bytes");
	}
	snprintf(instance, sizeof(instance), "%s %s %s #%llu",
	    parse_json_text(rule, "family"), parse_json_text(rule, "table"),
	    parse_json_text(rule, "chain"), (unsigned long long)handle);
	if (!v->drops && v->counted)
		parse_count(s->r, "filter.packets", instance, v->packets, 64);
	if (!v->drops || !on_path(chain))
		return;
	s->dropping++;
	parse_count(s->r, v->counted ? "filter.drops" : "filter.uncounted",
	    instance, v->counted ? v->packets : 1, 64);
}

static void
put_chain(struct ruleset *s, const json_t *chain)
{
	struct verdict v = { .final = false };
	bool returns = false;
	char instance[COUNTER_INSTANCE];
	json_t *unused;
	size_t i;

	json_array_foreach(s->list, i, unused)
	{
		json_t *rule = entry(s, i, "rule");

		if (rule == NULL || !same_table(rule, chain) ||
		    strcmp(parse_json_text(rule, "chain"),
			parse_json_text(chain, "name")) != 0)
			continue;
		v = judge(s, rule);
		returns |= v.returns;
		put_rule(s, chain, rule, &v);
	}
	/* the last rule judged is the chain's last */
	if (strcmp(parse_json_text(chain, "policy"), "drop") != 0 ||
	    !on_path(chain) || (v.final && !returns))
		return;
	snprintf(instance, sizeof(instance), "%s %s %s policy",
	    parse_json_text(chain, "family"), parse_json_text(chain, "table"),
	    parse_json_text(chain, "name"));
	s->dropping++;
	parse_count(s->r, "filter.uncounted", instance, 1, 64);
}

/* Take out what traffic moves, and what another loading numbers anew. */
static void
still(json_t *v)
{
	static const char *const moving[] = { "handle", "packets", "bytes",
		"used", "last" };
	json_t *child;
	const char *key;
	size_t i;

	if (json_is_array(v)) {
		json_array_foreach(v, i, child) still(child);
		return;
	}
	/* elements that packets add */
	if (json_object_get(v, "elem") != NULL &&
	    (json_object_get(v, "flags") != NULL ||
		json_object_get(v, "timeout") != NULL))
		json_object_del(v, "elem");
	for (i = 0; i < sizeof(moving) / sizeof(moving[0]); i++)
		json_object_del(v, moving[i]);
	json_object_foreach(v, key, child) still(child);
}

/* How many there are of each, and a hash of all of it. */
static void
put_sum(struct ruleset *s)
{
	struct arena *a = s->r->arena;
	uint64_t rules = 0, tables = 0, hash = FINGER_HASH_START;
	bool hooked = false;
	char text[20];
	json_t *one;
	size_t i;

	json_array_foreach(s->list, i, one)
	{
		const json_t *chain = json_object_get(one, "chain");
		char *dump;

		rules += json_object_get(one, "rule") != NULL;
		tables += json_object_get(one, "flowtable") != NULL;
		hooked |= json_object_get(chain, "hook") != NULL;
		if (json_object_get(one, "metainfo") != NULL)
			continue;
		still(one);
		dump = json_dumps(one, JSON_COMPACT | JSON_SORT_KEYS);
		if (dump == NULL)
			a->broken = true;
		else
			hash = finger_hash(hash, dump, strlen(dump));
		free(dump);
	}
	value_u64(a, s->r->data, "n_rules", rules);
	value_bool(a, s->r->data, "hooked", hooked);
	value_u64(a, s->r->data, "flowtables", tables);
	snprintf(text, sizeof(text), "%016" PRIx64, hash);
	value_text(a, s->r->data, "hash", text);
}

static bool
begins(const struct line *l, size_t n)
{
	return parse_json_begins(l, n, "\"nftables\"");
}

static void
parse(struct reading *r)
{
	struct ruleset s = { .r = r };
	json_t *json = parse_json_load(r), *unused;
	size_t i;

	if (json == NULL)
		return;
	s.list = json_object_get(json, "nftables");
	r->data = value_new(r->arena, VALUE_OBJECT);
	s.rules = value_put(r->arena, r->data, "rules", VALUE_ARRAY);
	json_array_foreach(s.list, i, unused)
	{
		json_t *chain = entry(&s, i, "chain");

		if (chain != NULL)
			put_chain(&s, chain);
	}
	parse_count(r, "filter.rules", "", s.dropping, 64);
	put_sum(&s); /* last: it changes the rules */
	r->found_os = "Linux";
	json_decref(json);
}

const struct parser parse_nft_json = {
	.kind = "nft",
	.begins = begins,
	.parse = parse,
};
