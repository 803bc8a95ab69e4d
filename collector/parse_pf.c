/* SPDX-License-Identifier: BSD-2-Clause */
/* `pfctl -si`, what pf is doing, and `pfctl -sm`, how much it may hold. */
#include <string.h>

#include "collector/parse.h"
#include "collector/prompt.h"

#define BLANKS 4 /* between the parts of `pfctl -vsi` */

static bool
info_begins(const struct line *l, size_t n)
{
	struct span s[3];
	size_t fields = n > 0 ? text_fields(l, s, 3) : 0;

	return fields > 1 && span_is(s[0], "Status:") &&
	    (span_is(s[1], "Enabled") || span_is(s[1], "Disabled")) &&
	    (fields == 2 || span_is(s[2], "for"));
}

/* "  current entries      123    12.3/s": the name, then one or two figures. */
static bool
figure(const struct line *l, struct span *name, uint64_t *v)
{
	struct span s[8];
	size_t n = text_fields(l, s, 8), at = n;

	while (at > 0 && !(at <= n && span_u64(s[at - 1], v)))
		at--;
	/* the rate may stand behind it */
	if (at < 2 || at + 1 < n)
		return false;
	*name = (struct span){ s[0].p,
		(size_t)(s[at - 2].p + s[at - 2].len - s[0].p) };
	return true;
}

/*
 * Why pf dropped what no block rule did (pfctl(8), "-s info"). A match is no
 * drop, synproxy answers what it takes, and the limit counters say once more
 * which limit it was.
 */
static const struct {
	const char *word, *counter;
} reasons[] = {
	{ "bad-offset", "filter.refused.bad_offset" },
	{ "fragment", "filter.refused.fragment" },
	{ "short", "filter.refused.short" },
	{ "normalize", "filter.refused.normalize" },
	{ "memory", "filter.refused.memory" },
	{ "bad-timestamp", "filter.refused.timestamp" },
	{ "congestion", "filter.refused.congestion" },
	{ "ip-option", "filter.refused.ip_option" },
	{ "proto-cksum", "filter.refused.checksum" },
	{ "state-mismatch", "filter.refused.state_mismatch" },
	{ "state-insert", "filter.refused.state_insert" },
	{ "state-limit", "filter.refused.state_limit" },
	{ "src-limit", "filter.refused.source_limit" },
	{ "translate", "filter.refused.translate" },
	{ "map-failed", "filter.refused.map_failed" },
	{ "no-route", "filter.refused.no_route" },
};

static const struct section {
	const char *heading;
	const char *key; /* of the object, NULL: nothing is read in it */
	bool reasons;
} sections[] = {
	{ "State Table", "values", false },
	{ "Source Tracking", "sources", false },
	{ "Fragments", "fragments", false }, { "Counters", "values", true },
	{ "Limit Counters", "values", false },
	{ "Interface Stats", NULL, false }, { "Syncookies", NULL, false },
	{ "Adaptive Syncookies", NULL, false }, { "Hostid:", NULL, false },
	{ "Checksum:", NULL, false },
	{ "Debug:", NULL, false }, /* wrapped off the first line */
};

static const struct section *
heading(const struct line *l)
{
	for (size_t i = 0; i < sizeof(sections) / sizeof(sections[0]); i++)
		if (line_begins(l, sections[i].heading))
			return &sections[i];
	return NULL;
}

/* A line of a section; false: it is none. */
static bool
put_figure(struct reading *r, const struct section *in, const struct line *l)
{
	struct value *into;
	struct span name;
	uint64_t v;

	if (in->key == NULL)
		return l->indent > 0;
	if (!figure(l, &name, &v))
		return false;
	into = value_find(r->data, in->key);
	if (into == NULL)
		into = value_put(r->arena, r->data, in->key, VALUE_OBJECT);
	value_u64(r->arena, into, arena_text(r->arena, name.p, name.len), v);
	for (size_t i = 0; i < sizeof(reasons) / sizeof(reasons[0]); i++)
		if (in->reasons && span_is(name, reasons[i].word))
			parse_count(r, reasons[i].counter, "pf", v, 64);
	return true;
}

static void
info_parse(struct reading *r)
{
	const struct section *in = &sections[0], *next;
	size_t blank = 0;

	r->data = value_new(r->arena, VALUE_OBJECT);
	value_bool(r->arena, r->data, "enabled",
	    line_begins(r->line, "Status: Enabled"));
	value_put(r->arena, r->data, "values", VALUE_OBJECT);
	for (r->used = 1; r->used < r->n; r->used++) {
		const struct line *l = &r->line[r->used];
		struct span typed;

		if (l->len == 0 && blank++ < BLANKS)
			continue;
		/* "# vmstat 1" is no figure */
		if (prompt_line(l, &typed) ||
		    parse_known(&parse_pf_info, l, r->n - r->used))
			break;
		if ((next = heading(l)) != NULL)
			in = next;
		else if (!put_figure(r, in, l) &&
		    /* a rate that was wrapped off */
		    (l->len == 0 || !line_breaks(&l[-1])))
			break;
	}
	while (r->used > 1 && r->line[r->used - 1].len == 0)
		r->used--;
}

const struct parser parse_pf_info = {
	.kind = "pf_info",
	.begins = info_begins,
	.parse = info_parse,
};

/* "states        hard limit   100000" */
static bool
limit(const struct line *l, struct span *name, struct span *value)
{
	struct span s[5];

	if (text_fields(l, s, 5) != 4 || !span_is(s[1], "hard") ||
	    !span_is(s[2], "limit"))
		return false;
	*name = s[0];
	*value = s[3];
	return true;
}

static bool
limits_begin(const struct line *l, size_t n)
{
	struct span name, value;

	return n > 0 && limit(l, &name, &value);
}

static void
limits_parse(struct reading *r)
{
	struct value *into;
	struct span name, value;
	uint64_t v;

	r->data = value_new(r->arena, VALUE_OBJECT);
	into = value_put(r->arena, r->data, "limits", VALUE_OBJECT);
	for (; r->used < r->n && limit(&r->line[r->used], &name, &value);
	     r->used++)
		if (span_u64(value, &v)) /* "unlimited" is none */
			value_u64(r->arena, into,
			    arena_text(r->arena, name.p, name.len), v);
}

const struct parser parse_pf_limits = {
	.kind = "pf_limits",
	.begins = limits_begin,
	.parse = limits_parse,
};
