/* SPDX-License-Identifier: BSD-2-Clause */
/* Parts of the document: emit_config.c writes them, emit.c puts them in. */
#ifndef NETBLAST_EMIT_PART_H
#define NETBLAST_EMIT_PART_H

#include "lib/result.h"
#include "netblast/emit.h"

void emit_config(struct result *, const struct outcome *);
void emit_sizes(struct result *, const struct setup *, int tags);
/* null for one size */
void emit_mix(struct result *, const struct sizes *, const struct wire *);
void emit_engine(struct result *, const struct outcome *);

/* null for max */
void put_rate(struct result *, const char *key, const struct rate *);
/* null for family 0 */
void put_addr(struct result *, const char *key, const struct addr *);

#endif
