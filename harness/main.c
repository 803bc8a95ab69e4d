/* SPDX-License-Identifier: BSD-2-Clause */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/campaign.h"
#include "harness/demo.h"
#include "harness/probe.h"
#include "harness/report.h"
#include "harness/store.h"
#include "lib/fail.h"
#include "lib/opt.h"
#include "lib/version.h"

static volatile sig_atomic_t stop;

static void
on_signal(int signal_number)
{
	(void)signal_number;
	stop = 1;
}

/* ^C and TERM end the campaign in order: the lab goes, run.json is written. */
static void
catch_signals(void)
{
	struct sigaction sa = { .sa_handler = on_signal };

	sigemptyset(&sa.sa_mask);
	sigaction(SIGINT, &sa, NULL);
	sigaction(SIGTERM, &sa, NULL);
	sigaction(SIGHUP, &sa, NULL);
}

struct options {
	const char *output, *lab, *plan;
	bool quick, keep, help;
};

#define FIELD(f) offsetof(struct options, f)
static const struct opt demo_options[] = {
	{ 'o', "output", "DIR", "folder of the run (results/...)", OPT_TEXT,
	    FIELD(output), 0, 0, NULL },
	{ 0, "quick", NULL, "3 repeats, blasts of 1 s", OPT_FLAG, FIELD(quick),
	    0, 0, NULL },
	{ 'h', "help", NULL, "this text", OPT_FLAG, FIELD(help), 0, 0, NULL },
	{ .name = NULL },
};

static const struct opt run_options[] = {
	{ 'o', "output", "DIR", "folder of the run (results/...)", OPT_TEXT,
	    FIELD(output), 0, 0, NULL },
	{ 0, "quick", NULL, "3 repeats, blasts of 1 s", OPT_FLAG, FIELD(quick),
	    0, 0, NULL },
	{ 0, "lab", "NAME", "name of the lab (one of its own)", OPT_TEXT,
	    FIELD(lab), 0, 0, NULL },
	{ 0, "keep", NULL, "leave the lab of the last trial standing", OPT_FLAG,
	    FIELD(keep), 0, 0, NULL },
	{ 'h', "help", NULL, "this text", OPT_FLAG, FIELD(help), 0, 0, NULL },
	{ .name = NULL },
};

static const struct opt lab_options[] = {
	{ 0, "lab", "NAME", "name of the lab (lab)", OPT_TEXT, FIELD(lab), 0, 0,
	    NULL },
	{ 0, "plan", "PLAN", "as the first row of this plan (plain routing)",
	    OPT_TEXT, FIELD(plan), 0, 0, NULL },
	{ 'h', "help", NULL, "this text", OPT_FLAG, FIELD(help), 0, 0, NULL },
	{ .name = NULL },
};

/* argv[0] is the subcommand's name; `program` is netharness's own argv[0]. */
struct command {
	const char *name, *operands, *help;
	const struct opt *options; /* NULL: the command has its own */
	int (*run)(const char *program, const struct options *, char **operand,
	    int operands, struct fail *);
	int (*main)(int argc, char **argv); /* with options NULL */
};

static int
run_plan(const char *program, const struct options *o, struct plan *p,
    struct fail *f)
{
	struct campaign_ask ask = { .plan = p,
		.argv0 = program,
		.dir = o->output,
		.lab = o->lab,
		.keep = o->keep,
		.stop = &stop };
	char dir[STORE_PATH];
	struct fail second = { "" };
	int rc;

	if (o->quick)
		plan_quick(p);
	catch_signals();
	rc = campaign_run(&ask, dir, f);
	if (dir[0] == '\0')
		return rc;
	/* also of an interrupted run: the page says that it is not whole */
	if (report_write(dir, NULL, &second) < 0) {
		if (rc == 0)
			*f = second;
		printf("%s/run.json\n", dir);
		return rc == 0 ? 1 : rc;
	}
	printf("%s/report/index.html\n", dir);
	return rc;
}

static int
demo(const char *program, const struct options *o, char **operand, int operands,
    struct fail *f)
{
	struct plan p;
	int rc = 1;

	(void)operand;
	if (operands != 0)
		return fail(f, "demo: takes no operands"), 1;
	if (plan_parse(&p, "demo", demo_plan, f) == 0)
		rc = run_plan(program, o, &p, f);
	plan_free(&p);
	return rc;
}

static int
run(const char *program, const struct options *o, char **operand, int operands,
    struct fail *f)
{
	struct plan p;
	int rc = 1;

	if (operands != 1)
		return fail(f, "run: one PLAN is expected"), 1;
	if (plan_load(&p, operand[0], f) == 0)
		rc = run_plan(program, o, &p, f);
	plan_free(&p);
	return rc;
}

/* Up as the first row of the plan, or as plain routing. */
static int
lab_by_hand(const char *name, const struct options *o, struct fail *f)
{
	struct lab_spec spec = { .name = name, .path = LAB_ROUTED };
	struct plan p = { .rows = 0 };
	struct lab_facts facts;
	char *nft = NULL;
	int rc = 0;

	if (o->plan != NULL) {
		const struct plan_row *r = &p.row[0];

		rc = plan_load(&p, o->plan, f);
		if (rc == 0)
			rc = plan_firewall(r, &nft, f);
		if (rc == 0) {
			spec.path = r->path;
			spec.setup = r->setup;
			spec.steer = r->path == LAB_DIRECT
			    ? r->placement->direct
			    : r->placement->through;
		}
	}
	spec.nft = nft;
	if (rc == 0)
		rc = lab_usable(f) < 0 ? -1 : lab_up(&spec, &facts, &stop, f);
	if (rc == 0)
		rc = lab_status(name, f) < 0 ? -1 : 0;
	free(nft);
	plan_free(&p);
	return rc;
}

static int
lab(const char *program, const struct options *o, char **operand, int operands,
    struct fail *f)
{
	const char *name = o->lab != NULL ? o->lab : "lab";
	const char *verb = operands == 1 ? operand[0] : "";
	int rc;

	(void)program;
	if (lab_check_name(name, f) < 0)
		return 1;
	catch_signals();
	if (strcmp(verb, "up") == 0)
		rc = lab_by_hand(name, o, f);
	else if (strcmp(verb, "down") == 0)
		rc = lab_down(name, f);
	else if (strcmp(verb, "status") == 0)
		rc = lab_status(o->lab, f);
	else
		rc = fail(f, "lab: up, down or status is expected");
	return rc < 0 ? 1 : 0;
}

static const struct command commands[] = {
	{ "demo", "", "the built-in lab campaign", demo_options, demo, NULL },
	{ "run", "PLAN", "carry out a plan", run_options, run, NULL },
	{ "lab", "up|down|status", "namespaces for playing by hand",
	    lab_options, lab, NULL },
	{ "report", "DIR", "the page of a run", NULL, NULL, report_main },
	{ "probe", "", "is a router's management answering?", NULL, NULL,
	    probe_main },
};

#define COMMANDS (sizeof(commands) / sizeof(commands[0]))

static int
usage(FILE *out)
{
	fprintf(out, "usage: netharness COMMAND [options]\n");
	for (size_t i = 0; i < COMMANDS; i++) {
		char left[48];

		snprintf(left, sizeof(left), "%s %s", commands[i].name,
		    commands[i].operands);
		fprintf(out, "  %-22s %s\n", left, commands[i].help);
	}
	fprintf(out,
	    "  netharness COMMAND -h lists the options of a command; "
	    "--version\n");
	return out == stdout ? 0 : 1;
}

static int
dispatch(const struct command *c, const char *program, int argc, char **argv)
{
	struct options o = { .output = NULL };
	struct fail f = { "" };
	int operands, rc;

	if (c->options == NULL)
		return c->main(argc, argv);
	rc = opt_parse(c->options, &o, argc, argv, &operands, &f) < 0;
	if (rc == 0 && o.help) {
		printf("usage: netharness %s [options] %s\n", c->name,
		    c->operands);
		opt_help(c->options, stdout);
		return 0;
	}
	if (rc == 0)
		rc = c->run(program, &o, argv + 1, operands, &f);
	if (rc != 0)
		fprintf(stderr, "netharness: %s\n", f.text);
	return rc;
}

int
main(int argc, char **argv)
{
	if (argc < 2)
		return usage(stderr);
	if (strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "--help") == 0)
		return usage(stdout);
	if (strcmp(argv[1], "--version") == 0) {
		printf("netharness %s\n", NETBLAST_VERSION);
		return 0;
	}
	for (size_t i = 0; i < COMMANDS; i++)
		if (strcmp(argv[1], commands[i].name) == 0)
			return dispatch(
			    &commands[i], argv[0], argc - 1, argv + 1);
	fprintf(stderr, "netharness: %s: no such command\n", argv[1]);
	return usage(stderr);
}
