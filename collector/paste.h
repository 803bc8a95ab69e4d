/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What mailers, web pages and word processors make of a plain text, taken
 * back: HTML's entities, blanks and dashes that are no ASCII, the tags of a forum
 * or a wiki around a listing, numbers of `cat -n`.
 */
#ifndef COLLECTOR_PASTE_H
#define COLLECTOR_PASTE_H

#include "collector/value.h"

/* In place; the new length, never more than the old one. */
size_t paste_plain(char *text, size_t len);

/* The text, or a copy in the arena with *len set; NULL without memory. */
const char *paste_open(struct arena *, const char *text, size_t *len);

#endif
