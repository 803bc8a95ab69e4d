/* SPDX-License-Identifier: BSD-2-Clause */
/* Sentences under a table, broken between words at the 78th column. */
#ifndef COLLECTOR_PARAGRAPH_H
#define COLLECTOR_PARAGRAPH_H

#include <stdio.h>

/* `head` in front of the first line, the text from column `left` on. */
void paragraph(FILE *, const char *head, size_t left, const char *text);

#endif
