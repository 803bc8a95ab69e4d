/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The same chain in several listings: iptables on top of nf_tables, which nft
 * shows too, and iptables-save, -S and -L beside each other. One of them
 * counts, or the same packets were lost more than once.
 */
#include <string.h>

#include "collector/session.h"

/* How well a form names its rules, best first; 0: no such listing. */
static unsigned
rank(const struct listing *l)
{
	if (strcmp(l->kind, "nft") == 0)
		return l->variant[0] == '\0' ? 1 : 2;
	if (strcmp(l->kind, "iptables_rules") != 0)
		return 0;
	return l->variant[0] == '\0' ? 3 : l->variant[0] == 'S' ? 4 : 5;
}

/* "filter FORWARD" of "iptables filter FORWARD #1 -j DROP"; *v6: the family */
static struct span
chain_of(const struct counter *c, struct span *family)
{
	struct line l = { .p = c->instance, .len = strlen(c->instance) };
	struct span s[3] = { { "", 0 } };

	if (strncmp(c->name, "filter.", 7) != 0 || text_fields(&l, s, 3) < 3)
		return (struct span){ "", 0 };
	if (span_is(s[0], "iptables"))
		s[0].len = 2;
	if (span_is(s[0], "ip6tables"))
		s[0].len = 3;
	*family = s[0];
	return (struct span){ s[1].p, (size_t)(s[2].p + s[2].len - s[1].p) };
}

static bool
same(struct span a, struct span b)
{
	return a.len == b.len && memcmp(a.p, b.p, a.len) == 0;
}

enum shown { NOT, BLIND, COUNTED };

static enum shown
shows(const struct listing *l, struct span family, struct span chain)
{
	enum shown how = NOT;

	for (size_t i = 0; i < l->counters.n; i++) {
		const struct counter *c = &l->counters.v[i];
		struct span its;

		if (!same(chain_of(c, &its), chain) || !same(its, family))
			continue;
		if (strcmp(c->name, "filter.uncounted") == 0)
			return BLIND;
		how = COUNTED;
	}
	return how;
}

/* Does `o` tell of that chain, and better than `l`, which does so `how`? */
static bool
better(const struct listing *o, const struct listing *l, enum shown how,
    struct span family, struct span chain)
{
	enum shown other = shows(o, family, chain);

	if (other == NOT || other != how)
		return other > how;
	return rank(o) != rank(l) ? rank(o) < rank(l) : o->at < l->at;
}

static bool
told(const struct session *s, const struct listing *l, enum moment m,
    struct span family, struct span chain)
{
	enum shown how = NOT;

	for (size_t i = 0; i < s->n; i++) {
		const struct listing *o = &s->v[i];

		if (o == l || rank(o) == 0 || session_apart(o, l) ||
		    !session_tells(s, o, m))
			continue;
		if (how == NOT)
			how = shows(l, family, chain);
		if (better(o, l, how, family, chain))
			return true;
	}
	return false;
}

bool
session_told(const struct session *s, const struct listing *l,
    const struct counter *c, enum moment m, struct told *last)
{
	struct span family = { "", 0 }, chain;

	if (rank(l) == 0)
		return false;
	chain = chain_of(c, &family);
	if (chain.len == 0)
		return false;
	if (last->listing != l || !same(last->chain, chain) ||
	    !same(last->family, family))
		*last = (struct told){ l, family, chain,
			told(s, l, m, family, chain) };
	return last->told;
}
