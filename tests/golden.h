/* SPDX-License-Identifier: BSD-2-Clause */
/* The samples of tests/data: a listing, and what is said about it. */
#ifndef TESTS_GOLDEN_H
#define TESTS_GOLDEN_H

#include "tests/unit.h"

#include <dirent.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collector/session.h"

#define CORPUS TEST_DATA "/corpus/"
/* The same kinds from other systems, in the same form; made by hand. */
#define VARIANTS TEST_DATA "/variants/"

struct sample {
	char *name, *text;
	json_t *about; /* NAME.expect.json */
};

static inline char *
slurp(const char *path)
{
	FILE *f = fopen(path, "r");
	char *text;
	long size;

	ck_assert_msg(f != NULL, "%s", path);
	fseek(f, 0, SEEK_END);
	size = ftell(f);
	rewind(f);
	text = malloc((size_t)size + 1);
	ck_assert_uint_eq(fread(text, 1, (size_t)size, f), (size_t)size);
	text[size] = '\0';
	fclose(f);
	return text;
}

static inline int
compare_names(const void *a, const void *b)
{
	return strcmp(
	    ((const struct sample *)a)->name, ((const struct sample *)b)->name);
}

/* Those of a folder but the ledgers, which tests/cli compares. */
static inline size_t
samples(const char *dir, struct sample *v, size_t cap)
{
	DIR *d = opendir(dir);
	struct dirent *e;
	char path[300];
	size_t n = 0;

	ck_assert_ptr_nonnull(d);
	while ((e = readdir(d)) != NULL) {
		size_t len = strlen(e->d_name);
		struct sample *s = &v[n];

		if (len <= 12 ||
		    strcmp(e->d_name + len - 12, ".expect.json") != 0)
			continue;
		ck_assert_uint_lt(n, cap);
		snprintf(path, sizeof(path), "%s%s", dir, e->d_name);
		s->about = json_load_file(path, 0, NULL);
		ck_assert_msg(s->about != NULL, "%s", path);
		if (strcmp(json_string_value(json_object_get(s->about, "kind")),
			"ledger") == 0) {
			json_decref(s->about);
			continue;
		}
		s->name = strndup(e->d_name, len - 12);
		snprintf(path, sizeof(path), "%s%s.txt", dir, s->name);
		s->text = slurp(path);
		n++;
	}
	closedir(d);
	qsort(v, n, sizeof(*v), compare_names);
	return n;
}

static inline void
samples_free(struct sample *v, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		json_decref(v[i].about);
		free(v[i].name);
		free(v[i].text);
	}
}

static inline const char *
sample_text(const struct sample *s, const char *key)
{
	return json_string_value(json_object_get(s->about, key));
}

/* As netcollect reads it; `text` instead of the sample's own. */
static inline void
sample_read(const struct sample *s, const char *text, struct session *out)
{
	struct session_ask ask = { .os = NULL };
	struct fail f = { "" };
	char os[80];

	snprintf(os, sizeof(os), "%s-%s", sample_text(s, "os"),
	    sample_text(s, "version"));
	ck_assert_int_eq(
	    session_os(strncmp(os, "any", 3) == 0 ? "Linux" : os, &ask, &f), 0);
	ask.command = sample_text(s, "command");
	ck_assert_int_eq(
	    session_read(out, strdup(text), strlen(text), &ask, &f), 0);
	session_join(out);
}

/* A document's text to JSON; the document is freed. */
static inline json_t *
parsed(struct result *r)
{
	char *text = result_string(r);
	json_t *all;

	ck_assert_ptr_nonnull(text);
	all = json_loads(text, 0, NULL);
	ck_assert_ptr_nonnull(all);
	free(text);
	result_free(r);
	return all;
}

/* All that a text gives: kinds, data, counters. */
static inline json_t *
reading(const struct sample *of, const char *text)
{
	struct session s = { .n = 0 };
	struct result *r = result_new("netcollect", "test");
	json_t *all, *listings;

	sample_read(of, text, &s);
	result_array(r, "listings");
	for (size_t i = 0; i < s.n; i++) {
		const struct counters *c = &s.v[i].counters;

		result_object(r, NULL);
		result_text(r, "kind", s.v[i].kind);
		if (!s.v[i].joined)
			value_emit(s.v[i].data, r, "data");
		result_object(r, "counters");
		for (size_t k = 0; k < c->n; k++) {
			char key[COUNTER_NAME + COUNTER_INSTANCE + 2];

			snprintf(key, sizeof(key), "%s %s", c->v[k].name,
			    c->v[k].instance);
			result_u64(r, key, c->v[k].value);
		}
		result_end(r);
		result_end(r);
	}
	result_end(r);
	session_free(&s);
	all = parsed(r);
	listings = json_incref(json_object_get(all, "listings"));
	json_decref(all);
	return listings;
}

#endif
