/* SPDX-License-Identifier: BSD-2-Clause */
/* Facts of the run against what was asked for. */
#ifndef NETBLAST_JUDGE_H
#define NETBLAST_JUDGE_H

#include "netblast/emit.h"

/* Set valid, error and note of an outcome whose sums and counters are in. */
void judge(struct outcome *);

#endif
