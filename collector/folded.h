/* SPDX-License-Identifier: BSD-2-Clause */
/* Text copied off a terminal that was too narrow for its tables. */
#ifndef COLLECTOR_FOLDED_H
#define COLLECTOR_FOLDED_H

#include "collector/text.h"

/*
 * A terminal goes on in the next line at whatever letter has no room, and a
 * copy of its screen has a line end there, within words and numbers. Where a
 * table's heading was cut so, its lines are put together again. Returns the
 * text, or a copy in the arena with *len set; NULL without memory.
 */
const char *folded_open(struct arena *, const char *text, size_t *len);

#endif
