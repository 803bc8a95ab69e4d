/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/counter.h"

int
counters_add(struct counters *c, const char *name, const char *instance,
    uint64_t value, uint8_t bits)
{
	struct counter *v = c->v;

	if (c->n == c->cap) {
		size_t cap = c->cap == 0 ? 64 : c->cap * 2;

		v = realloc(v, cap * sizeof(*v));
		if (v == NULL)
			return -1;
		c->v = v;
		c->cap = cap;
	}
	v += c->n++;
	memset(v, 0, sizeof(*v));
	snprintf(v->name, sizeof(v->name), "%s", name);
	snprintf(v->instance, sizeof(v->instance), "%s", instance);
	v->value = value;
	v->bits = bits;
	return 0;
}

void
counters_free(struct counters *c)
{
	free(c->v);
	memset(c, 0, sizeof(*c));
}

const struct counter *
counters_find(const struct counters *c, const char *name, const char *instance)
{
	for (size_t i = 0; i < c->n; i++)
		if (strcmp(c->v[i].name, name) == 0 &&
		    (instance == NULL ||
			strcmp(c->v[i].instance, instance) == 0))
			return &c->v[i];
	return NULL;
}

/* More than half of the circle is less likely than a counter set to 0. */
static enum counter_change
around(
    const struct counter *before, const struct counter *after, uint64_t *delta)
{
	uint32_t round = (uint32_t)(after->value - before->value);

	if (round > UINT32_MAX / 2)
		return COUNTER_RESET;
	*delta = round;
	return COUNTER_WRAPPED;
}

enum counter_change
counter_delta(
    const struct counter *before, const struct counter *after, uint64_t *delta)
{
	*delta = 0;
	if (before == NULL || after == NULL)
		return COUNTER_ABSENT;
	if (after->value >= before->value) {
		*delta = after->value - before->value;
		return COUNTER_OK;
	}
	if (before->bits == 32 && after->bits == 32)
		return around(before, after, delta);
	return COUNTER_RESET;
}

/* Another counter of the same interface counts on from where it was. */
static bool
went_on(const struct counters *before, const struct counters *after,
    const struct counter *c)
{
	const char *dot = strchr(c->name, '.');
	size_t group = dot != NULL ? (size_t)(dot - c->name) : 0;

	for (size_t i = 0; i < after->n; i++) {
		const struct counter *b, *o = &after->v[i];

		if (o == c || strcmp(o->instance, c->instance) != 0 ||
		    strncmp(o->name, c->name, group) != 0)
			continue;
		b = counters_find(before, o->name, o->instance);
		if (b != NULL && b->value > 0 && o->value >= b->value)
			return true;
	}
	return false;
}

enum counter_change
counters_delta(const struct counters *before, const struct counters *after,
    const struct counter *c, uint64_t *delta)
{
	const struct counter *b = counters_find(before, c->name, c->instance);
	enum counter_change change = counter_delta(b, c, delta);

	if (change != COUNTER_RESET || b->bits != 0 || c->bits != 0 ||
	    !went_on(before, after, c))
		return change;
	return around(b, c, delta);
}
