/* SPDX-License-Identifier: BSD-2-Clause */
/* Where counters are read: "local", "netns:NAME", "ssh:[USER@]HOST[:PORT]". */
#ifndef COLLECTOR_ON_H
#define COLLECTOR_ON_H

#include <stdbool.h>

#include "collector/remote.h"

struct on { /* zeroed to begin with */
	/*
	 * It is a network of its own on a shared kernel, so what the machine
	 * counts for all is not the node's.
	 */
	bool isolated;
	bool far; /* another host, by `remote` */
	struct remote remote;
	const volatile sig_atomic_t *stop;
	/* given: ends what is still done after `stop`; may be NULL */
	const volatile sig_atomic_t *again;
};

/*
 * Go there: by a connection, or by making this process see the node's network
 * from now on, and its children too. ssh: as in remote_open(). stop: ends
 * waits, may be NULL. on_close() in any case.
 */
int on_open(struct on *, const char *node, const char *ssh,
    const volatile sig_atomic_t *stop, struct fail *);
void on_close(struct on *);

/*
 * What runs a sh(1) script there that comes by standard input; ask.h has one
 * for commands.
 */
void on_shell(const struct on *, const char *argv[REMOTE_ARGV]);

/* on_linux.c, on_none.c: one kind of node each. */
int on_netns(const char *name, struct fail *);
/* Is this process in a network namespace that is not the machine's first? */
bool on_isolated(void);

#endif
