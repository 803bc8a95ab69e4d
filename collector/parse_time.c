/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a command took, by `time` of the shells and time(1):
 *   csh    0.265u 0.394s 0:08.97 7.3%  20+360k 0+0io 0pf+0w
 *   zsh    make  0.10s user 0.02s system 9% cpu 1.234 total
 *   bash   real 0m1.234s, user 0m0.100s, sys 0m0.020s on lines of their own
 *   POSIX  real 1.23, user 0.10, sys 0.02 on lines of their own
 *   BSD    1.23 real 0.10 user 0.02 sys; ksh the same with 0m1.23s
 *   GNU    0.10user 0.02system 0:01.23elapsed 9%CPU (...)
 *   GNU -v a fact on each line, "User time (seconds): 0.10"
 */
#include <stdio.h>
#include <string.h>

#include "collector/parse.h"

enum { USER, SYS, WALL, PERCENT, FACTS };

static const char *const keys[FACTS] = { "user_s", "sys_s", "wall_s",
	"cpu_percent" };

struct times {
	bool known[FACTS];
	double v[FACTS];
	const char *form;
};

static const struct {
	const char *word;
	int fact;
} words[] = {
	{ "real", WALL },
	{ "user", USER },
	{ "sys", SYS },
	{ "system", SYS },
	{ "elapsed", WALL },
	{ "total", WALL },
	{ "u", USER },
	{ "s", SYS },
	{ "%", PERCENT },
	{ "%CPU", PERCENT },
};

static int
fact_of(struct span s)
{
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (span_is(s, words[i].word))
			return words[i].fact;
	return FACTS;
}

/* "1.23", "0m1.23s", "8:58.97", "1:02:03": digits and what is between. */
static size_t
figure(struct span s, double *v)
{
	size_t i = 0;
	double part;

	*v = 0;
	for (;;) {
		size_t start = i;

		while (i < s.len && strchr("0123456789.,", s.p[i]) != NULL)
			i++;
		if (i == start ||
		    !span_real((struct span){ s.p + start, i - start }, &part))
			return 0;
		*v = *v * 60 + part;
		if (i + 1 >= s.len || strchr(":m", s.p[i]) == NULL)
			break;
		i++;
	}
	/* "0m1.23s": the unit behind minutes is no word of its own */
	if (i < s.len && s.p[i] == 's' && memchr(s.p, 'm', i) != NULL)
		i++;
	return i;
}

static void
set(struct times *t, int fact, double v)
{
	if (fact == FACTS || t->known[fact])
		return;
	t->known[fact] = true;
	t->v[fact] = v;
}

/* csh and GNU: the word is glued to its number, csh's third one has none. */
static bool
glued(const struct line *l, struct times *t)
{
	struct span s[4];
	double v;

	if (text_fields(l, s, 4) < 4)
		return false;
	for (size_t i = 0; i < 4; i++) {
		size_t len = figure(s[i], &v);
		struct span word = { s[i].p + len, s[i].len - len };
		int fact = fact_of(word);

		if (len == 0)
			return false;
		if (i == 2 && word.len == 0 && memchr(s[i].p, ':', len) != NULL)
			fact = WALL;
		set(t, fact, v);
	}
	/* "0.10user" */
	t->form = memchr(s[0].p, 'e', s[0].len) != NULL ? "GNU" : "csh";
	return t->known[USER] && t->known[SYS] && t->known[WALL];
}

/* BSD and ksh: number, then word; zsh: so at the end of a line. */
static bool
behind(const struct line *l, struct times *t)
{
	struct span s, last = { "", 0 };
	size_t at = 0;
	double v;

	while (text_next(l, &at, &s)) {
		int fact = fact_of(s);
		size_t len = last.len > 0 ? figure(last, &v) : 0;
		struct span unit = { last.p + len, last.len - len };

		if (span_is(s, "cpu"))
			fact = PERCENT;
		if (len > 0 && fact != FACTS &&
		    (unit.len == 0 || span_is(unit, "s") || span_is(unit, "%")))
			set(t, fact, v);
		last = s;
	}
	t->form = t->known[PERCENT] ? "zsh" : "BSD";
	return t->known[USER] && t->known[SYS] && t->known[WALL];
}

/* "real", "user" and "sys" on lines of their own, word first. */
static bool
apart(const struct line *l, size_t n, struct times *t)
{
	static const char *const order[] = { "real", "user", "sys" };
	struct span s[3];
	double v;

	if (n < 3)
		return false;
	for (size_t i = 0; i < 3; i++) {
		if (text_fields(&l[i], s, 3) != 2 || !span_is(s[0], order[i]) ||
		    figure(s[1], &v) != s[1].len)
			return false;
		set(t, fact_of(s[0]), v);
	}
	t->form = memchr(s[1].p, 'm', s[1].len) != NULL ? "bash" : "POSIX";
	return true;
}

static const char told[] = "Command being timed: "; /* of GNU's -v */

/* GNU's -v: the fact's words, a colon and its number on each line. */
static size_t
verbose(const struct line *l, size_t n, struct times *t)
{
	static const struct {
		const char *words;
		int fact;
	} lines[] = {
		{ "User time (seconds): ", USER },
		{ "System time (seconds): ", SYS },
		{ "Percent of CPU this job got: ", PERCENT },
		{ "Elapsed (wall clock) time (h:mm:ss or m:ss): ", WALL },
	};
	size_t used = 1;

	for (; used < n && memchr(l[used].p, ':', l[used].len) != NULL; used++)
		for (size_t i = 0; i < 4; i++) {
			size_t len = strlen(lines[i].words);
			struct span s = { l[used].p + len, l[used].len - len };
			double v;

			if (line_begins(&l[used], lines[i].words) &&
			    figure(s, &v) > 0)
				set(t, lines[i].fact, v);
			if (line_begins(&l[used], "Exit status:"))
				n = used + 1; /* the last of them */
		}
	t->form = "GNU";
	return t->known[USER] && t->known[SYS] && t->known[WALL] ? used : 0;
}

static bool
ends_in(const struct line *l, const char *word)
{
	size_t len = strlen(word);

	return l->len > len && memcmp(l->p + l->len - len, word, len) == 0;
}

static bool
ends_in_sys(const struct line *l)
{
	return ends_in(l, " sys") || ends_in(l, " system");
}

#define WIDTH 200

/* One line, or two where mail has broken it. */
static size_t
row(const struct line *l, size_t n, struct times *t)
{
	char text[WIDTH];
	struct line whole = { .p = text };

	if (ends_in_sys(l))
		return behind(l, t) ? 1 : 0;
	if (n < 2 || l->len + l[1].len + 2 > WIDTH || !line_breaks(l))
		return 0;
	whole.len = (size_t)snprintf(text, sizeof(text), "%.*s %.*s",
	    (int)l->len, l->p, (int)l[1].len, l[1].p);
	return ends_in_sys(&whole) && behind(&whole, t) ? 2 : 0;
}

/* Lines of one report, 0: none. */
static size_t
report(const struct line *l, size_t n, struct times *t)
{
	memset(t, 0, sizeof(*t));
	if (n == 0 || l->len == 0)
		return 0;
	if (line_begins(l, told))
		return verbose(l, n, t);
	if (line_begins(l, "real"))
		return apart(l, n, t) ? 3 : 0;
	if (*l->p >= '0' && *l->p <= '9') {
		if (glued(l, t))
			return n > 1 && ends_in(&l[1], "swaps") ? 2 : 1;
		memset(t, 0, sizeof(*t));
		return row(l, n, t);
	}
	return ends_in(l, " total") && behind(l, t) && t->known[PERCENT] ? 1
									 : 0;
}

static bool
begins(const struct line *l, size_t n)
{
	struct times t;

	return report(l, n, &t) > 0;
}

static void
parse(struct reading *r)
{
	struct value *list, *one;
	struct times t;

	r->used = report(r->line, r->n, &t);
	r->data = value_new(r->arena, VALUE_OBJECT);
	list = value_put(r->arena, r->data, "lines", VALUE_ARRAY);
	one = value_put(r->arena, list, NULL, VALUE_OBJECT);
	value_text(r->arena, one, "form", t.form);
	for (int i = 0; i < FACTS; i++)
		if (t.known[i])
			value_real(r->arena, one, keys[i], t.v[i]);
		else
			value_null(r->arena, one, keys[i]);
	if (r->command != NULL)
		value_text(r->arena, one, "command", r->command);
	else
		value_null(r->arena, one, "command");
}

static bool
join(struct arena *a, struct value *into, const char *kind, struct value *from)
{
	(void)a;
	if (strcmp(kind, "cpu_lines") != 0)
		return false;
	value_join(value_find(into, "lines"), value_find(from, "lines"));
	return true;
}

const struct parser parse_time = {
	.kind = "cpu_lines",
	.begins = begins,
	.parse = parse,
	.join = join,
};
