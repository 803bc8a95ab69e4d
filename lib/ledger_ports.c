/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Interfaces over others: the packets of a VLAN, a bridge or a link aggregation
 * are counted on the card, too, and what the card dropped often there alone.
 */
#include <ctype.h>
#include <string.h>

#include "lib/ledger_books.h"

/* One of these words and a number behind it. */
static bool
is_named(const char *name, const char *const *words)
{
	for (; *words != NULL; words++) {
		size_t len = strlen(*words);

		if (strncmp(name, *words, len) == 0 &&
		    isdigit((unsigned char)name[len]) &&
		    strspn(name + len, "0123456789") == strlen(name + len))
			return true;
	}
	return false;
}

/* As the system says (Linux's `ip -d -j link`), else by the usual names. */
bool
ledger_repeats(const struct counters *all, const char *interface)
{
	static const char *const words[] = { "vlan", "svlan", "bridge", "br",
		"veb", "tpmr", "virbr", NULL };

	return counters_find(all, "if.repeats", interface) != NULL ||
	    strchr(interface, '.') != NULL || is_named(interface, words);
}

static bool
aggregates(const char *interface)
{
	static const char *const words[] = { "lagg", "bond", "team", "trunk",
		"aggr", "agr", NULL };

	return is_named(interface, words);
}

static bool
loopback(const char *interface)
{
	static const char *const words[] = { "lo", NULL };

	return strcmp(interface, "lo") == 0 || is_named(interface, words);
}

/* The interface whose counter grew most of those that repeat, or of others. */
static const struct counter *
most(
    const struct ledger_host *h, const char *name, bool repeats, int64_t *grown)
{
	const struct counter *best = NULL;

	*grown = 0;
	for (size_t i = 0; i < h->after->n; i++) {
		const struct counter *c = &h->after->v[i];
		struct growth g;

		if (c->machine || strcmp(c->name, name) != 0 ||
		    loopback(c->instance) ||
		    ledger_repeats(h->after, c->instance) != repeats)
			continue;
		g = books_grown(h, name, c->instance);
		if (!g.broken && g.grown > *grown) {
			*grown = g.grown;
			best = c;
		}
	}
	return best;
}

const char *
books_busiest(const struct ledger_host *h, const char *name)
{
	const struct counter *own, *again;
	int64_t grown, more;

	if (h->before == NULL || h->after == NULL)
		return NULL;
	own = most(h, name, false, &grown);
	again = most(h, name, true, &more);
	/* a bridge has the packets of both directions */
	if (again != NULL && (own == NULL || grown < more / 2))
		own = again;
	return own != NULL ? own->instance : NULL;
}

/* ---- where the losses are counted ------------------------------------------- */

/* All that was lost on this side of an interface. */
static int64_t
lost(const struct ledger_host *h, const char *interface, bool rx)
{
	static const char *const in[] = { "if.rx.errors", "if.rx.missed",
		"if.rx.drops", "if.rx.failed", "if.rx.lost", NULL };
	static const char *const out[] = { "if.tx.errors", "if.tx.drops",
		"if.tx.failed", "qdisc.drops", NULL };
	int64_t sum = 0;

	for (const char *const *name = rx ? in : out; *name != NULL; name++)
		sum = books_sum(sum, books_grown(h, *name, interface).grown);
	return sum;
}

/* The port that has most of those that are not taken; NULL: none is left. */
static const char *
next_port(const struct ledger_host *h, const char *name, const struct ports *p,
    const char *but[2], int64_t *grown)
{
	const char *best = NULL;

	*grown = 0;
	for (size_t i = 0; i < h->after->n; i++) {
		const struct counter *c = &h->after->v[i];
		bool taken = false;
		struct growth g;

		if (strcmp(c->name, name) != 0 || loopback(c->instance) ||
		    ledger_repeats(h->after, c->instance) ||
		    aggregates(c->instance))
			continue;
		for (size_t k = 0; k < p->n; k++)
			taken |= strcmp(p->name[k], c->instance) == 0;
		for (int k = 0; k < 2; k++)
			taken |=
			    but[k] != NULL && strcmp(but[k], c->instance) == 0;
		g = books_grown(h, name, c->instance);
		if (taken || g.broken || g.grown <= *grown)
			continue;
		*grown = g.grown;
		best = c->instance;
	}
	return best;
}

/*
 * The ports of an aggregation are those that have its packets together, to one
 * in a thousand.
 */
static bool
find_ports(const struct ledger_host *h, const char *name, const char *but[2],
    struct ports *p)
{
	int64_t all = books_grown(h, name, but[0]).grown, sum = 0, one;
	int64_t slack = all / 1000 + 16;

	while (p->n < PORTS && sum < all - slack) {
		const char *port = next_port(h, name, p, but, &one);

		if (port == NULL)
			return false;
		p->name[p->n++] = port;
		sum = books_sum(sum, one);
	}
	return p->n > 0 && sum >= all - slack && sum <= all + slack;
}

/* "ix0" of "ix0.10" and "ix0.10.20"; NULL: it is not there, or none. */
static const char *
parent_of(const struct ledger_host *h, const char *interface)
{
	size_t len = strcspn(interface, ".");

	if (interface[len] == '\0')
		return NULL;
	for (size_t i = 0; i < h->after->n; i++) {
		const struct counter *c = &h->after->v[i];

		if (strcmp(c->name, "if.rx.packets") == 0 &&
		    strlen(c->instance) == len &&
		    memcmp(c->instance, interface, len) == 0)
			return c->instance;
	}
	return NULL;
}

void
books_ports(const struct ledger_host *h, const char *interface,
    const char *other, bool rx, struct ports *p)
{
	const char *but[2] = { interface, other };
	struct ports under = { .n = 0 };
	const char *parent, *others;
	int64_t theirs = 0;

	memset(p, 0, sizeof(*p));
	if (interface == NULL)
		return;
	p->name[0] = interface;
	p->n = 1;
	if (h->before == NULL || h->after == NULL)
		return;
	parent = parent_of(h, interface);
	if (parent != NULL) {
		others = other != NULL ? parent_of(h, other) : NULL;
		under.name[under.n++] = but[0] = parent;
		under.shared = others == parent || other == parent;
		theirs = lost(h, parent, rx);
		if (theirs > lost(h, interface, rx))
			*p = under;
	}
	memset(&under, 0, sizeof(under));
	if (!aggregates(but[0]) ||
	    !find_ports(h, rx ? "if.rx.packets" : "if.tx.packets", but, &under))
		return;
	theirs = 0;
	for (size_t i = 0; i < under.n; i++)
		theirs = books_sum(theirs, lost(h, under.name[i], rx));
	if (theirs > lost(h, p->name[0], rx))
		*p = under;
}

void
books_over(const struct ledger_host *h, const char *card, struct ports *p)
{
	size_t len = card != NULL ? strlen(card) : 0;

	memset(p, 0, sizeof(*p));
	for (size_t i = 0; len > 0 && h->after != NULL && i < h->after->n;
	     i++) {
		const struct counter *c = &h->after->v[i];

		/* one over another VLAN is counted there, too */
		if (p->n < PORTS && strcmp(c->name, "if.tx.drops") == 0 &&
		    strncmp(c->instance, card, len) == 0 &&
		    c->instance[len] == '.' &&
		    strchr(c->instance + len + 1, '.') == NULL)
			p->name[p->n++] = c->instance;
	}
}
