/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Memory, interrupts and time: they say why, and are no places.
 */
#include "collector/explain_rows.h"

const struct explain explain_host[] = {
	{ "mbuf.denied",
	    "denied|requests for mbufs denied|requests for memory "
	    "denied|requests for jumbo clusters denied|Fail",
	    NULL, NULL, "nic_ring",
	    "requests for a buffer that got none. The frame is counted again "
	    "as the card's error or missed frame: it explains these and is "
	    "never added",
	    "mbufs at their limit: kern.ipc.nmbclusters, kern.maxclusters" },
	{ "mbuf.delayed",
	    "delayed|requests for mbufs delayed|requests for memory delayed",
	    NULL, NULL, "",
	    "requests that waited for a buffer and got it: no loss", NULL },
	{ "interrupts", NULL, NULL, NULL, "",
	    "interrupts of a source since the host started. A shared line "
	    "counts for all its devices",
	    NULL },
	{ "interrupts.total", "intr", NULL, NULL, "",
	    "all interrupts since the host started", NULL },
	{ "softirq.total", "softirq", "Linux", NULL, "", "runs of all softirqs",
	    NULL },
	{ "softirq.net_rx.total", NULL, "Linux", NULL, "",
	    "runs of the receive softirq on all CPUs; frames for each run say "
	    "how well it batches",
	    NULL },
	{ "softirq.net_rx", "NET_RX", "Linux", NULL, "",
	    "runs of the receive softirq on one CPU: those on one CPU only "
	    "show that one queue carries all",
	    NULL },
	{ "softirq.net_tx", "NET_TX", "Linux", NULL, "",
	    "runs of the transmit softirq on one CPU", NULL },
	{ "cpu.switches", "ctxt|cs", NULL, NULL, "", "context switches", NULL },
	{ "cpu.user.ticks", "us|user", NULL, NULL, "", "time in programs",
	    NULL },
	{ "cpu.nice.ticks", "ni|nice", NULL, NULL, "",
	    "time in programs of lower priority", NULL },
	{ "cpu.system.ticks", "sy|sys|system", NULL, NULL, "",
	    "time in the kernel. On FreeBSD 12 and later and OpenBSD 5.9 and "
	    "later the forwarding of packets is in it",
	    NULL },
	{ "cpu.spin.ticks", "spin", "OpenBSD", NULL, "",
	    "time in which a CPU waited for a lock that another one held: "
	    "work that does not spread over CPUs",
	    NULL },
	{ "cpu.idle.ticks", "id|idle", NULL, NULL, "",
	    "time without work. Over all CPUs it hides one that is at its "
	    "limit",
	    NULL },
	{ "cpu.iowait.ticks", "wa|iowait", "Linux", NULL, "",
	    "idle time with a disk request under way", NULL },
	{ "cpu.irq.ticks", "hi|irq|interrupt|intr", NULL, NULL, "",
	    "time in interrupts", NULL },
	{ "cpu.softirq.ticks", "si|soft", "Linux", NULL, "",
	    "time in softirqs: where Linux receives and forwards", NULL },
	{ "cpu.steal.ticks", "st|steal", "Linux", NULL, "",
	    "time that the hypervisor gave to others: any makes rates "
	    "worthless",
	    "an overbooked host" },
	{ "cpu.guest.ticks", "guest", "Linux", NULL, "",
	    "time in virtual machines, inside user", NULL },
	{ "cpu.guest_nice.ticks", "guest_nice|gnice", "Linux", NULL, "",
	    "the same at lower priority, inside nice", NULL },
	{ .place = NULL },
};
