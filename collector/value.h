/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a parser found, as a tree of JSON's kinds of values. All of it lives
 * in an arena and goes with it. Without memory the arena is marked broken and
 * every call still returns something harmless, so that parsers need no check
 * per value; whoever owns the arena asks once at the end.
 */
#ifndef COLLECTOR_VALUE_H
#define COLLECTOR_VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/result.h"

struct arena_block;

struct arena { /* zeroed to begin with */
	struct arena_block *head;
	bool broken; /* an allocation failed */
	char spare[256]; /* what is handed out then, for small requests */
};

/* Zeroed, aligned for everything. NULL only where broken and over 256. */
void *arena_get(struct arena *, size_t size);
/* A terminated copy. */
const char *arena_text(struct arena *, const char *, size_t len);
void arena_free(struct arena *);

enum value_type {
	VALUE_NULL,
	VALUE_BOOL,
	VALUE_U64,
	VALUE_I64, /* below 0 only */
	VALUE_REAL,
	VALUE_TEXT,
	VALUE_NUMBERS,
	VALUE_ARRAY,
	VALUE_OBJECT,
};

struct value {
	enum value_type type;
	const char *key; /* in an object */
	union {
		bool boolean;
		uint64_t u64;
		int64_t i64;
		double real;
		const char *text;
		struct { /* an array of them, without a value for each */
			const uint64_t *number;
			size_t n;
		};
		struct {
			struct value *first, *last;
		};
	};
	struct value *next; /* in the same container */
};

/* key NULL: into an array. Each returns the new value. */
struct value *value_new(struct arena *, enum value_type);
struct value *
value_put(struct arena *, struct value *into, const char *key, enum value_type);
void value_u64(struct arena *, struct value *, const char *key, uint64_t);
void value_i64(struct arena *, struct value *, const char *key, int64_t);
void value_real(struct arena *, struct value *, const char *key, double);
void value_bool(struct arena *, struct value *, const char *key, bool);
void value_text(struct arena *, struct value *, const char *key, const char *);
/* A row of a listing as an array; the numbers are copied. */
void value_numbers(struct arena *, struct value *, const char *key,
    const uint64_t *, size_t n);
void value_null(struct arena *, struct value *, const char *key);

/* The key that foreign text becomes: valid UTF-8. */
const char *value_key(struct arena *, const char *);
/* NULL: no such key, or no object. */
struct value *value_find(const struct value *, const char *key);
/* Move the children of `from` behind those of `into`. */
void value_join(struct value *into, struct value *from);

void value_emit(const struct value *, struct result *, const char *key);

#endif
