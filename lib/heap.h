/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LIB_HEAP_H
#define LIB_HEAP_H

/*
 * Much memory will be asked for and filled: from now on it comes in few large
 * pages where the system has them (MADV_HUGEPAGE in madvise(2), with glibc), so
 * that it costs few page faults. Nothing else changes; it may do nothing.
 */
void heap_large(void);

#endif
