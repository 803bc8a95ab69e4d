/* SPDX-License-Identifier: BSD-2-Clause */
/* Output that only its command makes a listing of: its headings are gone. */
#ifndef COLLECTOR_SIFTED_H
#define COLLECTOR_SIFTED_H

#include "collector/parse.h"

/*
 * The first lines behind r->command, as parse_here() reads a listing. NULL:
 * the command is none of those, or its output is not as it would be.
 */
const struct parser *sifted_read(struct reading *r);

#endif
