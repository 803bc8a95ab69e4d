/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * ifconfig of net-tools 1.60 and before: "eth0      Link encap:Ethernet
 * HWaddr 02:..." at the margin, then lines of KEY:VALUE words. They are read
 * word by word, wherever mail broke them.
 */
#include <string.h>

#include "collector/ifconfig.h"
#include "collector/prompt.h"

/* "eth0      Link encap:Ethernet  HWaddr ..." */
static bool
is_header(const struct line *l)
{
	struct span s[3];

	return text_fields(l, s, 3) == 3 && span_is(s[1], "Link") &&
	    span_begins(s[2], "encap:");
}

static bool
begins(const struct line *l, size_t n)
{
	return n > 0 && is_header(l);
}

struct old_port {
	struct value *v, *inet, *inet6, *flags;
	const char *name;
	struct span ether, mtu, metric;
	struct ifconfig_counts counts;
	bool up, running;
	bool six; /* the address that comes is IPv6's */
};

static const char *const flags[] = { "UP", "BROADCAST", "DEBUG", "LOOPBACK",
	"POINTOPOINT", "NOTRAILERS", "RUNNING", "NOARP", "PROMISC", "ALLMULTI",
	"SLAVE", "MASTER", "MULTICAST", "DYNAMIC", NULL };

static const char *
text_of(struct reading *r, struct span s)
{
	return arena_text(r->arena, s.p, s.len);
}

/* "addr:198.18.0.1"; IPv6 has a blank: "addr: fe80::1/64" */
static void
take_address(struct reading *r, struct old_port *p, struct span s)
{
	const char *slash = memchr(s.p, '/', s.len);
	size_t len = slash != NULL ? (size_t)(slash - s.p) : s.len;
	struct value *one;
	uint64_t n;

	if (s.len == 0)
		return;
	one = value_put(
	    r->arena, p->six ? p->inet6 : p->inet, NULL, VALUE_OBJECT);
	value_text(
	    r->arena, one, "addr", text_of(r, (struct span){ s.p, len }));
	if (slash != NULL &&
	    span_u64((struct span){ slash + 1, s.len - len - 1 }, &n))
		value_u64(r->arena, one, "prefixlen", n);
}

/* What stands behind the colon of one word. */
static void
take_pair(struct reading *r, struct old_port *p, struct span key, struct span v)
{
	struct value *last = p->inet->last;
	uint64_t n;

	if (span_is(key, "addr"))
		take_address(r, p, v);
	else if (span_is(key, "MTU"))
		p->mtu = v;
	else if (span_is(key, "Metric"))
		p->metric = v;
	else if (last != NULL && span_is(key, "Bcast"))
		value_text(r->arena, last, "broadcast", text_of(r, v));
	else if (last != NULL && span_is(key, "P-t-P"))
		value_text(r->arena, last, "peer", text_of(r, v));
	else if (last != NULL && span_is(key, "Mask") && port_mask(v, &n))
		value_u64(r->arena, last, "prefixlen", n);
}

static void
take_line(struct reading *r, struct old_port *p, const struct line *l)
{
	struct span s, before = { "", 0 };
	size_t at = 0;

	while (text_next(l, &at, &s)) {
		const char *colon = memchr(s.p, ':', s.len);
		const char *word = text_of(r, s);

		if (span_is(before, "HWaddr"))
			p->ether = s;
		else if (span_is(before, "addr:"))
			take_address(r, p, s);
		else if (colon != NULL)
			take_pair(r, p,
			    (struct span){ s.p, (size_t)(colon - s.p) },
			    (struct span){
				colon + 1, (size_t)(s.p + s.len - colon - 1) });
		if (span_is(s, "inet") || span_is(s, "inet6"))
			p->six = s.len > 4;
		if (text_one_of(word, flags)) {
			value_text(r->arena, p->flags, NULL, word);
			p->up |= span_is(s, "UP");
			p->running |= span_is(s, "RUNNING");
		}
		before = s;
	}
	ifconfig_counts(r, &p->counts, p->v, p->name, l);
}

static void
put_number(struct reading *r, struct value *v, const char *key, struct span s)
{
	uint64_t n;

	if (span_u64(s, &n))
		value_u64(r->arena, v, key, n);
	else
		value_null(r->arena, v, key);
}

static void
end(struct reading *r, const struct old_port *p)
{
	value_bool(r->arena, p->v, "up", p->up);
	value_bool(r->arena, p->v, "running", p->running);
	put_number(r, p->v, "mtu", p->mtu);
	put_number(r, p->v, "metric", p->metric);
	if (p->ether.len > 0)
		value_text(r->arena, p->v, "ether", text_of(r, p->ether));
	else
		value_null(r->arena, p->v, "ether");
	value_null(r->arena, p->v, "media");
	value_null(r->arena, p->v, "status");
}

static void
begin(struct reading *r, struct old_port *p, struct value *into,
    const struct line *l)
{
	struct span s;
	size_t at = 0;

	memset(p, 0, sizeof(*p));
	text_next(l, &at, &s);
	p->name = text_of(r, s);
	p->v = value_put(r->arena, into, NULL, VALUE_OBJECT);
	value_text(r->arena, p->v, "name", p->name);
	p->inet = value_put(r->arena, p->v, "inet", VALUE_ARRAY);
	p->inet6 = value_put(r->arena, p->v, "inet6", VALUE_ARRAY);
	p->flags = value_put(r->arena, p->v, "flags", VALUE_ARRAY);
}

/* A line of an interface: its indentation may be lost, or mail broke it off. */
static bool
goes_on(const struct line *l, size_t n)
{
	static const char *const words[] = { "inet", "inet6", "RX", "TX", "UP",
		"BROADCAST", "POINTOPOINT", "LOOPBACK", "NOARP", NULL };
	struct span s, typed;
	size_t at = 0;

	if (!text_next(l, &at, &s) || prompt_line(l, &typed) ||
	    parse_known(&parse_ifconfig_old, l, n))
		return false;
	return span_one_of(s, words) || l->indent > 0 ||
	    span_begins(s, "collisions:") || span_begins(s, "Interrupt:") ||
	    line_breaks(l - 1);
}

static void
parse(struct reading *r)
{
	struct value *interfaces;
	struct old_port p = { .v = NULL };
	size_t at = 0;

	r->data = value_new(r->arena, VALUE_OBJECT);
	interfaces = value_put(r->arena, r->data, "interfaces", VALUE_ARRAY);
	for (; at < r->n; at++) {
		const struct line *l = &r->line[at];

		if (is_header(l)) {
			if (p.v != NULL)
				end(r, &p);
			begin(r, &p, interfaces, l);
		} else if (l->len == 0) {
			continue; /* between two of them */
		} else if (r->used < at || !goes_on(l, r->n - at)) {
			break;
		}
		take_line(r, &p, l);
		r->used = at + 1;
	}
	if (p.v != NULL)
		end(r, &p);
	r->found_os = "Linux";
}

const struct parser parse_ifconfig_old = {
	.kind = "ifconfig",
	.begins = begins,
	.parse = parse,
};
