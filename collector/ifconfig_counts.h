/* SPDX-License-Identifier: BSD-2-Clause */
/* What net-tools' ifconfig counts, in both of its forms. */
#ifndef COLLECTOR_IFCONFIG_COUNTS_H
#define COLLECTOR_IFCONFIG_COUNTS_H

#include "collector/parse.h"

struct ifconfig_counts { /* of one interface; zeroed to begin with */
	struct value *rx, *tx; /* NULL: nothing counted yet */
	bool out; /* the last direction was TX */
};

/*
 * "RX packets 12  bytes 340 (340.0 B)", "TX packets:12 errors:0 ...",
 * "collisions:0 txqueuelen:1000": into "rx" and "tx" of the interface.
 */
void ifconfig_counts(struct reading *, struct ifconfig_counts *,
    struct value *port, const char *name, const struct line *);

#endif
