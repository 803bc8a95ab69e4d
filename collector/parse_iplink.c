/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * `ip -s -s link`: a heading row names the columns of the row under it.
 * "overrun" and "missed" have changed places between releases, so nothing is
 * told by its position.
 */
#include <stdio.h>
#include <string.h>

#include "collector/parse.h"

static const struct {
	const char *word, *key, *rx, *tx; /* counters, by direction */
} columns[] = {
	{ "bytes", "bytes", "if.rx.bytes", "if.tx.bytes" },
	{ "packets", "packets", "if.rx.packets", "if.tx.packets" },
	{ "errors", "errors", "if.rx.errors", "if.tx.errors" },
	{ "dropped", "dropped", "if.rx.drops", "if.tx.drops" },
	{ "missed", "missed", "if.rx.missed", NULL },
	{ "overrun", "overrun", NULL, NULL },
	{ "mcast", "multicast", NULL, NULL },
	{ "compressed", "compressed", NULL, NULL },
	{ "length", "length", NULL, NULL },
	{ "crc", "crc", NULL, NULL },
	{ "frame", "frame", NULL, NULL },
	{ "fifo", "fifo", NULL, NULL },
	{ "nohandler", "nohandler", "if.rx.nohandler", NULL },
	{ "otherhost", "otherhost", NULL, NULL },
	{ "carrier", "carrier", NULL, NULL },
	{ "collsns", "collisions", NULL, "if.tx.collisions" },
	{ "aborted", "aborted", NULL, NULL },
	{ "window", "window", NULL, NULL },
	{ "heartbt", "heartbeat", NULL, NULL },
	{ "heartbeat", "heartbeat", NULL, NULL },
	{ "transns", "carrier_changes", NULL, NULL },
};
#define COLUMNS (sizeof(columns) / sizeof(columns[0]))

#define WORDS 12
#define HEAD_MAX 8 /* lines of a row of words, as mail breaks it */
#define LINK_MAX 64 /* lines of one link before its counters: addresses */

/* "2: eth0: <BROADCAST,UP> mtu 1500 ..." */
static bool
is_link(const struct line *l, size_t n, struct span s[3])
{
	size_t fields = text_fields(l, s, 3);
	uint64_t index;

	if (fields == 2 && n > 1 && line_breaks(l))
		fields += text_fields(&l[1], s + 2, 1);
	return fields == 3 && s[0].len > 1 && s[0].p[s[0].len - 1] == ':' &&
	    span_u64((struct span){ s[0].p, s[0].len - 1 }, &index) &&
	    s[1].len > 1 && s[1].p[s[1].len - 1] == ':' && *s[2].p == '<';
}

static bool
begins(const struct line *l, size_t n)
{
	struct span s[3];

	if (!is_link(l, n, s))
		return false;
	for (size_t i = 1; i < n && i < LINK_MAX && l[i].len > 0; i++) {
		if (line_begins(&l[i], "RX:"))
			return true;
		if (is_link(&l[i], n - i, s))
			return false;
	}
	return false;
}

/* "UP" among "<BROADCAST,UP,LOWER_UP>". */
static bool
has_flag(struct span flags, const char *flag)
{
	size_t len = strlen(flag), start = 1;

	for (size_t i = 1; i < flags.len; i++) {
		if (flags.p[i] != ',' && flags.p[i] != '>')
			continue;
		if (i - start == len && memcmp(flags.p + start, flag, len) == 0)
			return true;
		start = i + 1;
	}
	return false;
}

struct link {
	struct value *v, *rx, *tx;
	char name[COUNTER_INSTANCE];
	bool others; /* what follows is counted by its virtual functions */
};

static void
put_link(struct reading *r, struct link *k, const struct span *s, size_t n)
{
	struct span name = { s[1].p, s[1].len - 1 };
	const char *at = memchr(name.p, '@', name.len);
	uint64_t index = 0, mtu;

	span_u64((struct span){ s[0].p, s[0].len - 1 }, &index);
	value_u64(r->arena, k->v, "ifindex", index);
	if (at != NULL)
		name.len = (size_t)(at - name.p);
	snprintf(k->name, sizeof(k->name), "%.*s", (int)name.len, name.p);
	value_text(
	    r->arena, k->v, "name", arena_text(r->arena, name.p, name.len));
	if (at != NULL &&
	    !span_is((struct span){ at, name.p + s[1].len - 1 - at }, "@NONE"))
		value_text(r->arena, k->v, "parent",
		    arena_text(r->arena, at + 1,
			(size_t)(s[1].p + s[1].len - 1 - (at + 1))));
	else
		value_null(r->arena, k->v, "parent");
	value_bool(r->arena, k->v, "up", has_flag(s[2], "UP"));
	for (size_t i = 3; i + 1 < n; i++)
		if (span_is(s[i], "mtu") && span_u64(s[i + 1], &mtu)) {
			value_u64(r->arena, k->v, "mtu", mtu);
			break;
		}
}

/* An interval where option -h has rounded it, and then no counter. */
static void
put_figure(struct reading *r, struct link *k, bool rx, struct span word,
    struct span number)
{
	struct value *into = rx ? k->rx : k->tx;

	for (size_t c = 0; c < COLUMNS; c++) {
		const char *counter = rx ? columns[c].rx : columns[c].tx;
		struct cell v;

		if (!span_is(word, columns[c].word) ||
		    !span_cell(number, 1000, &v) || !v.known)
			continue;
		if (v.low != v.high) {
			value_numbers(r->arena, into, columns[c].key,
			    (uint64_t[]){ v.low, v.high }, 2);
			return;
		}
		value_u64(r->arena, into, columns[c].key, v.low);
		if (counter != NULL)
			parse_count(r, counter, k->name, v.low, 64);
		return;
	}
}

/* Words of a heading that mail has wrapped, or `most` numbers under it. */
static size_t
gather(const struct line *l, size_t n, bool numbers, struct span *s,
    size_t *fields, size_t most)
{
	size_t used = 0;

	while (used < n && used < 3 && *fields < most && l[used].len > 0 &&
	    line_is_numbers(&l[used]) == numbers &&
	    (used == 0 ||
		(!line_begins(&l[used], "RX") &&
		    !line_begins(&l[used], "TX")))) {
		*fields +=
		    text_fields(&l[used], s + *fields, WORDS + 2 - *fields);
		used++;
	}
	return used;
}

/* A heading row and the numbers under it; their lines, 0: no such pair. */
static size_t
put_block(struct reading *r, struct link *k, size_t at)
{
	const struct line *l = &r->line[at];
	bool rx = line_begins(l, "RX");
	struct span word[WORDS + 2], number[WORDS + 2];
	size_t n = 0, m = 0, left = r->n - at;
	size_t used = gather(l, left, false, word, &n, WORDS + 2), skip = 1;

	if (n < 2 || (!rx && !line_begins(l, "TX")))
		return 0;
	/* "RX errors: length", "RX: bytes" */
	if (span_is(word[0], "RX") || span_is(word[0], "TX"))
		skip = 2;
	used += gather(l + used, left - used, true, number, &m, n - skip);
	if (m != n - skip)
		return 0;
	for (size_t i = skip; i < n && !k->others; i++)
		put_figure(r, k, rx, word[i], number[i - skip]);
	return used;
}

/* "link/ether 02:00:... brd ..."; "link/none", with -d and words behind it */
static void
put_address(struct reading *r, struct link *k, const struct line *l)
{
	struct span s[2];

	if (text_fields(l, s, 2) == 2 && span_holds(s[1], ".:"))
		value_text(r->arena, k->v, "address",
		    arena_text(r->arena, s[1].p, s[1].len));
	else
		value_null(r->arena, k->v, "address");
}

/* Of -d, of addresses, of virtual functions: lines without counters. */
static bool
is_other(const struct line *l, size_t n)
{
	static const char *const words[] = { "alias", "altname", "inet",
		"valid_lft", "vf ", "vlan ", "prog/xdp", "promiscuity",
		"bridge", "bond", "veth", NULL };

	if (l->len == 0)
		return false;
	for (size_t i = 0; words[i] != NULL; i++)
		if (line_begins(l, words[i]))
			return true;
	return l->indent > 0 && !parse_known(&parse_iplink, l, n);
}

/* The head or another line of words, which mail wraps. */
static size_t
head_lines(const struct line *l, size_t n)
{
	size_t used = 1;

	while (used < n && used < HEAD_MAX && line_breaks(&l[used - 1]) &&
	    !line_begins(&l[used], "link/") && !line_begins(&l[used], "RX") &&
	    !line_begins(&l[used], "TX"))
		used++;
	return used;
}

/* The lines of one link; the first is its head. */
static void
one_link(struct reading *r, struct value *links)
{
	struct link k = { .v = NULL };
	struct span s[WORDS];
	size_t n, used = head_lines(&r->line[r->used], r->n - r->used);
	struct line head = text_joined(r->arena, &r->line[r->used], used);

	n = text_fields(&head, s, WORDS);
	k.v = value_put(r->arena, links, NULL, VALUE_OBJECT);
	put_link(r, &k, s, n);
	k.rx = value_new(r->arena, VALUE_OBJECT);
	k.tx = value_new(r->arena, VALUE_OBJECT);
	for (r->used += used; r->used < r->n; r->used += used) {
		const struct line *l = &r->line[r->used];

		used = head_lines(l, r->n - r->used);
		if (line_begins(l, "link/")) {
			head = text_joined(r->arena, l, used);
			put_address(r, &k, &head);
		} else if (line_begins(l, "RX") || line_begins(l, "TX")) {
			used = put_block(r, &k, r->used);
			if (used == 0)
				break;
		} else if (!is_other(l, r->n - r->used) ||
		    is_link(l, r->n - r->used, s))
			break;
		k.others |= line_begins(l, "vf ");
	}
	value_join(value_put(r->arena, k.v, "rx", VALUE_OBJECT), k.rx);
	value_join(value_put(r->arena, k.v, "tx", VALUE_OBJECT), k.tx);
}

/* The link at hand is the first of the list: another reading of all. */
static bool
is_again(const struct reading *r, const struct value *links)
{
	const struct value *index = value_find(links->first, "ifindex");
	struct span s;
	size_t at = 0;
	uint64_t v;

	return text_next(&r->line[r->used], &at, &s) &&
	    span_u64((struct span){ s.p, s.len - 1 }, &v) && index->u64 == v;
}

static void
parse(struct reading *r)
{
	struct value *links;
	struct span s[3];

	r->data = value_new(r->arena, VALUE_OBJECT);
	links = value_put(r->arena, r->data, "links", VALUE_ARRAY);
	do
		one_link(r, links);
	while (r->used < r->n &&
	    is_link(&r->line[r->used], r->n - r->used, s) &&
	    !is_again(r, links));
	r->found_os = "Linux";
}

const struct parser parse_iplink = {
	.kind = "iplink",
	.begins = begins,
	.parse = parse,
};
