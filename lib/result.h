/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Result documents: JSON under construction, one envelope for every program
 * ("schema": "netblast.result/1"; docs/result-format.md). Its text is made by
 * lib/jsontext.h, as the calls come.
 *
 * Usage: result_new(); then values and nested containers in order;
 * result_write(). A value is added to the innermost open container: with a
 * key into an object, with key NULL into an array. Of members with one key
 * the first one stays. Trouble on the way (no
 * memory, a NULL key in an object) is remembered and told by result_write(),
 * so callers need no check per value. Unknown is result_null(), never 0. Keys
 * and texts may hold any bytes: what is not UTF-8 becomes U+FFFD.
 */
#ifndef LIB_RESULT_H
#define LIB_RESULT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/fail.h"

#define RESULT_SCHEMA "netblast.result/1"

struct result;

/*
 * A document of this kind ("netblast", "netreceive", "netcollect", "run") by
 * this program, with schema, kind, tool {name, version} and host already in
 * it. NULL: no memory. Freed by result_free().
 */
struct result *result_new(const char *kind, const char *tool);
void result_free(struct result *);

void result_object(struct result *, const char *key); /* open { */
void result_array(struct result *, const char *key); /* open [ */
void result_end(struct result *); /* close */

/* Above 2^63-1: as a decimal string, since JSON integers are signed. */
void result_u64(struct result *, const char *key, uint64_t);
void result_i64(struct result *, const char *key, int64_t);
/* NaN and infinity become null. */
void result_real(struct result *, const char *key, double);
void result_bool(struct result *, const char *key, bool);
void result_null(struct result *, const char *key);
/* The number where it is known, else null. */
void result_known(struct result *, const char *key, bool known, uint64_t);
/* A number whose 0 stands for "not given" or "never": then null. */
void result_given(struct result *, const char *key, uint64_t);
/* NULL becomes null; bytes that are not UTF-8 become U+FFFD. */
void result_text(struct result *, const char *key, const char *);
void
result_text_len(struct result *, const char *key, const char *, size_t len);

/*
 * Clock block: boot id, (monotonic, wall) pair now, under `key`. Call at
 * start and at the end: "clock_start", "clock_end".
 */
void result_clock(struct result *, const char *key);

/*
 * Can result_write() write there? To be asked before a measurement, so that
 * a mistyped path does not cost the result.
 */
int result_writable(const char *path, struct fail *);

/*
 * Write to `path` by way of a temporary name, fsync and rename; "-" is
 * standard output. The document ends in a newline.
 */
int result_write(struct result *, const char *path, struct fail *);

/* For tests and nesting: the text, malloc'd, to be freed by the caller. */
char *result_string(struct result *);

#endif
