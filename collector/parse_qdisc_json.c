/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * `tc -s -j qdisc`. A root's drops hold those of its children (tbf and its
 * fifo, htb and its leaves count the same frame), so only roots are counted.
 * With "dev IF" the objects do not name the interface: the command does.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collector/parse_json.h"
#include "collector/prompt.h"

static const struct {
	const char *key, *counter;
	uint8_t bits;
} stats[] = {
	{ "bytes", "qdisc.bytes", 64 },
	{ "packets", "qdisc.packets", 64 },
	{ "drops", "qdisc.drops", 32 },
	{ "overlimits", "qdisc.overlimits", 32 },
	{ "requeues", "qdisc.requeues", 32 },
	{ "backlog", NULL, 32 },
	{ "qlen", NULL, 32 },
};

static bool
begins(const struct line *l, size_t n)
{
	return parse_json_begins(l, n, "\"handle\"") &&
	    parse_json_begins(l, n, "\"kind\"") &&
	    !parse_json_begins(l, n, "\"class\"");
}

#define SETTINGS_MAX 900

/*
 * What they are set to, for each device in the order of tc(8): of 64 queues
 * that are set alike it stands once.
 */
static void
put_settings(
    struct reading *r, struct value *settings, const json_t *q, const char *dev)
{
	char *set = json_dumps(
	    json_object_get(q, "options"), JSON_COMPACT | JSON_SORT_KEYS);
	struct value *old = value_find(settings, dev);
	char one[SETTINGS_MAX], all[2 * SETTINGS_MAX];

	snprintf(one, sizeof(one), "%.60s%s%.800s", parse_json_text(q, "kind"),
	    set != NULL && strlen(set) > 2 ? " " : "",
	    set != NULL && strlen(set) > 2 ? set : "");
	free(set);
	if (*dev == '\0')
		return;
	if (old == NULL) {
		value_text(r->arena, settings, dev, one);
		return;
	}
	if (strlen(old->text) >= SETTINGS_MAX || strstr(old->text, one) != NULL)
		return;
	snprintf(all, sizeof(all), "%.880s, %.880s", old->text, one);
	old->text = arena_text(r->arena, all, strlen(all));
}

static void
put_qdisc(
    struct reading *r, struct value *list, const json_t *q, const char *dev)
{
	static const char *const words[] = { "kind", "handle", "parent" };
	bool root = json_is_true(json_object_get(q, "root"));
	const char *kind = parse_json_text(q, "kind");
	struct value *v;
	uint64_t n;

	v = value_put(r->arena, list, NULL, VALUE_OBJECT);
	if (*dev == '\0')
		value_null(r->arena, v, "dev");
	else
		value_text(r->arena, v, "dev", dev);
	for (size_t i = 0; i < 3; i++)
		value_text(r->arena, v, words[i], parse_json_text(q, words[i]));
	value_bool(r->arena, v, "root", root);
	for (size_t i = 0; i < sizeof(stats) / sizeof(stats[0]); i++) {
		if (!parse_json_u64(q, stats[i].key, &n))
			continue;
		value_u64(r->arena, v, stats[i].key, n);
		if (root && *dev != '\0' && stats[i].counter != NULL)
			parse_count(r, stats[i].counter, dev, n, stats[i].bits);
	}
	if (*dev == '\0' || !parse_json_u64(q, "drops", &n))
		return;
	if (strcmp(kind, "ingress") == 0)
		parse_count(r, "qdisc.ingress_drops", dev, n, 32);
	if (strcmp(kind, "clsact") == 0) /* of its egress, too */
		parse_count(r, "qdisc.clsact_drops", dev, n, 32);
}

static void
parse(struct reading *r)
{
	json_t *json = parse_json_load(r), *qdisc;
	struct value *list, *settings;
	struct span asked = { "", 0 };
	const char *of = ""; /* where the objects do not tell */
	size_t i;

	if (json == NULL)
		return;
	if (prompt_behind(r->command, "dev", &asked))
		of = r->variant = arena_text(r->arena, asked.p, asked.len);
	r->data = value_new(r->arena, VALUE_OBJECT);
	list = value_put(r->arena, r->data, "qdiscs", VALUE_ARRAY);
	settings = value_put(r->arena, r->data, "settings", VALUE_OBJECT);
	json_array_foreach(json, i, qdisc)
	{
		const char *dev = parse_json_text(qdisc, "dev");

		if (*dev == '\0')
			dev = of;
		put_qdisc(r, list, qdisc, dev);
		if (i < PARSE_NAMES_MAX)
			put_settings(r, settings, qdisc, dev);
	}
	r->found_os = "Linux";
	json_decref(json);
}

const struct parser parse_qdisc_json = {
	.kind = "qdisc",
	.begins = begins,
	.parse = parse,
};
