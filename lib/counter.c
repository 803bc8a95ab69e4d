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
	if (before->bits == 32 && after->bits == 32) {
		*delta = (uint32_t)(after->value - before->value);
		return COUNTER_WRAPPED;
	}
	return COUNTER_RESET;
}
