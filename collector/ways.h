/* SPDX-License-Identifier: BSD-2-Clause */
/* Directions: which generators' frames go to which sinks. */
#ifndef COLLECTOR_WAYS_H
#define COLLECTOR_WAYS_H

#include "collector/path.h"

#define WAYS 2

struct way {
	size_t generator[LEDGER_HOSTS], sink[LEDGER_HOSTS]; /* of path.run[] */
	size_t generators, sinks;
	const char *in, *out; /* the router's interfaces; NULL: found out */
};

struct ways {
	struct way way[WAYS]; /* the first one: forward */
	size_t n; /* at least 1: also without any document */
};

/*
 * Programs that have a stream in common, by run tag and number, belong to one
 * direction; a generator whose stream nobody has seen goes to those with the
 * same destination, else to the only sink.
 */
int ways_find(struct ways *, const struct path *, struct fail *);

/*
 * Interfaces of the router for two directions: by the link address that the
 * generators sent to, else by their counts. `in`, `out`: as given for the
 * first direction, or NULL.
 */
int ways_interfaces(struct ways *, const struct path *, const char *in,
    const char *out, struct fail *);

/* What the documents of this direction say; the rest of `ask` is left. */
void ways_ask(const struct way *, const struct path *, struct ledger_ask *);

#endif
