/* SPDX-License-Identifier: BSD-2-Clause */
#include <limits.h>
#include <stdio.h>

#include "harness/report.h"
#include "lib/opt.h"

struct ask {
	const char *out;
	bool help;
};

static const struct opt options[] = {
	{ .letter = 'o',
	    .name = "output",
	    .arg = "DIR|FILE.html",
	    .help = "where the page goes (DIR/report, LEDGER.html)",
	    .type = OPT_TEXT,
	    .offset = offsetof(struct ask, out) },
	{ .letter = 'h',
	    .name = "help",
	    .help = "this text",
	    .type = OPT_FLAG,
	    .offset = offsetof(struct ask, help) },
	{ .name = NULL },
};

static void
usage(FILE *out)
{
	fprintf(out, "usage: netharness report [options] DIR|LEDGER.json\n");
	opt_help(options, out);
}

int
report_main(int argc, char **argv)
{
	struct fail f = { "" };
	struct ask ask = { .out = NULL };
	char page[PATH_MAX];
	int operands = 0;

	if (opt_parse(options, &ask, argc, argv, &operands, &f) < 0) {
		fprintf(stderr, "netharness report: %s\n", f.text);
		return 1;
	}
	if (ask.help) {
		usage(stdout);
		return 0;
	}
	if (operands != 1) {
		fprintf(stderr, "netharness report: %s\n",
		    operands == 0 ? "no run folder or ledger document given"
				  : "only one run folder a report");
		usage(stderr);
		return 1;
	}
	if (report_write(argv[1], ask.out, &f) < 0 ||
	    report_page(argv[1], ask.out, page, sizeof(page), &f) < 0) {
		fprintf(stderr, "netharness report: %s\n", f.text);
		return 1;
	}
	printf("%s\n", page);
	return 0;
}
