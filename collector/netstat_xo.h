/* SPDX-License-Identifier: BSD-2-Clause */
/* FreeBSD's `netstat --libxo ... -i`, whatever the notation of the output. */
#ifndef COLLECTOR_NETSTAT_XO_H
#define COLLECTOR_NETSTAT_XO_H

#include "collector/parse.h"

#define XO_FIGURES 9

struct xo_interface { /* zeroed to begin with */
	const char *name, *flags, *network, *address; /* NULL: none */
	struct xo_figure {
		bool known;
		uint64_t value;
	} mtu, figure[XO_FIGURES];
};

/*
 * The name of the i-th figure. One stands twice: drops, in the order of the
 * output those of the input first.
 */
const char *xo_name(size_t i);
/* Is it the earlier one of those of that name? */
bool xo_earlier(size_t i);

/* Listing data and counters; only rows of interfaces, not of addresses. */
void xo_begin(struct reading *);
void xo_put(struct reading *, const struct xo_interface *);

#endif
