/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "lib/ledger_books.h"

/* Of two numbers that are not negative; stops at the largest. */
int64_t
books_sum(int64_t a, int64_t b)
{
	return a > INT64_MAX - b ? INT64_MAX : a + b;
}

int64_t
books_limited(uint64_t v)
{
	return v > INT64_MAX ? INT64_MAX : (int64_t)v;
}

/* Append to a sentence of `size` bytes, "; " between the parts. */
void
books_say(char *text, size_t size, const char *format, ...)
{
	size_t len = strlen(text);
	va_list ap;

	if (len > 0 && len + 3 < size) {
		memcpy(text + len, "; ", 3);
		len += 2;
	}
	va_start(ap, format);
	vsnprintf(text + len, size - len, format, ap);
	va_end(ap);
}

/* A name that ends in a dot stands for all that begin with it. */
static bool
wanted(const struct counter *c, const char *name, const char *instance)
{
	size_t len = strlen(name);

	if (c->machine)
		return false;
	if (name[len - 1] == '.' ? strncmp(c->name, name, len) != 0
				 : strcmp(c->name, name) != 0)
		return false;
	return instance == NULL || strcmp(c->instance, instance) == 0;
}

static const struct counter *
same(const struct counters *all, const struct counter *c)
{
	return counters_find(all, c->name, c->instance);
}

/* How far the counters of that name grew on a host; instance NULL: all. */
struct growth
books_grown(const struct ledger_host *h, const char *name, const char *instance)
{
	struct growth g = { .found = false };
	uint64_t most = 0, delta;

	if (h->before == NULL || h->after == NULL)
		return g;
	for (size_t i = 0; i < h->after->n; i++) {
		const struct counter *c = &h->after->v[i];
		enum counter_change change;

		if (!wanted(c, name, instance))
			continue;
		g.found = true;
		change = counter_delta(same(h->before, c), c, &delta);
		if (change == COUNTER_RESET || change == COUNTER_ABSENT)
			g.broken = true;
		g.wrapped |= change == COUNTER_WRAPPED;
		g.frames = books_sum(g.frames, books_limited(delta));
		if (g.most == NULL || delta > most) {
			g.most = c;
			most = delta;
		}
	}
	for (size_t i = 0; i < h->before->n; i++)
		if (wanted(&h->before->v[i], name, instance) &&
		    same(h->after, &h->before->v[i]) == NULL)
			g.broken = g.found = true;
	return g;
}

/* Book `frames` of that growth at a place. */
void
books_book(struct books *b, enum place at, const char *name,
    const struct growth *g, int64_t frames)
{
	struct ledger_place *p = &b->l->place[at];

	if (!g->found)
		return;
	p->known = true;
	p->frames = books_sum(p->frames, frames);
	if (g->broken) {
		b->broken[at] = true;
		BOOKS_SAY(p->from, "%s: reset, or not in both readings", name);
	} else if (frames > 0 || p->from[0] == '\0') {
		BOOKS_SAY(p->from, "%s%s%s%s", g->most->name,
		    g->most->instance[0] != '\0' ? " " : "", g->most->instance,
		    g->wrapped ? " (wrapped at 2^32)" : "");
	}
}

int64_t
books_charge(struct books *b, enum place at, const struct ledger_host *h,
    const char *name, const char *instance)
{
	struct growth g = books_grown(h, name, instance);

	books_book(b, at, name, &g, g.frames);
	return g.frames;
}

/*
 * On veth a frame that the receiver's queue has no room for is counted as a
 * drop although the sender's call may have been refused for it, and then it
 * was never sent. So the drops name the gap between the two packet counters,
 * and refusals explain what is above it.
 */
void
books_charge_veth(struct books *b, enum place at, const struct ledger_host *h,
    const char *in_if, uint64_t in_packets)
{
	struct growth g = books_grown(h, "if.rx.drops", in_if);
	int64_t gap = books_limited(b->l->sent) - books_limited(in_packets);
	int64_t lost = g.frames - books_limited(b->ask->refused);

	if (lost < gap)
		lost = gap;
	if (lost < 0)
		lost = 0;
	if (lost > g.frames)
		lost = g.frames;
	books_book(b, at, "if.rx.drops", &g, lost);
	if (lost < g.frames)
		BOOKS_SAY(b->l->place[at].from,
		    "%lld more drops were refused calls of the generator",
		    (long long)(g.frames - lost));
	if (at == PLACE_INPUT_QUEUE)
		b->outside = books_sum(b->outside, lost);
}

static bool
loopback(const char *name)
{
	return strncmp(name, "lo", 2) == 0 &&
	    strspn(name + 2, "0123456789") == strlen(name + 2);
}

/* The interface whose counter grew most; NULL where none grew. */
const char *
books_busiest(const struct ledger_host *h, const char *name)
{
	const char *best = NULL;
	int64_t most = 0;

	if (h->before == NULL || h->after == NULL)
		return NULL;
	for (size_t i = 0; i < h->after->n; i++) {
		const struct counter *c = &h->after->v[i];
		struct growth g;

		if (!wanted(c, name, NULL) || loopback(c->instance))
			continue;
		g = books_grown(h, name, c->instance);
		if (!g.broken && g.frames > most) {
			most = g.frames;
			best = c->instance;
		}
	}
	return best;
}
