/* SPDX-License-Identifier: BSD-2-Clause */
/* What a ledger document says in words: its notes, and why frames went. */
#ifndef HARNESS_REPORT_WHY_H
#define HARNESS_REPORT_WHY_H

#include <jansson.h>

#include "harness/html.h"

/* Of the first trial's ledger; nothing where it says nothing. */
void report_why(const json_t *trials, struct html *);

#endif
