/* SPDX-License-Identifier: BSD-2-Clause */
/* One blast from open sender to written document. */
#ifndef NETBLAST_RUN_H
#define NETBLAST_RUN_H

#include "lib/fail.h"
#include "netblast/options.h"
#include "netblast/setup.h"

/* Exit status: 0 measured, 1 could not be set up, 2 measured but invalid. */
int run(const struct options *, const struct setup *, struct fail *);

#endif
