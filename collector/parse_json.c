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
	for (i = 1; i < l->len && strchr(" [{},", l->p[i]) != NULL; i++)
		; /* ip(8) has empty objects too */
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

/* Does the character stand in a text, or is a mark of one? */
static bool
in_text(struct scan *s, char c)
{
	if (!s->text) {
		s->text = c == '"';
		return s->text;
	}
	s->text = s->escape || c != '"';
	s->escape = !s->escape && c == '\\';
	return true;
}

/* true: the outermost bracket closed in this line, at *end. */
static bool
closes(struct scan *s, const struct line *l, size_t *end)
{
	for (size_t i = 0; i < l->len; i++) {
		char c = l->p[i];

		if (in_text(s, c))
			continue;
		if ((c == '[' || c == '{') && ++s->depth > DEPTH_MAX)
			return false;
		else if ((c == ']' || c == '}') && --s->depth == 0) {
			*end = i + 1;
			return true;
		}
	}
	return false;
}

#define LONG 19 /* digits that may be more than jansson's integers hold */

/* Digits of a long integer that begins here, outside of text; else 0. */
static size_t
long_integer(const char *text, size_t i, size_t len)
{
	size_t n = 0;

	if (i > 0 && strchr(" [:,", text[i - 1]) == NULL)
		return 0;
	while (i + n < len && text[i + n] >= '0' && text[i + n] <= '9')
		n++;
	return n >= LONG && i + n < len && strchr(" ],}", text[i + n]) != NULL
	    ? n
	    : 0;
}

/* A copy with long integers as text, which parse_json_u64() takes too. */
static const char *
quoted(struct arena *a, const char *text, size_t *len)
{
	char *out = arena_get(a, *len + *len / LONG * 2 + 1);
	struct scan s = { 0, false, false };
	size_t n = 0, digits;

	if (a->broken)
		return text;
	for (size_t i = 0; i < *len; i++) {
		in_text(&s, text[i]);
		digits = s.text ? 0 : long_integer(text, i, *len);
		if (digits == 0) {
			out[n++] = text[i];
			continue;
		}
		out[n++] = '"';
		memcpy(out + n, text + i, digits);
		n += digits;
		out[n++] = '"';
		i += digits - 1;
	}
	*len = n;
	return out;
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
	const char *safe;
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
	safe = quoted(r->arena, text, &len);
	json = json_loadb(safe, len, 0, NULL);
	if (json != NULL)
		r->used = lines;
	return json;
}

bool
parse_json_count(const struct json_t *n, uint64_t *v)
{
	const char *text = json_string_value(n);

	if (text != NULL)
		return span_u64((struct span){ text, strlen(text) }, v);
	if (!json_is_integer(n) || json_integer_value(n) < 0)
		return false;
	*v = (uint64_t)json_integer_value(n);
	return true;
}

bool
parse_json_u64(const struct json_t *object, const char *key, uint64_t *v)
{
	return parse_json_count(json_object_get(object, key), v);
}

bool
parse_json_bits(const struct json_t *counter, uint8_t *bits)
{
	uint64_t v = 0;

	if (!json_is_null(json_object_get(counter, "bits")) &&
	    (!parse_json_u64(counter, "bits", &v) || (v != 32 && v != 64)))
		return false;
	*bits = (uint8_t)v;
	return true;
}

const char *
parse_json_text(const struct json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text != NULL ? text : "";
}
