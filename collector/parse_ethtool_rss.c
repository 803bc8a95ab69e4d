/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How a card spreads packets over its queues: Linux' `ethtool -x IF`, and
 * `ethtool -n IF rx-flow-hash TYPE`, whose command alone names the interface.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "collector/ethtool.h"
#include "collector/finger.h"

static const char table_heading[] = "RX flow hash indirection table for ";

/* ---- -x ------------------------------------------------------------------- */

static bool
rss_begins(const struct line *l, size_t n)
{
	return n > 1 && line_begins(l, table_heading);
}

/* "   8:   0 1 2 3 ...": which queue each hash goes to. */
static bool
table_row(
    struct reading *r, const struct line *l, uint64_t *hash, uint64_t *entries)
{
	struct span name, value;
	struct line rest;
	size_t at = 0;
	uint64_t v;

	if (!ethtool_split(l, &name, &value) || !span_u64(name, &v))
		return false;
	rest = (struct line){ .p = value.p, .len = value.len };
	while (text_next(&rest, &at, &value)) {
		*hash = finger_hash(*hash, value.p, value.len);
		*hash = finger_hash(*hash, " ", 1);
		(*entries)++;
	}
	r->used++;
	return true;
}

/* "toeplitz: on" */
static void
functions(struct reading *r)
{
	struct span name, value;

	for (; r->used < r->n &&
	     ethtool_split(&r->line[r->used], &name, &value) &&
	     (span_is(value, "on") || span_is(value, "off"));
	     r->used++)
		if (span_is(value, "on"))
			value_text(r->arena, r->data, "function",
			    arena_text(r->arena, name.p, name.len));
}

static void
rss_parse(struct reading *r)
{
	uint64_t hash = FINGER_HASH_START, entries = 0, rings;
	const char *p = r->line->p + sizeof(table_heading) - 1;
	struct line rest = { .p = p,
		.len = r->line->len - sizeof(table_heading) + 1 };
	struct span s[3];
	char text[20];

	if (text_fields(&rest, s, 3) != 3)
		return;
	r->data = value_new(r->arena, VALUE_OBJECT);
	value_text(r->arena, r->data, "interface",
	    arena_text(r->arena, s[0].p, s[0].len));
	if (span_u64(s[2], &rings))
		value_u64(r->arena, r->data, "rings", rings);
	r->used = 1;
	while (
	    r->used < r->n && table_row(r, &r->line[r->used], &hash, &entries))
		;
	if (entries > 0) {
		value_u64(r->arena, r->data, "entries", entries);
		snprintf(text, sizeof(text), "%016" PRIx64, hash);
		value_text(r->arena, r->data, "table", text);
	}
	/* "Operation not supported", the key; then the functions */
	for (size_t i = 0; i < 6 && r->used + i < r->n &&
	     !rss_begins(&r->line[r->used + i], r->n - r->used - i);
	     i++)
		if (line_begins(&r->line[r->used + i], "RSS hash function:")) {
			r->used += i + 1;
			functions(r);
			break;
		}
	r->found_os = "Linux";
}

const struct parser parse_ethtool_rss = {
	.kind = "ethtool_rss",
	.begins = rss_begins,
	.parse = rss_parse,
};

/* ---- -n IF rx-flow-hash --------------------------------------------------- */

static const char hash_heading[] =
    "flows use these fields for computing Hash flow key:";

static bool
hash_begins(const struct line *l, size_t n)
{
	size_t len = sizeof(hash_heading) - 1;

	return n > 1 && l->len > len + 1 &&
	    memcmp(l->p + l->len - len, hash_heading, len) == 0;
}

static const struct {
	const char *text, *word;
} fields[] = {
	{ "IP SA", "source" },
	{ "IP DA", "destination" },
	{ "L4 bytes 0 & 1", "source-port" },
	{ "L4 bytes 2 & 3", "destination-port" },
	{ "L2DA", "destination-mac" },
	{ "VLAN tag", "vlan" },
	{ "L3 proto", "protocol" },
	{ "Rx queue ring", "ring" },
	{ "None", NULL },
};

static void
hash_parse(struct reading *r)
{
	size_t len = sizeof(hash_heading) - 1, i;
	struct value *list;

	r->data = value_new(r->arena, VALUE_OBJECT);
	ethtool_interface(r, "-n ");
	value_text(r->arena, r->data, "flows",
	    arena_text(r->arena, r->line->p, r->line->len - len - 1));
	list = value_put(r->arena, r->data, "fields", VALUE_ARRAY);
	for (r->used = 1; r->used < r->n; r->used++) {
		for (i = 0; i < sizeof(fields) / sizeof(fields[0]); i++)
			if (line_begins(&r->line[r->used], fields[i].text))
				break;
		if (i == sizeof(fields) / sizeof(fields[0]))
			break;
		if (fields[i].word != NULL)
			value_text(r->arena, list, NULL, fields[i].word);
	}
	r->found_os = "Linux";
}

const struct parser parse_ethtool_hash = {
	.kind = "ethtool_hash",
	.begins = hash_begins,
	.parse = hash_parse,
};
