/* SPDX-License-Identifier: BSD-2-Clause */
/* netcollect read: any saved text to listings with their values. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collector/collector.h"
#include "collector/finger.h"
#include "collector/listing_show.h"
#include "lib/num.h"

static const struct opt opts[] = { COLLECT_OPTS,
	{ 0, "command", "CMD", "what printed it [by the prompts]", OPT_TEXT,
	    offsetof(struct common, command), 0, 0, NULL },
	{ 0, NULL, NULL, NULL, OPT_FLAG, 0, 0, 0, NULL } };

static void
print_counters(FILE *out, const struct counters *c)
{
	char number[NUM_TEXT];

	for (size_t i = 0; i < c->n; i++)
		fprintf(out, "  %-28s %-34s %20s%s\n", c->v[i].name,
		    c->v[i].instance, num_group(c->v[i].value, number),
		    c->v[i].machine ? "  machine-wide" : "");
}

static void
print_session(FILE *out, const struct session *s)
{
	for (size_t i = 0; i < s->n; i++) {
		const struct listing *l = &s->v[i];

		if (l->kind[0] != '\0')
			fprintf(out, "%s%s%s%s%s\n", l->kind,
			    l->os != NULL ? ", " : "",
			    l->os != NULL ? l->os : "",
			    l->command != NULL ? ": " : "",
			    l->command != NULL ? l->command : "");
		print_counters(out, &l->counters);
		if (l->counters.n == 0 && !l->joined)
			listing_show(out, l->data);
	}
}

static int
print_finger(FILE *out, const struct session *s)
{
	struct finger finger = { .os = NULL };
	int rc = finger_read(&finger, s, MOMENT_NONE);

	if (rc == 0 && finger.keys.n > 0) {
		fprintf(out, "fingerprint\n");
		finger_print(&finger, out);
	}
	finger_free(&finger);
	return rc;
}

static void
put_session(struct result *r, const struct session *s)
{
	for (size_t i = 0; i < s->n; i++)
		if (!s->v[i].joined && s->v[i].kind[0] != '\0')
			envelope_listing(r, &s->v[i]);
}

/* One a file, as there may be one host in each. */
static int
put_fingers(struct result *r, const struct session *all, int files)
{
	int rc = 0;

	result_array(r, "fingerprints");
	for (int i = 0; i < files && rc == 0; i++) {
		struct finger finger = { .os = NULL };

		rc = finger_read(&finger, &all[i], MOMENT_NONE);
		finger_emit(&finger, r, NULL);
		finger_free(&finger);
	}
	result_end(r);
	return rc;
}

/* One row a file: what came of it. */
static int
write_json(const struct common *c, struct session *all, int files, char **names,
    struct fail *f)
{
	struct result *r = result_new("netcollect", "netcollect");
	size_t unknown = 0;
	char note[120] = "";
	int rc;

	if (r == NULL)
		return fail(f, "out of memory");
	envelope_config(r, c, files, names);
	result_end(r);
	result_array(r, "listings");
	for (int i = 0; i < files; i++) {
		session_join(&all[i]);
		put_session(r, &all[i]);
		unknown += all[i].lines_unknown;
	}
	result_end(r);
	if (put_fingers(r, all, files) < 0) {
		result_free(r);
		return fail(f, "out of memory");
	}
	if (unknown > 0)
		snprintf(note, sizeof(note),
		    "%zu lines belong to no listing that is known", unknown);
	envelope_end(r, note[0] != '\0' ? note : NULL);
	rc = result_write(r, c->out, f);
	result_free(r);
	return rc;
}

static int
write_table(const struct common *c, struct session *all, int files,
    char **names, struct fail *f)
{
	bool standard = strcmp(c->out, "-") == 0;
	FILE *out = standard ? stdout : fopen(c->out, "w");

	if (out == NULL)
		return fail_errno(f, "%s", c->out);
	for (int i = 0; i < files; i++) {
		session_join(&all[i]);
		print_session(out, &all[i]);
		if (all[i].lines_unknown > 0)
			fprintf(stderr,
			    "netcollect read: %s: %zu lines belong to no "
			    "listing that is known\n",
			    names[i], all[i].lines_unknown);
		if (print_finger(out, &all[i]) < 0) {
			if (!standard)
				fclose(out);
			return fail(f, "out of memory");
		}
	}
	if ((standard ? fflush(out) : fclose(out)) != 0)
		return fail_errno(f, "%s", c->out);
	return 0;
}

/* A document is known by its form, whatever is in it. */
static int
anything(const struct session *all, int files, char **names, struct fail *f)
{
	size_t unknown = 0;

	for (int i = 0; i < files; i++) {
		if (all[i].n > 0 || all[i].document || all[i].run != NULL)
			return 0;
		unknown += all[i].lines_unknown;
	}
	return fail(f, "%s%s: no listing was recognised in %zu lines",
	    strcmp(names[0], "-") == 0 ? "standard input" : names[0],
	    files > 1 ? " and the others" : "", unknown);
}

static int
run(int argc, char **argv, struct fail *f)
{
	struct common c = { COLLECT_DEFAULTS };
	char standard_input[] = "-", *only[] = { standard_input };
	char **names = argv + 1;
	struct session *all;
	int files, table, rc = -1;

	if (opt_parse(opts, &c, argc, argv, &files, f) < 0 ||
	    collect_files(files, 0, 1000, f) < 0 ||
	    (table = collect_table(&c, f)) < 0)
		return -1;
	if (files == 0) {
		files = 1;
		names = only;
	}
	all = calloc((size_t)files, sizeof(*all));
	if (all == NULL)
		return fail(f, "out of memory");
	for (int i = 0; i < files; i++)
		if (collect_load(&all[i], names[i], &c, f) < 0)
			goto out;
	if (anything(all, files, names, f) < 0)
		goto out;
	rc = table ? write_table(&c, all, files, names, f)
		   : write_json(&c, all, files, names, f);
out:
	for (int i = 0; i < files; i++)
		session_free(&all[i]);
	free(all);
	return rc;
}

const struct command collect_cmd_read = {
	.name = "read",
	.operands = "[FILE...]",
	.help = "any saved text to listings with their values",
	.opts = opts,
	.run = run,
};
