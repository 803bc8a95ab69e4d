/* SPDX-License-Identifier: BSD-2-Clause */
/* The machine as it was during a run: environment of run.json. */
#ifndef HARNESS_ENVIRONMENT_H
#define HARNESS_ENVIRONMENT_H

#include <jansson.h>

#include "harness/plan.h"

/* Kernel, CPU, mitigations, tools, sysctls. NULL without memory. */
json_t *environment_read(void);

/*
 * What only a lab shows: offloads[] as the first valid trial found them, and
 * the steering of each placement that the plan uses.
 */
void
environment_lab(json_t *environment, const struct plan *, const json_t *trials);

/* topology of run.json: roles, interfaces, links of the lab. */
json_t *environment_topology(void);

#endif
