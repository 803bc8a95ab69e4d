/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>

#include "collector/source.h"

/*
 * The order is that of trust: where two sources have a counter of the same
 * name, the first one is taken (docs/counters.md).
 */
const struct source source_table[] = {
	{ "ip_link", "Linux", { "ip", "-d", "-s", "-s", "-j", "link" },
	    &parse_iplink_json, SOURCE_PORTS },
	{ "tc_qdisc", "Linux", { "tc", "-s", "-j", "qdisc" }, &parse_qdisc_json,
	    0 },
	{ "nft", "Linux", { "nft", "-j", "list", "ruleset" }, &parse_nft_json,
	    0 },
	{ "net_dev", "Linux", { "/proc/net/dev" }, &parse_procnetdev, 0 },
	{ "snmp", "Linux", { "/proc/net/snmp" }, &parse_snmp, 0 },
	{ "netstat", "Linux", { "/proc/net/netstat" }, &parse_snmp, 0 },
	{ "snmp6", "Linux", { "/proc/net/snmp6" }, &parse_snmp6, 0 },
	/* the neighbour tables are one for all namespaces, shown in the first */
	{ "arp_cache", "Linux", { "/proc/1/net/stat/arp_cache" },
	    &parse_netstat_cache, SOURCE_MACHINE | SOURCE_OPTIONAL },
	{ "ndisc_cache", "Linux", { "/proc/1/net/stat/ndisc_cache" },
	    &parse_netstat_cache, SOURCE_MACHINE | SOURCE_OPTIONAL },
	{ "nf_conntrack", "Linux", { "/proc/net/stat/nf_conntrack" },
	    &parse_netstat_cache, SOURCE_OPTIONAL },
	{ "softnet_stat", "Linux", { "/proc/net/softnet_stat" }, &parse_softnet,
	    SOURCE_MACHINE },
	{ "interrupts", "Linux", { "/proc/interrupts" }, &parse_procinterrupts,
	    SOURCE_MACHINE },
	{ "softirqs", "Linux", { "/proc/softirqs" }, &parse_procsoftirqs,
	    SOURCE_MACHINE },
	{ "stat", "Linux", { "/proc/stat" }, &parse_procstat, SOURCE_MACHINE },
	{ "sysctl", "Linux",
	    { "kernel.hostname", "kernel.osrelease", "kernel.version",
		"kernel.arch", "net.ipv4.ip_forward",
		"net.ipv4.conf.all.forwarding", "net.ipv4.conf.all.rp_filter",
		"net.ipv4.conf.default.rp_filter",
		"net.ipv6.conf.all.forwarding", "net.core.netdev_max_backlog",
		"net.core.netdev_budget", "net.core.netdev_budget_usecs",
		"net.core.dev_weight", "net.core.rmem_max", "net.core.wmem_max",
		"net.netfilter.nf_conntrack_max",
		"net.netfilter.nf_conntrack_count",
		"net.netfilter.nf_conntrack_buckets",
		"net.bridge.bridge-nf-call-iptables" },
	    &parse_sysctl, SOURCE_SYSCTL },
	{ "offloads", "Linux", { "ethtool", "-k" }, &parse_offloads,
	    SOURCE_EACH_IF },
	/* what changes the clock in the middle of a run */
	{ "cpu", "Linux",
	    { "cd /sys/devices/system/cpu && grep -s . $PWD/smt/active "
	      "$PWD/intel_pstate/no_turbo $PWD/cpufreq/boost "
	      "$PWD/cpu*/cpufreq/scaling_governor "
	      "$PWD/cpu*/cpufreq/scaling_max_freq "
	      "$PWD/cpu*/thermal_throttle/core_throttle_count; true" },
	    &parse_files, SOURCE_SHELL },
	{ "uname", "Linux", { "uname", "-a" }, &parse_uname, SOURCE_ONCE },
	{ "cpuinfo", "Linux", { "/proc/cpuinfo" }, &parse_cpuinfo,
	    SOURCE_ONCE },
	{ "machine", "Linux",
	    { "cd /sys && grep -s . $PWD/devices/system/cpu/isolated "
	      "$PWD/devices/system/cpu/vulnerabilities/* "
	      "$PWD/devices/system/cpu/cpu*/cpufreq/scaling_driver "
	      "$PWD/devices/system/node/node*/cpulist "
	      "$PWD/devices/system/clocksource/clocksource0/current_* "
	      "$PWD/class/dmi/id/sys_vendor $PWD/class/dmi/id/product_name "
	      "$PWD/class/dmi/id/bios_version "
	      "/proc/irq/*/effective_affinity_list; true" },
	    &parse_files, SOURCE_SHELL | SOURCE_ONCE },
	{ "ports", "Linux",
	    { "cd /sys/class/net && grep -s . $PWD/*/device/vendor "
	      "$PWD/*/device/device $PWD/*/device/numa_node "
	      "$PWD/*/device/*_link_speed $PWD/*/device/*_link_width "
	      "$PWD/*/speed $PWD/*/duplex $PWD/*/threaded "
	      "$PWD/*/gro_flush_timeout $PWD/*/tx_queue_len "
	      "$PWD/*/queues/rx-*/rps_cpus; true" },
	    &parse_files, SOURCE_SHELL | SOURCE_ONCE },
	{ "ethtool", "Linux",
	    { "for i in /sys/class/net/*; do i=${i##*/}; "
	      "for o in -i -g -c -l '-I -a' -x; do "
	      "echo \"$ ethtool $o $i\"; ethtool $o $i; done; "
	      "echo \"$ ethtool -n $i rx-flow-hash udp4\"; "
	      "ethtool -n $i rx-flow-hash udp4; done 2>/dev/null; true" },
	    NULL, SOURCE_SHELL | SOURCE_SESSION | SOURCE_ONCE },
	{ "config", "Linux",
	    { "zcat /proc/config.gz 2>/dev/null || "
	      "cat /boot/config-$(uname -r) 2>/dev/null || true" },
	    &parse_kconfig, SOURCE_SHELL | SOURCE_ONCE },
	{ "netstat_i", "FreeBSD", { "netstat", "-ibdnW" }, &parse_netstat_i,
	    SOURCE_PORTS },
	{ "netstat_Q", "FreeBSD", { "netstat", "-Q" }, &parse_netisr, 0 },
	{ "netstat_s_ip", "FreeBSD", { "netstat", "-s", "-p", "ip" },
	    &parse_ipstats, 0 },
	{ "vmstat_i", "FreeBSD", { "vmstat", "-i" }, &parse_vmstat_i, 0 },
	{ "netstat_q", "NetBSD", { "netstat", "-q" }, &parse_netstat_q, 0 },
	{ "netstat_i", "NetBSD", { "netstat", "-ind" }, &parse_netstat_i,
	    SOURCE_PORTS },
	{ "netstat_s_ip", "NetBSD", { "netstat", "-s", "-p", "ip" },
	    &parse_ipstats, 0 },
	{ "vmstat_i", "NetBSD", { "vmstat", "-i" }, &parse_vmstat_i, 0 },
	{ "netstat_ie", "OpenBSD", { "netstat", "-ine" }, &parse_netstat_i,
	    SOURCE_PORTS },
	{ "netstat_id", "OpenBSD", { "netstat", "-ind" }, &parse_netstat_i,
	    SOURCE_PORTS },
	{ "netstat_s_ip", "OpenBSD", { "netstat", "-s", "-p", "ip" },
	    &parse_ipstats, 0 },
	{ "vmstat_i", "OpenBSD", { "vmstat", "-iz" }, &parse_vmstat_i, 0 },
	{ "netstat_i", "DragonFly", { "netstat", "-ibdn" }, &parse_netstat_i,
	    SOURCE_PORTS },
	{ "netstat_s_ip", "DragonFly", { "netstat", "-s", "-p", "ip" },
	    &parse_ipstats, 0 },
	{ "vmstat_i", "DragonFly", { "vmstat", "-i" }, &parse_vmstat_i, 0 },
	{ NULL, NULL, { NULL }, NULL, 0 },
};

bool
source_is_file(const struct source *s)
{
	return s->word[0][0] == '/';
}

bool
source_wanted(const struct source *s, unsigned only, unsigned extra)
{
	return (s->flags & only) == only &&
	    (s->flags & SOURCE_EXTRA & ~extra) == 0;
}

void
source_command(const struct source *s, char *text, size_t size)
{
	size_t len = 0;

	snprintf(text, size, "%s",
	    source_is_file(s)		   ? "cat"
		: s->flags & SOURCE_SYSCTL ? "sysctl"
					   : "");
	for (size_t i = 0; i < SOURCE_WORDS && s->word[i] != NULL; i++) {
		len = strlen(text);
		snprintf(text + len, size - len, "%s%s", len > 0 ? " " : "",
		    s->word[i]);
	}
	len = strlen(text);
	if (s->flags & SOURCE_EACH_IF)
		snprintf(text + len, size - len, " IF");
}
