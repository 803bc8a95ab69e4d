/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A rule set of nftables as `nft -j` tells it: an array of objects with one
 * key each. Its text (parse_nft.c) is made into that, as far as it is read
 * here, so that both count the same.
 */
#ifndef COLLECTOR_NFT_RULES_H
#define COLLECTOR_NFT_RULES_H

#include "collector/parse.h"

struct json_t; /* jansson's */

/*
 * Counters, and "rules" of r->data. A rule without "handle" has its number
 * within the chain in "position" and its words in "text". whole: there are no
 * other rules.
 */
void nft_rules(struct reading *, struct json_t *list, bool whole);

#endif
