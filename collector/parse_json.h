/* SPDX-License-Identifier: BSD-2-Clause */
/* For parsers of tools that print JSON themselves (parse_*_json.c). */
#ifndef COLLECTOR_PARSE_JSON_H
#define COLLECTOR_PARSE_JSON_H

#include "collector/parse.h"

struct json_t; /* jansson's */

/* Does JSON begin here that has `word` in its first lines? */
bool parse_json_begins(const struct line *, size_t n, const char *word);

/*
 * The whole JSON text that begins at the reading's first line, wrapped lines
 * joined; sets used. NULL: it is not closed, or not valid. A reference to be
 * given back.
 */
struct json_t *parse_json_load(struct reading *);
/* The same, after `edit` has mended the text in its place. */
struct json_t *
parse_json_load_edited(struct reading *, void (*edit)(char *, size_t));

/* A count: an integer not below 0, or decimal digits as text. */
bool parse_json_u64(const struct json_t *object, const char *key, uint64_t *);
bool parse_json_count(const struct json_t *, uint64_t *);

/* A counter's "bits" in a document of ours: 32, 64, or null (0). */
bool parse_json_bits(const struct json_t *counter, uint8_t *);

/* "" where there is none. */
const char *parse_json_text(const struct json_t *object, const char *key);

#endif
