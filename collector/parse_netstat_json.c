/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * FreeBSD (11 and later) `netstat --libxo json -i`. With -d an object has the
 * key "dropped-packets" twice, input first: the first one is renamed before
 * the text is read, because a JSON reader keeps but one of them.
 */
#include <jansson.h>
#include <string.h>

#include "collector/netstat_xo.h"
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

static bool
begins(const struct line *l, size_t n)
{
	return parse_json_begins(l, n, "\"statistics\"") &&
	    parse_json_begins(l, n, "\"interface\"");
}

static void
put_interface(struct reading *r, const json_t *row)
{
	struct xo_interface i = {
		.name = parse_json_text(row, "name"),
		.flags = parse_json_text(row, "flags"),
		.network = parse_json_text(row, "network"),
		.address = parse_json_text(row, "address"),
	};

	i.mtu.known = parse_json_u64(row, "mtu", &i.mtu.value);
	for (size_t k = 0; k < XO_FIGURES; k++)
		i.figure[k].known = parse_json_u64(row,
		    xo_earlier(k) ? INPUT_DROPS : xo_name(k),
		    &i.figure[k].value);
	xo_put(r, &i);
}

static void
parse(struct reading *r)
{
	json_t *json = parse_json_load_edited(r, rename_first), *row;
	json_t *rows =
	    json_object_get(json_object_get(json, "statistics"), "interface");
	size_t i;

	if (json == NULL)
		return;
	xo_begin(r);
	json_array_foreach(rows, i, row) put_interface(r, row);
	json_decref(json);
}

const struct parser parse_netstat_json = {
	.kind = "ifcounters",
	.begins = begins,
	.parse = parse,
};
