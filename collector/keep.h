/* SPDX-License-Identifier: BSD-2-Clause */
/* What sources printed becomes listings, wherever it was read. */
#ifndef COLLECTOR_KEEP_H
#define COLLECTOR_KEEP_H

#include "collector/gather.h"
#include "collector/source.h"

struct keeper {
	struct gathered *g;
	struct session_ask ask; /* the system that printed it */
	bool isolated;
	const volatile sig_atomic_t *stop; /* may be NULL */
};

/* "NAME not read: WHY" */
void keep_note(struct keeper *, const char *name, const char *why);

/* One listing, read by the source's parser. -1: out of memory. */
int keep_text(struct keeper *, const struct source *, const char *command,
    const char *text, size_t len);
/*
 * Listings of one kind in one text, blank lines between them. Where their
 * heading is missing, that part is no listing and goes.
 */
int keep_parts(struct keeper *, const struct source *, const char *command,
    const char *text);

/* gather_far.c: the same sources on another host. */
int gather_far(struct gathered *, struct on *, unsigned only, struct fail *);

#endif
