/* SPDX-License-Identifier: BSD-2-Clause */
/* May this process do what an engine needs? Asked, not guessed from uid. */
#ifndef LIB_PRIV_H
#define LIB_PRIV_H

#include "lib/fail.h"

/* 0: may send and capture whole frames; -1: and what is missing. */
int priv_raw(struct fail *);

#endif
