/* SPDX-License-Identifier: BSD-2-Clause */
/* The document of a snapshot, for who took one for another purpose. */
#ifndef COLLECTOR_SNAPSHOT_H
#define COLLECTOR_SNAPSHOT_H

#include "collector/gather.h"

struct snapshot_node { /* as the user named it */
	const char *on, *ssh;
};

/* The exit status: 0, 2 where the reading broke off; -1: not written. */
int snapshot_write(const struct gathered *, const struct snapshot_node *,
    const char *path, struct fail *);
/* What it cost, and what went wrong, on standard error. */
void snapshot_tell(const struct gathered *, const char *on);

#endif
