/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/html.h"
#include "harness/report_group.h"
#include "harness/report_num.h"
#include "harness/report_run.h"
#include "harness/report_wrap.h"

#define SCHEMA_MAJOR "netblast.result/1"

const json_t *
report_at(const json_t *from, const char *path)
{
	const json_t *v = from;
	char key[64];

	while (v != NULL && *path != '\0') {
		size_t n = strcspn(path, ".");

		if (n >= sizeof(key))
			return NULL;
		memcpy(key, path, n);
		key[n] = '\0';
		v = json_object_get(v, key);
		path += n + (path[n] == '.');
	}
	return json_is_null(v) ? NULL : v;
}

const char *
report_text(const json_t *from, const char *path)
{
	return json_string_value(report_at(from, path));
}

/* Integers above 2^63-1 are decimal strings in our documents. */
double
report_real(const json_t *from, const char *path)
{
	const json_t *v = report_at(from, path);
	char *end = NULL;
	double real;

	if (json_is_number(v))
		return json_number_value(v);
	if (!json_is_string(v) || *json_string_value(v) == '\0')
		return NAN;
	real = strtod(json_string_value(v), &end);
	return *end == '\0' ? real : NAN;
}

bool
report_int(const json_t *from, const char *path, int64_t *out)
{
	const json_t *v = report_at(from, path);

	if (!json_is_integer(v))
		return false;
	*out = json_integer_value(v);
	return true;
}

bool
report_true(const json_t *from, const char *path)
{
	return json_is_true(report_at(from, path));
}

struct report_stat
report_stat(const struct report_row *row, const char *name)
{
	char path[64];
	struct report_stat s = { .median = NAN,
		.min = NAN,
		.max = NAN,
		.mean = NAN,
		.low = NAN,
		.high = NAN };
	const json_t *v;
	int64_t n = 0;

	snprintf(path, sizeof(path), "statistics.%s", name);
	v = report_at(row->json, path);
	if (v == NULL || !report_int(v, "n", &n) || n < 1)
		return s;
	s.n = (uint64_t)n;
	s.median = report_real(v, "median");
	s.min = report_real(v, "min");
	s.max = report_real(v, "max");
	s.mean = report_real(v, "mean");
	s.low = report_real(v, "ci95_low");
	s.high = report_real(v, "ci95_high");
	s.values = report_at(v, "values");
	s.known = isfinite(s.median);
	return s;
}

const json_t *
report_key(const struct report_row *row, const char *key)
{
	static const char *const classes[] = { "fingerprint.method",
		"fingerprint.bench" };

	for (int i = 0; i < 2; i++) {
		const json_t *v =
		    json_object_get(report_at(row->json, classes[i]), key);

		if (v != NULL && !json_is_null(v))
			return v;
	}
	return NULL;
}

const json_t *
report_trial(
    const struct report_run *run, const struct report_row *row, size_t *at)
{
	while (*at < json_array_size(run->trials)) {
		const json_t *t = json_array_get(run->trials, (*at)++);
		const char *id = report_text(t, "row");

		if (id != NULL && strcmp(id, row->id) == 0)
			return t;
	}
	return NULL;
}

int
report_directions(const struct report_row *row)
{
	int64_t n;

	return report_int(row->json, "directions", &n) && n == 2 ? 2 : 1;
}

char *
report_scalar(const json_t *v, char *buf, size_t size)
{
	if (json_is_string(v))
		snprintf(buf, size, "%s", json_string_value(v));
	else if (json_is_integer(v))
		snprintf(
		    buf, size, "%" JSON_INTEGER_FORMAT, json_integer_value(v));
	else if (json_is_real(v))
		snprintf(buf, size, "%.10g", json_real_value(v));
	else if (json_is_boolean(v))
		snprintf(buf, size, "%s", json_is_true(v) ? "yes" : "no");
	else
		snprintf(buf, size, "%s", REPORT_UNKNOWN);
	return buf;
}

char *
report_keyed(const char *key, const json_t *v, char *buf, size_t size)
{
	size_t n = strlen(key);
	char text[REPORT_NUM];

	if (n < 3 || strcmp(key + n - 3, "_ns") != 0 || !json_is_number(v))
		return report_scalar(v, buf, size);
	snprintf(buf, size, "%s", report_ms(json_number_value(v) / 1e6, text));
	return buf;
}

static bool
taken(const struct report_run *run, size_t before, const char *anchor)
{
	for (size_t i = 0; i < before; i++)
		if (strcmp(run->row[i].anchor, anchor) == 0)
			return true;
	return false;
}

/* Ids that differ only in odd characters must not share an anchor. */
static void
name_row(struct report_run *run, size_t i)
{
	struct report_row *row = &run->row[i];
	char wish[64];
	unsigned again = 1;

	html_anchor("row-", row->id, wish, sizeof(wish));
	snprintf(row->anchor, sizeof(row->anchor), "%s", wish);
	while (taken(run, i, row->anchor))
		snprintf(
		    row->anchor, sizeof(row->anchor), "%s-%u", wish, ++again);
}

static int
take_row(struct report_run *run, size_t i, struct fail *f)
{
	struct report_row *row = &run->row[i];
	const char *kind, *load;
	size_t at = 0;
	const json_t *t;

	row->json = json_array_get(report_at(run->root, "rows"), i);
	row->id = report_text(row->json, "id");
	if (row->id == NULL)
		return fail(f, "run.json: rows[%zu]: no \"id\" text", i);
	row->title = report_text(row->json, "title");
	if (row->title == NULL)
		row->title = row->id;
	kind = report_text(row->json, "kind");
	row->direct = kind != NULL && strcmp(kind, "direct") == 0;
	load = report_text(row->json, "fingerprint.method.load");
	row->closed = load != NULL && strcmp(load, "closed") == 0;
	name_row(run, i);
	while ((t = report_trial(run, row, &at)) != NULL) {
		row->trials++;
		row->valid += report_true(t, "valid");
	}
	return 0;
}

static int
take_rows(struct report_run *run, struct fail *f)
{
	size_t n = json_array_size(report_at(run->root, "rows"));

	run->row = calloc(n, sizeof(*run->row));
	if (run->row == NULL)
		return fail(f, "report: no memory");
	run->rows = n;
	for (size_t i = 0; i < n; i++)
		if (take_row(run, i, f) < 0)
			return -1;
	return report_group(run, f);
}

/* "netblast.result/1" and its minor versions "netblast.result/1.N". */
static bool
our_schema(const char *schema)
{
	size_t n = strlen(SCHEMA_MAJOR);

	return schema != NULL && strncmp(schema, SCHEMA_MAJOR, n) == 0 &&
	    (schema[n] == '\0' || schema[n] == '.');
}

static int
check(const struct report_run *run, struct fail *f)
{
	const char *kind = report_text(run->root, "kind");

	if (!our_schema(report_text(run->root, "schema")))
		return fail(f, "run.json: schema is not " SCHEMA_MAJOR);
	if (kind == NULL || strcmp(kind, "run") != 0)
		return fail(f, "run.json: kind is \"%.40s\", not \"run\"",
		    kind == NULL ? "" : kind);
	if (json_array_size(report_at(run->root, "rows")) == 0)
		return fail(f, "run.json: \"rows\" is empty");
	if (!json_is_array(run->trials))
		return fail(f, "run.json: \"trials\" is no array");
	return 0;
}

int
report_run_take(struct report_run *run, json_t *root, struct fail *f)
{
	const char *lab;

	*run = (struct report_run){ .root = root };
	run->trials = report_at(root, "trials");
	lab = report_text(root, "run.lab");
	run->shared_kernel = lab != NULL && strcmp(lab, "shared-kernel") == 0;
	if (check(run, f) < 0 || take_rows(run, f) < 0) {
		report_run_free(run);
		return -1;
	}
	return 0;
}

bool
report_is_run(const struct report_run *run)
{
	return !run->ledger_only;
}

int
report_run_load(struct report_run *run, const char *path, struct fail *f)
{
	json_error_t e;
	json_t *root = json_load_file(path, JSON_REJECT_DUPLICATES, &e);
	const char *name = strrchr(path, '/');
	bool ledger;
	json_t *whole;

	if (root == NULL)
		return e.line < 0
		    ? fail(f, "%.300s", e.text)
		    : fail(f, "%.200s: line %d: %.200s", path, e.line, e.text);
	ledger = report_is_ledger(root);
	if (ledger) {
		whole =
		    report_wrap_ledger(root, name == NULL ? path : name + 1);
		json_decref(root);
		if (whole == NULL)
			return fail(
			    f, "%.300s: not a ledger, or no memory", path);
		root = whole;
	}
	if (report_run_take(run, root, f) < 0)
		return -1;
	run->ledger_only = ledger;
	return 0;
}

void
report_run_free(struct report_run *run)
{
	json_decref(run->root);
	free(run->row);
	*run = (struct report_run){ .root = NULL };
}
