/* SPDX-License-Identifier: BSD-2-Clause */
/* Where a snapshot is taken: "local", "netns:NAME". */
#ifndef COLLECTOR_ON_H
#define COLLECTOR_ON_H

#include <stdbool.h>

#include "lib/fail.h"

/*
 * Make this process see the node's network from now on, and its children
 * too. *isolated: it is a network of its own on a shared kernel, so what the
 * machine counts for all is not the node's.
 */
int on_enter(const char *node, bool *isolated, struct fail *);

/* on_linux.c, on_none.c: one kind of node each. */
int on_netns(const char *name, struct fail *);
/* Is this process in a network namespace that is not the machine's first? */
bool on_isolated(void);

#endif
