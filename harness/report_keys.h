/* SPDX-License-Identifier: BSD-2-Clause */
/* Words about the keys of a group: what is equal in it, what sets it apart. */
#ifndef HARNESS_REPORT_KEYS_H
#define HARNESS_REPORT_KEYS_H

#include "harness/html.h"
#include "harness/report_run.h"

/* "Table 2: streams 2, directions 2": the keys in which the tables differ. */
int report_keys_title(
    const struct report_run *, size_t group, struct html *, struct fail *);

/* Paragraphs: differing from earlier tables, equal here, not known. */
int report_keys(
    const struct report_run *, size_t group, struct html *, struct fail *);

#endif
