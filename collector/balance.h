/* SPDX-License-Identifier: BSD-2-Clause */
/* netcollect ledger between its question and its answer. */
#ifndef COLLECTOR_BALANCE_H
#define COLLECTOR_BALANCE_H

#include "collector/ways.h"

#define NOT_GIVEN UINT64_MAX

struct balance_given { /* by options; win over what documents say */
	uint64_t sent, received, refused; /* NOT_GIVEN */
	const char *in, *out;
	bool since_boot; /* sent, where nothing tells it: what arrived */
};

#define BALANCE_NOTES 6

struct balance {
	struct ways ways;
	struct ledger way[WAYS];
	struct ledger sum; /* the only one, or both directions */
	char note[BALANCE_NOTES][320]; /* "" or what the reader must know */
	size_t notes;
	bool valid; /* false: a program says its numbers are not */
};

int balance_make(struct balance *, const struct path *,
    const struct balance_given *, struct fail *);

/* ledger_show.c: for people; `explain`: with what the counters mean. */
void
ledger_show(FILE *, const struct balance *, const struct path *, bool explain);
/* The keys of the document, without its envelope. */
void ledger_put(
    struct result *, const struct balance *, const struct path *, bool explain);

#endif
