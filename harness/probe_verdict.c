/* SPDX-License-Identifier: BSD-2-Clause */
/* Document of a probe -> struct probe_times -> verdict. */
#include <stdlib.h>
#include <string.h>

#include "harness/probe.h"

/* series.v or series.t_ns of `at` into v[n]; null is `unknown`. */
static int
read_series(const json_t *at, const char *column, size_t n, uint64_t unknown,
    uint64_t *v)
{
	const json_t *list =
	    json_object_get(json_object_get(at, "series"), column);

	if (!json_is_array(list) || json_array_size(list) != n)
		return -1;
	for (size_t i = 0; i < n; i++) {
		const json_t *x = json_array_get(list, i);

		if (json_is_null(x))
			v[i] = unknown;
		else if (json_is_integer(x) && json_integer_value(x) >= 0)
			v[i] = (uint64_t)json_integer_value(x);
		else
			return -1;
	}
	return 0;
}

static int
read_leg(const json_t *leg, struct probe_times *t, uint64_t *space)
{
	struct probe_leg_times *l = &t->leg[t->legs];

	l->name = json_string_value(json_object_get(leg, "name"));
	l->control = json_is_true(json_object_get(leg, "control"));
	l->usable = json_is_true(json_object_get(leg, "usable"));
	l->latency_ns = space;
	if (l->name == NULL || read_series(leg, "v", t->n, PROBE_LOST, space))
		return -1;
	t->legs++;
	return 0;
}

/* `space` has room for 2 + PROBE_LEGS columns. */
static int
read_times(const json_t *d, struct probe_times *t, uint64_t *space)
{
	const json_t *late = json_object_get(d, "lateness"), *leg;
	size_t i;

	t->due_ns = space;
	t->late_ns = space + t->n;
	if (read_series(late, "t_ns", t->n, UINT64_MAX, t->due_ns) < 0 ||
	    read_series(late, "v", t->n, PROBE_UNSENT, t->late_ns) < 0)
		return -1;
	for (i = 0; i < t->n; i++)
		if (t->due_ns[i] >= INT64_MAX ||
		    (i > 0 && t->due_ns[i] <= t->due_ns[i - 1]))
			return -1;
	json_array_foreach(
	    json_object_get(d, "legs"), i, leg) if (t->legs == PROBE_LEGS ||
	    read_leg(leg, t, space + (2 + i) * t->n) < 0) return -1;
	return t->legs > 0 ? 0 : -1;
}

static uint64_t
config_ns(const json_t *d, const char *key)
{
	const json_t *v = json_object_get(json_object_get(d, "config"), key);

	return json_integer_value(v) > 0 ? (uint64_t)json_integer_value(v) : 0;
}

int
probe_verdict(const json_t *d, uint64_t from_ns, uint64_t to_ns,
    struct probe_verdict *v, struct fail *f)
{
	const char *kind = json_string_value(json_object_get(d, "kind"));
	struct probe_times t = { .interval_ns = config_ns(d, "interval_ns"),
		.timeout_ns = config_ns(d, "timeout_ns"),
		.n = json_array_size(json_object_get(
		    json_object_get(json_object_get(d, "lateness"), "series"),
		    "v")) };
	uint64_t *space;
	int rc = -1;

	if (kind == NULL || strcmp(kind, "probe") != 0 || t.interval_ns == 0 ||
	    t.timeout_ns == 0)
		return fail(f, "not a document of kind \"probe\"");
	space = malloc((t.n + 1) * (2 + PROBE_LEGS) * sizeof(*space));
	if (space == NULL)
		return fail(f, "probe: out of memory");
	if (read_times(d, &t, space) < 0)
		fail(f, "probe document: columns missing or of unequal length");
	else if (probe_judge(&t, from_ns, to_ns, v) < 0)
		fail(f, "probe: out of memory");
	else
		rc = 0;
	free(space);
	return rc;
}
