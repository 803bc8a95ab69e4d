/* SPDX-License-Identifier: BSD-2-Clause */
#include <linux/sched.h>
#include <linux/sched/types.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "lib/cpu.h"

/*
 * sched(7), sched_setattr(2): without a real-time policy sched_runtime is the
 * length of a turn, from 0.1 to 100 ms, since Linux 6.12; before that it is
 * ignored. All else stays as it is.
 */
int
cpu_slice(uint64_t ns, struct fail *f)
{
	struct sched_attr attr;

	memset(&attr, 0, sizeof(attr));
	if (syscall(SYS_sched_getattr, 0, &attr, sizeof(attr), 0) < 0)
		return fail_errno(f, "sched_getattr");
	if (attr.sched_policy != SCHED_NORMAL &&
	    attr.sched_policy != SCHED_BATCH)
		return fail(f, "a real-time thread has no turns");
	attr.sched_runtime = ns;
	if (syscall(SYS_sched_setattr, 0, &attr, 0) < 0)
		return fail_errno(f, "sched_setattr");
	return 0;
}
