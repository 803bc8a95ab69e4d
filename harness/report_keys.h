/* SPDX-License-Identifier: BSD-2-Clause */
/* Words about the keys of the tables: what is equal, what sets them apart. */
#ifndef HARNESS_REPORT_KEYS_H
#define HARNESS_REPORT_KEYS_H

#include "harness/html.h"
#include "harness/report_run.h"

/*
 * Before all tables: the keys that are equal in all of them, those that
 * differ table by table, those that are not known.
 */
int report_keys(const struct report_run *, struct html *, struct fail *);

/* Under a table's heading: its values of the keys that differ. */
int report_keys_of(
    const struct report_run *, size_t group, struct html *, struct fail *);

#endif
