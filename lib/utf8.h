/* SPDX-License-Identifier: BSD-2-Clause */
/* Foreign text into valid UTF-8 (RFC 3629), before it enters a document. */
#ifndef LIB_UTF8_H
#define LIB_UTF8_H

#include <stddef.h>

#define UTF8_GROWTH 3 /* one bad byte becomes the 3 bytes of U+FFFD */

/*
 * Copy `len` bytes, each byte that is no part of a valid sequence replaced
 * by U+FFFD. `out` needs len * UTF8_GROWTH + 1 bytes and is terminated;
 * returns its length. NUL bytes become U+FFFD too.
 */
size_t utf8_clean(const char *text, size_t len, char *out);

#endif
