/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * FreeBSD (11 and later) `netstat --libxo json -i`. With -d an object has the
 * key "dropped-packets" twice, input first: the first one is renamed before
 * the text is read, because a JSON reader keeps but one of them.
 */
#include <jansson.h>
#include <string.h>

#include "collector/parse_json.h"

static const char twice[] = "\"dropped-packets\"";
#define INPUT_DROPS "dropped-packetI"

static void
rename_first(char *text, size_t len)
{
	bool fresh = true;

	for (size_t i = 0; i + sizeof(twice) - 1 <= len; i++) {
		if (text[i] == '{')
			fresh = true;
		if (!fresh || memcmp(text + i, twice, sizeof(twice) - 1) != 0)
			continue;
		memcpy(text + i + 1, INPUT_DROPS, sizeof(INPUT_DROPS) - 1);
		fresh = false;
	}
}

static const struct {
	const char *from, *key, *counter;
} figures[] = {
	{ "received-packets", "ipkts", "if.rx.packets" },
	{ "received-errors", "ierrs", "if.rx.errors" },
	{ INPUT_DROPS, "idrops", "if.rx.missed" },
	{ "received-bytes", "ibytes", "if.rx.bytes" },
	{ "sent-packets", "opkts", "if.tx.packets" },
	{ "send-errors", "oerrs", "if.tx.errors" },
	{ "dropped-packets", "odrops", "if.tx.drops" },
	{ "sent-bytes", "obytes", "if.tx.bytes" },
	{ "collisions", "colls", "if.tx.collisions" },
};

static bool
begins(const struct line *l, size_t n)
{
	return parse_json_begins(l, n, "\"statistics\"") &&
	    parse_json_begins(l, n, "\"interface\"");
}

/* "0x8843": bit 0 is UP. */
static void
put_up(struct reading *r, struct value *v, const char *flags)
{
	size_t len = strlen(flags);
	uint64_t bits;

	if (len > 2 && span_hex32((struct span){ flags + 2, len - 2 }, &bits))
		value_bool(r->arena, v, "up", bits & 1);
	else
		value_null(r->arena, v, "up");
}

static void
put_interface(struct reading *r, struct value *list, const json_t *row)
{
	const char *name = parse_json_text(row, "name");
	struct value *v = value_put(r->arena, list, NULL, VALUE_OBJECT);
	uint64_t n;

	value_text(r->arena, v, "name", name);
	put_up(r, v, parse_json_text(row, "flags"));
	if (parse_json_u64(row, "mtu", &n))
		value_u64(r->arena, v, "mtu", n);
	else
		value_null(r->arena, v, "mtu");
	value_text(r->arena, v, "address", parse_json_text(row, "address"));
	for (size_t i = 0; i < sizeof(figures) / sizeof(figures[0]); i++) {
		if (!parse_json_u64(row, figures[i].from, &n)) {
			value_null(r->arena, v, figures[i].key);
			continue;
		}
		value_u64(r->arena, v, figures[i].key, n);
		parse_count(r, figures[i].counter, name, n, 64);
	}
}

static void
parse(struct reading *r)
{
	json_t *json = parse_json_load_edited(r, rename_first), *row;
	json_t *rows =
	    json_object_get(json_object_get(json, "statistics"), "interface");
	struct value *list;
	size_t i;

	if (json == NULL)
		return;
	r->data = value_new(r->arena, VALUE_OBJECT);
	list = value_put(r->arena, r->data, "interfaces", VALUE_ARRAY);
	json_array_foreach(rows, i,
	    row) if (strncmp(parse_json_text(row, "network"), "<Link", 5) == 0)
	    put_interface(r, list, row);
	r->found_os = "FreeBSD";
	r->variant = "errors";
	json_decref(json);
}

const struct parser parse_netstat_json = {
	.kind = "ifcounters",
	.begins = begins,
	.parse = parse,
};
