/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "collector/value.h"
#include "lib/utf8.h"

#define BLOCK ((size_t)64 * 1024)

struct arena_block {
	struct arena_block *next;
	size_t used, size;
	max_align_t bytes[];
};

static struct arena_block *
block_new(struct arena *a, size_t size)
{
	struct arena_block *b;

	if (size < BLOCK)
		size = BLOCK;
	b = calloc(1, sizeof(*b) + size);
	if (b == NULL)
		return NULL;
	b->size = size;
	b->next = a->head;
	a->head = b;
	return b;
}

void *
arena_get(struct arena *a, size_t size)
{
	struct arena_block *b = a->head;
	size_t align = sizeof(max_align_t);
	void *p;

	size = (size + align - 1) / align * align;
	if (b == NULL || b->size - b->used < size)
		b = block_new(a, size);
	if (b == NULL) {
		a->broken = true;
		memset(a->spare, 0, sizeof(a->spare));
		return size <= sizeof(a->spare) ? a->spare : NULL;
	}
	p = (char *)b->bytes + b->used;
	b->used += size;
	return p;
}

const char *
arena_text(struct arena *a, const char *text, size_t len)
{
	char *p = arena_get(a, len + 1);

	if (a->broken)
		return "";
	if (len > 0) /* an empty text may be NULL */
		if (len > 0)
			memcpy(p, text, len);
	return p;
}

void
arena_free(struct arena *a)
{
	while (a->head != NULL) {
		struct arena_block *next = a->head->next;

		free(a->head);
		a->head = next;
	}
	a->broken = false;
}

struct value *
value_new(struct arena *a, enum value_type type)
{
	struct value *v = arena_get(a, sizeof(*v));

	v->type = type;
	return v;
}

static bool
container(const struct value *v)
{
	return v->type == VALUE_ARRAY || v->type == VALUE_OBJECT;
}

/* Keys come from foreign text too, and a key that is not UTF-8 is none. */
const char *
value_key(struct arena *a, const char *key)
{
	size_t len = strlen(key);
	char *copy;

	for (size_t i = 0; i < len; i++) {
		if ((unsigned char)key[i] < 0x80)
			continue;
		copy = arena_get(a, len * UTF8_GROWTH + 1);
		if (a->broken)
			return "";
		utf8_clean(key, len, copy);
		return copy;
	}
	return arena_text(a, key, len);
}

struct value *
value_put(
    struct arena *a, struct value *into, const char *key, enum value_type type)
{
	struct value *v = value_new(a, type);

	if (a->broken || !container(into))
		return v;
	v->key = key == NULL ? NULL : value_key(a, key);
	if (into->last == NULL)
		into->first = v;
	else
		into->last->next = v;
	into->last = v;
	return v;
}

void
value_u64(struct arena *a, struct value *into, const char *key, uint64_t n)
{
	value_put(a, into, key, VALUE_U64)->u64 = n;
}

void
value_i64(struct arena *a, struct value *into, const char *key, int64_t n)
{
	value_put(a, into, key, VALUE_I64)->i64 = n;
}

void
value_real(struct arena *a, struct value *into, const char *key, double n)
{
	value_put(a, into, key, VALUE_REAL)->real = n;
}

void
value_bool(struct arena *a, struct value *into, const char *key, bool b)
{
	value_put(a, into, key, VALUE_BOOL)->boolean = b;
}

void
value_text(
    struct arena *a, struct value *into, const char *key, const char *text)
{
	const char *copy = arena_text(a, text, strlen(text));

	value_put(a, into, key, VALUE_TEXT)->text = copy;
}

void
value_numbers(struct arena *a, struct value *into, const char *key,
    const uint64_t *number, size_t n)
{
	struct value *v = value_put(a, into, key, VALUE_NUMBERS);
	uint64_t *copy = arena_get(a, n * sizeof(*copy));

	if (a->broken)
		return;
	memcpy(copy, number, n * sizeof(*copy));
	v->number = copy;
	v->n = n;
}

void
value_null(struct arena *a, struct value *into, const char *key)
{
	value_put(a, into, key, VALUE_NULL);
}

struct value *
value_find(const struct value *v, const char *key)
{
	if (v->type != VALUE_OBJECT)
		return NULL;
	for (struct value *c = v->first; c != NULL; c = c->next)
		if (c->key != NULL && strcmp(c->key, key) == 0)
			return c;
	return NULL;
}

void
value_join(struct value *into, struct value *from)
{
	if (!container(into) || !container(from) || from->first == NULL)
		return;
	if (into->last == NULL)
		into->first = from->first;
	else
		into->last->next = from->first;
	into->last = from->last;
	from->first = from->last = NULL;
}

void
value_emit(const struct value *v, struct result *r, const char *key)
{
	switch (v->type) {
	case VALUE_NULL:
		result_null(r, key);
		return;
	case VALUE_BOOL:
		result_bool(r, key, v->boolean);
		return;
	case VALUE_U64:
		result_u64(r, key, v->u64);
		return;
	case VALUE_I64:
		result_i64(r, key, v->i64);
		return;
	case VALUE_REAL:
		result_real(r, key, v->real);
		return;
	case VALUE_TEXT:
		result_text(r, key, v->text);
		return;
	case VALUE_NUMBERS:
		result_array(r, key);
		for (size_t i = 0; i < v->n; i++)
			result_u64(r, NULL, v->number[i]);
		result_end(r);
		return;
	case VALUE_ARRAY:
		result_array(r, key);
		break;
	case VALUE_OBJECT:
		result_object(r, key);
		break;
	}
	for (const struct value *c = v->first; c != NULL; c = c->next)
		value_emit(c, r, c->key);
	result_end(r);
}
