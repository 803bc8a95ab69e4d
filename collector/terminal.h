/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One line of a terminal's record (script(1), a pasted coloured prompt) as it
 * was seen at last: corrections typed, colours and titles taken off.
 */
#ifndef COLLECTOR_TERMINAL_H
#define COLLECTOR_TERMINAL_H

#include <stddef.h>

/* Into `out`, which has room for `len` bytes; returns the bytes there. */
size_t terminal_line(const char *raw, size_t len, char *out);

#endif
