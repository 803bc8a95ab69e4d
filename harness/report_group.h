/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Which rows may stand in one table: those whose method and bench keys are
 * equal (lib/fingerprint). Others are never ranked with them; the page names
 * the keys in which they differ.
 */
#ifndef HARNESS_REPORT_GROUP_H
#define HARNESS_REPORT_GROUP_H

#include <stddef.h>

#include "lib/fail.h"
#include "lib/fingerprint.h"

struct report_run;
struct report_row;

/* Sets row[].group and groups, in the order of the rows. */
int report_group(struct report_run *, struct fail *);

/* The group's first row that is not the direct path, else its first row. */
const struct report_row *report_group_row(const struct report_run *, size_t);

/* How two rows compare; names of keys in fp_diff. */
int report_group_diff(const struct report_row *, const struct report_row *,
    enum fp_verdict *, struct fp_diff *, struct fail *);

#endif
