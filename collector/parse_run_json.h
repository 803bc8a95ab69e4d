/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef COLLECTOR_PARSE_RUN_JSON_H
#define COLLECTOR_PARSE_RUN_JSON_H

#include "collector/rundoc.h"

struct json_t; /* jansson's */

/* From a document of kind netblast or netreceive. Free in any case. */
int rundoc_read(struct rundoc *, const struct json_t *, struct fail *);

#endif
