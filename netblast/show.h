/* SPDX-License-Identifier: BSD-2-Clause */
/* What people read: --show, --list-engines, --version, progress lines. */
#ifndef NETBLAST_SHOW_H
#define NETBLAST_SHOW_H

#include <stdio.h>

#include "netblast/blast.h"
#include "netblast/options.h"
#include "netblast/setup.h"

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

/* For struct blast's report; arg is a struct progress. To standard error. */
void show_progress(const struct blast *, uint64_t now_ns, void *arg);

#endif
