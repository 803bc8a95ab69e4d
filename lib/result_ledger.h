/* SPDX-License-Identifier: BSD-2-Clause */
/* A ledger as it stands in documents (docs/result-format.md). */
#ifndef LIB_RESULT_LEDGER_H
#define LIB_RESULT_LEDGER_H

#include "lib/ledger.h"
#include "lib/result.h"

struct result_more {
	/* more keys for a counter of a place, put into its object */
	void (*put)(struct result *, const char *name, const char *instance,
	    const void *to);
	/* more keys for a place; NULL: none */
	void (*place)(struct result *, enum place, const struct ledger_place *,
	    const void *to);
	const void *to;
};

/* Its keys into the innermost open object. `more` may be NULL. */
void result_ledger(
    struct result *, const struct ledger *, const struct result_more *);

#endif
