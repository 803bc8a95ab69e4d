/* SPDX-License-Identifier: BSD-2-Clause */
/* A ledger document of netcollect as a run of one row, for the same page. */
#ifndef HARNESS_REPORT_WRAP_H
#define HARNESS_REPORT_WRAP_H

#include <jansson.h>
#include <stdbool.h>

/* Kind netcollect with places[]. */
bool report_is_ledger(const json_t *);

/* A new document; NULL without memory. `name` is the file it came from. */
json_t *report_wrap_ledger(json_t *ledger, const char *name);

#endif
