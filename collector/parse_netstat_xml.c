/* SPDX-License-Identifier: BSD-2-Clause */
/* FreeBSD (11 and later) `netstat --libxo xml -i`. */
#include <string.h>

#include "collector/netstat_xo.h"
#include "collector/xml.h"

/* seen: figures whose element was there, for the one that comes twice. */
static void
take_leaf(struct xo_interface *i, bool seen[XO_FIGURES], struct span name,
    const char *text)
{
	if (span_is(name, "name"))
		i->name = text;
	else if (span_is(name, "flags"))
		i->flags = text;
	else if (span_is(name, "network"))
		i->network = text;
	else if (span_is(name, "address"))
		i->address = text;
	else if (span_is(name, "mtu"))
		span_cell((struct span){ text, strlen(text) }, 1024, &i->mtu);
	for (size_t k = 0; k < XO_FIGURES; k++) {
		if (seen[k] || !span_is(name, xo_name(k)))
			continue;
		seen[k] = true;
		i->figure[k] = xo_cell(k, text);
		break;
	}
}

/* From behind <interface> to its end; what is in lists in it is not read. */
static bool
interface(struct netstat_i *t, struct reading *r, struct xml *x)
{
	struct xo_interface i = { .name = NULL };
	bool seen[XO_FIGURES] = { false };
	size_t inside = x->depth;

	for (;;) {
		switch (xml_next(x)) {
		case XML_BAD:
			return false;
		case XML_OPEN:
			continue;
		case XML_CLOSE:
			break;
		}
		if (x->depth < inside) {
			xo_put(t, r, &i);
			return true;
		}
		if (x->depth == inside && x->leaf)
			take_leaf(&i, seen, x->open[x->depth], x->text);
	}
}

static bool
document(struct netstat_i *table, struct reading *r, struct xml *x)
{
	do {
		enum xml_token t = xml_next(x);

		if (t == XML_BAD ||
		    (t == XML_OPEN && x->fresh &&
			span_is(x->open[x->depth - 1], "interface") &&
			!interface(table, r, x)))
			return false;
	} while (x->depth > 0);
	return true;
}

static bool
begins(const struct line *l, size_t n)
{
	return xml_netstat(l, n, "<interface>");
}

static void
parse(struct reading *r)
{
	size_t n;
	struct xml x = xml_of_netstat(r, &n);
	struct netstat_i t;

	xo_begin(&t, r);
	if (!document(&t, r, &x) || x.p != x.end)
		return;
	r->used = n;
	xo_end(&t, r);
}

const struct parser parse_netstat_xml = {
	.kind = "ifcounters",
	.begins = begins,
	.parse = parse,
};
