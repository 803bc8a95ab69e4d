/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * FreeBSD's `netstat --libxo ... -i`, whatever the notation of the output: a
 * row of the table that the text is.
 */
#ifndef COLLECTOR_NETSTAT_XO_H
#define COLLECTOR_NETSTAT_XO_H

#include "collector/netstat_i.h"

#define XO_FIGURES 9

struct xo_interface { /* zeroed to begin with */
	const char *name, *flags, *network, *address; /* NULL: none */
	struct cell mtu, figure[XO_FIGURES];
};

/*
 * The name of the i-th figure. One stands twice: drops, in the order of the
 * output those of the input first.
 */
const char *xo_name(size_t i);
/* Is it the earlier one of those of that name? */
bool xo_earlier(size_t i);
/* The i-th figure as text: scaled with -h; unknown where it is none. */
struct cell xo_cell(size_t i, const char *text);

void xo_begin(struct netstat_i *, const struct reading *);
void xo_put(struct netstat_i *, struct reading *, const struct xo_interface *);
/* Data and counters of the listing. */
void xo_end(struct netstat_i *, struct reading *);

#endif
