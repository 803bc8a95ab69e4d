/* SPDX-License-Identifier: BSD-2-Clause */
#include "lib/cpu.h"

#define NO_PINNING "threads cannot be pinned to CPUs on this system"

int
cpu_usable(unsigned cpu, struct fail *f)
{
	return fail(f, "CPU %u: " NO_PINNING, cpu);
}

int
cpu_pin(unsigned cpu, struct fail *f)
{
	return fail(f, "CPU %u: " NO_PINNING, cpu);
}
