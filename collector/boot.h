/* SPDX-License-Identifier: BSD-2-Clause */
/* Whether two readings are of one boot of a host. */
#ifndef COLLECTOR_BOOT_H
#define COLLECTOR_BOOT_H

#include <stdbool.h>

/*
 * Of two boot ids. Where a system has none, the time of its boot stands for
 * it, as sysctl kern.boottime prints that: it moves when the wall clock is
 * set, so two that are no further apart than any reboot takes are one.
 */
bool boot_same(const char *, const char *);

#endif
