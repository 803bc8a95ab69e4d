/* SPDX-License-Identifier: BSD-2-Clause */
/* The keys that the samples of finger_test.c must give. */
#ifndef TESTS_FINGER_KEYS_H
#define TESTS_FINGER_KEYS_H

#include <stddef.h>

#include "lib/fingerprint.h"

#define ABSENT "(absent)" /* no such key; NULL: null */

struct want {
	enum fp_class class;
	const char *key, *value;
};

static const struct want linux_6[] = {
	{ FP_SUBJECT, "os", "Linux" },
	{ FP_SUBJECT, "kernel", "6.1.0-13-amd64" },
	{ FP_SUBJECT, "kernel.build",
	    "#1 SMP PREEMPT_DYNAMIC Debian 6.1.55-1 (2023-09-29)" },
	{ FP_SUBJECT, "kernel.options", "6" },
	{ FP_SUBJECT, "kernel.debug", "PROVE_LOCKING LOCKDEP" },
	{ FP_SUBJECT, "kernel.preempt", "PREEMPT_VOLUNTARY PREEMPT_DYNAMIC" },
	{ FP_SUBJECT, "kernel.hz", "250" },
	{ FP_SUBJECT, "kernel.userland_mismatch", ABSENT },
	{ FP_NOTES, "host", "r1" },
	{ FP_BENCH, "machine", "x86_64" },
	{ FP_BENCH, "cpu_model", "Intel(R) Xeon(R) E-2236 CPU @ 3.40GHz" },
	{ FP_BENCH, "cpus_online", "4" },
	{ FP_BENCH, "cpu.cores", "2" },
	{ FP_BENCH, "cpu.packages", "1" },
	{ FP_BENCH, "cpu.microcode", "0xf4" },
	{ FP_BENCH, "smt", "1" },
	{ FP_BENCH, "numa_nodes", "1" },
	{ FP_BENCH, "memory_mb", NULL },
	{ FP_BENCH, "clock_policy", "performance powersave" },
	{ FP_BENCH, "clock.driver", "intel_pstate" },
	{ FP_BENCH, "clock.turbo", "false" },
	{ FP_BENCH, "clocksource", "tsc" },
	{ FP_BENCH, "virtual_machine", "none" },
	{ FP_BENCH, "hardware.product", "Router 1000" },
	{ FP_NOTES, "cpu.throttled", "7" },
	{ FP_SUBJECT, "mitigation.mds",
	    "Mitigation: Clear CPU buffers; SMT vulnerable" },
	{ FP_SUBJECT, "mitigation.spectre_v1",
	    "Mitigation: usercopy/swapgs barriers and __user pointer "
	    "sanitization" },
	{ FP_BENCH, "if.eth1.nic", "0x8086:0x1521" },
	{ FP_BENCH, "if.eth1.firmware", "1.67, 0x80000d70" },
	{ FP_BENCH, "if.eth1.pcie_speed", "5.0 GT/s PCIe" },
	{ FP_BENCH, "if.eth1.pcie_width", "4" },
	{ FP_BENCH, "if.eth1.pcie_width_max", "8" },
	{ FP_BENCH, "if.eth1.speed_mbps", "1000" },
	{ FP_BENCH, "if.vt0.speed_mbps", NULL }, /* no line */
	{ FP_SUBJECT, "if.eth1.driver", "igb" },
	{ FP_SUBJECT, "if.eth1.mtu", "1500" },
	{ FP_SUBJECT, "if.eth1.44.mtu", "1496" },
	{ FP_METHOD, "if.eth1.44.vlan", "44" },
	{ FP_METHOD, "if.eth1.vlan", NULL },
	{ FP_SUBJECT, "if.eth1.44.parent", "eth1" },
	{ FP_SUBJECT, "if.lo.mtu", ABSENT },
	{ FP_METHOD, "if.eth1.pause", "rxpause" },
	{ FP_METHOD, "if.vt0.pause", "none" },
	{ FP_METHOD, "if.eth1.44.pause", NULL },
	{ FP_METHOD, "if.eth1.tso", "false" },
	{ FP_METHOD, "if.eth1.gso", "true" },
	{ FP_METHOD, "if.eth1.gro", "false" },
	{ FP_METHOD, "if.eth1.lro", "false" },
	{ FP_METHOD, "if.vt0.gro", NULL },
	{ FP_SUBJECT, "if.eth1.offload.tx-checksumming", "false" },
	{ FP_SUBJECT, "if.eth1.offload.rx-vlan-offload", "true" },
	{ FP_SUBJECT, "if.eth1.offload.tx-vlan-stag-hw-insert", ABSENT },
	{ FP_SUBJECT, "if.eth1.ring", "RX=256 TX=512" },
	{ FP_SUBJECT, "if.eth1.coalesce",
	    "adaptive-rx=off rx-usecs=3 tx-usecs=0" },
	{ FP_SUBJECT, "if.eth1.queues", "Other=1 Combined=2" },
	{ FP_SUBJECT, "if.eth1.rss_rings", "2" },
	{ FP_SUBJECT, "if.eth1.rss_function", "toeplitz" },
	{ FP_SUBJECT, "if.eth1.rss_fields", "source destination" },
	{ FP_SUBJECT, "if.eth1.rps.0", "0" },
	{ FP_SUBJECT, "if.eth1.rps.1", "c" },
	{ FP_SUBJECT, "if.vt0.napi_threaded", "true" },
	{ FP_SUBJECT, "if.eth1.qdisc", "mq" },
	{ FP_SUBJECT, "if.eth1.xdp", "true" },
	{ FP_SUBJECT, "forwarding.ip", "true" },
	{ FP_SUBJECT, "forwarding.ip6", NULL },
	{ FP_SUBJECT, "forwarding.fast", ABSENT },
	{ FP_SUBJECT, "forwarding.flowtables", "1" },
	{ FP_SUBJECT, "queue.limit", "1000" },
	{ FP_SUBJECT, "sysctl.net.core.rmem_max", "212992" },
	{ FP_SUBJECT, "firewall.nft.enabled", "true" },
	{ FP_SUBJECT, "firewall.nft.rules", "1" },
	{ FP_SUBJECT, "firewall.states_limit", "262144" },
	{ FP_NOTES, "firewall.states", "17" },
	{ FP_SUBJECT, "irq.126.cpus", "3" },
	{ FP_NOTES, "irq.126.device", "eth1-TxRx-1" },
	{ FP_NOTES, "irq.LOC.device", ABSENT },
	{ 0, NULL, NULL },
};

static const struct want freebsd_13[] = {
	{ FP_SUBJECT, "os", "FreeBSD" },
	{ FP_SUBJECT, "kernel", "13.2-RELEASE-p4" },
	{ FP_SUBJECT, "kernel.config", "ROUTER" },
	{ FP_SUBJECT, "kernel.debug", "INVARIANTS" },
	{ FP_SUBJECT, "kernel.hz", "2000" },
	{ FP_SUBJECT, "kernel.userland", "13.1-RELEASE-p2" },
	{ FP_SUBJECT, "kernel.userland_mismatch", "true" },
	{ FP_SUBJECT, "mitigation.meltdown", "1" },
	{ FP_SUBJECT, "mitigation.mds", "inactive" },
	{ FP_NOTES, "host", "r2.example.org" },
	{ FP_NOTES, "clock.mhz", "2600" },
	{ FP_NOTES, "cpu.throttled", "3" },
	{ FP_BENCH, "cpus_online", "16" },
	{ FP_BENCH, "cpu.cores", "8" },
	{ FP_BENCH, "smt", "1" },
	{ FP_BENCH, "numa_nodes", "2" },
	{ FP_BENCH, "memory_mb", "32768" },
	{ FP_BENCH, "clock.cstate", "C1" },
	{ FP_BENCH, "virtual_machine", "none" },
	{ FP_BENCH, "if.ix0.nic", "Intel(R) X540-AT2" },
	{ FP_BENCH, "if.cpu0.nic", ABSENT },
	{ FP_BENCH, "if.ix0.media_active", "10Gbase-T" },
	{ FP_SUBJECT, "if.ix0.driver", "ix" },
	{ FP_SUBJECT, "if.ix0.mtu", "9000" },
	{ FP_SUBJECT, "if.ix0.ring_rx", "2048" },
	{ FP_SUBJECT, "if.ix0.ring_tx", NULL }, /* 0: the driver's choice */
	{ FP_SUBJECT, "if.ix0.vectors", "9" },
	{ FP_SUBJECT, "if.ix0.polling", "false" },
	{ FP_METHOD, "if.ix0.pause", "none" }, /* fc, before the medium */
	{ FP_METHOD, "if.ix0.tso", "false" },
	{ FP_METHOD, "if.ix0.lro", "true" },
	{ FP_METHOD, "if.ix0.gro", ABSENT },
	{ FP_SUBJECT, "forwarding.ip", "true" },
	{ FP_SUBJECT, "forwarding.fast", NULL },
	{ FP_SUBJECT, "forwarding.redirect", "false" },
	{ FP_SUBJECT, "forwarding.dispatch", "direct" },
	{ FP_SUBJECT, "queue.limit", "256" },
	{ FP_SUBJECT, "mbuf.limit", "1000000" },
	{ 0, NULL, NULL },
};

static const struct want openbsd_7[] = {
	{ FP_SUBJECT, "os", "OpenBSD" },
	{ FP_SUBJECT, "kernel", "7.4" },
	{ FP_SUBJECT, "kernel.config", "GENERIC.MP" },
	{ FP_SUBJECT, "kernel.build", "GENERIC.MP#1397" },
	{ FP_SUBJECT, "kernel.debug", NULL },
	{ FP_BENCH, "cpu_model", "Intel(R) Core(TM) i5-4570 CPU @ 3.20GHz" },
	{ FP_BENCH, "cpus_online", "2" },
	{ FP_BENCH, "smt", "0" },
	{ FP_BENCH, "clock_policy", "high" },
	{ FP_BENCH, "clock.setting", "100" },
	{ FP_BENCH, "memory_mb", "8077" },
	{ FP_BENCH, "hardware.product", "Router 2000" },
	{ FP_BENCH, "if.em0.nic", "Intel 82574L" },
	{ FP_BENCH, "if.em0.media_active", "1000baseT" },
	{ FP_METHOD, "if.em0.pause", "rxpause txpause" },
	{ FP_SUBJECT, "forwarding.ip", "true" },
	{ FP_SUBJECT, "forwarding.ip6", "false" },
	{ FP_SUBJECT, "queue.limit", "2048" },
	{ FP_SUBJECT, "mbuf.limit", "262144" },
	{ 0, NULL, NULL },
};

static const struct want netbsd_10[] = {
	{ FP_SUBJECT, "os", "NetBSD" },
	{ FP_SUBJECT, "kernel", "10.0" },
	{ FP_SUBJECT, "kernel.debug", "DIAGNOSTIC LOCKDEBUG" },
	{ FP_SUBJECT, "mitigation.svs", "1" },
	{ FP_SUBJECT, "mitigation.spectre_v2", "0" },
	{ FP_BENCH, "machine", "amd64" },
	{ FP_BENCH, "cpu_model", "Intel(R) Core(TM) i7-3770 CPU @ 3.40GHz" },
	{ FP_BENCH, "clock.setting", "3400" },
	{ FP_BENCH, "hardware.bios", "F12" },
	{ FP_METHOD, "if.wm0.pause", "rxpause txpause" },
	{ FP_SUBJECT, "if.wm0.enabled", "IP4CSUM_Rx IP4CSUM_Tx" },
	{ FP_SUBJECT, "forwarding.flows_limit", "256" },
	{ FP_SUBJECT, "mbuf.limit", "131072" },
	{ 0, NULL, NULL },
};

static const struct want dragonfly_6[] = {
	{ FP_SUBJECT, "os", "DragonFly" },
	{ FP_SUBJECT, "kernel", "6.4-RELEASE" },
	{ FP_SUBJECT, "mitigation.spectre", "NONE (IBRS_AUTO)" },
	{ FP_BENCH, "cpu_model", "AMD EPYC 7302P 16-Core Processor" },
	{ FP_BENCH, "cpus_online", "32" },
	{ FP_BENCH, "clock.cstate", "C2" },
	{ FP_METHOD, "if.ix0.tso", "true" },
	{ FP_METHOD, "if.ix0.lro", "false" },
	{ FP_METHOD, "if.ix0.pause", NULL }, /* the medium shows none */
	{ FP_SUBJECT, "if.ix0.polling", "true" },
	{ FP_SUBJECT, "polling", "false" },
	{ 0, NULL, NULL },
};

static const struct want netbsd_4[] = {
	{ FP_SUBJECT, "os", "NetBSD" },
	{ FP_SUBJECT, "kernel", "4.99.4" },
	{ FP_SUBJECT, "kernel.config", "ROUTER" },
	{ FP_SUBJECT, "kernel.build", "1" },
	{ FP_BENCH, "cpu_model",
	    "AMD Athlon(tm) 64 X2 Dual Core Processor 3800+" },
	{ FP_BENCH, "cpus_online", "2" },
	{ FP_BENCH, "if.wm0.nic", "Intel PRO/1000 PT (82571EB)" },
	{ FP_NOTES, "if.wm1.irq", "ioapic0 pin 5" },
	{ 0, NULL, NULL },
};

static const struct want freebsd_11[] = {
	{ FP_SUBJECT, "os", ABSENT }, /* several systems print such */
	{ FP_METHOD, "if.ix0.pause", "rxpause txpause" },
	{ FP_BENCH, "if.ix0.nic",
	    "Intel(R) PRO/10GbE PCI-Express Network Driver, Version - "
	    "3.2.11-k" },
	{ FP_SUBJECT, "driver.ix.ring_rx", "2048" },
	{ FP_SUBJECT, "forwarding.fast", "true" },
	{ FP_SUBJECT, "forwarding.ip", "true" },
	{ FP_BENCH, "memory_mb", ABSENT },
	{ 0, NULL, NULL },
};

#endif
