/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>

#include "collector/keep.h"

static void
note(struct gathered *g, const char *text)
{
	if (g->n_notes < GATHER_NOTES)
		g->note[g->n_notes++] =
		    arena_text(&g->session.arena, text, strlen(text));
}

void
keep_note(struct keeper *r, const char *name, const char *why)
{
	char text[700];

	snprintf(text, sizeof(text), "%s not read: %s", name, why);
	note(r->g, text);
}

/* Then it is there, and another user could read it. */
static bool
is_denied(const char *why)
{
	static const char *const words[] = { "ermission denied",
		"not permitted", "ust be root", "uperuser" };

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (strstr(why, words[i]) != NULL)
			return true;
	return false;
}

static struct listing *
add(struct keeper *r, const struct source *s, const char *command)
{
	struct session *all = &r->g->session;
	struct listing *l = session_add(all);

	if (l == NULL)
		return NULL;
	l->kind = s->name;
	l->variant = "";
	l->os = s->os;
	l->source = s->name;
	l->ran = r->ran;
	l->command = arena_text(&all->arena, command, strlen(command));
	return l;
}

int
keep_failed(struct keeper *r, const struct source *s, const char *command,
    const struct keep_failed *x)
{
	bool all = (r->g->extra & SOURCE_BUNDLE) != 0;
	size_t size = x->out_len + x->err_len;
	struct listing *l;
	char *text;

	if (all || (s->flags & SOURCE_OPTIONAL) == 0 || x->out_len > 0 ||
	    is_denied(x->why))
		/* a script says less than what it is for */
		keep_note(
		    r, s->flags & SOURCE_SHELL ? s->name : command, x->why);
	if (!all || size == 0)
		return 0;
	l = add(r, s, command);
	text = arena_get(&r->g->session.arena, size);
	if (l == NULL || r->g->session.arena.broken)
		return -1;
	if (x->out_len > 0)
		memcpy(text, x->out, x->out_len);
	if (x->err_len > 0)
		memcpy(text + x->out_len, x->err, x->err_len);
	l->text = text;
	l->text_len = size;
	return 0;
}

/* It ended well and printed something that is no listing. */
static void
note_strange(struct keeper *r, const struct source *s, const struct listing *l)
{
	char text[700];

	/* "[]": of these there are none */
	if (s->parser == NULL || l->parser != NULL || l->text_len == 0 ||
	    (l->text_len < 4 && strncmp(l->text, "[]", 2) == 0))
		return;
	snprintf(text, sizeof(text), "%s: what it printed is not understood",
	    l->command);
	note(r->g, text);
}

/* Each of its listings has its own command. */
static int
keep_session(
    struct keeper *r, const struct source *s, const char *text, size_t len)
{
	struct session *all = &r->g->session;
	struct session_ask ask = r->ask;
	const char *copy = arena_text(&all->arena, text, len);
	size_t first = all->n;

	ask.os = s->os;
	if (all->arena.broken || session_more(all, copy, len, &ask) < 0)
		return -1;
	for (size_t i = first; i < all->n; i++) {
		all->v[i].source = s->name;
		all->v[i].ran = r->ran;
	}
	return 0;
}

int
keep_text(struct keeper *r, const struct source *s, const char *command,
    const char *text, size_t len)
{
	struct session *all = &r->g->session;
	struct listing *l;

	if (s->flags & SOURCE_SESSION)
		return keep_session(r, s, text, len);
	/* nothing of it is there: no listing, and no failure */
	if (len == 0 && (s->flags & (SOURCE_SHELL | SOURCE_OPTIONAL)))
		return 0;
	l = add(r, s, command);
	if (l == NULL)
		return -1;
	if (s->parser != NULL)
		l->kind = s->parser->kind;
	l->text = arena_text(&all->arena, text, len);
	l->text_len = len;
	if (all->arena.broken ||
	    (s->parser != NULL &&
		session_parse(all, s->parser, l, &r->ask) < 0))
		return -1;
	note_strange(r, s, l);
	if (r->isolated && (s->flags & SOURCE_MACHINE))
		for (size_t i = 0; i < l->counters.n; i++)
			l->counters.v[i].machine = true;
	return 0;
}

int
keep_parts(struct keeper *r, const struct source *s, const char *command,
    const char *text)
{
	int rc = 0;

	while (rc == 0 && *text != '\0') {
		const char *end = strstr(text, "\n\n");
		size_t len =
		    end != NULL ? (size_t)(end + 1 - text) : strlen(text);

		while (len > 0 && *text == '\n') {
			text++;
			len--;
		}
		if (len > 0)
			rc = keep_text(r, s, command, text, len);
		text += len;
	}
	return rc;
}
