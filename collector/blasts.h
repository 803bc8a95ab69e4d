/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Where in a listing with a row a second the traffic was: from, to, how long
 * it took to come up, and the silence between.
 */
#ifndef COLLECTOR_BLASTS_H
#define COLLECTOR_BLASTS_H

#include "collector/value.h"

struct blasts_column {
	const char *name;
	size_t at; /* in a row */
};

struct blasts_ask {
	const struct value *rows; /* an array of rows of numbers */
	const struct value *left_out; /* indexes of rows since boot, or NULL */
	uint64_t least; /* a column that never has more is silent */
	const struct blasts_column *column;
	size_t columns;
};

/*
 * "blasts" of `into`: an object with an array for each column that had traffic
 * to speak of, 1 % of the busiest column at least.
 */
void blasts_put(struct arena *, struct value *into, const struct blasts_ask *);

#endif
