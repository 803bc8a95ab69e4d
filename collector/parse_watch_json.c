/* SPDX-License-Identifier: BSD-2-Clause */
/* A watch as two readings: the first and the last of its samples. */
#include <jansson.h>
#include <string.h>

#include "collector/parse_json.h"
#include "collector/parse_watch_json.h"

/* What an idle interface may count in a second; as snapshot --idle-pps. */
#define IDLE_PPS 100

bool
watch_is(const json_t *json)
{
	return json_is_array(json_object_get(json, "series")) &&
	    json_is_object(json_object_get(json, "samples"));
}

/* A count out of a column. */
static bool
number(const json_t *column, size_t i, uint64_t *v)
{
	return parse_json_count(json_array_get(column, i), v);
}

/* Name, instance and width of a series. */
static bool
head(const json_t *series, struct counter *c)
{
	const char *name = parse_json_text(series, "name");

	memset(c, 0, sizeof(*c));
	if (*name == '\0' || !parse_json_bits(series, &c->bits))
		return false;
	c->machine = strcmp(parse_json_text(series, "scope"), "machine") == 0;
	snprintf(c->name, sizeof(c->name), "%s", name);
	snprintf(c->instance, sizeof(c->instance), "%s",
	    parse_json_text(series, "instance"));
	return true;
}

static int
add(struct listing *l, const struct counter *c, uint64_t value, uint8_t bits)
{
	struct counters *to = &l->counters;

	if (counters_add(to, c->name, c->instance, value, bits) < 0)
		return -1;
	to->v[to->n - 1].machine = c->machine;
	return 0;
}

struct ends { /* of a watch */
	uint64_t from_ns, to_ns, before_ns; /* the last sample but one */
	size_t samples;
	struct listing *first, *last;
	struct session *moving;
};

/*
 * How far the counter went over all samples; false: somewhere on the way it
 * fell, and nobody knows by how much. *step: since the sample before.
 */
static bool
travelled(
    const json_t *v, const struct counter *c, uint64_t *all, uint64_t *step)
{
	struct counter a = *c, b = *c;

	*all = *step = 0;
	if (!number(v, 0, &a.value))
		return false;
	for (size_t i = 1; i < json_array_size(v); i++) {
		enum counter_change change;

		if (!number(v, i, &b.value))
			return false;
		change = counter_delta(&a, &b, step);
		if (change != COUNTER_OK && change != COUNTER_WRAPPED)
			return false;
		*all += *step;
		a.value = b.value;
	}
	return true;
}

/* Packets that came or went in the last interval: perhaps not the last ones. */
static void
still_moving(const struct ends *e, const struct counter *c, uint64_t step)
{
	double s = (double)(e->to_ns - e->before_ns) / 1e9;

	if ((strcmp(c->name, "if.rx.packets") == 0 ||
		strcmp(c->name, "if.tx.packets") == 0) &&
	    (double)step > IDLE_PPS * s)
		e->moving->moving = true;
}

/* -1: no memory, or no column of a watch. */
static int
take_series(const struct ends *e, const json_t *series)
{
	const json_t *t = json_object_get(series, "t_ns");
	const json_t *v = json_object_get(series, "v");
	size_t n = json_array_size(v);
	uint64_t at, begin, all, step;
	struct counter c;
	bool whole;

	if (!head(series, &c) || n == 0 || json_array_size(t) != n ||
	    !number(t, 0, &at) || !number(v, 0, &begin))
		return -1;
	whole = travelled(v, &c, &all, &step);
	if (at == e->from_ns && add(e->first, &c, begin, c.bits) < 0)
		return -1;
	if (!number(t, n - 1, &at) || at != e->to_ns)
		return at <= e->to_ns ? 0 : -1;
	if (!whole)
		return 0;
	still_moving(e, &c, step);
	/* what has gone around goes on */
	return add(
	    e->last, &c, begin + all, begin + all > UINT32_MAX ? 64 : c.bits);
}

static int
take_still(const struct ends *e, const json_t *still)
{
	uint64_t value, samples;
	struct counter c;

	if (!head(still, &c) || !parse_json_u64(still, "value", &value) ||
	    !parse_json_u64(still, "samples", &samples))
		return -1;
	if (samples != e->samples)
		return 0; /* nobody knows which ones */
	return add(e->first, &c, value, c.bits) < 0 ||
		add(e->last, &c, value, c.bits) < 0
	    ? -1
	    : 0;
}

/* What is printed by this system; NULL: not known. */
static const char *
system_of(struct session *s, const json_t *json)
{
	const json_t *router = json_object_get(json, "router");
	const char *os =
	    parse_json_text(router != NULL && json_is_object(router)
		    ? router
		    : json_object_get(json, "host"),
		"os");

	return *os != '\0' ? arena_text(&s->arena, os, strlen(os)) : NULL;
}

static struct listing *
listing(struct session *s, const json_t *json)
{
	struct listing *l = session_add(s);

	if (l == NULL)
		return NULL;
	l->kind = l->variant = l->text = "";
	l->os = system_of(s, json);
	return l;
}

int
watch_read(struct session *first, struct session *last, const json_t *json,
    struct fail *f)
{
	const json_t *t =
	    json_object_get(json_object_get(json, "samples"), "t_ns");
	struct ends e = { .samples = json_array_size(t), .moving = last };
	const json_t *one;
	size_t i;

	if (e.samples < 2)
		return fail(f,
		    "a watch of %zu samples: a first and a last one are "
		    "needed",
		    e.samples);
	e.first = listing(first, json);
	e.last = listing(last, json);
	if (e.first == NULL || e.last == NULL)
		return fail(f, "out of memory");
	if (!number(t, 0, &e.from_ns) || !number(t, e.samples - 1, &e.to_ns) ||
	    !number(t, e.samples - 2, &e.before_ns) || e.to_ns <= e.from_ns)
		return fail(f, "samples.t_ns: no times of a watch");
	first->mono_ns = e.from_ns;
	last->mono_ns = e.to_ns;
	json_array_foreach(json_object_get(json, "series"), i, one)
	{
		if (take_series(&e, one) < 0)
			return fail(f, "series[%zu]: no counter of a watch", i);
	}
	json_array_foreach(json_object_get(json, "still"), i, one)
	{
		if (take_still(&e, one) < 0)
			return fail(f, "still[%zu]: no counter of a watch", i);
	}
	return 0;
}
