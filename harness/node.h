/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Where a program runs: a kind of node is a row of a table (node.c), which
 * says how a command line is wrapped to run there.
 */
#ifndef HARNESS_NODE_H
#define HARNESS_NODE_H

#include <stddef.h>

#include "lib/fail.h"

#define NODE_TEXT 64
#define NODE_ARGV 64 /* words of a wrapped command line, with the NULL */

struct node {
	const char *kind; /* "local", "netns" */
	char where[NODE_TEXT]; /* namespace; "" for local */
	int cpu; /* pinned to this one; -1: anywhere */
};

/* The node as netcollect's --on and documents write it; returns buf. */
char *node_text(const struct node *, char buf[NODE_TEXT + 8]);

/*
 * argv (ends in NULL) wrapped for the node: pointers into `cpu_text`, the
 * node, and argv itself. -1: unknown kind, too many words.
 */
int node_argv(const struct node *, const char *const *argv,
    const char *out[NODE_ARGV], char cpu_text[16], struct fail *);

#endif
