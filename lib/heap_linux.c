/* SPDX-License-Identifier: BSD-2-Clause */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "lib/heap.h"

#define PAGE ((uintptr_t)2 << 20)
#define STEP (64 << 20) /* how much the heap grows at a time */

/* mallopt(3) of glibc's malloc.h; other C libraries have none. */
enum { TRIM_THRESHOLD = -1, TOP_PAD = -2, MMAP_THRESHOLD = -3 };
int mallopt(int, int) __attribute__((weak));

/*
 * Blocks of their own (mmap(2)) would be small pages again, and each step is
 * another mapping, so only the first one is made of large pages: the heap's
 * break is moved by a block that does not fit, and all up to it is marked.
 */
void
heap_large(void)
{
	uintptr_t before = (uintptr_t)sbrk(0), after;
	void *volatile block; /* or compilers leave both calls out */

	if (mallopt == NULL)
		return;
	mallopt(MMAP_THRESHOLD, STEP / 2);
	mallopt(TRIM_THRESHOLD, 2 * STEP);
	mallopt(TOP_PAD, STEP);
	block = malloc(PAGE);
	after = (uintptr_t)sbrk(0);
	before = (before + PAGE - 1) & ~(PAGE - 1);
	if (before < after)
		madvise((void *)before, after - before, MADV_HUGEPAGE);
	free(block);
}
