/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The fingerprint of a row: what must be equal before two rows are ranked in
 * one table (lib/fingerprint.h), as the object that run.json holds.
 */
#ifndef HARNESS_ROWKEYS_H
#define HARNESS_ROWKEYS_H

#include <jansson.h>

#include "harness/plan.h"

/*
 * `generator` is a netblast document of the row, NULL where no trial gave
 * one: what only it knows is then null, unknown.
 */
json_t *rowkeys_fingerprint(const struct plan *, const struct plan_row *,
    const json_t *environment, const json_t *generator);

/* "open" or "closed". */
const char *rowkeys_load(const struct plan_row *);

#endif
