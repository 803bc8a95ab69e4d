/* SPDX-License-Identifier: BSD-2-Clause */
/* What every unit test includes first, instead of <check.h>. */
#ifndef TESTS_UNIT_H
#define TESTS_UNIT_H

#include <check.h>
#undef fail /* Check's old macro takes the name of lib/fail.h */

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

#endif
