/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Lines of text with keys in braces: a line is written where the object has
 * all of its keys.
 */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collector/libxo.h"
#include "collector/prompt.h"

#define KEY_MAX 48

/* ---- templates ------------------------------------------------------------- */

/* No control characters: a name must not become a line. */
static void
put_value(FILE *f, const json_t *v)
{
	const char *text = json_string_value(v);

	if (text == NULL) {
		fprintf(f, "%lld", (long long)json_integer_value(v));
		return;
	}
	for (; *text != '\0'; text++)
		fputc((unsigned char)*text < ' ' ? '?' : *text, f);
}

/* The value of "{key}..." at p; *end behind it; NULL: there is none. */
static const json_t *
value_at(const char *p, const json_t *object, const char **end)
{
	char key[KEY_MAX];
	const json_t *v;

	*end = strchr(p, '}') + 1;
	snprintf(key, sizeof(key), "%.*s", (int)(*end - p - 2), p + 1);
	v = json_object_get(object, key);
	return json_is_string(v) || json_is_integer(v) ? v : NULL;
}

static bool
put_line(FILE *f, const char *line, const json_t *object)
{
	const char *end;

	for (const char *p = line; (p = strchr(p, '{')) != NULL; p = end)
		if (value_at(p, object, &end) == NULL)
			return false;
	for (const char *p = line; *p != '\0';) {
		if (*p == '{') {
			put_value(f, value_at(p, object, &end));
			p = end;
		} else {
			fputc(*p++, f);
		}
	}
	fputc('\n', f);
	return true;
}

static void
put_lines(FILE *f, const char *const *lines, const json_t *object)
{
	for (; *lines != NULL; lines++)
		put_line(f, *lines, object);
}

static void
put_rows(FILE *f, const char *line, const json_t *list)
{
	const json_t *row;
	size_t i;

	json_array_foreach(list, i, row) put_line(f, line, row);
}

/* ---- kinds ------------------------------------------------------------------ */

static void
mbufs(FILE *f, const json_t *from, const struct reading *r)
{
	static const char *const lines[] = {
		"{mbuf-current}/{mbuf-cache}/"
		"{mbuf-total} mbufs in use (current/cache/total)",
		"{cluster-current}/{cluster-cache}/{cluster-total}/"
		"{cluster-max} mbuf clusters in use (current/cache/total/max)",
		"{jumbo-count}/{jumbo-cache}/{jumbo-total}/{jumbo-max} "
		"{jumbo-page-size}k (page size) jumbo clusters in use "
		"(current/cache/total/max)",
		"{jumbo9-count}/{jumbo9-cache}/{jumbo9-total}/{jumbo9-max} "
		"9k jumbo clusters in use (current/cache/total/max)",
		"{jumbo16-count}/{jumbo16-cache}/{jumbo16-total}/"
		"{jumbo16-limit} 16k jumbo clusters in use "
		"(current/cache/total/max)",
		"{mbuf-failures}/{cluster-failures}/{packet-failures} "
		"requests for mbufs denied (mbufs/clusters/mbuf+clusters)",
		"{mbuf-sleeps}/{cluster-sleeps}/{packet-sleeps} "
		"requests for mbufs delayed (mbufs/clusters/mbuf+clusters)",
		"{jumbop-sleeps}/{jumbo9-sleeps}/{jumbo16-sleeps} requests for "
		"jumbo clusters delayed ({jumbo-page-size}k/9k/16k)",
		"{jumbop-failures}/{jumbo9-failures}/{jumbo16-failures} "
		"requests for jumbo clusters denied "
		"({jumbo-page-size}k/9k/16k)",
		NULL
	};

	(void)r;
	put_lines(f, lines, from);
}

static void
interrupts(FILE *f, const json_t *from, const struct reading *r)
{
	(void)r;
	fputs("interrupt total rate\n", f);
	put_rows(
	    f, "{name} {total} {rate}", json_object_get(from, "interrupt"));
	put_line(f, "Total {total-interrupts} {total-rate}", from);
}

/* The interface of "netstat -I em0 -w 1", which the document does not name. */
static const char *
scope(const char *command, char *name, size_t size)
{
	const char *option = command != NULL ? strstr(command, " -I") : NULL;

	snprintf(name, size, "?");
	if (option != NULL && sscanf(option + 3, "%31s", name) == 1)
		return name;
	return prompt_runs(command, "netstat") ? "(Total)" : name;
}

static void
rates(FILE *f, const json_t *from, const struct reading *r)
{
	static const char row[] =
	    "{received-packets} {received-errors} {" LIBXO_INPUT_DROPS
	    "} {received-bytes} {sent-packets} {send-errors} {sent-bytes} "
	    "{collisions}";
	static const char drops[] = " {dropped-packets}";
	bool d =
	    json_object_get(json_array_get(from, 0), "dropped-packets") != NULL;
	char line[sizeof(row) + sizeof(drops)], name[32];

	snprintf(line, sizeof(line), "%s%s", row, d ? drops : "");
	fprintf(f,
	    "input %s output\npackets errs idrops bytes packets errs bytes "
	    "colls%s\n",
	    scope(r->command, name, sizeof(name)), d ? " drops" : "");
	put_rows(f, line, from);
}

static const struct form {
	const char *key;
	const struct parser *parser;
	void (*put)(FILE *, const json_t *, const struct reading *);
} forms[] = {
	{ "interface-statistics", &parse_ifrate, rates },
	{ "mbuf-statistics", &parse_mbufs, mbufs },
	{ "interrupt-statistics", &parse_vmstat_i, interrupts },
};

/* ---- reading ---------------------------------------------------------------- */

/* The container of that name, within one of the program's name or not. */
static const json_t *
container(const json_t *json, const char *key)
{
	const json_t *found = json_object_get(json, key), *inner;
	const char *name;

	json_object_foreach((json_t *)json, name, inner)
	{
		if (found == NULL)
			found = json_object_get(inner, key);
	}
	return found;
}

static bool
read_text(struct reading *r, const struct parser *p, char *text, size_t len)
{
	struct lines lines;
	struct reading inner = *r;

	text = (char *)arena_text(r->arena, text, len);
	if (text_lines(r->arena, text, len, &lines) < 0)
		return false;
	inner.line = lines.v;
	inner.n = lines.n;
	inner.used = 0;
	inner.kind = p->kind;
	if (!p->begins(inner.line, inner.n))
		return false;
	p->parse(&inner);
	r->kind = inner.kind;
	r->data = inner.data;
	r->counters = inner.counters;
	r->variant = inner.variant;
	return inner.used > 0;
}

/* Of `netstat -w`: the document does not say which interface it was. */
static void
forget_scope(struct value *data)
{
	struct value *v = value_find(data, "scope");

	if (v != NULL && v->type == VALUE_TEXT && strcmp(v->text, "?") == 0)
		v->type = VALUE_NULL;
}

bool
libxo_as_text(struct reading *r, const json_t *json)
{
	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
		const json_t *from = container(json, forms[i].key);
		char *text = NULL;
		size_t len;
		FILE *f = from != NULL ? open_memstream(&text, &len) : NULL;
		bool read;

		if (f == NULL)
			continue;
		forms[i].put(f, from, r);
		read =
		    fclose(f) == 0 && read_text(r, forms[i].parser, text, len);
		free(text);
		if (read) {
			forget_scope(r->data);
			return true;
		}
		counters_free(&r->counters);
	}
	return false;
}
