/* SPDX-License-Identifier: BSD-2-Clause */
/* Reading all sources of a node once. */
#ifndef COLLECTOR_GATHER_H
#define COLLECTOR_GATHER_H

#include "collector/ask.h"
#include "collector/session.h"

#define GATHER_NOTES 64

struct gather_moment {
	uint64_t mono_ns, wall_ns;
};

struct gathered { /* zeroed to begin with */
	struct session session;
	struct gather_moment before, after; /* around the reading */
	/*
	 * By getrusage(2): of this process from its start on, and its
	 * commands. Of another host: as in struct asked. -1: not known.
	 */
	double cpu_ms, shell_cpu_ms;
	struct asked asked; /* another host: who it is, and `broken` */
	const char *note[GATHER_NOTES]; /* what could not be read, and why */
	size_t n_notes;
	unsigned extra; /* given: SOURCE_ONCE, SOURCE_BUNDLE too */
};

/*
 * Those sources that have all flags of `only` (source.h); 0: all. A source
 * that fails becomes a note. -1: nothing could be read. gathered_free() in any
 * case.
 */
int gather_all(struct gathered *, struct on *, unsigned only, struct fail *);
void gathered_free(struct gathered *);

#endif
