/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What Linux' ethtool shows of an interface's settings: -i (driver), -g
 * (rings), -c (coalescing), -l (channels), -a (pause). All but -i name the
 * interface in their heading; there the command does.
 */
#include <stdio.h>
#include <string.h>

#include "collector/ethtool.h"

static const struct {
	const char *heading, *kind;
} kinds[] = {
	{ "Ring parameters for ", "ethtool_ring" },
	{ "Coalesce parameters for ", "ethtool_coalesce" },
	{ "Channel parameters for ", "ethtool_channels" },
	{ "Pause parameters for ", "ethtool_pause" },
};
#define KINDS (sizeof(kinds) / sizeof(kinds[0]))

/* A setting's value is one word; and "user@host:~$" is none. */
static bool
is_setting(struct span name, struct span value)
{
	struct line l = { .p = value.p, .len = value.len };
	struct span s[2];

	return memchr(name.p, '@', name.len) == NULL &&
	    text_fields(&l, s, 2) < 2 &&
	    (value.len == 0 || strchr("~/", *value.p) == NULL);
}

/* "on" and "off", numbers, words; "n/a" and nothing are not told. */
static void
put(struct reading *r, struct value *into, struct span name, struct span value)
{
	const char *key = arena_text(r->arena, name.p, name.len);
	uint64_t v;

	if (value.len == 0 || span_is(value, "n/a"))
		value_null(r->arena, into, key);
	else if (span_is(value, "on") || span_is(value, "off"))
		value_bool(r->arena, into, key, span_is(value, "on"));
	else if (span_u64(value, &v))
		value_u64(r->arena, into, key, v);
	else
		value_text(r->arena, into, key,
		    arena_text(r->arena, value.p, value.len));
}

/* "Adaptive RX: off  TX: n/a" and "CQE mode RX: n/a  TX: n/a". */
static size_t
is_two_in_one(const struct line *l, struct span s[6])
{
	size_t n = text_fields(l, s, 6);

	return n < 5 || !span_is(s[n - 4], "RX:") || !span_is(s[n - 2], "TX:")
	    ? 0
	    : n;
}

static bool
two_in_one(struct reading *r, struct value *into, const struct line *l)
{
	struct span s[6];
	size_t n = is_two_in_one(l, s);
	char name[24];

	if (n == 0)
		return false;
	for (size_t i = 0; i < 2; i++) {
		snprintf(name, sizeof(name), "%s-%s",
		    span_is(s[0], "Adaptive") ? "adaptive" : "cqe-mode",
		    i == 0 ? "rx" : "tx");
		put(r, into, (struct span){ name, strlen(name) },
		    s[n - 3 + 2 * i]);
	}
	return true;
}

/* ---- -g, -c, -l, -a ------------------------------------------------------- */

static const char *
kind_of(const struct line *l, struct span *port)
{
	for (size_t i = 0; i < KINDS; i++) {
		size_t len = strlen(kinds[i].heading);

		if (!line_begins(l, kinds[i].heading) || l->len < len + 2 ||
		    l->p[l->len - 1] != ':')
			continue;
		*port = (struct span){ l->p + len, l->len - len - 1 };
		return kinds[i].kind;
	}
	return NULL;
}

static bool
begins(const struct line *l, size_t n)
{
	struct span port;

	return n > 0 && kind_of(l, &port) != NULL;
}

static bool
is_kind(const struct line *l, size_t n, const char *kind)
{
	struct span port;
	const char *is = n > 0 ? kind_of(l, &port) : NULL;

	return is != NULL && strcmp(is, kind) == 0;
}

static bool
ring_begins(const struct line *l, size_t n)
{
	return is_kind(l, n, "ethtool_ring");
}

static bool
coalesce_begins(const struct line *l, size_t n)
{
	return is_kind(l, n, "ethtool_coalesce");
}

static bool
channels_begins(const struct line *l, size_t n)
{
	return is_kind(l, n, "ethtool_channels");
}

static bool
pause_begins(const struct line *l, size_t n)
{
	return is_kind(l, n, "ethtool_pause");
}

static bool
goes_on(const struct line *l)
{
	struct span name, value, s[6];

	return !begins(l, 1) &&
	    (is_two_in_one(l, s) > 0 ||
		(ethtool_split(l, &name, &value) && is_setting(name, value)));
}

/* Frames of the card's own count, with `ethtool -I -a`. */
static void
count(struct reading *r, const char *port, struct span name, struct span value)
{
	uint64_t v;

	if (!span_u64(value, &v))
		return;
	if (span_is(name, "rx_pause_frames"))
		parse_count(r, "if.rx.pause", port, v, 64);
	if (span_is(name, "tx_pause_frames"))
		parse_count(r, "if.tx.pause", port, v, 64);
}

static void
parse(struct reading *r)
{
	struct span port, name, value;
	struct value *into;
	const char *who;

	if (kind_of(r->line, &port) == NULL)
		return;
	who = arena_text(r->arena, port.p, port.len);
	r->data = value_new(r->arena, VALUE_OBJECT);
	value_text(r->arena, r->data, "interface", who);
	into = value_put(r->arena, r->data, "values", VALUE_OBJECT);
	for (r->used = 1; r->used < r->n; r->used++) {
		const struct line *l = &r->line[r->used];

		if (l->len == 0 && r->used + 1 < r->n && goes_on(l + 1))
			continue; /* coalescing has groups */
		if (!goes_on(l))
			break;
		if (two_in_one(r, into, l) || !ethtool_split(l, &name, &value))
			continue;
		if (span_is(name, "Pre-set maximums"))
			into = value_put(
			    r->arena, r->data, "maximums", VALUE_OBJECT);
		else if (span_is(name, "Current hardware settings"))
			into = value_find(r->data, "values");
		else
			put(r, into, name, value);
		count(r, who, name, value);
	}
	r->found_os = "Linux";
}

const struct parser parse_ethtool_ring = {
	.kind = "ethtool_ring",
	.begins = ring_begins,
	.parse = parse,
};

const struct parser parse_ethtool_coalesce = {
	.kind = "ethtool_coalesce",
	.begins = coalesce_begins,
	.parse = parse,
};

const struct parser parse_ethtool_channels = {
	.kind = "ethtool_channels",
	.begins = channels_begins,
	.parse = parse,
};

const struct parser parse_ethtool_pause = {
	.kind = "ethtool_pause",
	.begins = pause_begins,
	.parse = parse,
};

/* ---- -i ------------------------------------------------------------------- */

static bool
driver_begins(const struct line *l, size_t n)
{
	return n > 1 && line_begins(l, "driver: ") &&
	    line_begins(&l[1], "version:");
}

static bool
is_fact(struct span name)
{
	return span_is(name, "driver") || span_is(name, "version") ||
	    span_is(name, "bus-info") || span_begins(name, "supports-") ||
	    (name.len > 8 && memcmp(name.p + name.len - 8, "-version", 8) == 0);
}

static void
driver_parse(struct reading *r)
{
	struct span name, value;
	struct value *into;

	r->data = value_new(r->arena, VALUE_OBJECT);
	ethtool_interface(r, "-i ");
	into = value_put(r->arena, r->data, "values", VALUE_OBJECT);
	while (r->used < r->n &&
	    (r->used == 0 ||
		!driver_begins(&r->line[r->used], r->n - r->used)) &&
	    ethtool_split(&r->line[r->used], &name, &value) && is_fact(name)) {
		put(r, into, name, value);
		r->used++;
	}
	r->found_os = "Linux";
}

const struct parser parse_ethtool_driver = {
	.kind = "ethtool_driver",
	.begins = driver_begins,
	.parse = driver_parse,
};
