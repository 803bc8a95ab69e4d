/* SPDX-License-Identifier: BSD-2-Clause */
/* `nft -j list ruleset`: nft_rules.c knows what the rules mean. */
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collector/finger.h"
#include "collector/nft_rules.h"
#include "collector/parse_json.h"

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
put_sum(struct reading *r, json_t *list)
{
	struct arena *a = r->arena;
	uint64_t rules = 0, tables = 0, hash = FINGER_HASH_START;
	bool hooked = false;
	char text[20];
	json_t *one;
	size_t i;

	json_array_foreach(list, i, one)
	{
		const json_t *chain = json_object_get(one, "chain");
		char *dump;

		rules += json_object_get(one, "rule") != NULL;
		tables += json_object_get(one, "flowtable") != NULL;
		hooked |= json_object_get(chain, "hook") != NULL;
		if (json_object_get(one, "metainfo") != NULL)
			continue;
		still(one);
		dump = json_dumps(
		    one, JSON_COMPACT | JSON_SORT_KEYS | JSON_ENCODE_ANY);
		if (dump == NULL)
			a->broken = true;
		else
			hash = finger_hash(hash, dump, strlen(dump));
		free(dump);
	}
	value_u64(a, r->data, "n_rules", rules);
	value_bool(a, r->data, "hooked", hooked);
	value_u64(a, r->data, "flowtables", tables);
	snprintf(text, sizeof(text), "%016" PRIx64, hash);
	value_text(a, r->data, "hash", text);
}

static bool
begins(const struct line *l, size_t n)
{
	return parse_json_begins(l, n, "\"nftables\"");
}

static void
parse(struct reading *r)
{
	json_t *json = parse_json_load(r), *list;

	if (json == NULL)
		return;
	list = json_object_get(json, "nftables");
	r->data = value_new(r->arena, VALUE_OBJECT);
	nft_rules(r, list, true);
	put_sum(r, list); /* last: it changes the rules */
	r->found_os = "Linux";
	json_decref(json);
}

const struct parser parse_nft_json = {
	.kind = "nft",
	.begins = begins,
	.parse = parse,
};
