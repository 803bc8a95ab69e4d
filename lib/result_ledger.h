/* SPDX-License-Identifier: BSD-2-Clause */
/* A ledger as it stands in documents (docs/result-format.md). */
#ifndef LIB_RESULT_LEDGER_H
#define LIB_RESULT_LEDGER_H

#include "lib/ledger.h"
#include "lib/result.h"

/* Its keys into the innermost open object. */
void result_ledger(struct result *, const struct ledger *);

#endif
