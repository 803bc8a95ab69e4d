/* SPDX-License-Identifier: BSD-2-Clause */
/* Threads and their CPUs. One file per system. */
#ifndef LIB_CPU_H
#define LIB_CPU_H

#include <stdint.h>

#include "lib/fail.h"

#define CPU_MAX 8192 /* the most that Linux is built for on x86 */
#define CPU_LIST_MAX 1024

struct cpu_list {
	unsigned n; /* 1 or more */
	uint16_t cpu[CPU_LIST_MAX]; /* as given: the i-th is for thread i */
};

/*
 * "0,2-3,8-14:2" (taskset(1)): numbers, ranges, ranges with a step. Fails
 * too where a CPU does not exist or is not for this process, or where the
 * system cannot pin. To be asked before the first thread is pinned.
 */
int cpu_list_parse(
    const char *what, const char *text, struct cpu_list *, struct fail *);

/* Is this a CPU that the calling thread may run on? 0, or -1 and why not. */
int cpu_usable(unsigned cpu, struct fail *);

/* The calling thread, and those that it starts, run on this CPU only. */
int cpu_pin(unsigned cpu, struct fail *);

/*
 * The calling thread wants the CPU in turns of `ns` (0.1 to 100 ms), not more
 * of it: where others wait too it is given back sooner and had again sooner.
 * No privilege. Without effect on systems that know no such wish.
 */
int cpu_slice(uint64_t ns, struct fail *);

#endif
