/* SPDX-License-Identifier: BSD-2-Clause */
/* netcollect ledger: where every packet that was sent ended. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collector/balance.h"

struct options {
	struct common common; /* first */
	struct balance_given given;
	const char *router, *idle;
	bool explain;
};

#define GIVEN(field) offsetof(struct options, given.field)
static const struct opt opts[] = {
	{ 0, "sent", "N", "frames sent [by the generator's output]", OPT_U64,
	    GIVEN(sent), 0, INT64_MAX, NULL },
	{ 0, "refused", "N", "refused calls of the generator [the same]",
	    OPT_U64, GIVEN(refused), 0, INT64_MAX, NULL },
	{ 0, "received", "N", "distinct frames at the sink [not asked]",
	    OPT_U64, GIVEN(received), 0, INT64_MAX, NULL },
	{ 0, "in", "IF", "router's input [packets in grew most]", OPT_TEXT,
	    GIVEN(in), 0, 0, NULL },
	{ 0, "out", "IF", "router's output [packets out grew most]", OPT_TEXT,
	    GIVEN(out), 0, 0, NULL },
	{ 0, "router", "NAME", "host or node that is the router [found out]",
	    OPT_TEXT, offsetof(struct options, router), 0, 0, NULL },
	{ 0, "idle", "FILE", "a snapshot before BEFORE, without traffic",
	    OPT_TEXT, offsetof(struct options, idle), 0, 0, NULL },
	{ 0, "since-boot", NULL, "one reading, of all since the router's boot",
	    OPT_FLAG, GIVEN(since_boot), 0, 0, NULL },
	{ 0, "explain", NULL, "what the counters mean and usually come from",
	    OPT_FLAG, offsetof(struct options, explain), 0, 0, NULL },
	COLLECT_OPTS,
	{ 0, NULL, NULL, NULL, OPT_FLAG, 0, 0, 0, NULL },
};

static void
put_number(struct result *r, const char *key, uint64_t v)
{
	if (v == NOT_GIVEN)
		result_null(r, key);
	else
		result_u64(r, key, v);
}

static int
write_json(const struct options *o, const struct balance *b,
    const struct path *p, int files, char **names, struct fail *f)
{
	struct result *r = result_new("netcollect", "netcollect");
	int rc;

	if (r == NULL)
		return fail(f, "out of memory");
	envelope_config(r, &o->common, files, names);
	put_number(r, "sent", o->given.sent);
	put_number(r, "refused", o->given.refused);
	put_number(r, "received", o->given.received);
	result_text(r, "in", o->given.in);
	result_text(r, "out", o->given.out);
	result_text(r, "router", o->router);
	result_text(r, "idle", o->idle);
	result_bool(r, "since_boot", o->given.since_boot);
	result_end(r);
	ledger_put(r, b, p, o->explain);
	result_array(r, "notes");
	for (size_t i = 0; i < b->notes; i++)
		result_text(r, NULL, b->note[i]);
	result_end(r);
	result_bool(r, "valid", b->valid);
	result_null(r, "error");
	rc = result_write(r, o->common.out, f);
	result_free(r);
	return rc;
}

static int
write_table(const struct options *o, const struct balance *b,
    const struct path *p, struct fail *f)
{
	FILE *out = collect_open(o->common.out, f);

	if (out == NULL)
		return -1;
	ledger_show(out, b, p, o->explain);
	return collect_close(out, o->common.out, f);
}

/* The files and, as one more of them, that of --idle. */
static int
load(struct path *p, const struct options *o, int files, char **names,
    struct fail *f)
{
	char *all[PATH_FILES];
	int n = 0;

	for (; n < files; n++)
		all[n] = names[n];
	if (o->idle != NULL)
		all[n++] = (char *)o->idle;
	if (path_load(p,
		&(struct path_ask){
		    &o->common, o->router, o->given.since_boot },
		n, all, f) < 0)
		return -1;
	if (o->idle != NULL && (p->hosts == 0 || p->host[0].readings == 0))
		return fail(f,
		    "--idle: snapshot documents tell when they were taken, "
		    "saved text does not: an idle slope needs three snapshots "
		    "of a host");
	return 0;
}

static int
answer(const struct options *o, struct path *p, int files, char **names,
    struct fail *f)
{
	struct balance *b = malloc(sizeof(*b));
	int rc = -1, table = collect_table(&o->common, f);

	if (b == NULL)
		return fail(f, "out of memory");
	if (table >= 0 && balance_make(b, p, &o->given, f) == 0)
		rc = table ? write_table(o, b, p, f)
			   : write_json(o, b, p, files, names, f);
	if (rc == 0 && !b->valid)
		rc = 2;
	free(b);
	return rc;
}

static int
run(int argc, char **argv, struct fail *f)
{
	struct options o = { .common = { COLLECT_DEFAULTS, .runs = true,
				 .watches = true },
		.given = { .sent = NOT_GIVEN,
		    .received = NOT_GIVEN,
		    .refused = NOT_GIVEN } };
	struct path *p;
	int files, rc = -1;

	if (opt_parse(opts, &o, argc, argv, &files, f) < 0 ||
	    collect_files(files, 1, PATH_FILES - 1, f) < 0 ||
	    collect_table(&o.common, f) < 0)
		return -1;
	p = calloc(1, sizeof(*p));
	if (p == NULL)
		return fail(f, "out of memory");
	if (load(p, &o, files, argv + 1, f) == 0)
		rc = answer(&o, p, files, argv + 1, f);
	path_free(p);
	free(p);
	return rc;
}

const struct command collect_cmd_ledger = {
	.name = "ledger",
	.operands = "BEFORE AFTER | FILE...",
	.help = "where every packet that was sent ended",
	.opts = opts,
	.run = run,
};
