/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef COLLECTOR_PARSE_WATCH_JSON_H
#define COLLECTOR_PARSE_WATCH_JSON_H

#include "collector/session.h"

struct json_t; /* jansson's */

/* Is it a document of `netcollect watch`? */
bool watch_is(const struct json_t *);

/*
 * Its first sample into one session, its last into the other, each as one
 * listing with counters. Between the two lies what all samples tell: a counter
 * that fell in between is in the first only, one that wrapped goes on counting.
 */
int watch_read(struct session *first, struct session *last,
    const struct json_t *, struct fail *);

#endif
