/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * `iptables-save -c`: "[packets:bytes]" before each rule, and behind each
 * policy also without -c. A forwarded packet passes the chains that the hooks
 * PREROUTING, FORWARD and POSTROUTING jump to. The rule that ends it counts it
 * for good; the jumps that led there count it too, and are no drops.
 */
#include <stdio.h>
#include <string.h>

#include "collector/rules_count.h"

#define CHAINS 256 /* of one table; rules in more of them are not counted */

/* iptables-extensions(8): these end a packet */
static const char *const drops[] = { "DROP", "REJECT", NULL };
/* and these give it to a program, which may drop it */
static const char *const lends[] = { "NFQUEUE", "QUEUE", NULL };
static const char *const hooks[] = { "PREROUTING", "FORWARD", "POSTROUTING",
	NULL };

struct chain {
	struct span name;
	bool passed; /* by what is forwarded */
};

struct table {
	struct span name;
	struct chain chain[CHAINS];
	size_t n;
};

void
rules_count_iptables(struct rules_count *c, const struct line *l,
    const struct span s[RULES_FIELDS], const struct span *verb)
{
	struct rules_line *one = arena_get(c->r->arena, sizeof(*one));

	(void)s;
	(void)verb;
	if (one == NULL)
		return;
	one->l = *l;
	one->next = NULL;
	if (c->last != NULL)
		c->last->next = one;
	else
		c->first = one;
	c->last = one;
}

static struct chain *
chain_of(struct table *t, struct span name)
{
	for (size_t i = 0; i < t->n; i++)
		if (t->chain[i].name.len == name.len &&
		    memcmp(t->chain[i].name.p, name.p, name.len) == 0)
			return &t->chain[i];
	return NULL;
}

/* "[4000:240000]" */
static bool
counts(struct span s, uint64_t *packets, uint64_t *bytes)
{
	const char *colon = memchr(s.p, ':', s.len);

	return s.len > 4 && *s.p == '[' && s.p[s.len - 1] == ']' &&
	    colon != NULL &&
	    span_u64(
		(struct span){ s.p + 1, (size_t)(colon - s.p - 1) }, packets) &&
	    span_u64(
		(struct span){ colon + 1, (size_t)(s.p + s.len - colon - 2) },
		bytes);
}

/* ":FORWARD DROP [123:456]" */
struct policy {
	struct span name, verdict;
	uint64_t packets, bytes;
	bool counted;
};

static bool
policy_of(const struct line *l, struct policy *p)
{
	struct span s[3];
	size_t n = text_fields(l, s, 3);

	if (n < 2 || *s[0].p != ':' || s[0].len < 2)
		return false;
	p->name = (struct span){ s[0].p + 1, s[0].len - 1 };
	p->verdict = s[1];
	p->counted = n > 2 && counts(s[2], &p->packets, &p->bytes);
	return true;
}

struct rule {
	struct span chain, target; /* len 0: only counts */
	const char *match; /* what follows the chain */
	uint64_t packets, bytes;
	bool counted;
};

static bool
rule_of(const struct line *l, struct rule *r)
{
	struct span s;
	size_t at = 0;
	bool quoted = false, jump = false;

	memset(r, 0, sizeof(*r));
	if (!text_next(l, &at, &s))
		return false;
	if (*s.p == '[') {
		r->counted = counts(s, &r->packets, &r->bytes);
		if (!text_next(l, &at, &s))
			return false;
	}
	if (!span_is(s, "-A") || !text_next(l, &at, &r->chain))
		return false;
	r->match = l->p + at;
	while (text_next(l, &at, &s)) {
		if (jump) {
			r->target = s;
			return true;
		}
		jump = !quoted && (span_is(s, "-j") || span_is(s, "-g"));
		for (size_t i = 0; i < s.len; i++) /* a comment's words */
			quoted ^=
			    s.p[i] == '"' && (i == 0 || s.p[i - 1] != '\\');
	}
	return true;
}

/* A chain of whose line only the rules are left is one, too. */
static void
add_chain(struct table *t, struct span name)
{
	if (t->n < CHAINS && chain_of(t, name) == NULL)
		t->chain[t->n++] =
		    (struct chain){ name, rules_word(name, hooks) };
}

/* The table's chains, and which of them what is forwarded passes. */
static void
find_chains(struct table *t, const struct rules_line *from,
    const struct rules_line *end)
{
	struct policy p;
	struct rule r;
	bool more = true;

	for (const struct rules_line *i = from; i != end; i = i->next)
		if (policy_of(&i->l, &p))
			add_chain(t, p.name);
		else if (rule_of(&i->l, &r))
			add_chain(t, r.chain);
	while (more) {
		more = false;
		for (const struct rules_line *i = from; i != end; i = i->next) {
			struct chain *a, *b;

			if (!rule_of(&i->l, &r))
				continue;
			a = chain_of(t, r.chain);
			b = chain_of(t, r.target);
			if (a == NULL || b == NULL || !a->passed || b->passed)
				continue;
			b->passed = more = true;
		}
	}
}

/* By the text, where rules of the same one are told apart by a number. */
static void
put_rule(struct rules_count *c, const struct table *t, const struct rule *r,
    const struct line *l)
{
	char number[64];

	snprintf(number, sizeof(number), "%s %.*s %.*s #%llu", c->program,
	    (int)(t->name.len < 12 ? t->name.len : 12), t->name.p,
	    (int)(r->chain.len < 24 ? r->chain.len : 24), r->chain.p,
	    (unsigned long long)c->same);
	rules_count_name(c, number, l, r->match);
	c->drops = rules_word(r->target, drops);
	c->lends = rules_word(r->target, lends);
	if (c->drops || c->lends)
		rules_count_put(c, r->counted, r->packets, r->bytes);
}

static void
put_policy(struct rules_count *c, const struct table *t, const struct policy *p)
{
	if (!rules_word(p->name, hooks) || !span_is(p->verdict, "DROP"))
		return;
	snprintf(c->rule, sizeof(c->rule), "%s %.*s %.*s policy", c->program,
	    (int)(t->name.len < 12 ? t->name.len : 12), t->name.p,
	    (int)p->name.len, p->name.p);
	c->drops = true;
	c->lends = false;
	rules_count_put(c, p->counted, p->packets, p->bytes);
}

static void
put_table(struct rules_count *c, struct table *t, const struct rules_line *from,
    const struct rules_line *end)
{
	struct policy p;
	struct rule r;
	struct span last = { "", 0 };

	find_chains(t, from, end);
	for (const struct rules_line *i = from; i != end; i = i->next) {
		const struct chain *chain;

		if (policy_of(&i->l, &p))
			put_policy(c, t, &p);
		if (!rule_of(&i->l, &r))
			continue;
		c->same = r.chain.len == last.len &&
			memcmp(r.chain.p, last.p, last.len) == 0
		    ? c->same + 1
		    : 1;
		last = r.chain;
		chain = chain_of(t, r.chain);
		if (chain != NULL && chain->passed)
			put_rule(c, t, &r, &i->l);
	}
}

void
rules_count_iptables_end(struct rules_count *c)
{
	const struct rules_line *from = c->first, *end;
	bool whole = false;

	c->program = "iptables";
	for (const struct rules_line *i = from; i != NULL; i = i->next)
		if (line_begins(&i->l, "# Generated by ip6tables"))
			c->program = "ip6tables";
	while (from != NULL) {
		struct table t = { .n = 0 };

		end = from->next;
		while (end != NULL && *end->l.p != '*')
			end = end->next;
		t.name = (struct span){ from->l.p + 1, from->l.len - 1 };
		if (*from->l.p == '*')
			put_table(c, &t, from, end);
		for (; from != end; from = from->next)
			whole |= span_is(t.name, "filter") &&
			    line_begins(&from->l, "COMMIT");
	}
	/* behind the table's end nothing was cut off */
	if (whole)
		parse_count(c->r, "filter.rules", c->program, c->dropping, 64);
}
