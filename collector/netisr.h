/* SPDX-License-Identifier: BSD-2-Clause */
/* What `netstat -Q` of FreeBSD tells, as text or as JSON. */
#ifndef COLLECTOR_NETISR_H
#define COLLECTOR_NETISR_H

#include "collector/parse.h"

/* Of a workstream: len, wmark, dispatched, hdispatched, qdrops, queued,
 * handled. */
#define NETISR_NUMBERS 7

/* What became of the protocol: more may be put into it. */
struct value *netisr_protocol(struct reading *, struct value *protocols,
    const char *name, uint64_t proto, uint64_t limit, const char *policy);
void netisr_stream(struct reading *, struct value *streams, uint64_t cpu,
    const char *proto, const uint64_t v[NETISR_NUMBERS]);

#endif
