/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>

#include "collector/source.h"

/* Files that somebody wrote, but for lines that may have a secret. */
#define WRITTEN(files)                                                     \
	"for f in " files "; do [ -f $f ] && echo \"==> $f <==\" && "      \
	"grep -iv -e pass -e secret -e key -e psk -e community $f; done; " \
	"true"

#define CPU_DIR "/sys/devices/system/cpu/"

/*
 * The order is that of trust: where two sources have a counter of the same
 * name, the first one is taken (docs/counters.md).
 */
const struct source source_table[] = {
	{ "ip_link", "Linux", { "ip", "-d", "-s", "-s", "-j", "link" },
	    &parse_iplink_json, SOURCE_PORTS },
	{ "tc_qdisc", "Linux", { "tc", "-s", "-j", "qdisc" }, &parse_qdisc_json,
	    0 },
	/*
	 * A set of 60,000 networks takes the kernel 6 s to tell; -t leaves the
	 * elements out, which nft before 0.9.2 cannot.
	 */
	{ "nft", "Linux",
	    { "nft -t -j list ruleset 2>/dev/null || nft -j list ruleset" },
	    &parse_nft_json, SOURCE_SHELL },
	{ "net_dev", "Linux", { "/proc/net/dev" }, &parse_procnetdev,
	    SOURCE_PERIODIC },
	{ "snmp", "Linux", { "/proc/net/snmp" }, &parse_snmp, SOURCE_PERIODIC },
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
	    SOURCE_MACHINE | SOURCE_PERIODIC },
	{ "interrupts", "Linux", { "/proc/interrupts" }, &parse_procinterrupts,
	    SOURCE_MACHINE },
	{ "softirqs", "Linux", { "/proc/softirqs" }, &parse_procsoftirqs,
	    SOURCE_MACHINE | SOURCE_PERIODIC },
	{ "stat", "Linux", { "/proc/stat" }, &parse_procstat,
	    SOURCE_MACHINE | SOURCE_PERIODIC },
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
	    { CPU_DIR "smt/active", CPU_DIR "intel_pstate/no_turbo",
		CPU_DIR "cpufreq/boost",
		CPU_DIR "cpu*/cpufreq/scaling_governor",
		CPU_DIR "cpu*/cpufreq/scaling_max_freq",
		CPU_DIR "cpu*/thermal_throttle/core_throttle_count" },
	    &parse_files, SOURCE_GLOB },
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
	      "$PWD/*/queues/rx-*/rps_cpus "
	      "/proc/sys/net/ipv4/conf/*/rp_filter; true" },
	    &parse_files, SOURCE_SHELL | SOURCE_ONCE },
	{ "ethtool", "Linux",
	    { "for i in /sys/class/net/*; do i=${i##*/}; "
	      "for o in -i -g -c -l '-I -a' -x; do "
	      "printf '$ ethtool %s %s\\n' \"$o\" \"$i\"; "
	      "ethtool $o \"$i\"; done; "
	      "printf '$ ethtool -n %s rx-flow-hash udp4\\n' \"$i\"; "
	      "ethtool -n \"$i\" rx-flow-hash udp4; done 2>/dev/null; true" },
	    NULL, SOURCE_SHELL | SOURCE_SESSION | SOURCE_ONCE },
	/* where there are tables; stat(2) of that file says 0 bytes anyway */
	{ "iptables", "Linux",
	    { "n=/proc/net/ip_tables_names t=; [ ! -e $n ] || "
	      "if [ -r $n ]; then read -r t <$n; [ -z \"$t\" ] || "
	      "iptables-legacy-save -c 2>/dev/null || iptables-save -c; "
	      "else echo \"$n: Permission denied\" >&2; false; fi" },
	    &parse_iptables_rules, SOURCE_SHELL | SOURCE_OPTIONAL },
	{ "config", "Linux",
	    { "zcat /proc/config.gz 2>/dev/null || "
	      "cat /boot/config-$(uname -r) 2>/dev/null || true" },
	    &parse_kconfig, SOURCE_SHELL | SOURCE_ONCE },
	{ "ethtool_S", "Linux",
	    { "for i in /sys/class/net/*; do i=${i##*/}; "
	      "printf '$ ethtool -S %s\\n' \"$i\"; ethtool -S \"$i\"; done "
	      "2>/dev/null; true" },
	    NULL, SOURCE_SHELL | SOURCE_SESSION | SOURCE_ONCE },
	{ "ip_addr", "Linux", { "ip", "-d", "addr" }, NULL, SOURCE_BUNDLE },
	{ "ip_route", "Linux", { "ip", "route" }, NULL, SOURCE_BUNDLE },
	{ "lspci", "Linux", { "lspci", "-vvnn" }, NULL,
	    SOURCE_OPTIONAL | SOURCE_BUNDLE },
	{ "dmesg", "Linux", { "dmesg" }, NULL,
	    SOURCE_OPTIONAL | SOURCE_BUNDLE },
	{ "netstat_i", "FreeBSD", { "netstat", "-ibdnW" }, &parse_netstat_i,
	    SOURCE_PORTS | SOURCE_PERIODIC },
	{ "netstat_Q", "FreeBSD", { "netstat", "-Q" }, &parse_netisr,
	    SOURCE_PERIODIC },
	{ "netstat_s_ip", "FreeBSD", { "netstat", "-s", "-p", "ip" },
	    &parse_ipstats, SOURCE_PERIODIC },
	{ "netstat_s", "FreeBSD", { "netstat", "-s" }, &parse_ipstats, 0 },
	{ "vmstat_i", "FreeBSD", { "vmstat", "-i" }, &parse_vmstat_i,
	    SOURCE_PERIODIC },
	{ "netstat_q", "NetBSD", { "netstat", "-q" }, &parse_netstat_q,
	    SOURCE_PERIODIC },
	{ "netstat_i", "NetBSD", { "netstat", "-ind" }, &parse_netstat_i,
	    SOURCE_PORTS | SOURCE_PERIODIC },
	{ "netstat_s_ip", "NetBSD", { "netstat", "-s", "-p", "ip" },
	    &parse_ipstats, SOURCE_PERIODIC },
	{ "netstat_s", "NetBSD", { "netstat", "-s" }, &parse_ipstats, 0 },
	{ "vmstat_i", "NetBSD", { "vmstat", "-i" }, &parse_vmstat_i,
	    SOURCE_PERIODIC },
	{ "netstat_ie", "OpenBSD", { "netstat", "-ine" }, &parse_netstat_i,
	    SOURCE_PORTS | SOURCE_PERIODIC },
	{ "netstat_id", "OpenBSD", { "netstat", "-ind" }, &parse_netstat_i,
	    SOURCE_PORTS | SOURCE_PERIODIC },
	{ "netstat_s_ip", "OpenBSD", { "netstat", "-s", "-p", "ip" },
	    &parse_ipstats, SOURCE_PERIODIC },
	{ "netstat_s", "OpenBSD", { "netstat", "-s" }, &parse_ipstats, 0 },
	{ "vmstat_i", "OpenBSD", { "vmstat", "-iz" }, &parse_vmstat_i,
	    SOURCE_PERIODIC },
	{ "netstat_i", "DragonFly", { "netstat", "-ibdn" }, &parse_netstat_i,
	    SOURCE_PORTS | SOURCE_PERIODIC },
	{ "netstat_s_ip", "DragonFly", { "netstat", "-s", "-p", "ip" },
	    &parse_ipstats, SOURCE_PERIODIC },
	{ "netstat_s", "DragonFly", { "netstat", "-s" }, &parse_ipstats, 0 },
	{ "vmstat_i", "DragonFly", { "vmstat", "-i" }, &parse_vmstat_i,
	    SOURCE_PERIODIC },
	{ "ifconfig", "FreeBSD", { "ifconfig", "-a" }, &parse_ifconfig, 0 },
	{ "sysctl", "FreeBSD",
	    { "sysctl kern.hostname kern.osrelease kern.ident kern.hz "
	      "hw.machine hw.model hw.ncpu net.inet.ip.forwarding "
	      "net.inet.ip.fastforwarding net.inet.ip.redirect "
	      "net.inet6.ip6.forwarding net.inet.ip.intr_queue_maxlen "
	      "net.inet.ip.fw.enable net.isr.dispatch "
	      "kern.polling.enable 2>/dev/null; true" },
	    &parse_sysctl, SOURCE_SHELL },
	{ "uname", "FreeBSD", { "uname", "-a" }, &parse_uname, SOURCE_ONCE },
	{ "version", "FreeBSD", { "freebsd-version", "-ku" }, &parse_userland,
	    SOURCE_OPTIONAL | SOURCE_ONCE },
	{ "config", "FreeBSD", { "sysctl", "-n", "kern.conftxt" },
	    &parse_kconfig, SOURCE_OPTIONAL | SOURCE_ONCE },
	{ "settings", "FreeBSD",
	    { "sysctl kern.smp.cores kern.smp.threads_per_core "
	      "vm.ndomains kern.vm_guest kern.timecounter.hardware "
	      "hw.acpi.cpu.cx_lowest kern.ipc.nmbclusters vm.pmap.pti "
	      "hw.ibrs_active hw.mds_disable_state machdep.mitigations "
	      "net.isr.maxthreads net.isr.bindthreads "
	      "kern.polling.idle_poll net.inet.ip.fw.dyn_max "
	      "dev.cpu.0.freq 2>/dev/null; sysctl dev.cpu 2>/dev/null | "
	      "grep throttle_log; for i in $(ifconfig -l); do "
	      "d=dev.${i%%[0-9]*}.${i##*[!0-9]}; sysctl $d.%desc "
	      "$d.%driver $d.fc $d.fw_version $d.iflib "
	      "$d.mac_stats.xoff_recvd $d.mac_stats.xoff_txd 2>/dev/null; "
	      "sysctl hw.${i%%[0-9]*}.rxd hw.${i%%[0-9]*}.txd "
	      "2>/dev/null; done; true" },
	    &parse_sysctl, SOURCE_SHELL | SOURCE_ONCE },
	{ "dmesg", "FreeBSD", { "/var/run/dmesg.boot" }, &parse_dmesg,
	    SOURCE_ONCE },
	{ "pciconf", "FreeBSD", { "pciconf -lvc 2>/dev/null || pciconf -lv" },
	    &parse_pciconf, SOURCE_OPTIONAL | SOURCE_SHELL | SOURCE_ONCE },
	{ "ps", "FreeBSD", { "ps", "-axo", "comm" }, &parse_programs,
	    SOURCE_ONCE },
	{ "pf_info", "FreeBSD", { "pfctl", "-si" }, &parse_pf_info,
	    SOURCE_OPTIONAL },
	{ "pf_rules", "FreeBSD", { "pfctl", "-vsr" }, &parse_pf_rules,
	    SOURCE_OPTIONAL },
	{ "pf_limits", "FreeBSD", { "pfctl", "-sm" }, &parse_pf_limits,
	    SOURCE_OPTIONAL | SOURCE_ONCE },
	{ "ipfw", "FreeBSD", { "ipfw", "show" }, &parse_ipfw_rules,
	    SOURCE_OPTIONAL },
	{ "ipf_info", "FreeBSD", { "ipfstat" }, &parse_ipf_info,
	    SOURCE_OPTIONAL },
	{ "ipf", "FreeBSD", { "ipfstat", "-io" }, &parse_ipf_rules,
	    SOURCE_OPTIONAL | SOURCE_ONCE },
	{ "ifconfig", "NetBSD", { "ifconfig", "-a" }, &parse_ifconfig, 0 },
	{ "sysctl", "NetBSD",
	    { "sysctl kern.hostname kern.osrelease kern.version "
	      "hw.machine hw.model machdep.cpu_brand hw.ncpu "
	      "hw.ncpuonline net.inet.ip.forwarding net.inet.ip.redirect "
	      "net.inet.ip.maxflows net.inet6.ip6.forwarding "
	      "2>/dev/null; true" },
	    &parse_sysctl, SOURCE_SHELL },
	{ "uname", "NetBSD", { "uname", "-a" }, &parse_uname, SOURCE_ONCE },
	{ "config", "NetBSD", { "config", "-x" }, &parse_kconfig,
	    SOURCE_OPTIONAL | SOURCE_ONCE },
	{ "settings", "NetBSD",
	    { "sysctl kern.timecounter.hardware kern.mbuf.nmbclusters "
	      "machdep.dmi machdep.cpu.frequency machdep.svs.enabled "
	      "machdep.mds.mitigated machdep.taa.mitigated "
	      "machdep.spectre_v1.mitigated machdep.spectre_v2.mitigated "
	      "machdep.spectre_v4.mitigated 2>/dev/null | grep -v -e "
	      "serial -e uuid" },
	    &parse_sysctl, SOURCE_SHELL | SOURCE_ONCE },
	{ "dmesg", "NetBSD", { "/var/run/dmesg.boot" }, &parse_dmesg,
	    SOURCE_ONCE },
	{ "ps", "NetBSD", { "ps", "-axo", "comm" }, &parse_programs,
	    SOURCE_ONCE },
	{ "npf_info", "NetBSD", { "npfctl", "stats" }, &parse_npf_info,
	    SOURCE_OPTIONAL },
	{ "npf", "NetBSD", { "npfctl", "show" }, &parse_npf_rules,
	    SOURCE_OPTIONAL | SOURCE_ONCE },
	{ "ipf_info", "NetBSD", { "ipfstat" }, &parse_ipf_info,
	    SOURCE_OPTIONAL },
	{ "ipf", "NetBSD", { "ipfstat", "-io" }, &parse_ipf_rules,
	    SOURCE_OPTIONAL | SOURCE_ONCE },
	{ "ifconfig", "OpenBSD", { "ifconfig", "-A" }, &parse_ifconfig, 0 },
	{ "sysctl", "OpenBSD",
	    { "sysctl kern.hostname kern.osrelease kern.version "
	      "hw.machine hw.model hw.ncpu hw.ncpuonline hw.smt "
	      "hw.cpuspeed hw.setperf hw.perfpolicy "
	      "net.inet.ip.forwarding net.inet.ip.redirect "
	      "net.inet6.ip6.forwarding net.inet.ip.ifq.maxlen "
	      "2>/dev/null; true" },
	    &parse_sysctl, SOURCE_SHELL },
	{ "uname", "OpenBSD", { "uname", "-a" }, &parse_uname, SOURCE_ONCE },
	{ "settings", "OpenBSD",
	    { "sysctl hw.vendor hw.product kern.timecounter.hardware "
	      "kern.maxclusters 2>/dev/null; true" },
	    &parse_sysctl, SOURCE_SHELL | SOURCE_ONCE },
	{ "dmesg", "OpenBSD", { "/var/run/dmesg.boot" }, &parse_dmesg,
	    SOURCE_ONCE },
	{ "ps", "OpenBSD", { "ps", "-axo", "comm" }, &parse_programs,
	    SOURCE_ONCE },
	{ "pf_info", "OpenBSD", { "pfctl", "-si" }, &parse_pf_info,
	    SOURCE_OPTIONAL },
	{ "pf_rules", "OpenBSD", { "pfctl", "-vsr" }, &parse_pf_rules,
	    SOURCE_OPTIONAL },
	{ "pf_limits", "OpenBSD", { "pfctl", "-sm" }, &parse_pf_limits,
	    SOURCE_OPTIONAL | SOURCE_ONCE },
	{ "ifconfig", "DragonFly", { "ifconfig", "-a" }, &parse_ifconfig, 0 },
	{ "sysctl", "DragonFly",
	    { "sysctl kern.hostname kern.osrelease kern.version "
	      "hw.machine hw.model hw.ncpu net.inet.ip.forwarding "
	      "net.inet6.ip6.forwarding net.inet.ip.fw.enable "
	      "kern.polling.enable 2>/dev/null; true" },
	    &parse_sysctl, SOURCE_SHELL },
	{ "uname", "DragonFly", { "uname", "-a" }, &parse_uname, SOURCE_ONCE },
	{ "settings", "DragonFly",
	    { "sysctl hw.acpi.cpu.cx_lowest kern.ipc.nmbclusters "
	      "machdep.meltdown_mitigation machdep.spectre_mitigation "
	      "machdep.mds_mitigation 2>/dev/null; true" },
	    &parse_sysctl, SOURCE_SHELL | SOURCE_ONCE },
	{ "dmesg", "DragonFly", { "/var/run/dmesg.boot" }, &parse_dmesg,
	    SOURCE_ONCE },
	{ "pciconf", "DragonFly", { "pciconf -lvc 2>/dev/null || pciconf -lv" },
	    &parse_pciconf, SOURCE_OPTIONAL | SOURCE_SHELL | SOURCE_ONCE },
	{ "ps", "DragonFly", { "ps", "-axo", "comm" }, &parse_programs,
	    SOURCE_ONCE },
	{ "pf_info", "DragonFly", { "pfctl", "-si" }, &parse_pf_info,
	    SOURCE_OPTIONAL },
	{ "pf_rules", "DragonFly", { "pfctl", "-vsr" }, &parse_pf_rules,
	    SOURCE_OPTIONAL },
	{ "ipfw", "DragonFly", { "ipfw", "show" }, &parse_ipfw_rules,
	    SOURCE_OPTIONAL },
	/* a buffer that was refused explains a card's missed frames */
	{ "netstat_m", "FreeBSD", { "netstat", "-m" }, &parse_mbufs,
	    SOURCE_OPTIONAL },
	{ "dev", "FreeBSD", { "sysctl", "dev" }, NULL, SOURCE_BUNDLE },
	{ "route", "FreeBSD", { "netstat", "-rn" }, NULL, SOURCE_BUNDLE },
	{ "kldstat", "FreeBSD", { "kldstat" }, NULL, SOURCE_BUNDLE },
	{ "netstat_m", "NetBSD", { "netstat", "-m" }, NULL, SOURCE_BUNDLE },
	{ "pci", "NetBSD", { "pcictl", "pci0", "list" }, NULL, SOURCE_BUNDLE },
	{ "route", "NetBSD", { "netstat", "-rn" }, NULL, SOURCE_BUNDLE },
	{ "netstat_m", "OpenBSD", { "netstat", "-m" }, NULL, SOURCE_BUNDLE },
	{ "pci", "OpenBSD", { "pcidump", "-v" }, NULL, SOURCE_BUNDLE },
	{ "route", "OpenBSD", { "netstat", "-rn" }, NULL, SOURCE_BUNDLE },
	{ "netstat_m", "DragonFly", { "netstat", "-m" }, NULL, SOURCE_BUNDLE },
	{ "dev", "DragonFly", { "sysctl", "dev" }, NULL, SOURCE_BUNDLE },
	{ "route", "DragonFly", { "netstat", "-rn" }, NULL, SOURCE_BUNDLE },
	{ "written", "Linux",
	    { WRITTEN("/proc/cmdline /etc/sysctl.conf /etc/sysctl.d/*.conf "
		      "/etc/modprobe.d/*.conf") },
	    NULL, SOURCE_SHELL | SOURCE_BUNDLE },
	{ "written", "FreeBSD",
	    { WRITTEN("/boot/loader.conf /boot/loader.conf.local "
		      "/etc/sysctl.conf /etc/rc.conf /etc/rc.conf.local") },
	    NULL, SOURCE_SHELL | SOURCE_BUNDLE },
	{ "written", "NetBSD",
	    { WRITTEN("/boot.cfg /etc/sysctl.conf /etc/rc.conf") }, NULL,
	    SOURCE_SHELL | SOURCE_BUNDLE },
	{ "written", "OpenBSD",
	    { WRITTEN("/etc/boot.conf /etc/sysctl.conf /etc/rc.conf.local "
		      "/etc/hostname.*") },
	    NULL, SOURCE_SHELL | SOURCE_BUNDLE },
	{ "written", "DragonFly",
	    { WRITTEN("/boot/loader.conf /etc/sysctl.conf /etc/rc.conf") },
	    NULL, SOURCE_SHELL | SOURCE_BUNDLE },
	{ NULL, NULL, { NULL }, NULL, 0 },
};

void
source_sysctl_path(const char *name, char path[SOURCE_SYSCTL_PATH])
{
	snprintf(path, SOURCE_SYSCTL_PATH, "/proc/sys/%s", name);
	for (char *p = path + strlen("/proc/sys/"); *p != '\0'; p++)
		if (*p == '.')
			*p = '/';
}

void
source_put_lines(
    FILE *out, const char *path, size_t path_len, const char *text, size_t len)
{
	const char *end = text + len, *next;

	for (; text < end; text = next + 1) {
		next = memchr(text, '\n', (size_t)(end - text));
		if (next == NULL)
			next = end;
		if (next > text)
			fprintf(out, "%.*s:%.*s\n", (int)path_len, path,
			    (int)(next - text), text);
	}
}

bool
source_is_file(const struct source *s)
{
	return s->word[0][0] == '/' && (s->flags & SOURCE_GLOB) == 0;
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
		: s->flags & SOURCE_GLOB   ? "grep -s ."
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
