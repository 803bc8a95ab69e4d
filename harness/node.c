/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>

#include "harness/node.h"

static int
wrap_local(const struct node *n, const char **out)
{
	(void)n;
	(void)out;
	return 0;
}

static int
wrap_netns(const struct node *n, const char **out)
{
	out[0] = "ip";
	out[1] = "netns";
	out[2] = "exec";
	out[3] = n->where;
	return 4;
}

static const struct {
	const char *name;
	int (*wrap)(const struct node *, const char **out); /* words put */
} kinds[] = {
	{ "local", wrap_local },
	{ "netns", wrap_netns },
};

#define KINDS (sizeof(kinds) / sizeof(kinds[0]))

char *
node_text(const struct node *n, char buf[NODE_TEXT + 8])
{
	snprintf(buf, NODE_TEXT + 8, "%s%s%s", n->kind,
	    n->where[0] != '\0' ? ":" : "", n->where);
	return buf;
}

int
node_argv(const struct node *n, const char *const *argv,
    const char *out[NODE_ARGV], char cpu_text[16], struct fail *f)
{
	size_t kind = 0, at;

	while (kind < KINDS && strcmp(kinds[kind].name, n->kind) != 0)
		kind++;
	if (kind == KINDS)
		return fail(f, "%s: no such kind of node", n->kind);
	at = (size_t)kinds[kind].wrap(n, out);
	if (n->cpu >= 0) {
		snprintf(cpu_text, 16, "%d", n->cpu);
		out[at++] = "taskset";
		out[at++] = "-c";
		out[at++] = cpu_text;
	}
	for (; *argv != NULL; argv++) {
		if (at + 1 >= NODE_ARGV)
			return fail(f, "%s: too many words", argv[0]);
		out[at++] = *argv;
	}
	out[at] = NULL;
	return 0;
}
