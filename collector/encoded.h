/* SPDX-License-Identifier: BSD-2-Clause */
/* Mail as it lies in a mailbox or an archive, in quoted-printable. */
#ifndef COLLECTOR_ENCODED_H
#define COLLECTOR_ENCODED_H

#include "collector/value.h"

/*
 * In quoted-printable (RFC 2045, section 6.7) "flags=8843" is "flags=3D8843",
 * the blank at the end of a row is "=20", and long lines are cut behind a "=".
 * Text that is so is decoded. Returns the text, or a copy in the arena with
 * *len set; NULL without memory.
 */
const char *encoded_open(struct arena *, const char *text, size_t *len);

#endif
