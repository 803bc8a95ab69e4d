/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * `netstat -i` of FreeBSD, NetBSD, OpenBSD and DragonFly with -n -b -d -h -W.
 * The heading's words name the columns, rows are read from the right: the
 * address may be missing, names and numbers are wider than their columns, and
 * mail wraps rows anywhere. Only link rows carry the interface's counters;
 * NetBSD and OpenBSD repeat them on every address row, the others give the
 * address's own.
 */
#include <string.h>

#include "collector/netstat_i.h"

static const struct {
	const char *word;
	enum column column;
} words[] = {
	{ "Ipkts", IPKTS },
	{ "Ierrs", IERRS },
	{ "Idrop", IDROPS },
	{ "Idrops", IDROPS },
	{ "Ifail", IFAIL },
	{ "Ibytes", IBYTES },
	{ "Opkts", OPKTS },
	{ "Oerrs", OERRS },
	{ "Ofail", OFAIL },
	{ "Obytes", OBYTES },
	{ "Coll", COLLS },
	{ "Colls", COLLS },
	{ "Drop", ODROPS },
	{ "Drops", ODROPS },
	{ "Odrop", ODROPS },
	{ "Odrops", ODROPS },
	{ "Time", TIMER },
};

static const char *const leading[] = { "Name", "Mtu", "Network", "Address" };

static bool
add_word(struct netstat_i *t, size_t at, struct span s)
{
	if (at < 4)
		return span_is(s, leading[at]);
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (!span_is(s, words[i].word))
			continue;
		if (t->n_columns == COLUMNS)
			return false;
		t->column[t->n_columns++] = words[i].column;
		t->colls |= span_is(s, "Colls");
		t->odrops_word |= span_is(s, "Odrops");
		t->idrop_word |= span_is(s, "Idrop");
		return true;
	}
	return false;
}

/* Lines of the heading; 0: none. Mail may have wrapped it. */
static size_t
heading(struct netstat_i *t, const struct line *l, size_t n)
{
	size_t at = 0, used = 0;

	for (; used < n && used < 4; used++) {
		struct span s;
		size_t i = 0, fields = 0;

		while (text_next(&l[used], &i, &s)) {
			if (!add_word(t, at, s))
				return fields == 0 && t->n_columns > 0 ? used
								       : 0;
			fields++;
			at++;
		}
		if (fields == 0)
			break;
	}
	return t->n_columns > 0 ? used : 0;
}

static bool
begins(const struct line *l, size_t n)
{
	struct netstat_i t = { .n_columns = 0 };

	return line_begins(l, leading[0]) && heading(&t, l, n) > 0;
}

/*
 * Is this line the beginning of a row, and not the rest of the one before?
 * NAME MTU NETWORK: names hold no colon or slash, addresses do. A network may
 * be a bare number (127); then only a complete row before it tells.
 */
static bool
row_starts(const struct line *l, size_t n, bool complete)
{
	struct span s[3];
	struct cell mtu;
	size_t here = text_fields(l, s, 3), all = here;

	if (here == 0)
		return false;
	if (all < 3 && n > 1)
		all += text_fields(&l[1], s + all, 3 - all);
	if (all < 3 || span_holds(s[0], ":/<") || !span_cell(s[1], 1024, &mtu))
		return false;
	if ((*s[0].p | 0x20) < 'a' || (*s[0].p | 0x20) > 'z')
		return false;
	return span_holds(s[2], ".:/<;") || (here == 3 && complete);
}

/*
 * With -a the groups of an address stand below it, each on a line; NetBSD and
 * OpenBSD put the figures behind the last of them.
 */
static bool
is_group(const struct line *l)
{
	struct span s;
	struct cell c;

	return text_fields(l, &s, 1) == 1 && span_holds(s, ".:") &&
	    !span_cell(s, 1024, &c);
}

/* Fields of one row, wrapped lines included; returns the lines. */
static size_t
row_fields(const struct netstat_i *t, const struct line *l, size_t n,
    struct span *s, size_t *fields)
{
	size_t cap = t->n_columns + 4, used = 0;

	*fields = 0;
	while (used < n) {
		size_t got;

		if (used > 0 &&
		    row_starts(&l[used], n - used, *fields >= t->n_columns + 3))
			break;
		if (used > 0 && *fields == 4 && is_group(&l[used]))
			--*fields;
		got = text_fields(&l[used], s + *fields, cap + 1 - *fields);
		if (got == 0 || *fields + got > cap)
			break;
		if (used > 0 && *fields >= t->n_columns + 3 &&
		    !line_is_numbers(&l[used]))
			break;
		*fields += got;
		used++;
	}
	return used;
}

static bool
row_cells(const struct netstat_i *t, struct if_row *row, const struct span *s)
{
	for (size_t i = 0; i < t->n_columns; i++) {
		enum column c = t->column[i];
		bool bytes = c == IBYTES || c == OBYTES;

		if (!span_cell(s[i], bytes ? 1024 : t->step, &row->cell[c]))
			return false;
		row->human |= s[i].p[s[i].len - 1] == 'B';
	}
	return true;
}

unsigned
netstat_i_step(const char *os, unsigned version)
{
	if (os == NULL)
		return 1000;
	if (strcmp(os, "DragonFly") == 0)
		return 1024;
	return strcmp(os, "FreeBSD") == 0 && version > 0 && version < 10 ? 1024
									 : 1000;
}

void
netstat_i_row(struct netstat_i *t, struct if_row *row)
{
	bool v4 =
	    span_holds(row->network, ".") && !span_holds(row->network, ":");

	t->numbered |= span_begins(row->network, "<Link#");
	t->prefixed |= v4 && span_holds(row->network, "/");
	t->dash_mtu |= !row->mtu.known;
	t->bare_loopback |=
	    row->link && span_begins(row->name, "lo0") && row->address.len == 0;
	t->long_names |= row->name.len > 5;
	t->scaled |= row->human;
	for (int c = 0; c < COLUMNS; c++) {
		t->scaled |= row->cell[c].low != row->cell[c].high;
		t->wide |= row->cell[c].high > UINT32_MAX;
	}
	*t->tail = row;
	t->tail = &row->next;
	t->rows++;
}

/* ---- groups that an interface has joined (-a) ------------------------------- */

/*
 * "01:00:5e:00:00:01", "1:0:5e:0:0:1", "224.0.0.1", "ff02::1%em0" and, with
 * names, "all-systems.mcast.net".
 */
static bool
is_joined(struct span s)
{
	static const char mcast[] = ".mcast.net";
	size_t colons = 0, len = sizeof(mcast) - 1;
	uint64_t first;
	const char *end;

	for (size_t i = 0; i < s.len; i++)
		colons += s.p[i] == ':';
	if (colons > 0) {
		end = memchr(s.p, ':', s.len);
		if (!span_hex32(
			(struct span){ s.p, (size_t)(end - s.p) }, &first))
			return false;
		return first <= 0xff ? colons == 5 && first % 2 == 1
				     : first >= 0xff00 && first <= 0xffff;
	}
	if (s.len > len && memcmp(s.p + s.len - len, mcast, len) == 0)
		return true;
	end = memchr(s.p, '.', s.len);
	return end != NULL &&
	    span_u64((struct span){ s.p, (size_t)(end - s.p) }, &first) &&
	    first >= 224 && first <= 239;
}

/*
 * A line of its own for each group, which counts nothing of the interface's:
 * the frames behind a link address are those of all its groups together.
 * How many lines, for mail may have wrapped the last count off; 0: none.
 */
static size_t
group_lines(const struct line *l, size_t n)
{
	struct span s[4];
	size_t fields = text_fields(l, s, 4), used = 1;
	uint64_t v;

	if (fields == 0 || fields > 3 || !is_joined(s[0]))
		return 0;
	if (fields > 1 && !span_is(s[1], "(refs:") && !span_u64(s[1], &v) &&
	    memchr(s[0].p, '(', s[0].len) == NULL)
		return 0;
	/* "(refs: 1)" may break, too */
	if (n > 1 && span_is(s[fields - 1], "(refs:") && l[1].len > 1 &&
	    l[1].p[l[1].len - 1] == ')' && line_breaks(l))
		return 2;
	while (fields < 3 && used < n && line_is_numbers(&l[used]) &&
	    line_breaks(&l[used - 1]))
		fields += text_fields(&l[used++], s, 4);
	return used;
}

/* ---- rows ------------------------------------------------------------------ */

/* What it warns of between rows: lines, 0: nothing. */
static size_t
warning(const struct line *l, size_t n)
{
	if (n < 2 || !line_begins(l, "netstat: "))
		return 0;
	return n > 2 && line_breaks(l) && !line_begins(&l[1], "netstat: ") &&
		!row_starts(&l[1], n - 1, true)
	    ? 2
	    : 1;
}

/* One row; false: the table ends here. */
static bool
row(struct netstat_i *t, struct reading *r)
{
	const struct line *l = &r->line[r->used];
	struct span s[COLUMNS + 8];
	size_t fields, used;
	struct if_row *row;

	used = t->first != NULL ? group_lines(l, r->n - r->used) : 0;
	if (used > 0) {
		r->used += used;
		return true;
	}
	used = warning(l, r->n - r->used);
	if (used > 0) {
		r->used += used;
		r->strays += used;
		return true;
	}
	if (!row_starts(l, r->n - r->used, true))
		return false;
	used = row_fields(t, l, r->n - r->used, s, &fields);
	row = arena_get(r->arena, sizeof(*row));
	if (r->arena->broken || fields < t->n_columns + 3)
		return false;
	row->name = s[0];
	span_cell(s[1], 1024, &row->mtu);
	row->network = s[2];
	row->link = span_begins(s[2], "<Link") ||
	    span_begins(s[2], "&lt;Link"); /* of a page's source */
	if (fields > t->n_columns + 3)
		row->address = s[3];
	if (!row_cells(t, row, s + fields - t->n_columns))
		return false;
	if (row->name.p[row->name.len - 1] == '*') {
		row->name.len--;
		row->down = true;
	}
	netstat_i_row(t, row);
	r->used += used;
	return true;
}

static const char *
system_of(const struct netstat_i *t)
{
	bool fail = false, drop = false;

	for (size_t i = 0; i < t->n_columns; i++) {
		fail |= t->column[i] == IFAIL || t->column[i] == OFAIL;
		drop |= t->column[i] == ODROPS;
	}
	if (!t->colls)
		return t->idrop_word || t->prefixed || t->dash_mtu ? "FreeBSD"
								   : NULL;
	if (fail || t->idrop_word)
		return "OpenBSD";
	return t->odrops_word || drop ? "NetBSD" : NULL;
}

static void
read_table(struct reading *r, struct netstat_i *t, unsigned step)
{
	memset(t, 0, sizeof(*t));
	t->step = step;
	t->tail = &t->first;
	r->used = heading(t, r->line, r->n);
	while (r->used < r->n && row(t, r))
		;
}

/* FreeBSD up to 9, or DragonFly: address rows with the interface's MTU. */
static bool
looks_old(const struct netstat_i *t)
{
	bool addresses = false;

	for (const struct if_row *row = t->first; row != NULL; row = row->next)
		addresses |= !row->link;
	return addresses && !t->colls && !t->dash_mtu;
}

static void
parse(struct reading *r)
{
	struct netstat_i t;

	read_table(r, &t, netstat_i_step(r->os, r->version));
	if (t.scaled && t.step == 1000 && r->version == 0 && looks_old(&t))
		read_table(r, &t, 1024);
	if (t.first == NULL) {
		r->used = 0;
		return;
	}
	r->found_os = system_of(&t);
	t.os = r->os != NULL ? r->os : r->found_os;
	t.version = r->version;
	netstat_i_emit(r, &t);
}

const struct parser parse_netstat_i = {
	.kind = "ifcounters",
	.begins = begins,
	.parse = parse,
	.join = netstat_i_join,
};
