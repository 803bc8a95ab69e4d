/* SPDX-License-Identifier: BSD-2-Clause */
/* Reading all sources of this host, as it is seen from here. */
#ifndef COLLECTOR_GATHER_H
#define COLLECTOR_GATHER_H

#include "collector/session.h"

#define GATHER_NOTES 32

struct gather_moment {
	uint64_t mono_ns, wall_ns;
};

struct gathered { /* zeroed to begin with */
	struct session session;
	struct gather_moment before, after; /* around the reading */
	/* getrusage(2): of this process from its start on, and its commands */
	uint64_t cpu_ns;
	const char *note[GATHER_NOTES]; /* what could not be read, and why */
	size_t n_notes;
};

/*
 * isolated: machine-wide counters are not this node's and are marked. A
 * source that fails becomes a note. session_free() in any case.
 */
int gather_all(struct gathered *, bool isolated, struct fail *);

#endif
