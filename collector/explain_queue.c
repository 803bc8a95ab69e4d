/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Queues between card and IP, queueing disciplines, firewalls and neighbours.
 */
#include "collector/explain_rows.h"

const struct explain explain_queue[] = {
	/* input queues */
	{ "queue.ip.drops",
	    "ipintrq|ippktq|packets dropped|net.inet.ip.ifq.drops", "NetBSD",
	    NULL, "input_queue",
	    "packets for which IP's input queue (ipintrq, ippktq) had no room",
	    "livelock: interrupts fill the queue, and the softint that "
	    "forwards does not get the CPU" },
	{ "queue.ip.drops", "net.inet.ip.ifq.drops", "OpenBSD", NULL,
	    "input_queue", "packets for which IP's input queue had no room",
	    "softnet does not get the CPU" },
	{ "queue.ip.drops", "QDrops|net.inet.ip.intr_queue_drops|net.isr.drop",
	    "FreeBSD", NULL, "input_queue",
	    "packets for which a netisr queue had no room; none are queued "
	    "with direct dispatch",
	    "deferred dispatch and the netisr thread at its limit, or "
	    "net.inet.ip.intr_queue_maxlen too short" },
	{ "queue.ip.drops", NULL, NULL, NULL, "input_queue",
	    "packets for which IP's input queue had no room",
	    "forwarding slower than reception" },
	{ "queue.ip6.drops",
	    "ip6intrq|ip6pktq|net.inet6.ip6.ifq.drops|net.inet6.ip6.intr_queue_"
	    "drops",
	    NULL, NULL, "input_queue", "the same of IPv6",
	    "forwarding slower than reception" },
	{ "queue.ether.drops", NULL, "FreeBSD", NULL, "input_queue",
	    "frames that netisr's queue for Ethernet had no room for",
	    "deferred or hybrid dispatch and the thread at its limit" },
	{ "queue.other.drops",
	    "arpintrq|atintrq#|clnlintrq|ppoediscinq|ppoeinq|nsintrq", NULL,
	    NULL, "",
	    "packets of other protocols (ARP, PPPoE ...): not of the stream",
	    "a sweep over many addresses overflows arpintrq" },
	{ "queue.softnet.processed", "processed", "Linux", NULL, "",
	    "frames that a CPU's receive softirq took out of rings and backlog",
	    NULL },
	{ "queue.softnet.drops", "dropped", "Linux", NULL, "input_queue",
	    "frames for which a CPU's backlog had no room; inside rx_dropped, "
	    "never added to it",
	    "RPS or veth to a CPU at its limit; net.core.netdev_max_backlog "
	    "too short" },
	{ "queue.softnet.squeezed", "time_squeeze", "Linux", NULL, "",
	    "receive softirqs that ended with work left, by budget or time: no "
	    "loss, but the CPU is busy",
	    "load: raise net.core.netdev_budget only where latency allows" },
	{ NULL,
	    "Queued|Handled|Disp'd|HDisp'd|WMark|net.isr.queued|net.isr."
	    "dispatched",
	    "FreeBSD", NULL, "",
	    "packets passed by netisr's queues or handled directly; WMark is "
	    "the longest queue seen: equal to the limit, it was full",
	    NULL },
	{ NULL, "flow_limit|flow_limit_count", "Linux", NULL, "input_queue",
	    "frames of heavy flows dropped by the backlog's flow limit, inside "
	    "dropped",
	    "one flow above its share with flow limits on" },
	{ NULL, "received_rps|rps|cpu_collision|collision", "Linux", NULL, "",
	    "steering and lock collisions of a CPU's softirq: no loss", NULL },
	/* queueing disciplines */
	{ "qdisc.packets", NULL, "Linux", NULL, "",
	    "packets that the root queueing discipline let out", NULL },
	{ "qdisc.bytes", NULL, "Linux", NULL, "", "bytes of those packets",
	    NULL },
	{ "qdisc.drops", "dropped", "Linux", NULL, "output_queue",
	    "packets that the queueing discipline dropped, children inside. On "
	    "the generator they are no part of sent",
	    "the link or the shaper slower than what comes" },
	{ "qdisc.overlimits", "overlimits", "Linux", NULL, "",
	    "packets that a shaper held back: delay, no loss",
	    "a shaper at its rate" },
	{ "qdisc.requeues", "requeues", "Linux", NULL, "",
	    "packets put back because the driver's ring was full: no loss",
	    "the link at its rate" },
	{ "qdisc.ingress_drops", NULL, "Linux", NULL, "filter",
	    "dropped by filters at ingress, before IP",
	    "a tc filter or policer" },
	{ "qdisc.clsact_drops", NULL, "Linux", NULL, "filter",
	    "dropped by filters of clsact: at ingress, before IP, and at "
	    "egress, behind it, in one number",
	    "a tc filter or policer, a BPF program" },
	/* firewalls */
	{ "filter.rules", NULL, NULL, NULL, "",
	    "rules and policies of the forwarding path that can drop", NULL },
	{ "filter.drops", NULL, NULL, NULL, "filter",
	    "packets that a rule dropped",
	    "a rule that is meant to, or a missing pass rule" },
	{ "filter.drops", NULL, "FreeBSD", NULL, "filter",
	    "packets that a rule of ipfw (deny, reject, reset, unreach) or pf "
	    "(block) ended. What ends on the way out of the slow path is in "
	    "not forwardable once more",
	    "a rule that is meant to, or a missing pass rule" },
	{ "filter.drops", "ruleset block|default block", "NetBSD", NULL,
	    "filter",
	    "packets that ipf or npf blocked, of all rules together. What is "
	    "blocked on the way out is in not forwardable once more",
	    "a rule that is meant to, or a missing pass rule" },
	{ "filter.uncounted", NULL, NULL, NULL, "",
	    "1: a rule or policy that drops without counting, which makes the "
	    "filter's place not measured",
	    "give the rule a counter" },
	{ "filter.packets", NULL, NULL, NULL, "",
	    "packets that a counting rule saw and did not drop", NULL },
	{ "filter.refused.table_full", "drop|nf_conntrack: table full", "Linux",
	    NULL, "filter",
	    "packets dropped because connection tracking could not make an "
	    "entry, or lost the race for one",
	    "net.netfilter.nf_conntrack_max below the number of flows" },
	{ "filter.early_drop", "early_drop", "Linux", NULL, "",
	    "entries thrown out to make room for new ones: the packets pass, "
	    "their flow is forgotten",
	    "more flows than nf_conntrack_max" },
	{ "filter.refused.insert", "insert_failed", "Linux", NULL, "filter",
	    "packets whose entry could not be inserted, as when two of one "
	    "flow race for it. Inside drop in most kernels: never added to it",
	    "several CPUs on the first packets of a flow" },
	{ "filter.refused.state_insert", "state-insert", NULL, NULL, "filter",
	    "packets that pf dropped because their state could not be entered",
	    "a state of the same addresses and ports is there" },
	{ "filter.refused.state_limit", "state-limit|states hard limit", NULL,
	    NULL, "filter",
	    "packets that pf dropped because a rule's or the table's limit of "
	    "states was reached",
	    "more flows than set limit states" },
	{ "filter.refused.source_limit", "src-limit", NULL, NULL, "filter",
	    "packets that pf dropped by a limit for each source: states, "
	    "nodes, connections",
	    "all flows from one source address, with max-src-states" },
	{ "filter.refused.memory", NULL, NULL, NULL, "filter",
	    "packets that pf dropped for want of memory: no state could be "
	    "made",
	    "the table of states full: set limit states" },
	{ "filter.refused.congestion", NULL, NULL, NULL, "filter",
	    "packets without a state that pf dropped while the input queue "
	    "was full",
	    "an overloaded router: rules are no longer evaluated" },
	{ "filter.refused.state_mismatch", "state-mismatch", NULL, NULL,
	    "filter",
	    "packets that pf dropped because they do not fit the state of "
	    "their flow",
	    "generated TCP without a handshake, a window left" },
	{ "filter.refused.fragment", NULL, NULL, NULL, "filter",
	    "fragments that pf dropped", "overlaps, or too many fragments" },
	{ "filter.refused.bad_offset", "bad-offset", NULL, NULL, "filter",
	    "packets that pf dropped for a wrong offset", "a broken sender" },
	{ "filter.refused.short", NULL, NULL, NULL, "filter",
	    "packets that pf dropped because a header is not whole",
	    "a broken sender" },
	{ "filter.refused.normalize", "normalize", NULL, NULL, "filter",
	    "packets that pf's scrub dropped",
	    "flags or a TTL that scrub does not let pass" },
	{ "filter.refused.timestamp", "bad-timestamp", NULL, NULL, "filter",
	    "TCP segments that pf dropped for their timestamp",
	    "replayed segments" },
	{ "filter.refused.ip_option", "ip-option", NULL, NULL, "filter",
	    "packets that pf dropped for their IP options or extension headers",
	    "a pass rule without allow-opts" },
	{ "filter.refused.checksum", "proto-cksum", NULL, NULL, "filter",
	    "packets that pf dropped for a wrong checksum of TCP, UDP or ICMP",
	    "a generator that fills none in" },
	{ "filter.refused.translate", "translate", NULL, NULL, "filter",
	    "packets that pf dropped because it could not translate them",
	    "more flows than ports: nat with one address" },
	{ "filter.refused.map_failed", "map-failed", NULL, NULL, "filter",
	    "packets for which pf found no free port to translate to",
	    "more flows than ports: nat with one address" },
	{ "filter.refused.no_route", "no-route", NULL, NULL, "filter",
	    "packets that pf dropped because there was no route",
	    "route-to with a next hop that is gone" },
	/* neighbours */
	{ "neighbour.discards", "unresolved_discards", "Linux", NULL,
	    "ip_refused",
	    "packets thrown out of the queue of a neighbour that has not "
	    "answered (3 packets or unres_qlen_bytes each). The sender's call "
	    "succeeded. Machine-wide; on the generator it is generator_queue",
	    "the next hop is down, just came up, or its entry was flushed" },
	{ "neighbour.table_full", "table_fulls", "Linux", NULL, "ip_refused",
	    "packets dropped because the neighbour table was full",
	    "a sweep over more addresses than gc_thresh3" },
	{ "neighbour.failed", "res_failed", "Linux", NULL, "",
	    "neighbours that were asked for and never answered; their packets "
	    "end as unreachable",
	    "the next hop is down" },
	{ "neighbour.discards",
	    "packets dropped due to no ARP entry|total packets dropped due to "
	    "no ARP entry|total packet dropped due to no ARP entry",
	    "FreeBSD", NULL, "ip_refused",
	    "packets thrown away while the next hop's address was asked for. "
	    "Those that came after it was given up are not forwardable once "
	    "more: the ledger takes them once",
	    "the next hop is down or was flushed" },
	{ "neighbour.discards", NULL, "NetBSD", NULL, "ip_refused",
	    "packets thrown away while the next hop's address was asked for "
	    "(of those deferred pending ARP resolution)",
	    "the next hop is down or was flushed" },
	{ .place = NULL },
};
