/* SPDX-License-Identifier: BSD-2-Clause */
/* Listings with the time in front of each line. */
#ifndef COLLECTOR_STAMPED_H
#define COLLECTOR_STAMPED_H

#include "collector/value.h"

/*
 * "netstat -w 1 | ts" and loops of the shell put the time in front of each
 * line. Where a heading of a listing that goes on every second stands behind
 * such a time, it is taken off that line and those below it. Returns the
 * text, or a copy in the arena with *len set; NULL without memory.
 */
const char *stamped_open(struct arena *, const char *text, size_t *len);

#endif
