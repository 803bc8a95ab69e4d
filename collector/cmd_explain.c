/* SPDX-License-Identifier: BSD-2-Clause */
/* netcollect explain: what a counter counts, where, and why it grows. */
#include <stdio.h>
#include <string.h>

#include "collector/collector.h"
#include "collector/explain.h"
#include "collector/paragraph.h"

struct options {
	struct common common; /* first */
	const char *driver;
};

static const struct opt opts[] = {
	{ 0, "driver", "NAME", "as in ix0 or ethtool -i [every]", OPT_TEXT,
	    offsetof(struct options, driver), 0, 0, NULL },
	COLLECT_OPTS,
	{ 0, NULL, NULL, NULL, OPT_FLAG, 0, 0, 0, NULL },
};

/* A row for any system is none where the one asked for has its own. */
static bool
outdone(const struct explain *e, const char *name, const char *os)
{
	const struct explain *other;

	if (name == NULL)
		name = e->name;
	if (os == NULL || e->os != NULL || name == NULL)
		return false;
	for (size_t i = 0; (other = explain_row(i)) != NULL; i++)
		if (other->os != NULL && other->driver == NULL &&
		    explain_matches(other, name, os, NULL))
			return true;
	return false;
}

/* NULL name: every row of that system and driver. */
static const struct explain *
next(size_t *i, const char *name, const char *os, const char *driver)
{
	const struct explain *e;

	while ((e = explain_row((*i)++)) != NULL)
		if ((name == NULL ? explain_applies(e, os, driver)
				  : explain_matches(e, name, os, driver)) &&
		    !outdone(e, name, os))
			return e;
	return NULL;
}

static int
unknown(const char *name, const struct options *o, struct fail *f)
{
	char near[EXPLAIN_NEAR][EXPLAIN_NAME], list[600] = "";
	size_t i = 0, n;

	if (next(&i, name, NULL, NULL) != NULL)
		return fail(f,
		    "%s: known, but not with%s%s%s%s; without these it is "
		    "shown for all",
		    name, o->common.os != NULL ? " --os " : "",
		    o->common.os != NULL ? o->common.os : "",
		    o->driver != NULL ? " --driver " : "",
		    o->driver != NULL ? o->driver : "");
	n = explain_near(name, near);
	for (i = 0; i < n; i++) {
		size_t len = strlen(list);

		snprintf(list + len, sizeof(list) - len, "%s%s",
		    i > 0 ? ", " : "", near[i]);
	}
	return fail(f, "%s: no such counter is known%s%s", name,
	    n > 0 ? "; near: " : "", list);
}

static void
show(FILE *out, const struct explain *e)
{
	fprintf(out, "%s", e->name != NULL ? e->name : "");
	for (const char *p = e->raw; p != NULL && *p != '\0';) {
		size_t n = strcspn(p, "|");

		fprintf(out, "%s%.*s",
		    p == e->raw && e->name == NULL ? "" : ", ", (int)n, p);
		p += n + (p[n] == '|');
	}
	fprintf(out, "\n");
	paragraph(out, "  system", 12, e->os != NULL ? e->os : "any");
	if (e->driver != NULL)
		paragraph(out, "  driver", 12, e->driver);
	paragraph(out, "  place", 12,
	    e->place[0] != '\0' ? e->place : "none: no loss");
	paragraph(out, "  contains", 12, e->what);
	if (e->cause != NULL)
		paragraph(out, "  usually", 12, e->cause);
}

static void
put_names(struct result *r, const char *key, const char *list, const char *sign)
{
	result_array(r, key);
	for (const char *p = list; p != NULL && *p != '\0';) {
		size_t n = strcspn(p, sign);

		result_text_len(r, NULL, p, n);
		p += n + (p[n] == *sign);
	}
	result_end(r);
}

static void
put(struct result *r, const struct explain *e)
{
	result_object(r, NULL);
	result_text(r, "name", e->name);
	put_names(r, "raw", e->raw, "|");
	result_text(r, "os", e->os);
	put_names(r, "drivers", e->driver, " ");
	result_text(r, "place", e->place[0] != '\0' ? e->place : NULL);
	result_text(r, "contains", e->what);
	result_text(r, "cause", e->cause);
	result_end(r);
}

static int
write_json(
    const struct options *o, const char *name, const char *os, struct fail *f)
{
	struct result *r = result_new("netcollect", "netcollect");
	const struct explain *e;
	size_t i = 0;
	int rc;

	if (r == NULL)
		return fail(f, "out of memory");
	result_object(r, "config");
	result_text(r, "counter", name);
	result_text(r, "os", o->common.os);
	result_text(r, "driver", o->driver);
	result_end(r);
	result_array(r, "counters");
	while ((e = next(&i, name, os, o->driver)) != NULL)
		put(r, e);
	result_end(r);
	envelope_end(r, NULL);
	rc = result_write(r, o->common.out, f);
	result_free(r);
	return rc;
}

static int
write_table(
    const struct options *o, const char *name, const char *os, struct fail *f)
{
	FILE *out = collect_open(o->common.out, f);
	const struct explain *e;
	size_t i = 0;

	if (out == NULL)
		return -1;
	while ((e = next(&i, name, os, o->driver)) != NULL)
		show(out, e);
	return collect_close(out, o->common.out, f);
}

static int
run(int argc, char **argv, struct fail *f)
{
	struct options o = { .common = { COLLECT_DEFAULTS } };
	struct session_ask ask = { .os = NULL };
	const char *name;
	size_t i = 0;
	int names, table;

	if (opt_parse(opts, &o, argc, argv, &names, f) < 0)
		return -1;
	if (names > 1)
		return fail(
		    f, "%s: one counter at a time, or none for all", argv[2]);
	name = names == 1 ? argv[1] : NULL;
	if (o.common.os != NULL && session_os(o.common.os, &ask, f) < 0)
		return -1;
	if ((table = collect_table(&o.common, f)) < 0)
		return -1;
	if (name != NULL && next(&i, name, ask.os, o.driver) == NULL)
		return unknown(name, &o, f);
	return table ? write_table(&o, name, ask.os, f)
		     : write_json(&o, name, ask.os, f);
}

const struct command collect_cmd_explain = {
	.name = "explain",
	.operands = "[COUNTER]",
	.help = "what a counter counts, where on the path, and why it grows",
	.opts = opts,
	.run = run,
};
