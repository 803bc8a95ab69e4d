/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What FreeBSD's programs print through libxo(3) as JSON holds the facts of
 * their text under keys. It is written as that text and given to the parser
 * of the text: what a figure means is said in one place.
 */
#ifndef COLLECTOR_LIBXO_H
#define COLLECTOR_LIBXO_H

#include "collector/parse.h"

struct json_t; /* jansson's */

/* What the first of two keys "dropped-packets" is renamed to. */
#define LIBXO_INPUT_DROPS "dropped-packetI"

/* false: nothing in it that is known. */
bool libxo_as_text(struct reading *, const struct json_t *);

#endif
