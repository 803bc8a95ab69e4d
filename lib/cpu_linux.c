/* SPDX-License-Identifier: BSD-2-Clause */
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>

#include "lib/cpu.h"

#define MASK_BYTES CPU_ALLOC_SIZE(CPU_MAX)

/* From CPU `from` on, how many in a row are in the set? */
static unsigned
run_length(const cpu_set_t *set, unsigned from)
{
	unsigned n = 0;

	while (from + n < CPU_MAX && CPU_ISSET_S(from + n, MASK_BYTES, set))
		n++;
	return n;
}

/* "0-3,8"; what does not fit is left out, as "...". */
static void
set_text(const cpu_set_t *set, char *buf, size_t size)
{
	size_t used = 0;

	buf[0] = '\0';
	for (unsigned cpu = 0; cpu < CPU_MAX; cpu++) {
		unsigned n = run_length(set, cpu);
		const char *comma = used > 0 ? "," : "";

		if (n == 0)
			continue;
		if (size - used < 16) {
			snprintf(buf + used, size - used, "%s...", comma);
			return;
		}
		used += (size_t)snprintf(
		    buf + used, size - used, "%s%u", comma, cpu);
		if (n > 1)
			used += (size_t)snprintf(
			    buf + used, size - used, "-%u", cpu + n - 1);
		cpu += n - 1;
	}
}

int
cpu_usable(unsigned cpu, struct fail *f)
{
	cpu_set_t *set = CPU_ALLOC(CPU_MAX);
	char text[128];
	int rc = -1;

	if (set == NULL)
		return fail(f, "out of memory");
	CPU_ZERO_S(MASK_BYTES, set);
	if (sched_getaffinity(0, MASK_BYTES, set) < 0) {
		fail_errno(f, "CPUs of this process");
	} else if (cpu < CPU_MAX && CPU_ISSET_S(cpu, MASK_BYTES, set)) {
		rc = 0;
	} else {
		set_text(set, text, sizeof(text));
		fail(f, "CPU %u is none of those that this process may use: %s",
		    cpu, text);
	}
	CPU_FREE(set);
	return rc;
}

int
cpu_pin(unsigned cpu, struct fail *f)
{
	cpu_set_t *set;
	int rc;

	if (cpu >= CPU_MAX)
		return fail(f, "CPU %u: no such CPU", cpu);
	set = CPU_ALLOC(CPU_MAX);
	if (set == NULL)
		return fail(f, "out of memory");
	CPU_ZERO_S(MASK_BYTES, set);
	CPU_SET_S(cpu, MASK_BYTES, set);
	rc = sched_setaffinity(0, MASK_BYTES, set);
	CPU_FREE(set);
	return rc < 0 ? fail_errno(f, "CPU %u", cpu) : 0;
}
