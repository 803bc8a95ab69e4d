/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "collector/netstat_xo.h"

static const struct {
	const char *name, *key, *counter;
} figures[XO_FIGURES] = {
	{ "received-packets", "ipkts", "if.rx.packets" },
	{ "received-errors", "ierrs", "if.rx.errors" },
	{ "dropped-packets", "idrops", "if.rx.missed" },
	{ "received-bytes", "ibytes", "if.rx.bytes" },
	{ "sent-packets", "opkts", "if.tx.packets" },
	{ "send-errors", "oerrs", "if.tx.errors" },
	{ "dropped-packets", "odrops", "if.tx.drops" },
	{ "sent-bytes", "obytes", "if.tx.bytes" },
	{ "collisions", "colls", "if.tx.collisions" },
};

const char *
xo_name(size_t i)
{
	return figures[i].name;
}

bool
xo_earlier(size_t i)
{
	for (size_t k = i + 1; k < XO_FIGURES; k++)
		if (strcmp(figures[k].name, figures[i].name) == 0)
			return true;
	return false;
}

void
xo_begin(struct reading *r)
{
	r->data = value_new(r->arena, VALUE_OBJECT);
	value_put(r->arena, r->data, "interfaces", VALUE_ARRAY);
	r->found_os = "FreeBSD";
	r->variant = "errors";
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
put_figure(struct reading *r, struct value *v, const char *key,
    const struct xo_figure *f)
{
	if (f->known)
		value_u64(r->arena, v, key, f->value);
	else
		value_null(r->arena, v, key);
}

static const char *
text(const char *s)
{
	return s != NULL ? s : "";
}

void
xo_put(struct reading *r, const struct xo_interface *row)
{
	struct value *list = value_find(r->data, "interfaces"), *v;
	const char *name = text(row->name);

	if (list == NULL || strncmp(text(row->network), "<Link", 5) != 0)
		return;
	v = value_put(r->arena, list, NULL, VALUE_OBJECT);
	value_text(r->arena, v, "name", name);
	put_up(r, v, text(row->flags));
	put_figure(r, v, "mtu", &row->mtu);
	value_text(r->arena, v, "address", text(row->address));
	for (size_t i = 0; i < XO_FIGURES; i++) {
		put_figure(r, v, figures[i].key, &row->figure[i]);
		if (row->figure[i].known)
			parse_count(r, figures[i].counter, name,
			    row->figure[i].value, 64);
	}
}
