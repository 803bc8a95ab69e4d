/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * FreeBSD (11 and later) `netstat --libxo xml -s`: an element for each
 * protocol, in it one for each fact, and for each row of a histogram one with
 * a name and a count. The same as the JSON, under the same names.
 */
#include <string.h>

#include "collector/ipstats.h"
#include "collector/xml.h"

#define PROTOCOLS 64 /* there are about thirty */

struct stats {
	struct reading *r;
	size_t base; /* depth within "statistics"; 0: not there yet */
	struct span proto; /* len 0: between two */
	const char *first; /* the first protocol's name */
	size_t protocols;
	const char *row; /* the name of a histogram's row, once it was read */
};

static void
put(struct reading *r, struct value *into, const char *name, uint64_t n)
{
	name = value_key(r->arena, name);
	if (value_find(into, name) == NULL)
		value_u64(r->arena, into, name, n);
}

static const char *
text_of(struct reading *r, struct span s)
{
	return arena_text(r->arena, s.p, s.len);
}

/* A fact of the protocol; one that is not known goes into `other`. */
static void
take_fact(struct stats *s, struct value *other, struct span name, uint64_t n)
{
	const struct ipstats_fact *known = ipstats_find(s->proto, name, true);

	if (known != NULL)
		ipstats_put(s->r, known, n);
	else
		put(s->r, other, text_of(s->r, name), n);
}

/* The object of that name in it; NULL: something else has the name. */
static struct value *
member(struct stats *s, struct value *into, struct span name)
{
	const char *key = value_key(s->r->arena, text_of(s->r, name));
	struct value *v = value_find(into, key);

	if (v == NULL)
		v = value_put(s->r->arena, into, key, VALUE_OBJECT);
	return v->type == VALUE_OBJECT ? v : NULL;
}

/* The elements that the leaf stands in are objects: "syncache". */
static struct value *
within(struct stats *s, const struct xml *x)
{
	struct value *into = ipstats_other(s->r, s->proto);

	for (size_t i = s->base + 1; i < x->depth && into != NULL; i++)
		into = member(s, into, x->open[i]);
	return into;
}

static void
take_leaf(struct stats *s, const struct xml *x)
{
	struct span name = x->open[x->depth];
	struct value *into;
	uint64_t n;

	if (s->proto.len == 0 || x->depth > s->base + 3)
		return;
	if (x->depth > s->base + 1 && span_is(name, "name")) {
		s->row = x->text;
		return;
	}
	if (!span_u64((struct span){ x->text, strlen(x->text) }, &n))
		return;
	into = within(s, x);
	if (into == NULL)
		return;
	if (x->depth == s->base + 1 || !span_is(name, "count"))
		take_fact(s, into, name, n);
	else if (s->row != NULL && *s->row != '\0')
		put(s->r, into, s->row, n);
	s->row = NULL;
}

static void
take_open(struct stats *s, const struct xml *x)
{
	struct span name = x->open[x->depth - 1];

	if (s->base == 0 && span_is(name, "statistics")) {
		s->base = x->depth;
	} else if (s->base > 0 && x->depth == s->base + 1 &&
	    s->protocols++ < PROTOCOLS) {
		s->proto = name;
		if (s->first == NULL)
			s->first = text_of(s->r, name);
		ipstats_other(s->r, name);
	}
}

static bool
document(struct stats *s, struct xml *x)
{
	do {
		switch (xml_next(x)) {
		case XML_BAD:
			return false;
		case XML_OPEN:
			if (x->fresh)
				take_open(s, x);
			break;
		case XML_CLOSE:
			if (x->leaf)
				take_leaf(s, x);
			if (x->depth <= s->base)
				s->proto.len = 0;
			break;
		}
	} while (x->depth > 0);
	return s->first != NULL;
}

static bool
begins(const struct line *l, size_t n)
{
	static const char *const protocols[] = { "<tcp>", "<udp>", "<ip>",
		"<icmp>", "<arp>", "<ip6>", "<icmp6>" };

	if (xml_netstat(l, n, "<interface>"))
		return false;
	for (size_t i = 0; i < sizeof(protocols) / sizeof(protocols[0]); i++)
		if (xml_netstat(l, n, protocols[i]))
			return true;
	return false;
}

static void
parse(struct reading *r)
{
	struct stats s = { .r = r };
	size_t n;
	struct xml x = xml_of_netstat(r, &n);

	r->data = value_new(r->arena, VALUE_OBJECT);
	if (!document(&s, &x) || x.p != x.end) {
		counters_free(&r->counters);
		return;
	}
	r->used = n;
	r->variant = s.protocols > 1	 ? "all"
	    : strcmp(s.first, "ip") == 0 ? ""
					 : s.first;
	r->found_os = "FreeBSD";
}

const struct parser parse_ipstats_xml = {
	.kind = "ipstats",
	.begins = begins,
	.parse = parse,
};
