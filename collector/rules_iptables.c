/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A forwarded packet passes the chains that the hooks PREROUTING, FORWARD and
 * POSTROUTING jump to. The rule that ends it counts it for good; the jumps
 * that led there count it too, and are no drops.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "collector/finger.h"
#include "collector/rules_iptables.h"

#define CHAINS 256 /* of one table; rules in more of them are not counted */

/* iptables-extensions(8): these end a packet */
static const char *const drops[] = { "DROP", "REJECT", NULL };
/* and these give it to a program, which may drop it */
static const char *const lends[] = { "NFQUEUE", "QUEUE", NULL };
static const char *const hooks[] = { "PREROUTING", "FORWARD", "POSTROUTING",
	NULL };

const char *const ipt_tables[] = { "filter", "nat", "mangle", "raw", "security",
	NULL };

struct chain {
	struct span name;
	bool passed; /* by what is forwarded */
};

struct chains {
	struct chain v[CHAINS];
	size_t n;
};

struct ipt_entry *
ipt_add(struct arena *a, struct ipt_table *t)
{
	struct ipt_entry *e = arena_get(a, sizeof(*e));

	if (a->broken)
		return NULL;
	if (t->last != NULL)
		t->last->next = e;
	else
		t->first = e;
	t->last = e;
	return e;
}

static bool
same(struct span a, struct span b)
{
	return a.len == b.len && memcmp(a.p, b.p, a.len) == 0;
}

static struct chain *
chain_of(struct chains *t, struct span name)
{
	for (size_t i = 0; i < t->n; i++)
		if (same(t->v[i].name, name))
			return &t->v[i];
	return NULL;
}

bool
ipt_quoted(bool quoted, struct span s)
{
	for (size_t i = 0; i < s.len; i++)
		quoted ^= s.p[i] == '"' && (i == 0 || s.p[i - 1] != '\\');
	return quoted;
}

/* The target: behind "-j" or "-g", but not of a comment's words. */
bool
ipt_rule(const struct line *l, size_t at, struct ipt_entry *e)
{
	bool quoted = false, jump = false;
	struct span s;

	if (!text_next(l, &at, &s) || !span_is(s, "-A"))
		return false;
	e->from = s.p;
	if (!text_next(l, &at, &e->chain))
		return false;
	e->rule = true;
	e->text = *l;
	e->match = l->p + at;
	while (text_next(l, &at, &s)) {
		if (jump) {
			e->target = s;
			return true;
		}
		jump = !quoted && (span_is(s, "-j") || span_is(s, "-g"));
		quoted = ipt_quoted(quoted, s);
	}
	return true;
}

/* A chain of whose line only the rules are left is one, too. */
static void
add_chain(struct chains *t, struct span name)
{
	if (t->n < CHAINS && chain_of(t, name) == NULL)
		t->v[t->n++] = (struct chain){ name, span_one_of(name, hooks) };
}

/* The table's chains, and which of them what is forwarded passes. */
static void
find_chains(struct chains *t, const struct ipt_table *of)
{
	bool more = true;

	for (const struct ipt_entry *e = of->first; e != NULL; e = e->next)
		add_chain(t, e->chain);
	while (more) {
		more = false;
		for (const struct ipt_entry *e = of->first; e != NULL;
		     e = e->next) {
			struct chain *a, *b;

			if (!e->rule)
				continue;
			a = chain_of(t, e->chain);
			b = chain_of(t, e->target);
			if (a == NULL || b == NULL || !a->passed || b->passed)
				continue;
			b->passed = more = true;
		}
	}
}

/* By the text, where rules of the same one are told apart by a number. */
static void
put_rule(
    struct rules_count *c, const struct ipt_table *t, const struct ipt_entry *e)
{
	char number[64];

	snprintf(number, sizeof(number), "%s %.*s %.*s #%llu", t->program,
	    (int)(t->name.len < 12 ? t->name.len : 12), t->name.p,
	    (int)(e->chain.len < 24 ? e->chain.len : 24), e->chain.p,
	    (unsigned long long)c->same);
	rules_count_name(c, number, &e->text, e->match);
	c->drops = span_one_of(e->target, drops);
	c->lends = span_one_of(e->target, lends);
	if (c->drops || c->lends)
		rules_count_cells(c, e->packets, e->bytes);
}

static void
put_policy(
    struct rules_count *c, const struct ipt_table *t, const struct ipt_entry *e)
{
	if (!span_one_of(e->chain, hooks) || !span_is(e->target, "DROP"))
		return;
	snprintf(c->rule, sizeof(c->rule), "%s %.*s %.*s policy", t->program,
	    (int)(t->name.len < 12 ? t->name.len : 12), t->name.p,
	    (int)e->chain.len, e->chain.p);
	c->drops = true;
	c->lends = false;
	rules_count_cells(c, e->packets, e->bytes);
}

/*
 * {"iptables": {"filter": {"rules": 6, "hash": ...}}}: of a table, so that it
 * is the same whichever others a listing shows.
 */
static void
put_sum(struct rules_count *c, const struct ipt_table *t)
{
	uint64_t hash = FINGER_HASH_START, rules = 0;
	struct arena *a = c->r->arena;
	struct value *v = value_find(c->r->data, t->program);
	const char *name = arena_text(a, t->name.p, t->name.len);
	char text[20];

	if (!span_one_of(t->name, ipt_tables) ||
	    (v != NULL && value_find(v, name) != NULL))
		return;
	for (const struct ipt_entry *e = t->first; e != NULL; e = e->next) {
		rules += e->rule;
		if (!e->rule && span_is(e->target, "-"))
			continue;
		if (!e->rule || e->from == e->match) { /* not in the words */
			hash = finger_hash(hash, e->chain.p, e->chain.len);
			hash = finger_hash(hash, " ", 1);
		}
		if (e->rule) {
			hash = rules_hash(hash, e->text, e->from);
			continue;
		}
		hash = finger_hash(hash, e->target.p, e->target.len);
		hash = finger_hash(hash, "\n", 1);
	}
	if (v == NULL)
		v = value_put(a, c->r->data, t->program, VALUE_OBJECT);
	v = value_put(a, v, name, VALUE_OBJECT);
	value_u64(a, v, "rules", rules);
	snprintf(text, sizeof(text), "%016" PRIx64, hash);
	value_text(a, v, t->hash != NULL ? t->hash : "hash", text);
}

void
ipt_count(struct rules_count *c, const struct ipt_table *t)
{
	struct chains chains = { .n = 0 };
	struct span last = { "", 0 };

	find_chains(&chains, t);
	c->vague = t->unsure;
	for (const struct ipt_entry *e = t->first; e != NULL; e = e->next) {
		const struct chain *chain;

		if (!e->rule) {
			put_policy(c, t, e);
			continue;
		}
		c->same = same(e->chain, last) ? c->same + 1 : 1;
		last = e->chain;
		chain = chain_of(&chains, e->chain);
		if (chain != NULL && chain->passed)
			put_rule(c, t, e);
	}
	if (t->whole && !t->unsure)
		put_sum(c, t);
}
