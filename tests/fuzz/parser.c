/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <jansson.h>

#include "lib/result.h"
#include "tests/fuzz/parser.h"

struct outcome { /* of one reading of a whole text */
	struct arena arena;
	size_t used;
	struct result *document;
	struct counters counters;
};

/* The text in one line, as a terminal that broke it had it. malloc'd. */
static char *
in_one_line(const char *text)
{
	char *copy = malloc(strlen(text) + 1), *end = copy;

	if (copy == NULL)
		abort();
	for (; *text != '\0'; text++)
		if ((unsigned char)*text >= ' ')
			*end++ = *text;
	*end = '\0';
	return copy;
}

static bool
stands_in(const char *text, const char *number, int traits)
{
	char *line;
	bool found = strstr(text, number) != NULL;

	if (found || (traits & PARSER_BROKEN) == 0)
		return found;
	line = in_one_line(text);
	found = strstr(line, number) != NULL;
	free(line);
	return found;
}

static void
check_counter(const struct counter *c, const char *text, int traits)
{
	char number[24];

	HOLDS(c->name[0] >= 'a' && c->name[0] <= 'z');
	HOLDS(memchr(c->name, 0, sizeof(c->name)) != NULL);
	HOLDS(memchr(c->instance, 0, sizeof(c->instance)) != NULL);
	HOLDS(c->bits == 0 || c->bits == 32 || c->bits == 64);
	HOLDS(c->bits == 64 || c->value <= UINT32_MAX);
	snprintf(number, sizeof(number), "%" PRIu64, c->value);
	if (traits & PARSER_LITERAL)
		HOLDS(stands_in(text, number, traits));
}

/* The first listing of the parser's kind in the text. */
static void
read_text(const struct parser *p, int traits, const char *text, size_t len,
    struct outcome *o)
{
	struct lines lines = { NULL, 0 };
	struct reading r = { .arena = &o->arena };

	o->document = result_new("netcollect", "fuzz");
	if (o->document == NULL || text_lines(&o->arena, text, len, &lines) < 0)
		abort();
	for (size_t i = 0; i < lines.n && r.used == 0; i++) {
		r.line = &lines.v[i];
		r.n = lines.n - i;
		if (!p->begins(r.line, r.n))
			continue;
		r.data = NULL;
		p->parse(&r);
		HOLDS(r.used <= r.n);
		if (r.used == 0)
			counters_free(&r.counters);
	}
	HOLDS(!o->arena.broken);
	o->used = r.used;
	o->counters = r.counters;
	if (r.used > 0) {
		HOLDS(r.data != NULL);
		value_emit(r.data, o->document, "data");
	}
	for (size_t i = 0; i < o->counters.n; i++)
		check_counter(&o->counters.v[i], text, traits);
}

static void
release(struct outcome *o)
{
	counters_free(&o->counters);
	result_free(o->document);
	arena_free(&o->arena);
}

/*
 * Whatever the text: no more lines than there are, a document that is one,
 * possible counters, and the same again for the same text.
 */
int
fuzz_with_parser(
    const struct parser *p, int traits, const uint8_t *data, size_t len)
{
	struct outcome a = { .used = 0 }, b = { .used = 0 };
	struct input in = { data, len };
	char *text = take_text(&in), *first, *second;
	json_t *d;

	/*
	 * Digits could stand behind a NUL, where strstr does not look; what a
	 * terminal overwrites makes numbers that do not stand in the text.
	 */
	for (size_t i = 0; i < len; i++)
		if (text[i] == '\0' ||
		    ((traits & PARSER_LITERAL) &&
			strchr("\a\b\r\033", text[i]) != NULL))
			text[i] = ' ';
	read_text(p, traits, text, len, &a);
	read_text(p, traits, text, len, &b);
	first = result_string(a.document);
	second = result_string(b.document);
	HOLDS(first != NULL && second != NULL);
	HOLDS(strcmp(first, second) == 0);
	HOLDS(a.used == b.used && a.counters.n == b.counters.n);
	for (size_t i = 0; i < a.counters.n; i++)
		HOLDS(a.counters.v[i].value == b.counters.v[i].value);
	d = json_loads(first, JSON_REJECT_DUPLICATES, NULL);
	HOLDS(d != NULL);
	json_decref(d);
	free(first);
	free(second);
	free(text);
	release(&a);
	release(&b);
	return 0;
}
