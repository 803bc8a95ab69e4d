/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Linux `ethtool -k IF`: "Features for IF:", then "name: on|off [fixed]". Until
 * 2.6.38 "Offload parameters for IF:", with what could not be had in between.
 */
#include <string.h>

#include "collector/parse.h"

static const char *const headings[] = { "Features for ",
	"Offload parameters for " };

/* Bytes of the heading in front of the interface; 0: none. */
static size_t
heading(const struct line *l)
{
	for (size_t i = 0; i < 2; i++)
		if (line_begins(l, headings[i]) && l->p[l->len - 1] == ':')
			return strlen(headings[i]);
	return 0;
}

static bool
begins(const struct line *l, size_t n)
{
	return n > 0 && heading(l) > 0;
}

static bool
feature(struct reading *r, struct value *features, const struct line *l)
{
	const char *colon = l->len > 0 ? memchr(l->p, ':', l->len) : NULL;
	struct line rest = { .p = colon };
	struct value *one;
	struct span s[2];
	size_t n;

	if (colon == NULL)
		return false;
	rest.p = colon + 1;
	rest.len = (size_t)(l->p + l->len - rest.p);
	n = text_fields(&rest, s, 2);
	if (n == 0 || (!span_is(s[0], "on") && !span_is(s[0], "off")))
		return false;
	one = value_put(r->arena, features,
	    arena_text(r->arena, l->p, (size_t)(colon - l->p)), VALUE_OBJECT);
	value_bool(r->arena, one, "on", span_is(s[0], "on"));
	value_bool(r->arena, one, "fixed", n > 1 && span_is(s[1], "[fixed]"));
	return true;
}

/* "Cannot get device udp large send offload settings: Operation not ..." */
static bool
is_complaint(const struct line *l)
{
	static const char words[] = "Cannot get device ";

	return line_begins(l, words) ||
	    (line_begins(l - 1, words) && line_breaks(l - 1));
}

static void
parse(struct reading *r)
{
	size_t len = heading(r->line);
	struct value *features;

	r->data = value_new(r->arena, VALUE_OBJECT);
	value_text(r->arena, r->data, "interface",
	    arena_text(r->arena, r->line->p + len, r->line->len - len - 1));
	features = value_put(r->arena, r->data, "features", VALUE_OBJECT);
	r->used = 1;
	while (r->used < r->n &&
	    (feature(r, features, &r->line[r->used]) ||
		is_complaint(&r->line[r->used])))
		r->used++;
	r->found_os = "Linux";
}

const struct parser parse_offloads = {
	.kind = "offloads",
	.begins = begins,
	.parse = parse,
};
