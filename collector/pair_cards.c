/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Interfaces of the same name with other addresses are of two hosts: what they
 * counted has no difference. One card may have been exchanged, and a bridge
 * gets a new address each time that it is made: all of them say it.
 */
#include <string.h>
#include <strings.h>

#include "collector/pair.h"

struct cards { /* of a moment */
	const struct session *s;
	enum moment m;
};

struct verdict {
	size_t same, others;
	const char *name, *before, *after; /* of the first of the others */
};

static bool
is_address(const char *text)
{
	return strlen(text) == 17 &&
	    strspn(text, "0123456789abcdefABCDEF:") == 17 &&
	    strspn(text, "0:") < 17;
}

/* The address that a listing gives to an interface; NULL: none. */
static const char *
address_in(const struct value *interface)
{
	static const char *const keys[] = { "address", "ether" };

	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		const struct value *v = value_find(interface, keys[i]);

		if (v != NULL && v->type == VALUE_TEXT && is_address(v->text))
			return v->text;
	}
	return NULL;
}

static const char *
name_in(const struct value *interface)
{
	const struct value *v = value_find(interface, "name");

	return v != NULL && v->type == VALUE_TEXT ? v->text : NULL;
}

/* The interfaces of a listing; NULL: it has none, or too many to compare. */
static const struct value *
interfaces_of(const struct listing *l)
{
	const struct value *list =
	    l->data != NULL ? value_find(l->data, "interfaces") : NULL;
	size_t n = 0;

	if (list == NULL || list->type != VALUE_ARRAY)
		return NULL;
	for (const struct value *v = list->first; v != NULL; v = v->next)
		if (n++ == PARSE_NAMES_MAX)
			return NULL;
	return list->first;
}

/* The address of that name in the first listing that has one. */
static const char *
address_of(const struct cards *c, const char *name)
{
	for (size_t i = 0; i < c->s->n; i++) {
		const struct listing *l = &c->s->v[i];

		if (!session_tells(c->s, l, c->m))
			continue;
		for (const struct value *v = interfaces_of(l); v != NULL;
		     v = v->next) {
			const char *other = name_in(v);

			if (other != NULL && strcmp(other, name) == 0 &&
			    address_in(v) != NULL)
				return address_in(v);
		}
	}
	return NULL;
}

static void
compare(const struct listing *l, const struct cards *after, struct verdict *out)
{
	for (const struct value *v = interfaces_of(l); v != NULL; v = v->next) {
		const char *name = name_in(v), *before = address_in(v), *now;

		if (name == NULL || before == NULL)
			continue;
		now = address_of(after, name);
		if (now == NULL)
			continue;
		if (strcasecmp(before, now) == 0) {
			out->same++;
			return; /* one is enough */
		}
		if (out->others++ == 0) {
			out->name = name;
			out->before = before;
			out->after = now;
		}
	}
}

int
pair_cards(const struct pair *p, bool two, struct fail *f)
{
	struct cards before = { &p->first, two ? MOMENT_NONE : MOMENT_BEFORE };
	struct cards after = { two ? &p->second : &p->first,
		two ? MOMENT_NONE : MOMENT_AFTER };
	struct verdict v = { 0, 0, NULL, NULL, NULL };

	for (size_t i = 0; i < before.s->n && v.same == 0; i++)
		if (session_tells(before.s, &before.s->v[i], before.m))
			compare(&before.s->v[i], &after, &v);
	if (v.same > 0 || v.others == 0)
		return 0;
	return fail(f,
	    "the two readings are of different hosts: %s has the address %s "
	    "in the first, %s in the second",
	    v.name, v.before, v.after);
}
