/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * sysctl kern.cp_time and kern.cp_times of the BSDs: clock ticks since boot by
 * state. Five states of each CPU (user, nice, system, interrupt, idle:
 * <sys/resource.h>, CPUSTATES); OpenBSD 6.4 and later has spinning as a sixth.
 */
#ifndef COLLECTOR_CP_TIME_H
#define COLLECTOR_CP_TIME_H

struct reading;

/*
 * Does nothing where the name is another, or the value holds other than such
 * numbers. Otherwise they become "cp_time" of the reading's data, by CPU, and
 * counters cpu.STATE.ticks. `text` is the value as it was printed.
 */
void cp_time_put(struct reading *, const char *name, const char *text);

#endif
