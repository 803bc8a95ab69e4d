/* SPDX-License-Identifier: BSD-2-Clause */
/* run.json: everything a report needs, in one document. */
#ifndef HARNESS_RUNDOC_H
#define HARNESS_RUNDOC_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "harness/plan.h"

struct rundoc {
	const struct plan *plan;
	const char *id; /* of the run */
	uint64_t started_ns; /* wall */
	uint64_t tag_base;
	bool complete; /* every trial of the plan was run */
	json_t *environment; /* what the trials show is added */
	json_t *trials; /* merged; added_ns is set */
};

/* NULL without memory. */
json_t *rundoc_make(const struct rundoc *);

#endif
