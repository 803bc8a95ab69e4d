/* SPDX-License-Identifier: BSD-2-Clause */
/* Two moments of one host: BEFORE AFTER files, or one file with both. */
#ifndef COLLECTOR_PAIR_H
#define COLLECTOR_PAIR_H

#include "collector/collector.h"

struct pair { /* zeroed to begin with */
	struct session first, second; /* second: where there are two files */
	struct counters before, after;
	bool any; /* given: no counters at all will do */
	bool two; /* sessions: two files, or a watch */
	bool timed; /* both documents of one boot */
	uint64_t elapsed_ns;
};

/* Free in any case. */
int pair_load(struct pair *, const struct common *, int files, char **names,
    struct fail *);
/* The same of sessions that are in it already; names for the messages. */
int pair_read(struct pair *, int files, char **names, struct fail *);
void pair_free(struct pair *);
/* Are both moments of the same network cards, where the listings tell? */
int pair_cards(const struct pair *, bool two, struct fail *);
/* There are no counters in this session; two: nor of two moments. Is -1. */
int
pair_none(const struct session *, bool two, const char *name, struct fail *);

/*
 * What the generator's own output in the files says: the sum of its runs
 * between the two moments, or of the only one. false: nothing of the kind,
 * or several of which it is not clear which are meant.
 */
bool pair_sent(const struct pair *, uint64_t *sent, uint64_t *errors);

#endif
