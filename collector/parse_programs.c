/* SPDX-License-Identifier: BSD-2-Clause */
/* `ps -axo comm`: "COMMAND", then a program's name on each line. */
#include <string.h>

#include "collector/parse.h"
#include "collector/prompt.h"

static bool
begins(const struct line *l, size_t n)
{
	struct span s[2];

	/* a heading of top that mail broke ends so too */
	return n > 1 && l->len == 7 && line_begins(l, "COMMAND") &&
	    text_fields(&l[1], s, 2) == 1;
}

static bool
has(const struct value *names, struct span s)
{
	for (const struct value *v = names->first; v != NULL; v = v->next)
		if (span_is(s, v->text))
			return true;
	return false;
}

static void
parse(struct reading *r)
{
	struct value *names;
	struct span typed;

	r->data = value_new(r->arena, VALUE_OBJECT);
	names = value_put(r->arena, r->data, "names", VALUE_ARRAY);
	for (r->used = 1; r->used < r->n; r->used++) {
		const struct line *l = &r->line[r->used];
		struct span s = { l->p, l->len };

		/* more names than a machine has would take long */
		if (l->len == 0 || prompt_line(l, &typed) || r->used > 4096)
			break;
		if (!has(names, s))
			value_text(r->arena, names, NULL,
			    arena_text(r->arena, s.p, s.len));
	}
}

const struct parser parse_programs = {
	.kind = "programs",
	.begins = begins,
	.parse = parse,
};
