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

#endif
