/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * netcollect diff: how far each counter went, and how fast; and what of the
 * configuration changed.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "collector/finger.h"
#include "collector/pair.h"
#include "lib/num.h"

static const struct opt opts[] = { COLLECT_OPTS,
	{ 0, NULL, NULL, NULL, OPT_FLAG, 0, 0, 0, NULL } };

static const char *const changes[] = {
	[COUNTER_OK] = "ok",
	[COUNTER_WRAPPED] = "wrapped",
	[COUNTER_RESET] = "reset",
	[COUNTER_ABSENT] = "absent",
};

struct change { /* of one counter; a side is NULL where it is not there */
	const struct counter *before, *after;
	enum counter_change how;
	uint64_t delta;
};

static bool
has_delta(const struct change *c)
{
	return c->how == COUNTER_OK || c->how == COUNTER_WRAPPED;
}

static double
rate(const struct pair *p, const struct change *c)
{
	if (!p->timed || p->elapsed_ns == 0 || !has_delta(c))
		return NAN;
	return (double)c->delta * 1e9 / (double)p->elapsed_ns;
}

/* Every counter of both moments, those only before at the end. */
static void
each(const struct pair *p,
    void (*put)(void *, const struct pair *, const struct change *), void *to)
{
	for (size_t i = 0; i < p->after.n; i++) {
		struct change c = { .after = &p->after.v[i] };

		c.before =
		    counters_find(&p->before, c.after->name, c.after->instance);
		c.how =
		    counters_delta(&p->before, &p->after, c.after, &c.delta);
		put(to, p, &c);
	}
	for (size_t i = 0; i < p->before.n; i++) {
		struct change c = { .before = &p->before.v[i],
			.how = COUNTER_ABSENT };

		if (counters_find(
			&p->after, c.before->name, c.before->instance) == NULL)
			put(to, p, &c);
	}
}

static void
put_side(struct result *r, const char *key, const struct counter *c)
{
	if (c != NULL)
		result_u64(r, key, c->value);
	else
		result_null(r, key);
}

static void
put_json(void *to, const struct pair *p, const struct change *c)
{
	const struct counter *any = c->after != NULL ? c->after : c->before;
	struct result *r = to;

	result_object(r, NULL);
	result_text(r, "name", any->name);
	result_text(r, "instance", any->instance);
	put_side(r, "before", c->before);
	put_side(r, "after", c->after);
	if (has_delta(c))
		result_u64(r, "delta", c->delta);
	else
		result_null(r, "delta");
	result_real(r, "per_second", rate(p, c));
	result_text(r, "change", changes[c->how]);
	result_text(r, "scope", any->machine ? "machine" : "host");
	result_end(r);
}

/* Only what moved, or cannot be told. */
static void
put_row(void *to, const struct pair *p, const struct change *c)
{
	const struct counter *any = c->after != NULL ? c->after : c->before;
	double per_second = rate(p, c);
	char number[NUM_TEXT], speed[40] = "";

	if (has_delta(c) && c->delta == 0)
		return;
	if (!isnan(per_second))
		snprintf(speed, sizeof(speed), "%14.1f/s", per_second);
	fprintf(to, "%-28s %-34s %20s%s%s%s%s\n", any->name, any->instance,
	    has_delta(c) ? num_group(c->delta, number) : "-", speed,
	    c->how == COUNTER_OK ? "" : "  ",
	    c->how == COUNTER_OK ? "" : changes[c->how],
	    any->machine ? "  machine-wide" : "");
}

/* ---- the fingerprint ------------------------------------------------------ */

struct fingers {
	struct finger before, after;
};

/* Anything but the system, which any listing may tell. */
static bool
tells(const struct finger *f)
{
	for (size_t i = 0; i < f->keys.n; i++)
		if (f->keys.v[i].value != NULL &&
		    strcmp(f->keys.v[i].name, "os") != 0)
			return true;
	return false;
}

static int
read_fingers(struct fingers *g, const struct pair *p, bool two, struct fail *f)
{
	if (finger_read(
		&g->before, &p->first, two ? MOMENT_NONE : MOMENT_BEFORE) < 0 ||
	    finger_read(&g->after, two ? &p->second : &p->first,
		two ? MOMENT_NONE : MOMENT_AFTER) < 0)
		return fail(f, "out of memory");
	if ((p->before.n > 0 && p->after.n > 0) ||
	    (tells(&g->before) && tells(&g->after)))
		return 0;
	return fail(f,
	    two ? "no counters found, and nothing of a configuration"
		: "no counters of two moments found, and nothing of a "
		  "configuration (the same listing twice, or under \"before\" "
		  "and \"after\")");
}

static void
put_change(void *to, const struct finger_change *c)
{
	struct result *r = to;

	result_object(r, NULL);
	result_text(r, "key", c->key);
	result_text(r, "class", fp_class_name(c->class));
	finger_value(r, "before", c->before);
	finger_value(r, "after", c->after);
	result_end(r);
}

static void
put_fingers(struct result *r, const struct fingers *g)
{
	struct finger_changes sum;

	result_object(r, "fingerprint");
	result_array(r, "changed");
	sum = finger_diff(&g->before, &g->after, false, put_change, r);
	result_end(r);
	result_array(r, "moving");
	finger_diff(&g->before, &g->after, true, put_change, r);
	result_end(r);
	result_u64(r, "unchanged", sum.unchanged);
	result_u64(r, "not_measured", sum.unknown);
	result_end(r);
}

static void
print_change(void *to, const struct finger_change *c)
{
	fprintf(to, "%-8s %-36s %s -> %s\n", fp_class_name(c->class), c->key,
	    c->before != NULL ? c->before : "(not there)",
	    c->after != NULL ? c->after : "(not there)");
}

static void
print_moving(void *to, const struct finger_change *c)
{
	fprintf(to, "%-45s %s -> %s by itself\n", c->key,
	    c->before != NULL ? c->before : "(not there)",
	    c->after != NULL ? c->after : "(not there)");
}

static void
print_fingers(FILE *out, const struct fingers *g)
{
	struct finger_changes sum =
	    finger_diff(&g->before, &g->after, false, print_change, out);

	finger_diff(&g->before, &g->after, true, print_moving, out);

	if (sum.changed + sum.unchanged + sum.unknown > 0)
		fprintf(out,
		    "fingerprint: %zu changed, %zu unchanged, %zu not "
		    "measured on both sides\n",
		    sum.changed, sum.unchanged, sum.unknown);
}

/* ---- results -------------------------------------------------------------- */

static int
write_json(const struct common *c, const struct pair *p,
    const struct fingers *g, int files, char **names, struct fail *f)
{
	struct result *r = result_new("netcollect", "netcollect");
	int rc;

	if (r == NULL)
		return fail(f, "out of memory");
	envelope_config(r, c, files, names);
	result_end(r);
	if (p->timed)
		result_u64(r, "elapsed_ns", p->elapsed_ns);
	else
		result_null(r, "elapsed_ns");
	result_array(r, "differences");
	each(p, put_json, r);
	result_end(r);
	put_fingers(r, g);
	envelope_end(r, NULL);
	rc = result_write(r, c->out, f);
	result_free(r);
	return rc;
}

static int
write_table(const char *path, const struct pair *p, const struct fingers *g,
    struct fail *f)
{
	bool standard = strcmp(path, "-") == 0;
	FILE *out = standard ? stdout : fopen(path, "w");

	if (out == NULL)
		return fail_errno(f, "%s", path);
	each(p, put_row, out);
	print_fingers(out, g);
	if ((standard ? fflush(out) : fclose(out)) != 0)
		return fail_errno(f, "%s", path);
	return 0;
}

static int
run(int argc, char **argv, struct fail *f)
{
	struct common c = { COLLECT_DEFAULTS, .watches = true };
	struct pair p = { .any = true }; /* ifconfig twice will do */
	struct fingers g = { .before = { .os = NULL } };
	int files, table, rc = -1;

	if (opt_parse(opts, &c, argc, argv, &files, f) < 0 ||
	    collect_files(files, 1, 2, f) < 0 ||
	    (table = collect_table(&c, f)) < 0)
		return -1;
	if (pair_load(&p, &c, files, argv + 1, f) == 0 &&
	    read_fingers(&g, &p, p.two, f) == 0)
		rc = table ? write_table(c.out, &p, &g, f)
			   : write_json(&c, &p, &g, files, argv + 1, f);
	finger_free(&g.before);
	finger_free(&g.after);
	pair_free(&p);
	return rc;
}

const struct command collect_cmd_diff = {
	.name = "diff",
	.operands = "BEFORE AFTER | FILE",
	.help = "how far each counter went, and what changed",
	.opts = opts,
	.run = run,
};
