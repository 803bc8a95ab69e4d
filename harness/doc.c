/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>

#include "harness/doc.h"
#include "lib/num.h"
#include "lib/result.h"

json_t *
doc_load(const char *path, const char *kind, struct fail *f)
{
	json_error_t error;
	json_t *doc = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
	const char *schema, *got;

	if (doc == NULL) {
		fail(f, "%s: %s", path, error.text);
		return NULL;
	}
	schema = doc_text(doc, "schema");
	got = doc_text(doc, "kind");
	if (schema == NULL || strcmp(schema, RESULT_SCHEMA) != 0)
		fail(f, "%s: schema %s, expected " RESULT_SCHEMA, path,
		    schema != NULL ? schema : "missing");
	else if (got == NULL || strcmp(got, kind) != 0)
		fail(f, "%s: a document of kind %s, expected %s", path,
		    got != NULL ? got : "unknown", kind);
	else
		return doc;
	json_decref(doc);
	return NULL;
}

const json_t *
doc_at(const json_t *v, const char *path)
{
	char key[64];

	while (v != NULL && *path != '\0') {
		size_t len = strcspn(path, ".");

		if (len >= sizeof(key))
			return NULL;
		memcpy(key, path, len);
		key[len] = '\0';
		v = json_object_get(v, key);
		path += len + (path[len] == '.');
	}
	return json_is_null(v) ? NULL : v;
}

const char *
doc_text(const json_t *v, const char *path)
{
	return json_string_value(doc_at(v, path));
}

bool
doc_u64(const json_t *v, const char *path, uint64_t *out)
{
	const json_t *n = doc_at(v, path);

	if (json_is_integer(n) && json_integer_value(n) >= 0) {
		*out = (uint64_t)json_integer_value(n);
		return true;
	}
	return json_is_string(n) &&
	    num_u64(path, json_string_value(n), 0, UINT64_MAX, out, NULL) == 0;
}

double
doc_real(const json_t *v, const char *path)
{
	const json_t *n = doc_at(v, path);
	uint64_t whole;

	if (json_is_number(n))
		return json_number_value(n);
	return doc_u64(v, path, &whole) ? (double)whole : NAN;
}

int
doc_counters(const json_t *snapshot, struct counters *c, struct fail *f)
{
	const json_t *list = doc_at(snapshot, "counters"), *v;
	size_t i;

	memset(c, 0, sizeof(*c));
	if (!json_is_array(list))
		return fail(f, "snapshot: has no counters");
	json_array_foreach(list, i, v)
	{
		const char *name = doc_text(v, "name");
		const char *instance = doc_text(v, "instance");
		const char *scope = doc_text(v, "scope");
		uint64_t value, bits = 64;

		if (name == NULL || !doc_u64(v, "value", &value))
			continue; /* not measured */
		doc_u64(v, "bits", &bits);
		if (counters_add(c, name, instance != NULL ? instance : "",
			value, bits == 32 ? 32 : 64) < 0) {
			counters_free(c);
			return fail(f, "snapshot: out of memory");
		}
		c->v[c->n - 1].machine =
		    scope != NULL && strcmp(scope, "machine") == 0;
	}
	return 0;
}

int
doc_set_real(json_t *o, const char *key, double v)
{
	return json_object_set_new(
	    o, key, isfinite(v) ? json_real(v) : json_null());
}

int
doc_set_u64(json_t *o, const char *key, uint64_t v)
{
	return json_object_set_new(o, key, json_integer((json_int_t)v));
}

int
doc_set_text(json_t *o, const char *key, const char *v)
{
	return json_object_set_new(
	    o, key, v != NULL ? json_string(v) : json_null());
}
