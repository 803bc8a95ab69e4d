/* SPDX-License-Identifier: BSD-2-Clause */
/* Which listings of a session tell of a moment, and whose they are. */
#include <string.h>
#include <strings.h>

#include "collector/session.h"

bool
session_section(struct arena *arena, const struct line *l, struct section *out)
{
	static const char signs[] = "=-*#:. \t";
	enum moment moment = MOMENT_NONE;
	size_t a = 0, b = l->len;

	while (a < b && strchr(signs, l->p[a]) != NULL)
		a++;
	while (b > a && strchr(signs, l->p[b - 1]) != NULL)
		b--;
	if (b - a == 6 && strncasecmp(l->p + a, "before", 6) == 0)
		moment = MOMENT_BEFORE;
	if (b - a == 5 && strncasecmp(l->p + a, "after", 5) == 0)
		moment = MOMENT_AFTER;
	if (moment == MOMENT_NONE && (b == a || !line_begins(l, "==")))
		return false;
	*out = (struct section){ moment, arena_text(arena, l->p + a, b - a) };
	return true;
}

bool
session_same_section(const struct listing *a, const struct listing *b)
{
	return a->section == b->section ||
	    (a->section != NULL && b->section != NULL &&
		strcmp(a->section, b->section) == 0);
}

bool
session_apart(const struct listing *a, const struct listing *b)
{
	return a->host != NULL && b->host != NULL &&
	    strcmp(a->host, b->host) != 0;
}

/* How much a host, where a listing tells one, has in the session. */
static size_t
weight(const struct session *s, const struct listing *of)
{
	size_t n = 0;

	for (size_t i = 0; i < s->n; i++)
		if (s->v[i].host != NULL && !session_apart(&s->v[i], of))
			n += 1 + s->v[i].counters.n * s->n;
	return n;
}

const char *
session_host(const struct session *s)
{
	const char *host = NULL;
	size_t most = 0, n;

	for (size_t i = 0; i < s->n; i++) {
		/* each host once, where it begins */
		if (s->v[i].host == NULL ||
		    (i > 0 && s->v[i - 1].host != NULL &&
			!session_apart(&s->v[i - 1], &s->v[i])))
			continue;
		n = weight(s, &s->v[i]);
		if (n > most) {
			most = n;
			host = s->v[i].host;
		}
	}
	return host;
}

static bool
is_of(const struct listing *l, const char *host)
{
	return l->host == NULL || host == NULL || strcmp(l->host, host) == 0;
}

/* ---- before and after --------------------------------------------------- */

static bool
alike(const struct listing *a, const struct listing *b)
{
	return strcmp(a->kind, b->kind) == 0 &&
	    strcmp(a->variant, b->variant) == 0 && !session_apart(a, b);
}

bool
session_tells(const struct session *s, const struct listing *l, enum moment m)
{
	bool earlier = false, later = false, marked = false;

	for (size_t i = 0; i < s->n; i++) {
		const struct listing *o = &s->v[i];

		marked |= o->moment != MOMENT_NONE;
		if (o == l || !alike(o, l))
			continue;
		if (o->at < l->at)
			earlier = true;
		else
			later = true;
	}
	if (m == MOMENT_NONE)
		return !later;
	if (marked)
		return l->moment == m;
	if (!earlier && !later)
		return false;
	return m == MOMENT_BEFORE ? !earlier : !later;
}

static int
set(struct counters *c, const struct counter *v)
{
	for (size_t i = 0; i < c->n; i++)
		if (strcmp(c->v[i].name, v->name) == 0 &&
		    strcmp(c->v[i].instance, v->instance) == 0)
			return 0; /* the first source knows best */
	if (counters_add(c, v->name, v->instance, v->value, v->bits) < 0)
		return -1;
	c->v[c->n - 1].machine = v->machine;
	return 0;
}

int
session_counters(const struct session *s, enum moment m, struct counters *c)
{
	const char *host = session_host(s);
	struct told last = { .listing = NULL };

	for (size_t i = 0; i < s->n; i++) {
		const struct listing *l = &s->v[i];

		if (l->counters.n == 0 || !is_of(l, host) ||
		    !session_tells(s, l, m))
			continue;
		for (size_t k = 0; k < l->counters.n; k++)
			if (!session_told(s, l, &l->counters.v[k], m, &last) &&
			    set(c, &l->counters.v[k]) < 0)
				return -1;
	}
	return 0;
}
