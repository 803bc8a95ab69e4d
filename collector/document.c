/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Reading our own snapshot documents. Their counters are taken as they are
 * (with scope); listings are read again from their text.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collector/collector.h"
#include "collector/parse_json.h"
#include "collector/parse_run_json.h"
#include "collector/parse_watch_json.h"

bool
document_is(const char *text, size_t len)
{
	static const char mark[] = "\"netblast.result/";
	size_t at = 0, end;

	while (at < len && strchr(" \t\r\n", text[at]) != NULL)
		at++;
	if (at == len || text[at] != '{')
		return false;
	/* the schema is the first key that our emitters write */
	end = len - at < 512 ? len : at + 512;
	for (; at + sizeof(mark) - 1 <= end; at++)
		if (memcmp(text + at, mark, sizeof(mark) - 1) == 0)
			return true;
	return false;
}

static const char *
word(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text != NULL ? text : "";
}

static int
read_counters(struct listing *l, const json_t *list, struct fail *f)
{
	json_t *one;
	size_t i;

	json_array_foreach(list, i, one)
	{
		uint64_t value;
		uint8_t bits;

		if (word(one, "name")[0] == '\0' ||
		    !parse_json_u64(one, "value", &value) ||
		    !parse_json_bits(one, &bits))
			return fail(f,
			    "counters[%zu]: name, value and bits "
			    "(32, 64 or null) needed",
			    i);
		if (counters_add(&l->counters, word(one, "name"),
			word(one, "instance"), value, bits) < 0)
			return fail(f, "out of memory");
		l->counters.v[l->counters.n - 1].machine =
		    strcmp(word(one, "scope"), "machine") == 0;
	}
	return 0;
}

static int
read_listing(struct session *s, const json_t *one,
    const struct session_ask *ask, struct fail *f)
{
	const char *text = word(one, "text");
	const struct parser *p = NULL;
	struct listing *l = session_add(s);
	struct session_ask with = *ask;
	struct fail unknown;

	if (l == NULL)
		return fail(f, "out of memory");
	l->kind =
	    arena_text(&s->arena, word(one, "kind"), strlen(word(one, "kind")));
	l->os = arena_text(&s->arena, word(one, "os"), strlen(word(one, "os")));
	l->command = arena_text(
	    &s->arena, word(one, "command"), strlen(word(one, "command")));
	l->text_len = strlen(text);
	l->text = arena_text(&s->arena, text, l->text_len);
	l->variant = "";
	if (with.os == NULL)
		session_os(l->os, &with, &unknown);
	while (l->parser == NULL &&
	    (p = parse_by_kind(word(one, "kind"), p)) != NULL)
		if (session_parse(s, p, l, &with) < 0)
			return fail(f, "out of memory");
	/* those of the document know their scope */
	counters_free(&l->counters);
	return 0;
}

/* Of the generator or the sink, where the caller takes those too. */
static int
read_run(struct session *s, const json_t *json, struct fail *f)
{
	s->run = calloc(1, sizeof(*s->run));
	return s->run == NULL ? fail(f, "out of memory")
			      : rundoc_read(s->run, json, f);
}

static bool
is_run(const json_t *json)
{
	return strcmp(word(json, "kind"), "netblast") == 0 ||
	    strcmp(word(json, "kind"), "netreceive") == 0;
}

/* Which host, which boot of it. */
static void
read_origin(struct session *s, const json_t *json)
{
	s->document = true;
	snprintf(s->boot_id, sizeof(s->boot_id), "%s",
	    word(json_object_get(json, "clock_end"), "boot_id"));
	snprintf(s->host, sizeof(s->host), "%s",
	    word(json_object_get(json, "host"), "name"));
	/* of another host the document has only what it said itself */
	if (json_is_object(json_object_get(json, "router"))) {
		snprintf(s->boot_id, sizeof(s->boot_id), "%s",
		    word(json_object_get(json, "router"), "boot_id"));
		s->host[0] = '\0';
	}
	snprintf(s->node, sizeof(s->node), "%s", word(json, "node"));
}

static int
read_watch(struct session *s, const json_t *json, struct fail *f)
{
	s->last = calloc(1, sizeof(*s->last));
	if (s->last == NULL)
		return fail(f, "out of memory");
	read_origin(s, json);
	read_origin(s->last, json);
	s->watch = s->last->watch = true;
	return watch_read(s, s->last, json, f);
}

static int
read_all(struct session *s, const json_t *json, const struct session_ask *ask,
    struct fail *f)
{
	json_t *list = json_object_get(json, "counters"), *one;
	struct listing *first;
	size_t i;

	if (strcmp(word(json, "schema"), RESULT_SCHEMA) != 0)
		return fail(f, "schema \"%s\": only %s can be read",
		    word(json, "schema"), RESULT_SCHEMA);
	if (ask->runs && is_run(json))
		return read_run(s, json, f);
	if (strcmp(word(json, "kind"), "netcollect") == 0 && watch_is(json))
		return ask->watches
		    ? read_watch(s, json, f)
		    : fail(f, "a watch: diff and ledger read those");
	if (strcmp(word(json, "kind"), "netcollect") != 0 ||
	    !json_is_array(list))
		return fail(f,
		    "a document of kind \"%s\", no snapshot of "
		    "netcollect",
		    word(json, "kind"));
	read_origin(s, json);
	s->moving = json_is_false(
	    json_object_get(json_object_get(json, "settled"), "agreed"));
	parse_json_u64(json_object_get(json_object_get(json, "taken"), "after"),
	    "mono_ns", &s->mono_ns);
	first = session_add(s);
	if (first == NULL)
		return fail(f, "out of memory");
	first->kind = first->variant = first->text = "";
	if (read_counters(first, list, f) < 0)
		return -1;
	json_array_foreach(json_object_get(json, "listings"), i,
	    one) if (read_listing(s, one, ask, f) < 0) return -1;
	return s->arena.broken ? fail(f, "out of memory") : 0;
}

int
document_read(struct session *s, const char *text, size_t len,
    const struct session_ask *ask, struct fail *f)
{
	json_error_t error;
	json_t *json = json_loadb(text, len, JSON_REJECT_DUPLICATES, &error);
	int rc;

	if (json == NULL)
		return fail(f, "line %d: %s", error.line, error.text);
	rc = read_all(s, json, ask, f);
	json_decref(json);
	return rc;
}
