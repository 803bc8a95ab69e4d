/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A run.json as the report reads it: checked once, then looked at through
 * these functions. Whatever is missing or null is "unknown" and stays so.
 */
#ifndef HARNESS_REPORT_RUN_H
#define HARNESS_REPORT_RUN_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/fail.h"

/* A statistic of a row; what is not known is NaN, n 0. */
struct report_stat {
	bool known;
	uint64_t n;
	double median, min, max, mean, low, high; /* low, high: 95 % */
	const json_t *values;
};

struct report_row {
	const json_t *json;
	const char *id, *title;
	char anchor[80]; /* unique in the page: "row-plain" */
	bool direct; /* the path without the router: a reference */
	bool closed; /* closed load: no loss is ever given */
	size_t group; /* rows of equal method and bench keys */
	size_t trials, valid;
};

struct report_run {
	json_t *root;
	const json_t *trials; /* array */
	struct report_row *row;
	size_t rows, groups;
	bool shared_kernel;
	bool ledger_only; /* made from a ledger document of netcollect */
};

/* Reads and checks a run.json or a ledger document; on -1 nothing has to be freed. */
int report_run_load(struct report_run *, const char *path, struct fail *);
/* The same with a parsed document, whose reference is taken. */
int report_run_take(struct report_run *, json_t *, struct fail *);
void report_run_free(struct report_run *);

/* Value at "a.b.c"; NULL where it is missing or null. */
const json_t *report_at(const json_t *, const char *path);
/* Text there, or NULL. */
const char *report_text(const json_t *, const char *path);
/* Number there (also a decimal string), or NaN. */
double report_real(const json_t *, const char *path);
/* Whole number there (also a decimal string); false: unknown. */
bool report_int(const json_t *, const char *path, int64_t *);
bool report_true(const json_t *, const char *path);

/* A method or bench key of the row by name; NULL: not known. */
const json_t *report_key(const struct report_row *, const char *key);

/* statistics.NAME of a row. */
struct report_stat report_stat(const struct report_row *, const char *name);

/*
 * The next trial of this row at or after *at, which is moved behind it. NULL
 * at the end.
 */
const json_t *
report_trial(const struct report_run *, const struct report_row *, size_t *at);

/* 1 or 2. */
int report_directions(const struct report_row *);

/* A scalar of JSON as text: "64", "none", "yes"; en dash for null. */
char *report_scalar(const json_t *, char *buf, size_t size);

/* The same, but a key that ends in _ns is told as a time: "2 s". */
char *report_keyed(const char *key, const json_t *, char *buf, size_t size);

/* For sections that need the trials of a run. */
bool report_is_run(const struct report_run *);

#endif
