/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Drivers of the BSDs other than Intel's: sysctl dev.DRIVER.N of FreeBSD, vmstat
 * -e of NetBSD. All are inside the interface's own counters.
 */
#include "collector/explain_rows.h"

const struct explain explain_nic_freebsd[] = {
	/* bge */
	{ NULL,
	    "stats.rx.ifInDiscards|stats.rx.Discards|stats.InputDiscards|"
	    "InputDiscards|stats.rx.inDiscards",
	    "FreeBSD", "bge", "nic_ring",
	    "frames the card discarded because no receive descriptor was free. "
	    "Inside Ierrs",
	    "the router too slow to refill its receive ring" },
	{ NULL,
	    "stats.InputErrors|stats.rx.FCSErrors|stats.rx.AlignmentErrors|"
	    "stats.rx.xonPauseFramesReceived|stats.rx.xoffPauseFramesReceived|"
	    "stats.FCSErrors",
	    "FreeBSD", "bge", "nic_error",
	    "wire errors of the card; the pause frames beside them are no loss",
	    "a bad cable, a duplex mismatch" },
	{ NULL,
	    "stats.DmaWriteQueueFull|stats.DmaWriteHighPriQueueFull|stats."
	    "NoMoreRxBDs|NoMoreRxBDs|stats.RecvThresholdHit",
	    "FreeBSD", "bge", "",
	    "NoMoreRxBDs: no receive descriptor was left, which explains "
	    "discards",
	    "the router too slow to refill its receive ring" },
	{ NULL,
	    "stats.tx.ifOutDiscards|stats.tx.Collisions|stats.tx.outXonSent|"
	    "stats.tx.outXoffSent",
	    "FreeBSD", "bge", "output_error",
	    "frames not sent, collisions, pause frames sent",
	    "a duplex mismatch; pause towards the sender" },
	/* re */
	{ NULL,
	    "missed_pkts|stats.missed_pkts|RxMissed|rx_missed_pkts|Rx "
	    "errors|Rx frame alignment errors",
	    "FreeBSD", "re rl", "nic_ring",
	    "frames that the card's FIFO had no room for (the tally counters)",
	    "one queue and a small FIFO: overflow at high rates of small "
	    "frames" },
	{ NULL, "int_rx_mod|stats.int_rx_mod", "FreeBSD", "re", "",
	    "moderation of receive interrupts: a setting, no counter", NULL },
	/* msk */
	{ NULL,
	    "stats.rx.overflows|stats.rx.fifo_overflows|stats.rx.rxfifo_"
	    "overflows|rx.overflows",
	    "FreeBSD", "msk", "nic_ring",
	    "overflows of the receive FIFO. Inside Ierrs",
	    "the router too slow to empty the FIFO" },
	{ NULL,
	    "stats.rx.fcs_errs|stats.rx.crc_errs|stats.rx.framelen_errs|stats."
	    "rx.fragments|stats.rx.jabbers|stats.rx.miis_errs",
	    "FreeBSD", "msk", "nic_error", "wire errors of the card",
	    "a bad cable" },
	{ NULL, "stats.rx.pause_frames|stats.tx.pause_frames", "FreeBSD", "msk",
	    "", "pause frames received and sent", "full buffers at one end" },
	{ NULL,
	    "stats.tx.underflows|stats.tx.deferred|stats.tx.excess_cols|stats."
	    "tx.late_cols",
	    "FreeBSD", "msk", "output_error", "underruns and collisions",
	    "a slow bus, a duplex mismatch" },
	/* mce, mlxen */
	{ NULL,
	    "rx_out_of_buffer|vstats.rx_out_of_buffer|conf.rx_out_of_buffer|"
	    "stats.rx_out_of_buffer",
	    "FreeBSD", "mce", "nic_ring",
	    "frames for which no receive buffer was posted",
	    "the receiving CPUs at their limit, or too few channels" },
	{ NULL,
	    "pstats.rx_discards|pstats.in_range_len_errors|pstats.crc_align_"
	    "errors|pstats.symbol_err|pstats.drop_events|debug_stats.rx_"
	    "discards|rx_discards_phy",
	    "FreeBSD", "mce", "nic_ring",
	    "frames that the port's buffer had no room for, and wire errors "
	    "beside them",
	    "PCIe or memory too slow for the rate" },
	{ NULL,
	    "vstats.rx_wqe_err|vstats.rx_packets|vstats.tx_packets|vstats.tx_"
	    "queue_dropped|vstats.sw_lro_queued|vstats.rx_error_packets|vstats."
	    "tx_error_packets",
	    "FreeBSD", "mce", "",
	    "traffic and errors of the function; tx_queue_dropped is what its "
	    "rings had no room for",
	    NULL },
	{ NULL,
	    "pstats.rx_pause_frames|pstats.tx_pause_frames|debug_stats.rx_"
	    "pause_ctrl|debug_stats.tx_pause_ctrl",
	    "FreeBSD", "mce", "", "pause frames received and sent",
	    "full buffers at one end" },
	{ NULL, "stat.rx_dropped|stat.rx_errors|stat.rx_chksum_good", "FreeBSD",
	    "mlxen", "nic_ring",
	    "frames without a buffer, errors, good checksums",
	    "the receiving CPUs at their limit" },
	/* cxgbe */
	{ NULL,
	    "stats.rx_ovflow#|stats.rx_trunc#|tp_cong_drop|stats.rx_ovflow0|"
	    "stats.rx_trunc0",
	    "FreeBSD", "cxgbe cxl cc t4nex t5nex", "nic_ring",
	    "frames that the card's buffer groups had no room for. Inside "
	    "Idrop, and inside Ipkts too",
	    "the receiving CPUs at their limit; hw.cxgbe.cong_drop decides "
	    "between drop and pause" },
	{ NULL, "hw.cxgbe.cong_drop", "FreeBSD", "cxgbe cxl cc", "",
	    "a setting: 1 drops when a receive queue is full, 0 holds the "
	    "whole port back by pause",
	    NULL },
	{ NULL, "stats.rx_pause|stats.tx_pause|stats.rx_ppp#|stats.tx_ppp#",
	    "FreeBSD", "cxgbe cxl cc", "", "pause frames received and sent",
	    "full buffers at one end" },
	/* virtual ones */
	{ NULL,
	    "rxq#.rx_ierrors|rxq#.ierrors|rx_csum_failed|rxq#.csum_failed|rx_"
	    "enq_replacement_failed|mbuf_alloc_failed|rx_frames_too_large|rx_"
	    "mergeable_failed",
	    "FreeBSD", "vtnet", "nic_ring",
	    "frames dropped in the guest: no buffer, too large, wrong checksum",
	    "mbufs at their limit. What the host had no buffer for is counted "
	    "there" },
	{ NULL,
	    "txq#.omcasts|txq#.opackets|rxq#.ipackets|rxq#.iqdrops|tx_task_"
	    "rescheduled|rx_task_rescheduled",
	    "FreeBSD", "vtnet", "", "traffic and scheduling of one queue",
	    NULL },
	{ NULL,
	    "rxq#.hstats.error|rxq#.hstats.nobuffer|hstats.nobuffer|hstats."
	    "error",
	    "FreeBSD", "vmx", "nic_ring",
	    "nobuffer: frames the hypervisor had for the guest and no "
	    "descriptor for",
	    "the guest too slow to refill its rings" },
	{ NULL,
	    "rxq#.hstats.unicast_packets|txq#.hstats.unicast_packets|txq#."
	    "hstats.discard|txq#.hstats.error|rxq#.stat.dropped",
	    "FreeBSD", "vmx", "",
	    "traffic of one queue as the hypervisor counts it; discard and "
	    "error are frames not sent",
	    NULL },
	{ NULL,
	    "queue#.rx_ring.bad_csum|queue#.rx_ring.mbuf_alloc_fail|queue#.rx_"
	    "ring.empty_rx_ring|hw_stats.rx_drops|eni_metrics.pps_allowance_"
	    "exceeded|eni_metrics.bw_in_allowance_exceeded|eni_metrics.bw_out_"
	    "allowance_exceeded",
	    "FreeBSD", "ena", "nic_ring",
	    "frames the device or its queues had no room for; allowances are "
	    "the provider's limits",
	    "the size of the instance" },
	/* NetBSD wm by vmstat -e */
	{ NULL,
	    "RXDW|rxintr|rxtxintr|txdw|txqe|txdrop|linkintr|rx_xon|rx_xoff|tx_"
	    "xon|tx_xoff|rx_macctl",
	    "NetBSD", "wm", "",
	    "events of the card: interrupts and pause frames; txdrop are "
	    "frames without room in the ring",
	    NULL },
	{ NULL,
	    "mpc|rnbc|MPC|RNBC|missed packet count|receive no buffers count",
	    "NetBSD", "wm", "nic_ring",
	    "mpc: the FIFO was full; rnbc: no descriptor was free at once. "
	    "Both inside Ierrs or Idrops",
	    "the router too slow to refill the ring" },
	{ NULL, "crcerrs|algnerrc|symerrc|rxerrc|sec|cexterr|rlec|colc",
	    "NetBSD", "wm", "nic_error", "kinds of wire errors, inside Ierrs",
	    "a bad cable or connector" },
	/* sysctl */
	{ NULL,
	    "net.inet.ip.intr_queue_maxlen|net.route.netisr_maxqlen|net.inet."
	    "ip.ifq.maxlen|net.inet.ip.ifq.len",
	    NULL, NULL, "",
	    "length of IP's input queue: a setting or a reading of the moment, "
	    "no counter",
	    NULL },
	{ NULL,
	    "net.inet.ip.forwarding|net.inet.ip.fastforwarding|net.isr."
	    "dispatch",
	    NULL, NULL, "",
	    "settings that decide how packets are forwarded: no counters",
	    NULL },
	{ .place = NULL },
};
