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
	struct ran ran; /* of what is kept next */
	const volatile sig_atomic_t *stop; /* may be NULL */
};

/* "NAME not read: WHY" */
void keep_note(struct keeper *, const char *name, const char *why);

struct keep_failed {
	const char *why; /* in words, the command's last ones among them */
	const char *out, *err; /* what it printed; not terminated */
	size_t out_len, err_len;
};

/*
 * It did not end well, so nothing of it is read: a note, but for what is not
 * on every host. A bundle has what it printed, too. -1: out of memory.
 */
int keep_failed(struct keeper *, const struct source *, const char *command,
    const struct keep_failed *);
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
