/* SPDX-License-Identifier: BSD-2-Clause */
/* Looking into JSON documents: what is missing or null is "not known". */
#ifndef HARNESS_DOC_H
#define HARNESS_DOC_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "lib/counter.h"
#include "lib/fail.h"

/*
 * A result document of this kind (docs/result-format.md). NULL: no such file,
 * no JSON, a schema of another major version, another kind. The caller's.
 */
json_t *doc_load(const char *path, const char *kind, struct fail *);

/* Value at "a.b.c"; NULL where it is missing or null. */
const json_t *doc_at(const json_t *, const char *path);

/* Text there, or NULL. */
const char *doc_text(const json_t *, const char *path);

/* Whole number there (also as a decimal string); false: not known. */
bool doc_u64(const json_t *, const char *path, uint64_t *);

/* Any number there; NaN: not known. */
double doc_real(const json_t *, const char *path);

/* counters[] of a snapshot document; freed with counters_free. */
int doc_counters(const json_t *snapshot, struct counters *, struct fail *);

/* Into an object; NaN and infinity become null. -1 without memory. */
int doc_set_real(json_t *object, const char *key, double);
int doc_set_u64(json_t *object, const char *key, uint64_t);
int doc_set_text(json_t *object, const char *key, const char *);

#endif
