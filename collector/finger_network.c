/* SPDX-License-Identifier: BSD-2-Clause */
/* Forwarding, firewalls and their tables, interrupts and where they go. */

#include <string.h>

#include "collector/finger.h"

/* Only those of a device: "LOC" and the like are the processors' own. */
static bool
numbered(const struct finger_at *at, char text[FINGER_TEXT])
{
	return at->name[0][strspn(at->name[0], "0123456789")] == '\0' &&
	    finger_nonzero(at, text);
}

/* "queue.limit" is one of them. */
static bool
other_core(const struct finger_at *at, char text[FINGER_TEXT])
{
	return strcmp(at->name[0], "netdev_max_backlog") != 0 &&
	    finger_plain(at, text);
}

#define BSDS "FreeBSD NetBSD OpenBSD DragonFly"

const struct finger_rule finger_rules_network[] = {
	{ "forwarding.ip", FP_SUBJECT, NULL, "sysctl", "?|net.ipv4.ip_forward",
	    finger_switch, NULL },
	{ "forwarding.ip", FP_SUBJECT, NULL, "sysctl",
	    "?|net.inet.ip.forwarding", finger_switch, NULL },
	{ "forwarding.ip6", FP_SUBJECT, NULL, "sysctl",
	    "?|net.ipv6.conf.all.forwarding", finger_switch, NULL },
	{ "forwarding.ip6", FP_SUBJECT, NULL, "sysctl",
	    "?|net.inet6.ip6.forwarding", finger_switch, NULL },
	/* FreeBSD up to 10; later ones always try, unless they redirect */
	{ "forwarding.fast", FP_SUBJECT, "FreeBSD", "sysctl",
	    "?|net.inet.ip.fastforwarding", finger_switch, NULL },
	{ "forwarding.redirect", FP_SUBJECT, "FreeBSD OpenBSD NetBSD", "sysctl",
	    "?|net.inet.ip.redirect", finger_switch, NULL },
	/* NetBSD's flow cache; 0 is off */
	{ "forwarding.flows_limit", FP_SUBJECT, "NetBSD", "sysctl",
	    "?|net.inet.ip.maxflows", NULL, NULL },
	{ "forwarding.flowtables", FP_SUBJECT, "Linux", "nft", "flowtables",
	    NULL, NULL },
	{ "forwarding.dispatch", FP_SUBJECT, "FreeBSD", "sysctl",
	    "?|net.isr.dispatch", NULL, NULL },
	{ "forwarding.threads", FP_SUBJECT, "FreeBSD", "sysctl",
	    "?|net.isr.maxthreads", NULL, NULL },
	{ "forwarding.bound", FP_SUBJECT, "FreeBSD", "sysctl",
	    "?|net.isr.bindthreads", finger_switch, NULL },
	{ "forwarding.reverse_path", FP_SUBJECT, "Linux", "sysctl",
	    "?|net.ipv4.conf.all.rp_filter", NULL, NULL },
	{ "polling", FP_SUBJECT, "FreeBSD DragonFly", "sysctl",
	    "?|kern.polling.enable", finger_switch, NULL },
	{ "polling.idle", FP_SUBJECT, "FreeBSD", "sysctl",
	    "?|kern.polling.idle_poll", finger_switch, NULL },
	{ "queue.limit", FP_SUBJECT, NULL, "sysctl",
	    "?|net.core.netdev_max_backlog", NULL, NULL },
	{ "queue.limit", FP_SUBJECT, NULL, "sysctl",
	    "?|net.inet.ip.intr_queue_maxlen", NULL, NULL },
	{ "queue.limit", FP_SUBJECT, NULL, "sysctl", "?|net.inet.ip.ifq.maxlen",
	    NULL, NULL },
	{ "sysctl.net.core.%", FP_SUBJECT, "Linux", "sysctl", "?|net.core.*",
	    other_core, NULL },
	{ "mbuf.limit", FP_SUBJECT, BSDS, "sysctl", "?|kern.ipc.nmbclusters",
	    NULL, NULL },
	{ "mbuf.limit", FP_SUBJECT, BSDS, "sysctl", "?|kern.mbuf.nmbclusters",
	    NULL, NULL },
	{ "mbuf.limit", FP_SUBJECT, BSDS, "sysctl", "?|kern.maxclusters", NULL,
	    NULL },
	/* nftables */
	{ "firewall.nft.enabled", FP_SUBJECT, "Linux", "nft", "hooked", NULL,
	    NULL },
	{ "firewall.nft.rules", FP_SUBJECT, "Linux", "nft", "n_rules", NULL,
	    NULL },
	{ "firewall.nft.hash", FP_SUBJECT, "Linux", "nft", "hash", NULL, NULL },
	{ "firewall.nft.text_hash", FP_SUBJECT, "Linux", "nft", "text_hash",
	    NULL, NULL },
	{ "firewall.states_limit", FP_SUBJECT, "Linux", "sysctl",
	    "?|net.netfilter.nf_conntrack_max", NULL, NULL },
	{ "firewall.states_buckets", FP_SUBJECT, "Linux", "sysctl",
	    "?|net.netfilter.nf_conntrack_buckets", NULL, NULL },
	{ "firewall.states", FP_NOTES, "Linux", "sysctl",
	    "?|net.netfilter.nf_conntrack_count", NULL, NULL },
	{ "firewall.iptables.rules", FP_SUBJECT, "Linux", "iptables_rules",
	    "rules", NULL, NULL },
	{ "firewall.iptables.hash", FP_SUBJECT, "Linux", "iptables_rules",
	    "hash", NULL, NULL },
	/* of one table: the hash of -L is of other words than that of -S */
	{ "firewall.iptables.%.rules", FP_SUBJECT, "Linux", "iptables_rules",
	    "iptables|*|rules", NULL, NULL },
	{ "firewall.iptables.%.hash", FP_SUBJECT, "Linux", "iptables_rules",
	    "iptables|*|hash", NULL, NULL },
	{ "firewall.iptables.%.list_hash", FP_SUBJECT, "Linux",
	    "iptables_rules", "iptables|*|list_hash", NULL, NULL },
	{ "firewall.ip6tables.%.rules", FP_SUBJECT, "Linux", "iptables_rules",
	    "ip6tables|*|rules", NULL, NULL },
	{ "firewall.ip6tables.%.hash", FP_SUBJECT, "Linux", "iptables_rules",
	    "ip6tables|*|hash", NULL, NULL },
	{ "firewall.ip6tables.%.list_hash", FP_SUBJECT, "Linux",
	    "iptables_rules", "ip6tables|*|list_hash", NULL, NULL },
	/* those of the BSDs */
	{ "firewall.pf.enabled", FP_SUBJECT, BSDS, "pf_info", "enabled", NULL,
	    NULL },
	{ "firewall.pf.rules", FP_SUBJECT, BSDS, "pf_rules", "rules", NULL,
	    NULL },
	{ "firewall.pf.hash", FP_SUBJECT, BSDS, "pf_rules", "hash", NULL,
	    NULL },
	{ "firewall.states_limit", FP_SUBJECT, BSDS, "pf_limits",
	    "limits|states", NULL, NULL },
	{ "firewall.states_limit", FP_SUBJECT, BSDS, "sysctl",
	    "?|net.inet.ip.fw.dyn_max", NULL, NULL },
	{ "firewall.states", FP_NOTES, BSDS, "pf_info",
	    "values|current entries", NULL, NULL },
	{ "firewall.states", FP_NOTES, BSDS, "sysctl",
	    "?|net.inet.ip.fw.dyn_count", NULL, NULL },
	{ "firewall.ipfw.enabled", FP_SUBJECT, "FreeBSD DragonFly", "sysctl",
	    "?|net.inet.ip.fw.enable", finger_switch, NULL },
	{ "firewall.ipfw.rules", FP_SUBJECT, "FreeBSD DragonFly", "ipfw_rules",
	    "rules", NULL, NULL },
	{ "firewall.ipfw.hash", FP_SUBJECT, "FreeBSD DragonFly", "ipfw_rules",
	    "hash", NULL, NULL },
	{ "firewall.ipf.rules", FP_SUBJECT, "FreeBSD NetBSD", "ipf_rules",
	    "rules", NULL, NULL },
	{ "firewall.ipf.hash", FP_SUBJECT, "FreeBSD NetBSD", "ipf_rules",
	    "hash", NULL, NULL },
	{ "firewall.npf.enabled", FP_SUBJECT, "NetBSD", "npf_rules", "enabled",
	    NULL, NULL },
	{ "firewall.npf.rules", FP_SUBJECT, "NetBSD", "npf_rules", "rules",
	    NULL, NULL },
	{ "firewall.npf.hash", FP_SUBJECT, "NetBSD", "npf_rules", "hash", NULL,
	    NULL },
	{ "firewall.bridge", FP_SUBJECT, "Linux", "sysctl",
	    "?|net.bridge.bridge-nf-call-iptables", finger_switch, NULL },
	/* where interrupts go: "irq.24.cpus", and whose they are */
	{ "irq.%.cpus", FP_SUBJECT, "Linux", "files",
	    "files|/proc/irq/*/effective_affinity_list", NULL, NULL },
	{ "irq.%.cpus", FP_SUBJECT, "Linux", "files",
	    "files|/proc/irq/*/smp_affinity_list", NULL, NULL },
	{ "irq.%.device", FP_NOTES, "Linux", "procinterrupts",
	    "interrupts|*|desc", numbered, NULL },
	{ NULL, FP_NOTES, NULL, NULL, NULL, NULL, NULL },
};
