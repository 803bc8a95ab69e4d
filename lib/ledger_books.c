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

/* How far the idle slope alone would have taken this counter. */
static int64_t
foretold(const struct ledger_host *h, const struct counter *before)
{
	uint64_t idle;

	if (h->idle == NULL || h->idle_ns == 0 || before == NULL)
		return 0;
	counters_delta(h->idle, h->before, before, &idle);
	return (
	    int64_t)((double)idle * (double)h->window_ns / (double)h->idle_ns);
}

static struct growth
grown_one(const struct ledger_host *h, const struct counter *c)
{
	const struct counter *before = same(h->before, c);
	struct growth g = { .found = true, .most = c };
	enum counter_change change;
	uint64_t delta;

	change = counters_delta(h->before, h->after, c, &delta);
	g.broken = change == COUNTER_RESET || change == COUNTER_ABSENT;
	g.wrapped = change == COUNTER_WRAPPED;
	g.grown = books_limited(delta);
	g.background = foretold(h, before);
	if (g.background > g.grown)
		g.background = g.grown;
	g.frames = g.grown - g.background;
	return g;
}

void
books_add(struct growth *g, const struct growth *one)
{
	g->found |= one->found;
	g->broken |= one->broken;
	g->wrapped |= one->wrapped;
	g->grown = books_sum(g->grown, one->grown);
	g->background = books_sum(g->background, one->background);
	g->frames = books_sum(g->frames, one->frames);
	if (g->most == NULL || one->grown > g->largest) {
		g->largest = one->grown;
		g->most = one->most;
	}
}

/* How far the counters of that name grew on a host; instance NULL: all. */
struct growth
books_grown(const struct ledger_host *h, const char *name, const char *instance)
{
	struct growth g = { .found = false };

	if (h->before == NULL || h->after == NULL)
		return g;
	for (size_t i = 0; i < h->after->n; i++) {
		struct growth one;

		if (!wanted(&h->after->v[i], name, instance))
			continue;
		one = grown_one(h, &h->after->v[i]);
		books_add(&g, &one);
	}
	for (size_t i = 0; i < h->before->n; i++)
		if (wanted(&h->before->v[i], name, instance) &&
		    same(h->after, &h->before->v[i]) == NULL)
			g.broken = g.found = true;
	return g;
}

/* A part for the words; what there is no room for is in the sum only. */
static void
add_part(struct ledger_place *p, const struct growth *g, int64_t frames)
{
	struct ledger_part *part = &p->part[p->parts];

	if (p->parts == LEDGER_PARTS || g->most == NULL)
		return;
	/* of counters that did not move, the first one says what was read */
	if (p->parts > 0 && frames == 0 && g->background == 0)
		return;
	if (p->parts == 1 && part[-1].frames == 0 && part[-1].background == 0)
		part--;
	else
		p->parts++;
	memcpy(part->name, g->most->name, sizeof(part->name));
	memcpy(part->instance, g->most->instance, sizeof(part->instance));
	part->frames = frames;
	part->background = g->background;
	part->wrapped = g->wrapped;
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
		return;
	}
	add_part(p, g, frames);
}

int64_t
books_charge(struct books *b, enum place at, const struct ledger_host *h,
    const char *name, const char *instance)
{
	struct growth g = books_grown(h, name, instance);

	if (!g.found || g.broken) {
		books_book(b, at, name, &g, 0);
		return 0;
	}
	for (size_t i = 0; i < h->after->n; i++) {
		struct growth one;

		if (!wanted(&h->after->v[i], name, instance))
			continue;
		one = grown_one(h, &h->after->v[i]);
		books_book(b, at, name, &one, one.frames);
	}
	return g.frames;
}

void
books_charge_whole(struct books *b, enum place at, const struct ledger_host *h,
    const char *name)
{
	struct ledger_place *p = &b->l->place[at];

	p->whole = books_sum(p->whole, books_charge(b, at, h, name, NULL));
}

void
books_charge_sum(struct books *b, const struct sum_of *s, const char *interface)
{
	const struct ledger_host *r = &b->ask->router;
	struct growth sum = books_grown(r, s->name, interface);
	struct growth one = books_grown(r, s->first, interface);
	struct growth two = books_grown(r, s->second, interface);
	enum place rest = one.found ? s->at_second : s->at_first;
	int64_t frames = sum.frames - one.frames - two.frames;

	if (!sum.found || (one.found && two.found))
		return; /* nothing in it that has no place yet */
	books_book(b, rest, s->name, &sum, frames > 0 ? frames : 0);
	if (!one.found && !two.found)
		BOOKS_SAY(b->l->place[s->at_second].from, "inside %s (%s)",
		    place_name(rest), s->name);
}

/* The parts as a sentence in front of what was said of the place. */
void
books_tell(struct ledger_place *p)
{
	char said[sizeof(p->from)];
	size_t moved = 0;

	memcpy(said, p->from, sizeof(said));
	p->from[0] = '\0';
	for (size_t i = 0; i < p->parts; i++)
		moved += p->part[i].frames > 0;
	for (size_t i = 0; i < p->parts; i++) {
		const struct ledger_part *c = &p->part[i];
		char number[32] = "", idle[64] = "";

		if (moved > 0 && c->frames == 0 && c->background == 0)
			continue;
		if (moved > 1)
			snprintf(number, sizeof(number), " %lld",
			    (long long)c->frames);
		if (c->background > 0)
			snprintf(idle, sizeof(idle),
			    " (and %lld by the idle slope)",
			    (long long)c->background);
		BOOKS_SAY(p->from, "%s%s%s%s%s%s", c->name,
		    c->instance[0] != '\0' ? " " : "", c->instance, number,
		    c->wrapped ? " (wrapped at 2^32)" : "", idle);
	}
	if (said[0] != '\0')
		BOOKS_SAY(p->from, "%s", said);
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
