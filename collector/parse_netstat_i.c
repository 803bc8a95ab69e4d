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
	return span_holds(s[2], ".:/<") || (here == 3 && complete);
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

		if (!span_cell(s[i], bytes ? 1024 : 1000, &row->cell[c]))
			return false;
		row->human |= s[i].p[s[i].len - 1] == 'B';
	}
	return true;
}

static void
row_facts(struct netstat_i *t, const struct if_row *row)
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
}

/* One row; false: the table ends here. */
static bool
row(struct netstat_i *t, struct reading *r)
{
	const struct line *l = &r->line[r->used];
	struct span s[COLUMNS + 8];
	size_t fields, used;
	struct if_row *row;

	if (!row_starts(l, r->n - r->used, true))
		return false;
	used = row_fields(t, l, r->n - r->used, s, &fields);
	row = arena_get(r->arena, sizeof(*row));
	if (r->arena->broken || fields < t->n_columns + 3)
		return false;
	row->name = s[0];
	span_cell(s[1], 1024, &row->mtu);
	row->network = s[2];
	row->link = span_begins(s[2], "<Link");
	if (fields > t->n_columns + 3)
		row->address = s[3];
	if (!row_cells(t, row, s + fields - t->n_columns))
		return false;
	if (row->name.p[row->name.len - 1] == '*') {
		row->name.len--;
		row->down = true;
	}
	row_facts(t, row);
	*t->tail = row;
	t->tail = &row->next;
	t->rows++;
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
parse(struct reading *r)
{
	struct netstat_i t = { .first = NULL };

	t.tail = &t.first;
	r->used = heading(&t, r->line, r->n);
	while (r->used < r->n && row(&t, r))
		;
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
