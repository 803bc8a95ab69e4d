/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>

#include "collector/netstat_i.h"

static const char *const keys[COLUMNS] = {
	[IPKTS] = "ipkts",
	[IERRS] = "ierrs",
	[IDROPS] = "idrops",
	[IFAIL] = "ifail",
	[IBYTES] = "ibytes",
	[OPKTS] = "opkts",
	[OERRS] = "oerrs",
	[ODROPS] = "odrops",
	[OFAIL] = "ofail",
	[OBYTES] = "obytes",
	[COLLS] = "colls",
};

static bool
is_os(const struct netstat_i *t, const char *os)
{
	return t->os != NULL && strcmp(t->os, os) == 0;
}

static bool
has(const struct netstat_i *t, enum column c)
{
	for (size_t i = 0; i < t->n_columns; i++)
		if (t->column[i] == c)
			return true;
	return false;
}

static const char *
text(struct reading *r, struct span s)
{
	return arena_text(r->arena, s.p, s.len);
}

/* NetBSD cuts names to five letters, but with -v. */
static bool
netbsd_cuts(const struct netstat_i *t)
{
	return is_os(t, "NetBSD") && !t->long_names;
}

/*
 * FreeBSD 10 prints no "*" at all; 5 to 9 cut it off with the fifth letter, as
 * NetBSD does.
 */
static bool
up_is_hidden(const struct netstat_i *t, const struct if_row *row)
{
	bool ten, cut;
	char last = row->name.p[row->name.len - 1];

	if (row->flagless)
		return true;
	if (netbsd_cuts(t) && !row->down)
		return row->name.len == 5 && last >= '0' && last <= '9';
	if (t->colls || row->down || (t->os != NULL && !is_os(t, "FreeBSD")))
		return false;
	ten = t->version != 0 ? t->version == 10
			      : t->dash_mtu && t->bare_loopback;
	cut = t->version != 0 ? t->version >= 5 && t->version <= 9
			      : t->prefixed && !t->dash_mtu;
	return ten || (cut && row->name.len == 5 && last >= '0' && last <= '9');
}

static void
put_cell(struct reading *r, struct value *v, const char *key, struct cell c)
{
	if (c.known)
		value_u64(r->arena, v, key, c.low);
	else
		value_null(r->arena, v, key);
}

static void
put_interval(struct reading *r, struct value *v, const char *key, struct cell c)
{
	struct value *pair;

	if (!c.known) {
		value_null(r->arena, v, key);
		return;
	}
	pair = value_put(r->arena, v, key, VALUE_ARRAY);
	value_u64(r->arena, pair, NULL, c.low);
	value_u64(r->arena, pair, NULL, c.high);
}

static const enum column plain[] = { IPKTS, IERRS, IDROPS, IBYTES, OPKTS, OERRS,
	ODROPS, OBYTES, COLLS };
static const enum column failing[] = { IPKTS, IFAIL, OPKTS, OFAIL, COLLS };

static void
put_interface(struct reading *r, struct value *interfaces,
    const struct netstat_i *t, const struct if_row *row)
{
	struct value *v = value_put(r->arena, interfaces, NULL, VALUE_OBJECT);
	bool fail = has(t, IFAIL);
	const enum column *list = fail ? failing : plain;
	size_t n = fail ? sizeof(failing) / sizeof(failing[0])
			: sizeof(plain) / sizeof(plain[0]);

	value_text(r->arena, v, "name", text(r, row->name));
	if (up_is_hidden(t, row))
		value_null(r->arena, v, "up");
	else
		value_bool(r->arena, v, "up", !row->down);
	(t->scaled ? put_interval : put_cell)(r, v, "mtu", row->mtu);
	value_text(r->arena, v, "address", text(r, row->address));
	for (size_t i = 0; i < n; i++)
		(t->scaled ? put_interval : put_cell)(
		    r, v, keys[list[i]], row->cell[list[i]]);
}

/* ---- what else the table tells ----------------------------------------- */

static bool
same_name(const struct if_row *a, const struct if_row *b)
{
	return a->name.len == b->name.len &&
	    memcmp(a->name.p, b->name.p, a->name.len) == 0;
}

/* Two interfaces of one (cut) name: which link row is the first of them. */
static const struct if_row *
twin(const struct netstat_i *t, const struct if_row *row)
{
	if (t->rows > PARSE_NAMES_MAX)
		return NULL;
	for (const struct if_row *o = t->first; o != NULL; o = o->next)
		if (o != row && o->link && same_name(o, row))
			return o;
	return NULL;
}

static void
put_ambiguous(struct reading *r, const struct netstat_i *t)
{
	struct value *names = NULL;

	for (const struct if_row *row = t->first; row != NULL;
	     row = row->next) {
		const struct if_row *o = row->link ? twin(t, row) : NULL;

		/* named once, by the first of them */
		for (const struct if_row *p = t->first; o != NULL && p != row;
		     p = p->next)
			if (p->link && same_name(p, row))
				o = NULL;
		if (o == NULL)
			continue;
		if (names == NULL)
			names = value_put(
			    r->arena, r->data, "ambiguous_names", VALUE_ARRAY);
		value_text(r->arena, names, NULL, text(r, row->name));
	}
}

/* FreeBSD up to 10 and NetBSD cut to five letters: vlan12 prints as vlan1. */
static void
put_cut(struct reading *r, const struct netstat_i *t)
{
	struct value *names = NULL;
	bool cuts = t->version != 0 ? t->version <= 10
				    : !t->dash_mtu || t->bare_loopback;

	if (!netbsd_cuts(t) &&
	    (t->colls || !cuts || (t->os != NULL && !is_os(t, "FreeBSD"))))
		return;
	for (const struct if_row *row = t->first; row != NULL;
	     row = row->next) {
		if (!row->link || row->name.len != 5)
			continue;
		if (names == NULL)
			names = value_put(r->arena, r->data,
			    "name_may_be_truncated", VALUE_ARRAY);
		value_text(r->arena, names, NULL, text(r, row->name));
	}
}

/* "ix0.1200" where there is an "ix0": counted on both. */
static void
put_vlans(struct reading *r, const struct netstat_i *t)
{
	struct value *vlans = NULL;

	for (const struct if_row *row = t->first; row != NULL;
	     row = row->next) {
		const char *dot = memchr(row->name.p, '.', row->name.len);
		struct if_row parent = { .name = { row->name.p, 0 } };

		if (!row->link || dot == NULL)
			continue;
		parent.name.len = (size_t)(dot - row->name.p);
		if (twin(t, &parent) == NULL)
			continue;
		if (vlans == NULL)
			vlans = value_put(
			    r->arena, r->data, "vlan_of", VALUE_OBJECT);
		value_text(
		    r->arena, vlans, text(r, row->name), text(r, parent.name));
	}
}

/* Packets from and to one address of the host: none of the forwarded ones. */
static void
put_addresses(struct reading *r, const struct netstat_i *t)
{
	struct value *rows = NULL, *one;

	if (t->colls || t->scaled)
		return;
	for (const struct if_row *row = t->first; row != NULL;
	     row = row->next) {
		if (row->link || row->address.len == 0 ||
		    memchr(row->address.p, ':', row->address.len) != NULL)
			continue;
		if (rows == NULL)
			rows = value_put(
			    r->arena, r->data, "addr_rows", VALUE_ARRAY);
		one = value_put(r->arena, rows, NULL, VALUE_ARRAY);
		value_text(r->arena, one, NULL, text(r, row->name));
		value_text(r->arena, one, NULL, text(r, row->address));
		put_cell(r, one, NULL, row->cell[IPKTS]);
		put_cell(r, one, NULL, row->cell[OPKTS]);
	}
}

/* ---- counters ----------------------------------------------------------- */

/*
 * Drops on the input side: FreeBSD and NetBSD count what the card had no
 * buffer for, OpenBSD the queue behind it. Output drops are printed but not
 * measured by DragonFly. NetBSD measures them where it reads the kernel's
 * memory and prints 0 where it asks by sysctl: only 0 says nothing there.
 */
static const char *
counter_name(const struct netstat_i *t, const struct if_row *row, enum column c)
{
	static const char *const names[COLUMNS] = {
		[IPKTS] = "if.rx.packets",
		[IERRS] = "if.rx.errors",
		[IDROPS] = "if.rx.missed",
		[IFAIL] = "if.rx.failed",
		[IBYTES] = "if.rx.bytes",
		[OPKTS] = "if.tx.packets",
		[OERRS] = "if.tx.errors",
		[ODROPS] = "if.tx.drops",
		[OFAIL] = "if.tx.failed",
		[OBYTES] = "if.tx.bytes",
		[COLLS] = "if.tx.collisions",
	};

	if (c == IDROPS && is_os(t, "OpenBSD"))
		return "if.rx.drops";
	if (c == ODROPS &&
	    (is_os(t, "DragonFly") ||
		(t->odrops_word && row->cell[ODROPS].low == 0)))
		return NULL;
	return names[c];
}

/*
 * u_long up to FreeBSD 9 and on DragonFly, so it is the machine that decides:
 * 32 bits on i386, the only one that FreeBSD 4 ran on in numbers, 64 on amd64,
 * the only one of DragonFly 4 and later. 64 on all the others.
 */
static uint8_t
width(const struct netstat_i *t)
{
	if (t->colls || t->wide || t->dash_mtu)
		return 64;
	if (is_os(t, "DragonFly"))
		return t->version >= 4 ? 64 : 0;
	if (t->os != NULL && !is_os(t, "FreeBSD"))
		return 64;
	if (t->version >= 10)
		return 64;
	return t->version > 0 && t->version <= 4 ? 32 : 0;
}

static void
count(struct reading *r, const struct netstat_i *t, const struct if_row *row)
{
	char instance[COUNTER_INSTANCE];

	snprintf(instance, sizeof(instance), "%.*s%.*s", (int)row->name.len,
	    row->name.p, twin(t, row) != NULL ? (int)row->network.len : 0,
	    row->network.p);
	for (int c = 0; c < COLUMNS; c++) {
		const char *name = counter_name(t, row, (enum column)c);

		if (row->cell[c].known && name != NULL)
			parse_count(
			    r, name, instance, row->cell[c].low, width(t));
	}
}

/* Every Odrops is 0, as where it was not measured. */
static bool
odrops_are_0(const struct netstat_i *t)
{
	for (const struct if_row *row = t->first; row != NULL; row = row->next)
		if (row->cell[ODROPS].known && row->cell[ODROPS].low > 0)
			return false;
	return true;
}

void
netstat_i_emit(struct reading *r, const struct netstat_i *t)
{
	struct value *interfaces;

	r->data = value_new(r->arena, VALUE_OBJECT);
	interfaces = value_put(r->arena, r->data, "interfaces", VALUE_ARRAY);
	for (const struct if_row *row = t->first; row != NULL;
	     row = row->next) {
		if (!row->link)
			continue;
		put_interface(r, interfaces, t, row);
		if (!t->scaled)
			count(r, t, row);
	}
	put_ambiguous(r, t);
	put_cut(r, t);
	put_vlans(r, t);
	put_addresses(r, t);
	if (t->odrops_word && odrops_are_0(t))
		value_bool(r->arena, r->data, "odrops_trustworthy", false);
	r->variant = has(t, IERRS) ? "errors" : has(t, IDROPS) ? "drops" : "";
	if (has(t, IFAIL)) {
		r->kind = "ifcounters_fail";
		r->variant = "fail";
		value_text(r->arena, r->data, "meaning",
		    "fail = errors + queue drops");
	}
	if (t->scaled) {
		r->kind = "ifcounters_human";
		value_bool(r->arena, r->data, "exact", false);
		value_u64(r->arena, r->data, "divisor_packets", t->step);
		value_u64(r->arena, r->data, "divisor_bytes", 1024);
	}
}

/* ---- joining ------------------------------------------------------------ */

static struct value *
interface(struct value *data, const char *name)
{
	struct value *list = value_find(data, "interfaces");

	if (list == NULL)
		return NULL;
	for (struct value *v = list->first; v != NULL; v = v->next) {
		const struct value *key = value_find(v, "name");

		if (key != NULL && strcmp(key->text, name) == 0)
			return v;
	}
	return NULL;
}

/* -1: they contradict each other. Otherwise how many nulls can be filled. */
static int
fill(struct value *into, const struct value *from, bool write)
{
	int filled = 0;

	for (const struct value *v = from->first; v != NULL; v = v->next) {
		struct value *old = value_find(into, v->key);
		struct value *next;

		if (old == NULL)
			return -1;
		if ((v->type == VALUE_U64 && old->type == VALUE_U64 &&
			v->u64 != old->u64) ||
		    (v->type == VALUE_TEXT && old->type == VALUE_TEXT &&
			strcmp(v->text, old->text) != 0))
			return -1;
		if (old->type != VALUE_NULL || v->type == VALUE_NULL)
			continue;
		filled++;
		if (!write)
			continue;
		next = old->next;
		*old = *v;
		old->next = next;
	}
	return filled;
}

bool
netstat_i_join(
    struct arena *a, struct value *into, const char *kind, struct value *from)
{
	struct value *list = value_find(from, "interfaces");
	int filled = 0;

	(void)a;
	if (list == NULL || strcmp(kind, "ifcounters") != 0 ||
	    value_find(into, "exact") != NULL) /* -h: intervals */
		return false;
	for (int write = 0; write < 2; write++) {
		for (struct value *v = list->first; v != NULL; v = v->next) {
			struct value *to =
			    interface(into, value_find(v, "name")->text);
			int n = to == NULL ? -1 : fill(to, v, write);

			if (n < 0)
				return false;
			filled += n;
		}
		if (filled == 0)
			return false;
	}
	return true;
}
