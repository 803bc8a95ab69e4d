/* SPDX-License-Identifier: BSD-2-Clause */
/* A listing's data as text; a document has all of it. */
#ifndef COLLECTOR_LISTING_SHOW_H
#define COLLECTOR_LISTING_SHOW_H

#include <stdio.h>

#include "collector/value.h"

/* Rows as their number, blasts as their rows and median, few figures as they
 * are. */
void listing_show(FILE *, const struct value *data);

#endif
