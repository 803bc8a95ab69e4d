/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "collector/track.h"

/* Room for one more; `v` is moved. NULL: no memory, `v` is still good. */
static void *
grow(void *v, size_t n, size_t *cap, size_t size)
{
	size_t more = *cap == 0 ? 16 : *cap * 2;
	void *new;

	if (n < *cap)
		return v;
	new = realloc(v, more * size);
	if (new != NULL)
		*cap = more;
	return new;
}

/* Samples have the same counters in the same order, nearly always. */
static struct track_series *
find(struct track *t, const struct counter *c)
{
	for (size_t i = 0; i < t->n_series; i++) {
		size_t k = (t->next + i) % t->n_series;
		struct track_series *s = &t->series[k];

		if (strcmp(s->first.name, c->name) == 0 &&
		    strcmp(s->first.instance, c->instance) == 0) {
			t->next = k + 1;
			return s;
		}
	}
	return NULL;
}

static struct track_series *
new_series(struct track *t, const struct counter *c)
{
	struct track_series *v =
	    grow(t->series, t->n_series, &t->cap_series, sizeof(*t->series));

	if (v == NULL)
		return NULL;
	t->series = v;
	v = &v[t->n_series++];
	*v = (struct track_series){ .first = *c };
	return v;
}

static int
put(struct track_series *s, uint32_t sample, uint64_t value)
{
	size_t cap = s->cap;
	uint32_t *at = grow(s->at, s->n, &cap, sizeof(*s->at));
	uint64_t *v;

	if (at == NULL)
		return -1;
	s->at = at;
	cap = s->cap;
	v = grow(s->v, s->n, &cap, sizeof(*s->v));
	if (v == NULL)
		return -1;
	s->v = v;
	s->cap = cap;
	s->at[s->n] = sample;
	s->v[s->n++] = value;
	s->moved |= value != s->first.value;
	return 0;
}

int
track_add(
    struct track *t, const struct track_sample *when, const struct counters *c)
{
	struct track_sample *sample =
	    grow(t->sample, t->n, &t->cap, sizeof(*t->sample));

	if (sample == NULL)
		return -1;
	t->sample = sample;
	t->sample[t->n] = *when;
	for (size_t i = 0; i < c->n; i++) {
		struct track_series *s = find(t, &c->v[i]);

		if (s == NULL)
			s = new_series(t, &c->v[i]);
		if (s == NULL || put(s, (uint32_t)t->n, c->v[i].value) < 0)
			return -1;
	}
	t->n++;
	return 0;
}

void
track_free(struct track *t)
{
	for (size_t i = 0; i < t->n_series; i++) {
		free(t->series[i].at);
		free(t->series[i].v);
	}
	free(t->series);
	free(t->sample);
	memset(t, 0, sizeof(*t));
}

uint64_t
track_gap_ns(const struct track *t, size_t i, uint64_t interval_ns)
{
	uint64_t gap;

	if (i == 0 || i >= t->n || t->sample[i].t_ns < t->sample[i - 1].t_ns)
		return 0;
	gap = t->sample[i].t_ns - t->sample[i - 1].t_ns;
	return gap >= interval_ns + interval_ns / 2 ? gap : 0;
}

/* Of the last two samples; false: it is not in both, or has no difference. */
static bool
last_delta(const struct track *t, const struct track_series *s, uint64_t *d)
{
	struct counter a = s->first, b = s->first;
	enum counter_change change;

	if (s->n < 2 || t->n < 2 || s->at[s->n - 1] != t->n - 1 ||
	    s->at[s->n - 2] != t->n - 2)
		return false;
	a.value = s->v[s->n - 2];
	b.value = s->v[s->n - 1];
	change = counter_delta(&a, &b, d);
	return change == COUNTER_OK || change == COUNTER_WRAPPED;
}

const struct track_series *
track_busiest(const struct track *t, const char *name, uint64_t *delta)
{
	const struct track_series *most = NULL;
	uint64_t d;

	for (size_t i = 0; i < t->n_series; i++) {
		const struct track_series *s = &t->series[i];

		if (strcmp(s->first.name, name) != 0 || !last_delta(t, s, &d) ||
		    (most != NULL && d <= *delta))
			continue;
		most = s;
		*delta = d;
	}
	return most;
}
