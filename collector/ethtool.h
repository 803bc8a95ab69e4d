/* SPDX-License-Identifier: BSD-2-Clause */
/* What the parsers of ethtool's settings have in common. */
#ifndef COLLECTOR_ETHTOOL_H
#define COLLECTOR_ETHTOOL_H

#include "collector/parse.h"

/* "name: value", no blanks around the value. */
bool ethtool_split(const struct line *, struct span *name, struct span *value);
/* Put "interface": the word of the command behind "-i ", where there is one. */
void ethtool_interface(struct reading *, const char *option);
/* The driver that alone has such counters; NULL: it is not told by them. */
const char *ethtool_counted_by(const struct value *counters);

#endif
