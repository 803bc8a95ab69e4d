/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The clocks. Monotonic for every interval and every stamp; wall only as
 * a label (a wall clock may step in the middle of a run).
 */
#ifndef LIB_CLOCK_H
#define LIB_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#define CLOCK_NS_PER_S 1000000000ULL

/* CLOCK_MONOTONIC in ns: what BPF programs can read too. */
uint64_t clock_mono_ns(void);

/* CLOCK_REALTIME in ns since 1970. */
uint64_t clock_wall_ns(void);

/*
 * CLOCK_REALTIME less CLOCK_MONOTONIC: of some readings the one with the
 * least time between. Between two of them it changes where the wall clock was
 * stepped or slewed.
 */
int64_t clock_wall_less_mono_ns(void);

/* CPU time of the calling thread in ns. */
uint64_t clock_thread_ns(void);

/* Sleep until CLOCK_MONOTONIC reads `ns`; a signal ends it early. */
void clock_sleep_until(uint64_t ns);

/*
 * Be there when CLOCK_MONOTONIC reads `ns`, by reading it all the time: for
 * waits shorter than a sleep is exact. With `yield` whoever else wants the
 * CPU gets it meanwhile, but for the last microseconds.
 */
void clock_spin_until(uint64_t ns, bool yield);

#endif
