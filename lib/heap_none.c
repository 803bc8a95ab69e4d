/* SPDX-License-Identifier: BSD-2-Clause */
#include "lib/heap.h"

void
heap_large(void)
{
}
