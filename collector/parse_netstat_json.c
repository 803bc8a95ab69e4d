/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What FreeBSD (11 and later) prints with `--libxo json`: the interfaces of
 * `netstat -i` here, the rest in parse_libxo_json.c. With -d an object has the
 * key "dropped-packets" twice, input first: the first one is renamed before
 * the text is read, because a JSON reader keeps but one of them.
 */
#include <jansson.h>
#include <string.h>

#include "collector/libxo.h"
#include "collector/netstat_xo.h"
#include "collector/parse_json.h"

static const char twice[] = "\"dropped-packets\"";

static void
rename_first(char *text, size_t len)
{
	bool fresh = true;

	for (size_t i = 0; i + sizeof(twice) - 1 <= len; i++) {
		if (text[i] == '{')
			fresh = true;
		if (!fresh || memcmp(text + i, twice, sizeof(twice) - 1) != 0)
			continue;
		memcpy(text + i + 1, LIBXO_INPUT_DROPS,
		    sizeof(LIBXO_INPUT_DROPS) - 1);
		fresh = false;
	}
}

static bool
begins(const struct line *l, size_t n)
{
	return parse_json_begins(l, n, "\"statistics\"") ||
	    parse_json_begins(l, n, "\"mbuf-statistics\"") ||
	    parse_json_begins(l, n, "\"interrupt-statistics\"");
}

/* A number, or with -h a scaled one as text. */
static struct cell
cell_of(const json_t *row, const char *key, size_t figure)
{
	struct cell c;

	if (!parse_json_u64(row, key, &c.low))
		return xo_cell(figure, parse_json_text(row, key));
	c.known = true;
	c.high = c.low;
	return c;
}

static void
put_interface(struct netstat_i *t, struct reading *r, const json_t *row)
{
	struct xo_interface i = {
		.name = parse_json_text(row, "name"),
		.flags = parse_json_text(row, "flags"),
		.network = parse_json_text(row, "network"),
		.address = parse_json_text(row, "address"),
	};

	i.mtu = cell_of(row, "mtu", 0);
	for (size_t k = 0; k < XO_FIGURES; k++)
		i.figure[k] = cell_of(
		    row, xo_earlier(k) ? LIBXO_INPUT_DROPS : xo_name(k), k);
	xo_put(t, r, &i);
}

static void
interfaces(struct reading *r, const json_t *rows)
{
	struct netstat_i t;
	const json_t *row;
	size_t i;

	xo_begin(&t, r);
	json_array_foreach(rows, i, row) put_interface(&t, r, row);
	xo_end(&t, r);
}

static void
parse(struct reading *r)
{
	json_t *json = parse_json_load_edited(r, rename_first);
	const json_t *rows;

	if (json == NULL)
		return;
	r->found_os = "FreeBSD";
	rows =
	    json_object_get(json_object_get(json, "statistics"), "interface");
	if (json_is_array(rows))
		interfaces(r, rows);
	else if (!libxo_as_text(r, json))
		r->used = 0;
	json_decref(json);
}

const struct parser parse_netstat_json = {
	.kind = "ifcounters",
	.begins = begins,
	.parse = parse,
};
