/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * `grep . FILE...`, as one reads many small files of /sys and /proc at once:
 * "/path/of/a/file:its only line". Of a file with more lines the first counts.
 */
#include <string.h>

#include "collector/parse.h"

/* Does "0000:00:03.0" stand there, the first colon at `colon`? */
static bool
is_pci(const struct line *l, size_t part, size_t colon)
{
	return strspn(l->p + part, "0123456789abcdef") == colon - part &&
	    colon - part >= 4 && l->len - colon > 8 && l->p[colon + 3] == ':' &&
	    l->p[colon + 6] == '.';
}

static bool
split(const struct line *l, struct span *path, struct span *value)
{
	size_t part = 0;

	/* only system files: a log has paths and colons too */
	if (!line_begins(l, "/sys/") && !line_begins(l, "/proc/"))
		return false;
	for (size_t i = 0; i < l->len && l->p[i] != ' '; i++) {
		if (l->p[i] == '/')
			part = i + 1;
		if (l->p[i] != ':')
			continue;
		if (is_pci(l, part, i)) {
			i += 7;
			continue;
		}
		*path = (struct span){ l->p, i };
		*value = (struct span){ l->p + i + 1, l->len - i - 1 };
		return true;
	}
	return false;
}

static bool
begins(const struct line *l, size_t n)
{
	struct span path, value;

	return n > 0 && split(l, &path, &value);
}

static void
parse(struct reading *r)
{
	struct span path, value;
	struct value *files, *last = NULL;

	r->data = value_new(r->arena, VALUE_OBJECT);
	files = value_put(r->arena, r->data, "files", VALUE_OBJECT);
	for (; r->used < r->n; r->used++) {
		const char *name, *text;
		uint64_t v;

		if (!split(&r->line[r->used], &path, &value))
			break;
		name = arena_text(r->arena, path.p, path.len);
		if (last != NULL && strcmp(last->key, name) == 0)
			continue;
		text = arena_text(r->arena, value.p, value.len);
		if (span_u64((struct span){ text, strlen(text) }, &v))
			value_u64(r->arena, files, name, v);
		else
			value_text(r->arena, files, name, text);
		last = files->last;
	}
	r->found_os = "Linux";
}

const struct parser parse_files = {
	.kind = "files",
	.begins = begins,
	.parse = parse,
};
