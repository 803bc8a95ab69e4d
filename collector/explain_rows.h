/* SPDX-License-Identifier: BSD-2-Clause */
/* The parts of the table; each ends in a row without a place. */
#ifndef COLLECTOR_EXPLAIN_ROWS_H
#define COLLECTOR_EXPLAIN_ROWS_H

#include "collector/explain.h"

extern const struct explain explain_if[], explain_queue[], explain_ip[],
    explain_host[], explain_nic_intel[], explain_nic[], explain_nic_ethtool[],
    explain_nic_freebsd[];

#endif
