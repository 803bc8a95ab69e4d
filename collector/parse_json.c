/* SPDX-License-Identifier: BSD-2-Clause */
#include <jansson.h>
#include <string.h>

#include "collector/parse_json.h"

bool
parse_json_begins(const struct line *l, size_t n, const char *word)
{
	size_t i = 0, len = strlen(word);

	if (n == 0 || l->len == 0 || (*l->p != '[' && *l->p != '{'))
		return false;
	/* "[host]# cmd" begins so too */
	for (i = 1; i < l->len && strchr(" [{", l->p[i]) != NULL; i++)
		;
	if (i < l->len && l->p[i] != '"')
		return false;
	for (i = 0; i < n && i < 4; i++)
		for (size_t k = 0; k + len <= l[i].len && k < 4096; k++)
			if (memcmp(l[i].p + k, word, len) == 0)
				return true;
	return false;
}

/* Deeper than any listing: what never closes is not read to its end. */
#define DEPTH_MAX 64

struct scan {
	int depth;
	bool text, escape;
};

/* true: the outermost bracket closed in this line, at *end. */
static bool
closes(struct scan *s, const struct line *l, size_t *end)
{
	for (size_t i = 0; i < l->len; i++) {
		char c = l->p[i];

		if (s->text) {
			s->text = s->escape || c != '"';
			s->escape = !s->escape && c == '\\';
			continue;
		}
		if (c == '"')
			s->text = true;
		else if ((c == '[' || c == '{') && ++s->depth > DEPTH_MAX)
			return false;
		else if ((c == ']' || c == '}') && --s->depth == 0) {
			*end = i + 1;
			return true;
		}
	}
	return false;
}

struct json_t *
parse_json_load(struct reading *r)
{
	return parse_json_load_edited(r, NULL);
}

struct json_t *
parse_json_load_edited(struct reading *r, void (*edit)(char *, size_t))
{
	struct scan s = { 0, false, false };
	size_t size = 0, len = 0, lines = 0, end = 0;
	json_t *json;
	char *text;

	while (lines < r->n) {
		size += r->line[lines].len + 1;
		if (closes(&s, &r->line[lines++], &end))
			break;
		if (s.depth > DEPTH_MAX)
			return NULL;
	}
	if (s.depth != 0 || lines == 0)
		return NULL;
	text = arena_get(r->arena, size);
	if (r->arena->broken)
		return NULL;
	for (size_t i = 0; i < lines; i++) {
		size_t part = i + 1 == lines ? end : r->line[i].len;

		memcpy(text + len, r->line[i].p, part);
		len += part;
		text[len++] = ' ';
	}
	if (edit != NULL)
		edit(text, len);
	json = json_loadb(text, len, 0, NULL);
	if (json != NULL)
		r->used = lines;
	return json;
}

bool
parse_json_u64(const struct json_t *object, const char *key, uint64_t *v)
{
	const json_t *n = json_object_get(object, key);
	const char *text = json_string_value(n);

	if (text != NULL)
		return span_u64((struct span){ text, strlen(text) }, v);
	if (!json_is_integer(n) || json_integer_value(n) < 0)
		return false;
	*v = (uint64_t)json_integer_value(n);
	return true;
}

const char *
parse_json_text(const struct json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text != NULL ? text : "";
}
