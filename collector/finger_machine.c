/* SPDX-License-Identifier: BSD-2-Clause */
/* Processor, clock, memory, and whether it is a machine at all. */
#include <stdio.h>
#include <string.h>

#include "collector/finger.h"

#define CPU FINGER_CPU

/* Threads of a core: 1 or more; the harness writes smt as 1 or 0. */
static bool
several(const struct finger_at *at, char text[FINGER_TEXT])
{
	if (at->v->type != VALUE_U64)
		return false;
	snprintf(text, FINGER_TEXT, "%d", at->v->u64 > 1);
	return true;
}

/* "no_turbo" */
static bool
inverted(const struct finger_at *at, char text[FINGER_TEXT])
{
	if (at->v->type != VALUE_U64)
		return false;
	snprintf(text, FINGER_TEXT, "%s", at->v->u64 == 0 ? "true" : "false");
	return true;
}

/* The bit that a hypervisor sets in cpuid; which one it is, others tell. */
static bool
hypervisor(const struct finger_at *at, char text[FINGER_TEXT])
{
	if (at->v->type != VALUE_BOOL)
		return false;
	snprintf(text, FINGER_TEXT, "%s", at->v->boolean ? "yes" : "none");
	return true;
}

/* Where something moves the clock, how it is set now is no setting. */
static bool
fixed_clock(const struct finger_at *at, char text[FINGER_TEXT])
{
	static const char moves[] = "auto estd apmd obsdfreqd";
	const struct fp_key *policy =
	    fp_find(&at->f->keys, FP_BENCH, "clock_policy");

	return (policy == NULL || policy->value == NULL ||
		   !finger_word(moves, policy->value)) &&
	    finger_plain(at, text);
}

const struct finger_rule finger_rules_machine[] = {
	{ "host", FP_NOTES, NULL, "uname", "host", NULL, NULL },
	{ "host", FP_NOTES, NULL, "sysctl", "?|kernel.hostname", NULL, NULL },
	{ "host", FP_NOTES, NULL, "sysctl", "?|kern.hostname", NULL, NULL },
	{ "machine", FP_BENCH, NULL, "uname", "machine", NULL, NULL },
	{ "machine", FP_BENCH, NULL, "sysctl", "?|kernel.arch", NULL, NULL },
	{ "machine", FP_BENCH, NULL, "sysctl", "?|hw.machine", NULL, NULL },
	{ "cpu_model", FP_BENCH, NULL, "cpuinfo", "model", NULL, NULL },
	{ "cpu_model", FP_BENCH, NULL, "sysctl", "?|machdep.cpu_brand",
	    finger_nonzero, NULL },
	{ "cpu_model", FP_BENCH, NULL, "sysctl", "?|hw.model", finger_nonzero,
	    NULL },
	{ "cpu_model", FP_BENCH, NULL, "dmesg", "cpu_model", NULL, NULL },
	{ "cpus_online", FP_BENCH, NULL, "cpuinfo", "cpus", NULL, NULL },
	{ "cpus_online", FP_BENCH, NULL, "sysctl", "?|hw.ncpuonline", NULL,
	    NULL },
	{ "cpus_online", FP_BENCH, NULL, "sysctl", "?|hw.ncpu", NULL, NULL },
	{ "cpus_online", FP_BENCH, NULL, "dmesg", "cpus", NULL, NULL },
	{ "cpu.cores", FP_BENCH, NULL, "cpuinfo", "cores", NULL, NULL },
	{ "cpu.cores", FP_BENCH, NULL, "sysctl", "?|kern.smp.cores", NULL,
	    NULL },
	{ "cpu.packages", FP_BENCH, "Linux", "cpuinfo", "packages", NULL,
	    NULL },
	{ "cpu.microcode", FP_BENCH, "Linux", "cpuinfo", "microcode", NULL,
	    NULL },
	{ "smt", FP_BENCH, NULL, "files", "files|" CPU "smt/active", NULL,
	    NULL },
	{ "smt", FP_BENCH, NULL, "sysctl", "?|kern.smp.threads_per_core",
	    several, NULL },
	{ "smt", FP_BENCH, NULL, "sysctl", "?|hw.smt", NULL, NULL },
	{ "numa_nodes", FP_BENCH, "Linux FreeBSD", "files", "files",
	    finger_count, "/sys/devices/system/node/node*/cpulist" },
	{ "numa_nodes", FP_BENCH, "Linux FreeBSD", "sysctl", "?|vm.ndomains",
	    NULL, NULL },
	{ "memory_mb", FP_BENCH, NULL, "dmesg", "memory_mb", NULL, NULL },
	/* what decides the clock */
	{ "clock_policy", FP_BENCH, NULL, "files", "files", finger_each_once,
	    CPU "cpu*/cpufreq/scaling_governor" },
	{ "clock_policy", FP_BENCH, NULL, "sysctl", "?|hw.perfpolicy", NULL,
	    NULL },
	{ "clock_policy", FP_BENCH, NULL, "programs", "names", finger_picks,
	    "powerd powerdxx estd apmd obsdfreqd" },
	{ "clock.driver", FP_BENCH, "Linux", "files", "files", finger_each_once,
	    CPU "cpu*/cpufreq/scaling_driver" },
	{ "clock.turbo", FP_BENCH, "Linux", "files",
	    "files|" CPU "intel_pstate/no_turbo", inverted, NULL },
	{ "clock.turbo", FP_BENCH, "Linux", "files",
	    "files|" CPU "cpufreq/boost", finger_switch, NULL },
	{ "clock.limit_khz", FP_BENCH, "Linux", "files", "files",
	    finger_each_once, CPU "cpu*/cpufreq/scaling_max_freq" },
	/* as it is now, which it need not stay: for the reader */
	{ "clock.mhz", FP_NOTES, "FreeBSD DragonFly", "sysctl",
	    "?|dev.cpu.0.freq", NULL, NULL },
	{ "clock.mhz", FP_NOTES, "NetBSD OpenBSD", "sysctl",
	    "?|machdep.cpu.frequency.current", NULL, NULL },
	{ "clock.mhz", FP_NOTES, "NetBSD OpenBSD", "sysctl", "?|hw.cpuspeed",
	    NULL, NULL },
	{ "clock.setting", FP_BENCH, "NetBSD OpenBSD", "sysctl",
	    "?|machdep.cpu.frequency.target", fixed_clock, NULL },
	{ "clock.setting", FP_BENCH, "NetBSD OpenBSD", "sysctl", "?|hw.setperf",
	    fixed_clock, NULL },
	{ "clock.cstate", FP_BENCH, "FreeBSD DragonFly", "sysctl",
	    "?|hw.acpi.cpu.cx_lowest", NULL, NULL },
	{ "clocksource", FP_BENCH, NULL, "files",
	    "files|/sys/devices/system/clocksource/clocksource0/"
	    "current_clocksource",
	    NULL, NULL },
	{ "clocksource", FP_BENCH, NULL, "sysctl",
	    "?|kern.timecounter.hardware", NULL, NULL },
	{ "cpu.isolated", FP_SUBJECT, "Linux", "files", "files|" CPU "isolated",
	    NULL, NULL },
	/* counts since boot: they show in a difference */
	{ "cpu.throttled", FP_NOTES, "Linux FreeBSD", "files", "files",
	    finger_sum, CPU "cpu*/thermal_throttle/core_throttle_count" },
	{ "cpu.throttled", FP_NOTES, "Linux FreeBSD", "sysctl", "values",
	    finger_sum, "dev.cpu.*.coretemp.throttle_log" },
	{ "cpu.steal_ticks", FP_NOTES, "Linux", "procstat", "cpu|cpu|steal",
	    NULL, NULL },
	/* "yes": the processor says so, and nothing says which */
	{ "virtual_machine", FP_BENCH, NULL, "sysctl", "?|kern.vm_guest", NULL,
	    NULL },
	{ "virtual_machine", FP_BENCH, NULL, "cpuinfo", "hypervisor",
	    hypervisor, NULL },
	{ "hardware.vendor", FP_BENCH, NULL, "files",
	    "files|/sys/class/dmi/id/sys_vendor", NULL, NULL },
	{ "hardware.vendor", FP_BENCH, NULL, "sysctl", "?|hw.vendor", NULL,
	    NULL },
	{ "hardware.vendor", FP_BENCH, NULL, "sysctl",
	    "?|machdep.dmi.system-vendor", NULL, NULL },
	{ "hardware.product", FP_BENCH, NULL, "files",
	    "files|/sys/class/dmi/id/product_name", NULL, NULL },
	{ "hardware.product", FP_BENCH, NULL, "sysctl", "?|hw.product", NULL,
	    NULL },
	{ "hardware.product", FP_BENCH, NULL, "sysctl",
	    "?|machdep.dmi.system-product", NULL, NULL },
	{ "hardware.bios", FP_BENCH, "Linux NetBSD", "files",
	    "files|/sys/class/dmi/id/bios_version", NULL, NULL },
	{ "hardware.bios", FP_BENCH, "Linux NetBSD", "sysctl",
	    "?|machdep.dmi.bios-version", NULL, NULL },
	{ NULL, FP_NOTES, NULL, NULL, NULL, NULL, NULL },
};
