/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What was given to a ledger: documents of generators and sinks, and readings
 * of the hosts on the path. Which host is which is told by boot id and
 * interface of the programs' documents; the one left over is the router.
 */
#ifndef COLLECTOR_PATH_H
#define COLLECTOR_PATH_H

#include "collector/pair.h"
#include "lib/ledger.h"

#define PATH_FILES 64
#define PATH_HOSTS 20

struct path_host {
	const char *host, *node, *boot_id; /* "" for saved text */
	const struct session *reading[3]; /* of snapshot documents, by time */
	size_t readings;
	struct counters before, after, idle; /* idle.n 0: no idle slope */
	uint64_t idle_ns, window_ns;
	bool taken; /* a program's */
};

struct path { /* zeroed to begin with */
	struct session file[PATH_FILES]; /* a watch is two */
	char *name[PATH_FILES]; /* theirs */
	size_t files;
	bool unused; /* a watch of a host that snapshots were taken of */
	const struct rundoc *run[PATH_FILES]; /* in the order given */
	int at[PATH_FILES]; /* host of run[i], or -1: none was read */
	size_t runs;
	struct path_host host[PATH_HOSTS];
	size_t hosts;
	int router; /* host, or -1 */
	struct pair text; /* two readings as they are, not grouped */
};

struct path_ask {
	const struct common *common;
	const char *router; /* NULL: found out */
	bool since_boot; /* one reading of the router; 0 is the other one */
};

/* Free in any case. */
int path_load(struct path *, const struct path_ask *, int files, char **names,
    struct fail *);
void path_free(struct path *);

/* The host's counters as the ledger takes them. */
struct ledger_host path_counters(const struct path_host *);

#endif
