/* SPDX-License-Identifier: BSD-2-Clause */
/* Where a snapshot is taken: "local", "netns:NAME". */
#ifndef COLLECTOR_NODE_H
#define COLLECTOR_NODE_H

#include <stdbool.h>

#include "lib/fail.h"

/*
 * Make this process see the node's network from now on, and its children
 * too. *isolated: it is a network of its own on a shared kernel, so what the
 * machine counts for all is not the node's.
 */
int node_enter(const char *node, bool *isolated, struct fail *);

/* node_linux.c, node_none.c: one kind of node each. */
int node_netns(const char *name, struct fail *);
/* Is this process in a network namespace that is not the machine's first? */
bool node_isolated(void);

#endif
