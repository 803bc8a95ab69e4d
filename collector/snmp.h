/* SPDX-License-Identifier: BSD-2-Clause */
/* The kernel's names of Linux ("IpForwDatagrams") as counters. */
#ifndef COLLECTOR_SNMP_H
#define COLLECTOR_SNMP_H

#include "collector/parse.h"

/* Keep one under its name in `counters`, and count it if it is known. */
void
snmp_put(struct reading *, struct value *counters, const char *name, uint64_t);

/*
 * Count as 0 what net-tools leaves out where it is 0 and what the kernel that
 * printed `counters` has.
 */
void snmp_put_zeros(struct reading *, const struct value *counters);

/*
 * What nstat printed, by its command: `counters` of the reading's data to put
 * them into, and "absolute" where the command is told. At the end they are no
 * counters if they are increases since the user's last nstat.
 */
struct value *snmp_nstat_begin(struct reading *);
void snmp_nstat_end(struct reading *);
/* Does it list what is 0 (-z)? Else such a row is no figure. */
bool snmp_zeros(const char *command);

#endif
