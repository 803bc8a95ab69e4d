/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * ifconfig of the BSDs, and Linux' where it looks like theirs. Archives of
 * mail take the tabs away and mailers break lines: an item is known by the
 * word that it begins with, or by its indentation.
 */
#include <stdio.h>
#include <string.h>

#include "collector/ifconfig.h"
#include "collector/prompt.h"

#define LINES_MAX 5 /* of one item, as mail breaks it */

/* What a line of an interface can begin with, where its tab is lost. */
static const char *const words[] = { "options=", "capabilities=", "enabled=",
	"ec_capabilities=", "ec_enabled=", "ether", "address:", "lladdr",
	"hwaddr", "inet", "inet6", "media:", "media", "supported",
	"status:", "vlan:", "encap:", "parent:", "groups:", "group:", "nd6",
	"lagg", "laggproto", "laggport:", "laggport", "trunk:", "trunkproto",
	"trunkport", "description:", "index", "priority:", "llprio",
	"carp:", "pfsync:", "member:", "id", "maxage", "root", "ifcost",
	"linkstr:", "linkstate:", "plugged:", "vendor:", "module", "lane",
	"Class:", "tunnel", "fib:", "tunnelfib:", "drivername:", "Opened",
	"flags=", "flowid_shift:", "active", "flapping:", "lag", "ssid",
	"nwid:", "RX", "TX", "loop", "txqueuelen", "unspec", "device",
	"hardware", "nd6options=", "txprio", "rdomain", "mtu", "wgport",
	"wgpubkey", "syncpeer:" };

/* ---- lines ---------------------------------------------------------------- */

/*
 * "ix0: flags=8863<UP,...> mtu 1500": its lines, 2 where mail has broken it
 * in front of the flags; 0: none.
 */
static size_t
is_header(const struct line *l, size_t n)
{
	struct span s[2];
	size_t fields = text_fields(l, s, 2), used = 1;

	if (fields == 0 || s[0].len < 2 || s[0].len >= 64 ||
	    s[0].p[s[0].len - 1] != ':')
		return 0;
	if (fields == 1 && n > 1 && line_breaks(l)) {
		fields += text_fields(&l[1], s + 1, 1);
		used = 2;
	}
	return fields == 2 && span_begins(s[1], "flags=") ? used : 0;
}

static bool
is_item(const struct line *l)
{
	struct span s = port_word(l);

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (words[i][strlen(words[i]) - 1] == '='
			? span_begins(s, words[i])
			: span_is(s, words[i]))
			return true;
	return false;
}

static int
open_brackets(const struct line *l)
{
	int n = 0;

	if (span_is(port_word(l), "description:"))
		return 0;
	for (size_t i = 0; i < l->len; i++)
		n += (l->p[i] == '<' || l->p[i] == '(') -
		    (l->p[i] == '>' || l->p[i] == ')');
	return n;
}

/* A tab, or as many blanks; one blank is left over where a line is broken. */
static bool
is_indented(const struct line *l)
{
	return l->indent > 1 || (l->indent == 1 && l->p[-1] == '\t');
}

/* Are the items of this interface still indented? */
static bool
keeps_indent(const struct line *l, size_t n)
{
	if (is_indented(l))
		return true;
	for (size_t i = 1; i < n && i < LINES_MAX; i++)
		if (is_item(&l[i]) && is_indented(&l[i]))
			return true;
	return false;
}

static bool
ends_in(const struct line *l, const char *word)
{
	size_t len = strlen(word);

	return l->len >= len && memcmp(l->p + l->len - len, word, len) == 0;
}

/* A word that begins an item, but not behind what stands before it. */
static bool
belongs(const struct line *l, size_t at)
{
	struct span s = port_word(&l[at]);

	if (is_header(l, at + 1))
		return span_is(s, "mtu") || span_begins(s, "flags=");
	return ends_in(&l[at - 1], "nd6") || ends_in(&l[at - 1], "tunnel") ||
	    (span_begins(s, "flags=") && line_begins(l, "laggport"));
}

/* Does line l[at] continue the item before? */
static bool
continues(const struct line *l, size_t at, size_t n, int open)
{
	const struct line *next = &l[at];
	struct span typed;
	bool broken = line_breaks(&l[at - 1]);

	if (next->len == 0 || next->gap ||
	    parse_known(&parse_ifconfig, next, n - at) ||
	    prompt_line(next, &typed) || is_header(next, n - at))
		return false;
	if (is_item(next) &&
	    !(broken && !is_indented(next) &&
		(belongs(l, at) || keeps_indent(l, n))))
		return false;
	if (open > 0)
		return true;
	if (is_indented(next))
		return false;
	return broken ||
	    (!keeps_indent(l, n) && at + 1 < n &&
		(is_header(next + 1, n - at - 1) || is_item(next + 1)));
}

static size_t
item_lines(const struct line *l, size_t n)
{
	size_t used = 1;
	int open = open_brackets(l);

	while (used < n && used < LINES_MAX && continues(l, used, n, open))
		open += open_brackets(&l[used++]);
	return used;
}

/* ---- an interface --------------------------------------------------------- */

static const char *const bit_keys[BITS] = { [OPTIONS] = "options",
	[CAPABILITIES] = "capabilities",
	[ENABLED] = "enabled",
	[EC_CAPABILITIES] = "ec_capabilities",
	[EC_ENABLED] = "ec_enabled" };

static void
put_bits(
    struct reading *r, struct value *v, const char *key, const struct bits *b)
{
	char name[40];
	uint64_t n;

	snprintf(name, sizeof(name), "%s_hex", key);
	port_text(r, v, name, b->hex);
	if (!b->known) {
		value_null(r->arena, v, key);
		return;
	}
	n = port_list(r, v, key, b->list);
	snprintf(name, sizeof(name), "n_%s", key);
	value_u64(r->arena, v, name, n);
}

static void
begin(struct reading *r, struct port *p, struct value *into,
    const struct line *header)
{
	port_begin(r, p, header);
	p->v = value_put(r->arena, into, NULL, VALUE_OBJECT);
	p->inet = value_put(r->arena, p->v, "inet", VALUE_ARRAY);
	p->inet6 = value_put(r->arena, p->v, "inet6", VALUE_ARRAY);
	p->groups = value_put(r->arena, p->v, "groups", VALUE_ARRAY);
	p->lagg_ports = value_put(r->arena, p->v, "lagg_ports", VALUE_ARRAY);
	p->members = value_put(r->arena, p->v, "members", VALUE_ARRAY);
}

static void
end(struct reading *r, const struct port *p)
{
	value_bool(r->arena, p->v, "up", port_holds(p->flags.list, "UP"));
	value_bool(
	    r->arena, p->v, "running", port_holds(p->flags.list, "RUNNING"));
	put_bits(r, p->v, "flags", &p->flags);
	for (int i = 0; i < BITS; i++)
		put_bits(r, p->v, bit_keys[i], &p->bits[i]);
	port_text(r, p->v, "name", p->name);
	port_number(r, p->v, "mtu", p->mtu);
	port_number(r, p->v, "metric", p->metric);
	port_text(r, p->v, "ether", p->ether);
	port_text(r, p->v, "media", p->media);
	port_text(r, p->v, "media_active", port_medium(p));
	port_list(r, p->v, "media_options", p->media_options);
	port_text(r, p->v, "status", p->status);
	port_text(r, p->v, "description", p->description);
	port_number(r, p->v, "vlan", p->vlan);
	port_text(r, p->v, "vlan_parent", p->vlan_parent);
	port_text(r, p->v, "vlan_proto", p->vlan_proto);
	port_text(r, p->v, "lagg_proto", p->lagg_proto);
	port_text(r, p->v, "lagg_hash", p->lagg_hash);
}

/* ---- what matters to a router under test ---------------------------------- */

struct findings {
	bool tagging, checksums, pause;
	struct span pause_options; /* of the first interface that has them */
	struct value *warnings;
};

static bool
lists(const struct port *p, const char *word)
{
	for (int i = 0; i < BITS; i++)
		if (port_holds(p->bits[i].list, word))
			return true;
	return false;
}

static bool
on(const struct port *p, const char *word)
{
	return port_holds(p->bits[OPTIONS].list, word) ||
	    port_holds(p->bits[ENABLED].list, word);
}

static bool
has_pause(struct span list)
{
	return port_holds(list, "rxpause") || port_holds(list, "txpause") ||
	    port_holds(list, "flowcontrol") || port_holds(list, "flow");
}

/* A VLAN shows what its parent does: said once. */
static void
find(struct reading *r, struct findings *f, const struct port *p)
{
	bool lro = on(p, "LRO");
	bool tso = on(p, "TSO4") || on(p, "TSO6") || on(p, "TSO");
	char text[160];

	f->tagging |= lists(p, "VLAN_HWTAGGING");
	f->checksums |= (on(p, "IP4CSUM_Rx") && on(p, "IP4CSUM_Tx")) ||
	    (on(p, "RXCSUM") && on(p, "TXCSUM"));
	if (!port_holds(p->flags.list, "UP") || p->vlan.len > 0 ||
	    port_holds(p->flags.list, "LOOPBACK"))
		return;
	if (has_pause(p->media_options) && !f->pause) {
		f->pause = true;
		f->pause_options = p->media_options;
	}
	if (!lro && !tso)
		return;
	snprintf(text, sizeof(text),
	    "%s on for %.*s: turn off for a router test",
	    lro && tso ? "LRO and TSO are"
		: lro  ? "LRO is"
		       : "TSO is",
	    (int)p->name.len, p->name.p);
	value_text(r->arena, f->warnings, NULL, text);
}

/* "(rxpause,txpause)": those options that are about pause frames. */
static void
warn_of_pause(struct reading *r, const struct findings *f)
{
	struct span list = f->pause_options, one;
	char text[160], names[80] = "";

	while (port_next(&list, &one) && one.len < 20)
		if (has_pause(one) && strlen(names) < 50)
			snprintf(names + strlen(names),
			    sizeof(names) - strlen(names), "%s%.*s",
			    names[0] != '\0' ? "," : "", (int)one.len, one.p);
	snprintf(text, sizeof(text),
	    "pause frames on (%s): the generator may be throttled", names);
	value_text(r->arena, f->warnings, NULL, text);
}

static void
put_findings(struct reading *r, struct findings *f)
{
	struct value *v =
	    value_put(r->arena, r->data, "findings", VALUE_OBJECT);

	value_bool(r->arena, v, "hw_vlan_tagging_listed", f->tagging);
	value_bool(r->arena, v, "tx_rx_ip_csum_offload_on", f->checksums);
	value_bool(r->arena, v, "flow_control_on", f->pause);
	if (f->pause)
		warn_of_pause(r, f);
}

/* ---- the listing ---------------------------------------------------------- */

static bool
begins(const struct line *l, size_t n)
{
	return n > 0 && is_header(l, n) > 0;
}

/* A line that begins with no known word, between some that do. */
static bool
is_between(const struct line *l, size_t n)
{
	for (size_t i = 1; i < n && i < LINES_MAX && l[i].len > 0; i++)
		if (is_item(&l[i]))
			return true;
	return false;
}

/* Lines of the next item, blank ones before it too; 0: the listing ends. */
static size_t
next_item(const struct reading *r, size_t *at)
{
	const struct line *l;
	struct span typed;

	while (*at < r->n && r->line[*at].len == 0)
		++*at;
	if (*at == r->n)
		return 0;
	l = &r->line[*at];
	if (!is_header(l, r->n - *at) &&
	    (parse_known(&parse_ifconfig, l, r->n - *at) || *at > r->used ||
		(l->gap && !(is_item(l) && is_indented(l))) ||
		prompt_line(l, &typed) ||
		(!is_item(l) && l->indent == 0 && !is_between(l, r->n - *at))))
		return 0;
	return item_lines(l, r->n - *at);
}

static void
parse(struct reading *r)
{
	struct findings f = { .tagging = false };
	struct value *interfaces;
	struct port p = { .v = NULL };
	size_t at = 0, lines;

	r->data = value_new(r->arena, VALUE_OBJECT);
	interfaces = value_put(r->arena, r->data, "interfaces", VALUE_ARRAY);
	f.warnings = value_put(r->arena, r->data, "warnings", VALUE_ARRAY);
	while ((lines = next_item(r, &at)) > 0) {
		struct line whole = text_joined(r->arena, &r->line[at], lines);

		if (is_header(&whole, 1)) {
			if (p.v != NULL) {
				end(r, &p);
				find(r, &f, &p);
			}
			begin(r, &p, interfaces, &whole);
		} else {
			port_item(r, &p, &whole);
		}
		at += lines;
		r->used = at;
	}
	if (p.v != NULL) {
		end(r, &p);
		find(r, &f, &p);
	}
	put_findings(r, &f);
}

static bool
said(const struct value *list, const char *text)
{
	for (const struct value *v = list->first; v != NULL; v = v->next)
		if (v->type == VALUE_TEXT && strcmp(v->text, text) == 0)
			return true;
	return false;
}

/* "ifconfig wm0; ifconfig wm1": one record. */
static bool
join(struct arena *a, struct value *into, const char *kind, struct value *from)
{
	struct value *have = value_find(into, "findings");
	struct value *warnings = value_find(into, "warnings");

	if (strcmp(kind, "ifconfig") != 0)
		return false;
	value_join(
	    value_find(into, "interfaces"), value_find(from, "interfaces"));
	for (const struct value *v = value_find(from, "warnings")->first;
	     v != NULL; v = v->next)
		if (!said(warnings, v->text))
			value_text(a, warnings, NULL, v->text);
	for (const struct value *v = value_find(from, "findings")->first;
	     v != NULL; v = v->next)
		value_find(have, v->key)->boolean |= v->boolean;
	return true;
}

const struct parser parse_ifconfig = {
	.kind = "ifconfig",
	.begins = begins,
	.parse = parse,
	.join = join,
};
