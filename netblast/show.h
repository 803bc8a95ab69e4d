/* SPDX-License-Identifier: BSD-2-Clause */
/* What people read: --show, --list-engines, --version, progress lines. */
#ifndef NETBLAST_SHOW_H
#define NETBLAST_SHOW_H

#include <stdio.h>

#include "netblast/team.h"

/* Sizes, fields and bytes of the first frame. */
void
show_frame(const struct options *, const struct setup *, uint16_t tag, FILE *);

void show_engines(FILE *);
void show_version(FILE *);

/* State between progress lines. */
struct progress {
	bool terminal; /* one line, rewritten */
	uint64_t last_ns, last_taken;
};

/* For struct team_watch; arg is a struct progress. To standard error. */
void show_progress(const struct team *, void *arg);
void show_stuck(const struct team *, void *arg);

#endif
