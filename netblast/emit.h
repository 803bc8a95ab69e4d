/* SPDX-License-Identifier: BSD-2-Clause */
/* The result document of the generator (docs/result-format.md). */
#ifndef NETBLAST_EMIT_H
#define NETBLAST_EMIT_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/link.h"
#include "netblast/limit.h"
#include "netblast/team.h"

#define OUTCOME_NOTES 8

struct outcome { /* all that the document is made of */
	const struct options *options;
	const struct setup *setup;
	struct team *team;
	struct team_sum sum;
	int64_t wall_less_mono_ns; /* one reading, for labels */
	int64_t wall_moved_ns; /* wall against monotonic, over the run */
	struct link_counters before, after, moved; /* moved: between them */
	/* taken, less what the sender's own queueing discipline dropped */
	bool sent_known;
	uint64_t sent;
	struct limit_facts facts;
	enum limit_by limit;
	bool valid;
	char error[256]; /* why not; "" if valid */
	char notes[OUTCOME_NOTES][192]; /* for people; "" ends them */
};

struct result;

/* Start the document, at the start of the run. NULL: no memory. */
struct result *emit_begin(void);

/* Add what came out. */
void emit_end(struct result *, const struct outcome *);

/* "ENOBUFS"; the number where the name is not known. */
const char *emit_errno(int error, char buf[32]);

#endif
