/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Which rules of the forwarding path drop, and what they counted. A counter
 * tells a rule's drops only where no condition comes after it; a drop that
 * nothing counts makes the ledger's filter unknown ("filter.uncounted").
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collector/nft_rules.h"
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

/* A match or a target of iptables, which nft has no statement for. */
static void
compat(const json_t *xt, struct verdict *v, bool *conditional)
{
	static const char *const lose[] = { "DROP", "REJECT", "NFQUEUE",
		"QUEUE", "SYNPROXY", NULL };
	static const char *const plain[] = { "LOG", "NFLOG", "ULOG", "TEE",
		"TRACE", "AUDIT", "MARK", "CONNMARK", "CLASSIFY", "TCPMSS",
		"DSCP", "TOS", "TTL", "HL", "CT", "CHECKSUM", NULL };
	const char *name = parse_json_text(xt, "name");
	bool target = strcmp(parse_json_text(xt, "type"), "target") == 0;

	if (target && text_one_of(name, plain))
		return;
	if (target && text_one_of(name, lose)) {
		v->drops = true;
		v->final = !*conditional;
		if (strcmp(name, "DROP") != 0 && strcmp(name, "REJECT") != 0)
			v->counted = false;
		return;
	}
	*conditional = true;
	v->counted = false;
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
	if (strcmp(key, "xt") == 0) {
		compat(value, v, conditional);
		return;
	}
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

/*
 * A statement for which nft has no JSON, as text: a chain between braces, say.
 * Its rules count for themselves, and nobody tells what.
 */
static void
unsaid(const char *text, struct verdict *v, bool *conditional)
{
	*conditional = true;
	v->counted = false;
	v->drops |= strstr(text, "drop") != NULL ||
	    strstr(text, "reject") != NULL || strstr(text, "queue") != NULL;
}

static struct verdict
judge(const struct ruleset *s, const json_t *rule)
{
	struct verdict v = { .drops = false };
	bool conditional = false, unknown = false;
	json_t *one, *value;
	const char *key;
	size_t i;

	json_array_foreach(json_object_get(rule, "expr"), i, one)
	{
		if (json_is_string(one))
			unsaid(json_string_value(one), &v, &conditional);
		json_object_foreach(one, key, value)
		{
			unknown =
			    strcmp(key, "xt") == 0 && !json_is_object(value);
			statement(s, rule, key, value, &v, &conditional);
		}
	}
	v.drops |= unknown; /* at its end such a one is a target */
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

/* By its handle; where that is not shown, by its place and words. */
static void
name_rule(struct arena *a, struct value *row, const json_t *rule,
    char instance[COUNTER_INSTANCE])
{
	uint64_t number = 0;
	bool handle = parse_json_u64(rule, "handle", &number);
	int n;

	if (!handle)
		parse_json_u64(rule, "position", &number);
	n = snprintf(instance, COUNTER_INSTANCE, "%.24s %.24s %.24s %c%llu",
	    parse_json_text(rule, "family"), parse_json_text(rule, "table"),
	    parse_json_text(rule, "chain"), handle ? '#' : '@',
	    (unsigned long long)number);
	if (handle) {
		value_u64(a, row, "handle", number);
		return;
	}
	value_null(a, row, "handle");
	value_text(a, row, "rule", parse_json_text(rule, "text"));
	if (n > 0 && n < COUNTER_INSTANCE)
		snprintf(instance + n, COUNTER_INSTANCE - (size_t)n, " %s",
		    parse_json_text(rule, "text"));
}

static void
put_rule(struct ruleset *s, const json_t *chain, const json_t *rule,
    const struct verdict *v)
{
	struct arena *a = s->r->arena;
	struct value *row = value_put(a, s->rules, NULL, VALUE_OBJECT);
	static const char *const words[] = { "family", "table", "chain" };
	char instance[COUNTER_INSTANCE];

	for (size_t i = 0; i < 3; i++)
		value_text(a, row, words[i], parse_json_text(rule, words[i]));
	name_rule(a, row, rule, instance);
	value_text(a, row, "hook", parse_json_text(chain, "hook"));
	value_bool(a, row, "drops", v->drops);
	if (v->counted) {
		value_u64(a, row, "packets", v->packets);
		value_u64(a, row, "bytes", v->bytes);
	} else {
		value_null(a, row, "packets");
		value_null(a, row, "bytes");
	}
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

void
nft_rules(struct reading *r, json_t *list, bool whole)
{
	struct ruleset s = { .r = r, .list = list };
	json_t *unused;
	size_t i;

	s.rules = value_put(r->arena, r->data, "rules", VALUE_ARRAY);
	json_array_foreach(list, i, unused)
	{
		json_t *chain = entry(&s, i, "chain");

		if (chain != NULL)
			put_chain(&s, chain);
	}
	if (whole)
		parse_count(r, "filter.rules", "", s.dropping, 64);
}
