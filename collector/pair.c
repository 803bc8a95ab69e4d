/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "collector/boot.h"
#include "collector/pair.h"

/* Documents of different boots or nodes have no difference. */
static int
check_documents(struct pair *p, char **names, struct fail *f)
{
	const struct session *a = &p->first, *b = &p->second;

	if (a->document != b->document)
		return 0;
	if (!a->document || a->boot_id[0] == '\0' || b->boot_id[0] == '\0')
		return 0;
	if (!boot_same(a->boot_id, b->boot_id))
		return fail(f,
		    "%s and %s are of different boots: their "
		    "counters have no difference",
		    names[0], names[1]);
	if (strcmp(a->node, b->node) != 0)
		return fail(f, "%s is of node %s, %s of node %s", names[0],
		    a->node, names[1], b->node);
	if (b->mono_ns < a->mono_ns)
		return fail(f, "%s was taken after %s", names[0], names[1]);
	p->timed = true;
	p->elapsed_ns = b->mono_ns - a->mono_ns;
	return 0;
}

int
pair_none(const struct session *s, bool two, const char *name, struct fail *f)
{
	for (size_t i = 0; i < s->n; i++)
		if (s->v[i].kind != NULL &&
		    strcmp(s->v[i].kind, "ifcounters_human") == 0)
			return fail(f,
			    "%s: scaled figures (netstat -h) are rounded and "
			    "cannot be balanced: list them without -h",
			    name);
	return fail(f,
	    two ? "%s: no counters of two moments found (the same listing "
		  "twice, or under \"before\" and \"after\")"
		: "%s: no counters found",
	    name);
}

int
pair_load(struct pair *p, const struct common *c, int files, char **names,
    struct fail *f)
{
	char *twice[2] = { names[0], names[0] };

	if (collect_load(&p->first, names[0], c, f) < 0 ||
	    (files == 2 && collect_load(&p->second, names[1], c, f) < 0))
		return -1;
	if (files == 2 && (p->first.watch || p->second.watch))
		return fail(f,
		    "%s: a watch has both readings, its first and its last "
		    "sample: give it alone",
		    names[p->first.watch ? 0 : 1]);
	p->two = files == 2 || p->first.watch;
	if (!p->first.watch)
		return pair_read(p, files, names, f);
	p->second = *p->first.last;
	free(p->first.last);
	p->first.last = NULL;
	return pair_read(p, 2, twice, f);
}

int
pair_read(struct pair *p, int files, char **names, struct fail *f)
{
	const struct session *after = files == 2 ? &p->second : &p->first;
	bool two = files == 2;

	if ((two && check_documents(p, names, f) < 0) ||
	    pair_cards(p, two, f) < 0)
		return -1;
	if (session_counters(
		&p->first, two ? MOMENT_NONE : MOMENT_BEFORE, &p->before) < 0 ||
	    session_counters(
		after, two ? MOMENT_NONE : MOMENT_AFTER, &p->after) < 0)
		return fail(f, "out of memory");
	if (!p->any && (p->before.n == 0 || p->after.n == 0))
		return p->before.n > 0 && two
		    ? pair_none(&p->second, false, names[1], f)
		    : pair_none(&p->first, !two, names[0], f);
	return 0;
}

void
pair_free(struct pair *p)
{
	session_free(&p->first);
	session_free(&p->second);
	counters_free(&p->before);
	counters_free(&p->after);
}

struct runs {
	size_t n;
	uint64_t sent, errors;
	bool odd; /* one of them without its counts */
};

static void
add_run(struct runs *sum, const struct value *run)
{
	const struct value *sent = value_find(run, "sent");
	const struct value *errors = value_find(run, "send_errors");

	sum->n++;
	if (sent == NULL || errors == NULL || sent->type != VALUE_U64) {
		sum->odd = true;
		return;
	}
	sum->sent += sent->u64;
	sum->errors += errors->u64;
}

/* Runs in listings from..to of a session. */
static struct runs
runs(const struct session *s, size_t from, size_t to)
{
	struct runs sum = { 0, 0, 0, false };

	for (size_t i = from; i < to; i++) {
		const struct value *list;

		if (strcmp(s->v[i].kind, "generator") != 0 ||
		    s->v[i].data == NULL)
			continue;
		list = value_find(s->v[i].data, "runs");
		for (const struct value *v = list->first; v != NULL;
		     v = v->next)
			add_run(&sum, v);
	}
	return sum;
}

/* Where the second moment begins: the second listing of some kind. */
static size_t
second_moment(const struct session *s)
{
	for (size_t i = 0; i < s->n; i++)
		for (size_t k = 0; k < i; k++)
			if (s->v[i].counters.n > 0 &&
			    strcmp(s->v[i].kind, s->v[k].kind) == 0 &&
			    strcmp(s->v[i].variant, s->v[k].variant) == 0)
				return i;
	return s->n;
}

bool
pair_sent(const struct pair *p, uint64_t *sent, uint64_t *errors)
{
	struct runs sum = runs(&p->first, 0, p->first.n);
	struct runs more = runs(&p->second, 0, p->second.n);
	size_t first = 0;

	sum.n += more.n;
	sum.sent += more.sent;
	sum.errors += more.errors;
	if (sum.n > 1 && p->second.n == 0) {
		while (first < p->first.n && p->first.v[first].counters.n == 0)
			first++;
		sum = runs(&p->first, first, second_moment(&p->first));
	} else if (sum.n > 1) {
		return false;
	}
	*sent = sum.sent;
	*errors = sum.errors;
	return sum.n > 0 && !sum.odd && !more.odd;
}
