/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "collector/netstat_xo.h"

static const struct {
	const char *name;
	enum column column;
} figures[XO_FIGURES] = {
	{ "received-packets", IPKTS },
	{ "received-errors", IERRS },
	{ "dropped-packets", IDROPS },
	{ "received-bytes", IBYTES },
	{ "sent-packets", OPKTS },
	{ "send-errors", OERRS },
	{ "dropped-packets", ODROPS },
	{ "sent-bytes", OBYTES },
	{ "collisions", COLLS },
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

struct cell
xo_cell(size_t i, const char *text)
{
	bool bytes = figures[i].column == IBYTES || figures[i].column == OBYTES;
	struct cell c;

	if (!span_cell(
		(struct span){ text, strlen(text) }, bytes ? 1024 : 1000, &c))
		memset(&c, 0, sizeof(c));
	return c;
}

void
xo_begin(struct netstat_i *t, const struct reading *r)
{
	memset(t, 0, sizeof(*t));
	t->step = 1000;
	t->os = "FreeBSD";
	t->version = r->version;
	t->tail = &t->first;
	for (size_t i = 0; i < XO_FIGURES; i++)
		t->column[t->n_columns++] = figures[i].column;
}

static struct span
text(struct reading *r, const char *s)
{
	size_t len = s != NULL ? strlen(s) : 0;

	return (struct span){ arena_text(r->arena, s, len), len };
}

void
xo_put(struct netstat_i *t, struct reading *r, const struct xo_interface *from)
{
	struct if_row *row = arena_get(r->arena, sizeof(*row));
	struct span flags = text(r, from->flags);
	uint64_t bits = 0;

	if (r->arena->broken)
		return;
	row->name = text(r, from->name);
	row->network = text(r, from->network);
	row->address = text(r, from->address);
	if (row->name.len == 0)
		return;
	row->link = span_begins(row->network, "<Link");
	row->mtu = from->mtu;
	/* "0x8843": bit 0 is UP */
	row->flagless = flags.len < 3 ||
	    !span_hex32((struct span){ flags.p + 2, flags.len - 2 }, &bits);
	row->down = !row->flagless && !(bits & 1);
	for (size_t i = 0; i < XO_FIGURES; i++)
		row->cell[figures[i].column] = from->figure[i];
	netstat_i_row(t, row);
}

void
xo_end(struct netstat_i *t, struct reading *r)
{
	t->dash_mtu = true; /* no release that has libxo repeats the MTU */
	t->bare_loopback = false;
	r->found_os = "FreeBSD";
	netstat_i_emit(r, t);
}
