/* SPDX-License-Identifier: BSD-2-Clause */
/* Facts of the run against what was asked for. */
#ifndef NETBLAST_JUDGE_H
#define NETBLAST_JUDGE_H

#include "netblast/emit.h"

/*
 * Everything of an outcome that follows from its sums and from the counters
 * before and after: moved, sent, limit, valid, error, notes.
 */
void judge(struct outcome *);

#endif
