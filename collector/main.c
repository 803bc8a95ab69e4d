/* SPDX-License-Identifier: BSD-2-Clause */
/* netcollect: counters of the hosts on the path, and where packets ended. */
#include <stdio.h>
#include <string.h>

#include "collector/collector.h"
#include "lib/version.h"

static const struct command *const commands[] = { &collect_cmd_snapshot,
	&collect_cmd_watch, &collect_cmd_read, &collect_cmd_diff,
	&collect_cmd_ledger, &collect_cmd_explain, &collect_cmd_bundle,
	&collect_cmd_sources };
#define COMMANDS (sizeof(commands) / sizeof(commands[0]))

static void
usage(FILE *out)
{
	fprintf(out, "usage: netcollect COMMAND [options] [FILE...]\n");
	for (size_t i = 0; i < COMMANDS; i++)
		fprintf(out, "  %-9s %-16s %s\n", commands[i]->name,
		    commands[i]->operands, commands[i]->help);
	fprintf(out, "netcollect COMMAND -h lists its options; --version\n");
}

static void
command_usage(const struct command *c)
{
	printf("usage: netcollect %s [options] %s\n%s\n", c->name, c->operands,
	    c->help);
	if (c->opts != NULL)
		opt_help(c->opts, stdout);
}

/* "-h" or "--help" anywhere in front of a "--". */
static bool
asks_help(int argc, char **argv)
{
	for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
		if (strcmp(argv[i], "-h") == 0 ||
		    strcmp(argv[i], "--help") == 0)
			return true;
	return false;
}

static int
run(const struct command *c, int argc, char **argv)
{
	struct fail f = { "" };
	int status;

	if (asks_help(argc, argv)) {
		command_usage(c);
		return 0;
	}
	status = c->run(argc, argv, &f);
	if (status < 0)
		fprintf(stderr, "netcollect %s: %s\n", c->name, f.text);
	return status < 0 ? 1 : status;
}

int
main(int argc, char **argv)
{
	if (argc < 2) {
		usage(stderr);
		return 1;
	}
	if (strcmp(argv[1], "--version") == 0) {
		printf("netcollect %s\n", NETBLAST_VERSION);
		return 0;
	}
	if (strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "--help") == 0) {
		usage(stdout);
		return 0;
	}
	for (size_t i = 0; i < COMMANDS; i++)
		if (strcmp(argv[1], commands[i]->name) == 0)
			return run(commands[i], argc - 1, argv + 1);
	fprintf(stderr, "netcollect: %s: no such command\n", argv[1]);
	usage(stderr);
	return 1;
}
