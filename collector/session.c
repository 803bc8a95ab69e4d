/* SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "collector/encoded.h"
#include "collector/folded.h"
#include "collector/paste.h"
#include "collector/prompt.h"
#include "collector/session.h"
#include "collector/sifted.h"
#include "collector/stamped.h"

static const char *const systems[] = { "FreeBSD", "NetBSD", "OpenBSD",
	"DragonFly", "Linux" };

/* Behind a system's name: nothing, a version, or "any": 0 then. */
static bool
version_of(const char *rest, unsigned *version)
{
	*version = 0;
	if (strncasecmp(rest, "BSD", 3) == 0) /* DragonFlyBSD */
		rest += 3;
	if (*rest == '\0')
		return true;
	rest += strspn(rest, "- /");
	if (!isdigit((unsigned char)*rest))
		return strncasecmp(rest, "any", 3) == 0;
	for (; isdigit((unsigned char)*rest); rest++)
		if (*version < 1000)
			*version = *version * 10 + (unsigned)(*rest - '0');
	return true;
}

int
session_os(const char *text, struct session_ask *ask, struct fail *f)
{
	for (size_t i = 0; i < sizeof(systems) / sizeof(systems[0]); i++) {
		size_t len = strlen(systems[i]);
		unsigned version;

		if (strncasecmp(text, systems[i], len) != 0 ||
		    !version_of(text + len, &version))
			continue;
		ask->os = systems[i];
		ask->version = version;
		return 0;
	}
	return fail(f,
	    "--os: \"%s\": FreeBSD, NetBSD, OpenBSD, DragonFly or "
	    "Linux, with a version behind it where known "
	    "(FreeBSD-10.3)",
	    text);
}

struct listing *
session_add(struct session *s)
{
	if (s->n == s->cap) {
		size_t cap = s->cap == 0 ? 16 : s->cap * 2;
		struct listing *v = realloc(s->v, cap * sizeof(*v));

		if (v == NULL)
			return NULL;
		s->v = v;
		s->cap = cap;
	}
	memset(&s->v[s->n], 0, sizeof(s->v[0]));
	s->v[s->n].at = s->n;
	return &s->v[s->n++];
}

void
session_free(struct session *s)
{
	for (size_t i = 0; i < s->n; i++)
		counters_free(&s->v[i].counters);
	free(s->v);
	free(s->text);
	if (s->run != NULL)
		rundoc_free(s->run);
	free(s->run);
	if (s->last != NULL)
		session_free(s->last);
	free(s->last);
	arena_free(&s->arena);
	memset(s, 0, sizeof(*s));
}

static void
take(struct listing *l, const struct parser *p, struct reading *r)
{
	const struct line *last = &r->line[r->used - 1];

	l->parser = p;
	l->kind = r->kind;
	l->os = r->os != NULL ? r->os : r->found_os;
	l->command = r->command;
	l->variant = r->variant != NULL ? r->variant : "";
	l->text = r->line[0].raw;
	l->text_len = (size_t)(last->raw + last->raw_len - l->text);
	l->data = r->data;
	l->counters = r->counters;
}

int
session_parse(struct session *s, const struct parser *p, struct listing *l,
    const struct session_ask *ask)
{
	struct lines lines;
	struct reading r = { .arena = &s->arena,
		.os = ask->os,
		.version = ask->version,
		.command = l->command,
		.kind = p->kind };

	if (text_lines(&s->arena, l->text, l->text_len, &lines) < 0)
		return -1;
	r.line = lines.v;
	r.n = lines.n;
	while (r.n > 0 && !p->begins(r.line, r.n)) {
		r.line++;
		r.n--;
	}
	if (r.n > 0)
		p->parse(&r);
	l->kind = p->kind;
	l->variant = "";
	if (r.used == 0) {
		counters_free(&r.counters);
		return s->arena.broken ? -1 : 0;
	}
	l->parser = p;
	l->kind = r.kind;
	l->os = r.os != NULL ? r.os : r.found_os;
	l->variant = r.variant != NULL ? r.variant : "";
	l->data = r.data;
	l->counters = r.counters;
	return s->arena.broken ? -1 : 0;
}

/* ---- transcripts -------------------------------------------------------- */

/* The command that listings stand under. */
struct typed {
	const char *command; /* NULL: none */
	const char *host; /* where it was typed; NULL: not told */
	const struct parser *by; /* read its first listing; NULL: none yet */
	const char *asked; /* where nothing was typed */
	bool fresh; /* nothing was printed yet */
};

/* May it print listings of several kinds? */
static bool
prints_several(const char *command)
{
	static const char *const programs[] = { "cat", "sh", "time", "ssh",
		"dmesg" };

	if (strpbrk(command, ";|&`(") != NULL)
		return true;
	for (size_t i = 0; i < sizeof(programs) / sizeof(programs[0]); i++)
		if (prompt_runs(command, programs[i]))
			return true;
	return false;
}

/* One of another kind, with no prompt before it, is of no command we saw. */
static const struct parser *
read_here(struct reading *r, struct typed *t)
{
	const struct reading fresh = *r;
	const struct parser *p = r->line->len > 0 ? parse_here(r) : NULL;

	if (p == NULL && t->fresh && r->line->len > 0)
		p = sifted_read(r);
	t->fresh &= r->line->len == 0;
	if (p == NULL || t->command == t->asked)
		return p;
	if (t->by == NULL)
		t->by = p;
	if (p == t->by || prints_several(t->command))
		return p;
	counters_free(&r->counters);
	*r = fresh;
	r->command = t->asked;
	t->host = NULL;
	return parse_here(r);
}

/* A listing that begins with this line; r->used lines, 0: none does. */
static int
listing_at(struct session *s, struct reading *r, struct typed *t,
    const struct section *in)
{
	const struct parser *p = read_here(r, t);
	struct listing *l;

	if (p == NULL)
		return 0;
	l = session_add(s);
	if (l == NULL) {
		counters_free(&r->counters);
		return -1;
	}
	take(l, p, r);
	l->moment = in->moment;
	l->section = in->name;
	l->host = t->host;
	return 0;
}

static const char *
continued(struct arena *a, const char *command, const struct line *l)
{
	struct line parts[2] = { { .p = command }, *l };

	if (command == NULL)
		return NULL;
	parts[0].len = strlen(command);
	return text_joined(a, parts, 2).p;
}

/*
 * The first line of a paragraph of a mail: what follows is not of the command
 * before it, and maybe of another host.
 */
static bool
is_prose(const struct line *lines, size_t i)
{
	const struct line *l = &lines[i];
	size_t at = 0, n = 0, words = 0;
	struct span s;

	if (i > 0 && lines[i - 1].len > 0 && !l->gap)
		return false;
	for (; text_next(l, &at, &s); n++) {
		size_t letters = 0;

		while (letters < s.len &&
		    (isalpha((unsigned char)s.p[letters]) ||
			strchr("'-().,:;!?", s.p[letters]) != NULL))
			letters++;
		words +=
		    letters == s.len && isalpha((unsigned char)s.p[s.len / 2]);
	}
	return words >= 3 && 3 * words >= 2 * n &&
	    (isupper((unsigned char)*l->p) ||
		strchr(".,:;!?", l->p[l->len - 1]) != NULL);
}

static void
forget(struct typed *t)
{
	t->command = t->asked;
	t->host = NULL;
	t->by = NULL;
}

static void
take_prompt(struct session *s, struct typed *t, const struct line *l,
    struct span command)
{
	struct span host;

	forget(t);
	if (command.len > 0)
		t->command = arena_text(&s->arena, command.p, command.len);
	t->fresh = command.len > 0;
	if (command.len > 0 && prompt_elsewhere(t->command, &host)
		? host.len > 0
		: prompt_host(l, &host))
		t->host = arena_text(&s->arena, host.p, host.len);
}

/* A command alone, and a listing below it: of the host that it stands under. */
static bool
take_alone(struct session *s, struct typed *t, const struct line *l, size_t n)
{
	size_t below = n > 1 && l[1].len == 0 ? 2 : 1;
	struct span command;

	if (below >= n || !prompt_none(l, &command) ||
	    !parse_known(NULL, &l[below], n - below))
		return false;
	t->command = arena_text(&s->arena, command.p, command.len);
	t->by = NULL;
	t->fresh = true;
	return true;
}

static int
transcript(
    struct session *s, const struct lines *lines, const struct session_ask *ask)
{
	struct section in = { MOMENT_NONE, NULL };
	struct typed t = { .command = ask->command,
		.asked = ask->command,
		.fresh = ask->command != NULL };
	bool broken = false; /* mail may have broken the line of the prompt */
	struct span typed;

	for (size_t i = 0; i < lines->n;) {
		struct reading r = { .arena = &s->arena,
			.line = lines->v + i,
			.n = lines->n - i,
			.os = ask->os,
			.version = ask->version,
			.command = t.command };

		if (listing_at(s, &r, &t, &in) < 0)
			return -1;
		if (r.used > 0) {
			i += r.used;
			s->lines_unknown += r.strays;
			broken = false;
			continue;
		}
		i++;
		if (session_section(&s->arena, r.line, &in)) {
			forget(&t);
		} else if (prompt_line(r.line, &typed)) {
			take_prompt(s, &t, r.line, typed);
			broken = r.n > 1 && line_breaks(r.line);
			continue;
		} else if (take_alone(s, &t, r.line, r.n)) {
			broken = false;
			continue;
		} else if (broken) {
			t.command = continued(&s->arena, t.command, r.line);
			t.fresh = true;
		} else if (r.line->len > 0) {
			s->lines_unknown++;
			if (is_prose(lines->v, i - 1))
				forget(&t);
		}
		broken = false;
	}
	return s->arena.broken ? -1 : 0;
}

int
session_more(struct session *s, const char *text, size_t len,
    const struct session_ask *ask)
{
	/* as mail, on a page, on a screen, by a pipe: the other way round */
	static const char *(*const opens[])(struct arena *, const char *,
	    size_t *) = { encoded_open, paste_open, folded_open, stamped_open };
	struct lines lines;

	for (size_t i = 0; text != NULL && i < sizeof(opens) / sizeof(opens[0]);
	     i++)
		text = opens[i](&s->arena, text, &len);
	return text == NULL || text_lines(&s->arena, text, len, &lines) < 0
	    ? -1
	    : transcript(s, &lines, ask);
}

int
session_read(struct session *s, char *text, size_t len,
    const struct session_ask *ask, struct fail *f)
{
	s->text = text;
	if (session_more(s, text, len, ask) < 0)
		return fail(f, "out of memory for a text of %zu bytes", len);
	return 0;
}

void
session_join(struct session *s)
{
	struct listing *last = NULL;

	for (size_t i = 0; i < s->n; i++) {
		struct listing *l = &s->v[i];

		if (last != NULL && l->data != NULL && last->data != NULL &&
		    last->parser != NULL && last->parser->join != NULL &&
		    last->moment == l->moment &&
		    session_same_section(last, l) &&
		    (l->counters.n == 0 || !session_apart(last, l)) &&
		    last->parser->join(
			&s->arena, last->data, l->kind, l->data)) {
			l->joined = true;
			last->text_len =
			    (size_t)(l->text + l->text_len - last->text);
			continue;
		}
		last = l;
	}
}
