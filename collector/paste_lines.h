/* SPDX-License-Identifier: BSD-2-Clause */
/* The lines' part of collector/paste.h. */
#ifndef COLLECTOR_PASTE_LINES_H
#define COLLECTOR_PASTE_LINES_H

#include <stddef.h>

/* In place, without tags around a listing and numbers of lines; its length. */
size_t paste_lines(char *text, size_t len);

#endif
