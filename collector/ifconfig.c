/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Everything is found by its word: the number and order of words on a line
 * differ by system and release.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "collector/ifconfig.h"

static const char *const bit_words[BITS] = { [OPTIONS] = "options=",
	[CAPABILITIES] = "capabilities=",
	[ENABLED] = "enabled=",
	[EC_CAPABILITIES] = "ec_capabilities=",
	[EC_ENABLED] = "ec_enabled=" };

static const char *
text_of(struct reading *r, struct span s)
{
	return arena_text(r->arena, s.p, s.len);
}

/* The leading ones of "0xffffff00" or "255.255.255.0"; false: no mask. */
bool
port_mask(struct span s, uint64_t *prefix)
{
	uint64_t mask = 0, byte;
	struct span part;

	if (span_begins(s, "0x")) {
		if (!span_hex32((struct span){ s.p + 2, s.len - 2 }, &mask))
			return false;
	} else {
		for (int i = 0; i < 4; i++) {
			part = port_until(s, '.');
			if (!span_u64(part, &byte) || byte > 255 ||
			    (part.len == s.len) != (i == 3))
				return false;
			mask = mask << 8 | byte;
			s.p += part.len + (i < 3);
			s.len -= part.len + (i < 3);
		}
	}
	for (*prefix = 0; mask & 0x80000000U; mask = mask << 1 & 0xffffffffU)
		++*prefix;
	return mask == 0; /* else with holes */
}

static void
put_prefix(struct reading *r, struct value *v, const struct line *l,
    struct span addr, size_t cut)
{
	struct span length = port_behind(l, "prefixlen");
	uint64_t n;

	if (cut < addr.len)
		length = (struct span){ addr.p + cut + 1, addr.len - cut - 1 };
	if (span_u64(length, &n) || port_mask(port_behind(l, "netmask"), &n))
		value_u64(r->arena, v, "prefixlen", n);
	else
		value_null(r->arena, v, "prefixlen");
}

/* "inet [alias] ADDR[/LEN] [--> PEER] [netmask M] [broadcast B]" */
static void
take_address(struct reading *r, struct port *p, const struct line *l)
{
	bool six = span_is(port_word(l), "inet6");
	struct span addr = port_behind(l, six ? "inet6" : "inet"), host, peer;
	struct value *v;

	if (span_is(addr, "alias"))
		addr = port_behind(l, "alias");
	host = port_until(addr, '/');
	if (host.len == 0)
		return;
	v = value_put(r->arena, six ? p->inet6 : p->inet, NULL, VALUE_OBJECT);
	value_text(r->arena, v, "addr", text_of(r, host));
	put_prefix(r, v, l, addr, host.len);
	peer = port_behind(l, "-->");
	if (peer.len == 0)
		peer = port_behind(l, "->");
	if (peer.len > 0)
		value_text(
		    r->arena, v, "peer", text_of(r, port_until(peer, '/')));
	if (six)
		port_text(r, v, "scopeid", port_behind(l, "scopeid"));
	else
		port_text(r, v, "broadcast", port_behind(l, "broadcast"));
}

/* The last word is one of options, not of the medium: OpenBSD. */
static bool
is_option_word(struct span s)
{
	return memchr(s.p, ',', s.len) != NULL ||
	    span_begins(s, "full-duplex") || span_begins(s, "half-duplex");
}

/* FreeBSD up to 4.3 has the status behind the media. */
static void
take_status(struct port *p, struct span *all)
{
	static const char word[] = " status: ";

	for (size_t i = 0; i < all->len; i++) {
		struct span s = { all->p + i, all->len - i };

		if (!span_begins(s, word))
			continue;
		p->status = (struct span){ s.p + sizeof(word) - 1,
			s.len - sizeof(word) + 1 };
		all->len = i;
	}
}

/* "Ethernet autoselect [<...>] [(1000baseT [<]full-duplex,rxpause[>])]" */
static void
take_media(struct port *p, const struct line *l)
{
	struct span all = port_rest(l), before, inner, last;
	size_t at;

	take_status(p, &all);
	before = port_until(all, '(');
	p->media = port_until(before, '<');
	if (p->media.len < before.len)
		p->media_options = (struct span){ before.p + p->media.len,
			before.len - p->media.len };
	for (at = p->media.len; at > 0 && p->media.p[at - 1] != ' ';)
		at--;
	last = (struct span){ p->media.p + at, p->media.len - at };
	if (at > 0 && is_option_word(last)) {
		p->media_options = last;
		p->media =
		    port_until((struct span){ p->media.p, at - 1 }, '\0');
	}
	if (memchr(all.p, '(', all.len) == NULL)
		return;
	at = (size_t)((const char *)memchr(all.p, '(', all.len) - all.p);
	inner =
	    port_until((struct span){ all.p + at + 1, all.len - at - 1 }, ')');
	port_next(&inner, &p->active);
	p->media_options = inner;
}

/* The active medium is printed only where it differs from a fixed one. */
struct span
port_medium(const struct port *p)
{
	struct span s = p->media;
	size_t at = s.len;

	if (p->active.len > 0 || s.len == 0 || !span_is(p->status, "active"))
		return p->active;
	while (at > 0 && s.p[at - 1] != ' ')
		at--;
	s.p += at;
	s.len -= at;
	return at == 0 || span_is(s, "autoselect") || span_is(s, "manual")
	    ? p->active
	    : s;
}

static void
take_vlan(struct port *p, const struct line *l)
{
	p->vlan = port_behind(l, "vlan:");
	if (p->vlan.len == 0)
		p->vlan = port_behind(l, "vnetid");
	p->vlan_proto = port_behind(l, "vlanproto:");
	p->vlan_parent = port_behind(l, "interface:");
	if (p->vlan_parent.len == 0)
		p->vlan_parent = port_behind(l, "parent:");
	if (p->vlan_parent.len == 0)
		p->vlan_parent = port_behind(l, "parent");
	if (span_is(p->vlan_parent, "<none>") ||
	    span_is(p->vlan_parent, "none"))
		p->vlan_parent.len = 0;
}

/* "laggport: ix0 flags=1c<ACTIVE,...>", "trunkport em0 active,collecting" */
static void
take_lagg_port(struct reading *r, struct port *p, const struct line *l)
{
	struct line behind_name = { .p = "" };
	struct span all = port_rest(l), name = port_until(all, ' '), s;
	struct value *v =
	    value_put(r->arena, p->lagg_ports, NULL, VALUE_OBJECT);
	struct bits b;
	size_t at = 0;

	value_text(r->arena, v, "name", text_of(r, name));
	behind_name.p = name.p + name.len;
	behind_name.len = all.len - name.len;
	while (text_next(&behind_name, &at, &s))
		if (span_begins(s, "flags=")) {
			b = port_bits(s);
			port_text(r, v, "flags_hex", b.hex);
			port_list(r, v, "flags", b.list);
			return;
		}
	value_null(r->arena, v, "flags_hex");
	port_list(
	    r, v, "flags", (struct span){ behind_name.p, behind_name.len });
}

struct text_item {
	const char *word;
	size_t at; /* in struct port */
};

static const struct text_item text_items[] = {
	{ "ether", offsetof(struct port, ether) },
	{ "address:", offsetof(struct port, ether) },
	{ "lladdr", offsetof(struct port, ether) },
	{ "laggproto", offsetof(struct port, lagg_proto) },
	{ "laggproto:", offsetof(struct port, lagg_proto) },
	{ "trunkproto", offsetof(struct port, lagg_proto) },
	{ "lagghash", offsetof(struct port, lagg_hash) },
	{ "trunkhash", offsetof(struct port, lagg_hash) },
};

static void
take_words(struct port *p, const struct line *l)
{
	for (size_t i = 0; i < sizeof(text_items) / sizeof(text_items[0]);
	     i++) {
		struct span s = port_behind(l, text_items[i].word);
		struct span *to =
		    (struct span *)(void *)((char *)p + text_items[i].at);

		if (s.len > 0 && to->len == 0)
			*to = s;
	}
}

static void
take_group_names(struct reading *r, struct port *p, const struct line *l)
{
	struct span list = port_rest(l), one;

	while (port_next(&list, &one))
		value_text(r->arena, p->groups, NULL, text_of(r, one));
}

#define LIST_MAX 4096 /* 32 bits have no longer names */

/* NetBSD gives a long list in several lines, each with the whole number. */
static void
take_bits(struct reading *r, struct bits *b, const struct line *l)
{
	struct bits more = port_bits((struct span){ l->p, l->len });
	struct line lists[2] = { { .p = b->list.p, .len = b->list.len },
		{ .p = more.list.p, .len = more.list.len } };
	struct line all;

	if (!b->known) {
		*b = more;
		return;
	}
	if (b->list.len > LIST_MAX)
		return;
	all = text_joined(r->arena, lists, 2);
	b->list = (struct span){ all.p, all.len };
}

void
port_item(struct reading *r, struct port *p, const struct line *l)
{
	struct span s = port_word(l);

	for (int i = 0; i < BITS; i++)
		if (span_begins(s, bit_words[i]))
			take_bits(r, &p->bits[i], l);
	if (span_is(s, "inet") || span_is(s, "inet6"))
		take_address(r, p, l);
	else if (span_is(s, "RX") || span_is(s, "TX"))
		ifconfig_counts(r, &p->counts, p->v, text_of(r, p->name), l);
	else if (span_is(s, "media:"))
		take_media(p, l);
	else if (span_is(s, "status:"))
		p->status = port_rest(l);
	else if (span_is(s, "description:"))
		p->description = port_rest(l);
	else if (span_is(s, "vlan:") || span_is(s, "encap:"))
		take_vlan(p, l);
	else if (span_is(s, "groups:"))
		take_group_names(r, p, l);
	else if (span_is(s, "laggport:") || span_is(s, "laggport") ||
	    span_is(s, "trunkport"))
		take_lagg_port(r, p, l);
	else if (span_is(s, "member:"))
		value_text(r->arena, p->members, NULL,
		    text_of(r, port_behind(l, "member:")));
	else
		take_words(p, l);
}

/* Linux prints its flags in decimal, and two blanks behind them. */
static void
decimal_flags(struct reading *r, struct bits *flags, const struct line *l)
{
	struct span end = { flags->list.p + flags->list.len, 0 };
	char hex[24];
	uint64_t v;

	end.len = (size_t)(l->p + l->len - end.p);
	if ((r->os != NULL ? strcmp(r->os, "Linux") != 0
			   : !span_begins(end, ">  ")) ||
	    !span_u64(flags->hex, &v))
		return;
	flags->hex.len = (size_t)snprintf(hex, sizeof(hex), "%" PRIx64, v);
	flags->hex.p = arena_text(r->arena, hex, flags->hex.len);
	r->found_os = "Linux";
}

void
port_begin(struct reading *r, struct port *p, const struct line *l)
{
	struct span flags = port_rest(l);

	memset(p, 0, sizeof(*p));
	p->name = port_word(l);
	p->name.len--;
	p->flags = port_bits(flags);
	decimal_flags(r, &p->flags, l);
	p->mtu = port_behind(l, "mtu");
	p->metric = port_behind(l, "metric");
}
