/* SPDX-License-Identifier: BSD-2-Clause */
/* `pfctl -si`, what pf is doing, and `pfctl -sm`, how much it may hold. */
#include <string.h>

#include "collector/parse.h"

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

static void
info_parse(struct reading *r)
{
	struct value *into;
	size_t blank = 0;

	r->data = value_new(r->arena, VALUE_OBJECT);
	value_bool(r->arena, r->data, "enabled",
	    line_begins(r->line, "Status: Enabled"));
	into = value_put(r->arena, r->data, "values", VALUE_OBJECT);
	for (r->used = 1; r->used < r->n; r->used++) {
		const struct line *l = &r->line[r->used];
		struct span name;
		uint64_t v;

		if (l->len == 0 && blank++ < 2)
			continue;
		if (figure(l, &name, &v))
			value_u64(r->arena, into,
			    arena_text(r->arena, name.p, name.len), v);
		else if (!line_begins(l, "State Table") &&
		    !line_begins(l, "Source Tracking") &&
		    !line_begins(l, "Counters") &&
		    !line_begins(l, "Limit Counters") &&
		    !line_begins(l, "Interface Stats") &&
		    !line_begins(l, "Hostid:") && !line_begins(l, "Checksum:"))
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
