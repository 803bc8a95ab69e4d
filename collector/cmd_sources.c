/* SPDX-License-Identifier: BSD-2-Clause */
/* netcollect sources: the commands that a snapshot runs, by system. */
#include <stdio.h>
#include <string.h>

#include "collector/collector.h"
#include "collector/source.h"

static const struct opt opts[] = { COLLECT_OPTS,
	{ 0, NULL, NULL, NULL, OPT_FLAG, 0, 0, 0, NULL } };

/* The least that reads it. */
static const char *
when(const struct source *s)
{
	if (s->flags & SOURCE_BUNDLE)
		return "bundle";
	return s->flags & SOURCE_ONCE ? "fingerprint" : "snapshot";
}

static void
print_row(const struct source *s, const char *command)
{
	printf("%-10s %-14s %-17s %-11s %s%s\n", s->os, s->name,
	    s->parser != NULL ? s->parser->kind : "", when(s), command,
	    s->flags & SOURCE_MACHINE ? "  (machine-wide)" : "");
}

static void
put_row(struct result *r, const struct source *s, const char *command)
{
	result_object(r, NULL);
	result_text(r, "name", s->name);
	result_text(r, "os", s->os);
	result_text(r, "kind", s->parser != NULL ? s->parser->kind : NULL);
	result_text(r, "command", command);
	result_text(r, "scope", s->flags & SOURCE_MACHINE ? "machine" : "host");
	result_text(r, "when", when(s));
	result_end(r);
}

static int
run(int argc, char **argv, struct fail *f)
{
	struct common c = { COLLECT_DEFAULTS };
	struct session_ask ask = { .os = NULL };
	struct result *r = NULL;
	char command[SOURCE_COMMAND];
	int files, table, rc = 0;

	if (opt_parse(opts, &c, argc, argv, &files, f) < 0 ||
	    collect_files(files, 0, 0, f) < 0 ||
	    (table = collect_table(&c, f)) < 0)
		return -1;
	if (c.os != NULL && session_os(c.os, &ask, f) < 0)
		return -1;
	if (!table) {
		r = result_new("netcollect", "netcollect");
		if (r == NULL)
			return fail(f, "out of memory");
		envelope_config(r, &c, 0, NULL);
		result_end(r);
		result_array(r, "sources");
	}
	for (const struct source *s = source_table; s->name != NULL; s++) {
		if (ask.os != NULL && strcmp(ask.os, s->os) != 0)
			continue;
		source_command(s, command, sizeof(command));
		if (table)
			print_row(s, command);
		else
			put_row(r, s, command);
	}
	if (r != NULL) {
		result_end(r);
		envelope_end(r, NULL);
		rc = result_write(r, c.out, f);
		result_free(r);
	}
	return rc;
}

const struct command collect_cmd_sources = {
	.name = "sources",
	.operands = "",
	.help = "commands that a snapshot runs, by system",
	.opts = opts,
	.run = run,
};
