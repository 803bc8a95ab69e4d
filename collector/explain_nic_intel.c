/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Intel's cards: ethtool -S of Linux, dev.DRIVER.N of FreeBSD. All of these are
 * inside the interface's own counters: they say which kind of loss it was.
 */
#include "collector/explain_rows.h"

const struct explain explain_nic_intel[] = {
	/* Linux */
	{ NULL, "rx_missed_errors|rx_missed", "Linux", "e1000 e1000e igb igc",
	    "nic_ring",
	    "MPC: the card's FIFO was full because no descriptor was free",
	    "the ring is refilled too slowly: the receiving CPU at its limit, "
	    "ethtool -g shows the ring" },
	{ NULL, "rx_missed_errors|rx_missed", "Linux", "ixgbe ixgbevf",
	    "nic_ring", "MPC of all packet buffers: no descriptor in time",
	    "the receiving CPUs at their limit, or too few queues" },
	{ NULL, "rx_no_buffer_count", "Linux", "e1000 e1000e igb igc ixgbe", "",
	    "RNBC: a frame came and no descriptor was free; it waited in the "
	    "FIFO and may still have got through. Not to be added to missed",
	    "a ring short for the bursts" },
	{ NULL, "rx_no_dma_resources", "Linux", "ixgbe", "nic_ring",
	    "QPRDC: frames dropped because their queue had no descriptor",
	    "one queue above what its CPU takes, with drop enabled for each "
	    "queue" },
	{ NULL, "rx_fifo_errors", "Linux", "igb igc", "nic_ring",
	    "frames that a queue dropped for want of descriptors (RQDPC)",
	    "one queue above what its CPU takes" },
	{ NULL, "rx_queue_#_drops", "Linux", "igb igc", "nic_ring",
	    "frames that this queue dropped for want of descriptors",
	    "its CPU at its limit: spread flows or move its interrupt" },
	{ NULL,
	    "rx_queue_#_csum_err|rx_csum_offload_errors|hw_csum_rx_error|rx_"
	    "csum_bad",
	    "Linux", "igb igc ixgbe e1000e i40e ice", "",
	    "frames whose checksum the card found wrong: passed up, and judged "
	    "again by the kernel",
	    "a corrupted path" },
	{ NULL,
	    "rx_queue_#_alloc_failed|alloc_rx_buff_failed|alloc_rx_buff|rx_"
	    "alloc_fail|rx-#.rx_alloc_fail",
	    "Linux", "igb igc e1000e ixgbe i40e iavf ice", "",
	    "no memory for a new receive buffer: explains missed frames",
	    "memory at its end" },
	{ NULL, "alloc_rx_page_failed|alloc_rx_page|rx_pg_alloc_fail", "Linux",
	    "ixgbe i40e ice", "",
	    "no page for a receive buffer: explains missed frames",
	    "memory at its end" },
	{ NULL,
	    "rx_queue_#_packets|rx_queue_#_bytes|rx-#.packets|rx-#.bytes|rx-#."
	    "rx_packets|rx-#.rx_bytes|rx_#_packets|rx_#_bytes|rx#_packets|rx#_"
	    "bytes|queue_#_rx_cnt|queue_#_rx_bytes",
	    "Linux", NULL, "",
	    "frames and bytes of one receive queue: unequal ones show how the "
	    "hash spreads the flows",
	    NULL },
	{ NULL,
	    "tx_queue_#_packets|tx_queue_#_bytes|tx-#.packets|tx-#.bytes|tx-#."
	    "tx_packets|tx-#.tx_bytes|tx_#_packets|tx_#_bytes|tx#_packets|tx#_"
	    "bytes|queue_#_tx_cnt|queue_#_tx_bytes",
	    "Linux", NULL, "", "frames and bytes of one transmit queue", NULL },
	{ NULL, "rx_pkts_nic|tx_pkts_nic|rx_bytes_nic|tx_bytes_nic", "Linux",
	    "ixgbe", "",
	    "frames and bytes by the card's registers, missed ones in: "
	    "rx_pkts_nic less rx_packets is what the host did not get",
	    NULL },
	{ NULL, "tx_restart_queue|tx_queue_#_restart|tx_restart", "Linux",
	    "e1000e igb igc ixgbe i40e ice", "",
	    "a transmit queue that was stopped for want of room and went on: "
	    "no loss",
	    "the link at its rate" },
	{ NULL, "tx_timeout_count|tx_timeout", "Linux", NULL, "output_error",
	    "the watchdog reset the card: what was in its rings is lost",
	    "a card that hung, or pause frames without end" },
	{ NULL,
	    "rx_flow_control_xoff|rx_flow_control_xon|port.link_xoff_rx|port."
	    "link_xon_rx|link_xoff_rx|link_xon_rx|link_xoff_rx.nic|link_xon_rx."
	    "nic",
	    "Linux", "e1000e igb igc ixgbe i40e ice", "",
	    "pause frames received: the far end held this card back",
	    "the peer's buffers are full. Offered load is not independent "
	    "then" },
	{ NULL,
	    "tx_flow_control_xoff|tx_flow_control_xon|port.link_xoff_tx|port."
	    "link_xon_tx|link_xoff_tx|link_xon_tx|link_xoff_tx.nic|link_xon_tx."
	    "nic",
	    "Linux", "e1000e igb igc ixgbe i40e ice", "",
	    "pause frames sent: this card held the sender back instead of "
	    "dropping",
	    "the ring or FIFO is full. The loss is at the sender, or none: "
	    "switch pause off for load tests" },
	{ NULL,
	    "rx_long_length_errors|rx_short_length_errors|rx_oversize|rx_"
	    "undersize|port.rx_oversize|port.rx_undersize|rx_oversize.nic|rx_"
	    "undersize.nic|rx_length_errors.nic|port.rx_length_errors",
	    "Linux", "e1000e igb ixgbe i40e ice", "nic_error",
	    "frames too long or too short", "MTUs or tags that do not agree" },
	{ NULL,
	    "rx_align_errors|rx_symbol_errors|rx_illegal_byte_error|port."
	    "illegal_bytes|illegal_bytes.nic|mac_local_faults.nic|mac_remote_"
	    "faults.nic|port.mac_local_faults|port.mac_remote_faults",
	    "Linux", "e1000e igb i40e ice", "nic_error",
	    "errors of the physical layer", "a bad cable, optic or connector" },
	{ NULL, "port.rx_crc_errors|rx_crc_errors.nic", "Linux", "i40e ice",
	    "nic_error", "frames with a wrong check sequence",
	    "a bad cable, optic or connector" },
	{ NULL,
	    "rx_dropped|port.rx_dropped|rx_dropped.nic|rx_discards|port.rx_"
	    "discards",
	    "Linux", "i40e ice iavf", "nic_ring",
	    "frames the card dropped because no descriptor or buffer was free",
	    "the receiving CPUs at their limit, or the ring too short" },
	{ NULL,
	    "tx_dropped_link_down|port.tx_dropped_link_down|tx_dropped_link_"
	    "down.nic",
	    "Linux", "i40e ice", "output_error",
	    "frames given to the card while the link was down",
	    "a link that flaps" },
	{ NULL,
	    "tx_linearize|tx_busy|rx_non_eop_descs|non_eop_descs|tx_force_wb",
	    "Linux", "i40e ice ixgbe", "", "how descriptors were used: no loss",
	    NULL },
	{ NULL,
	    "rx_unicast|tx_unicast|rx_broadcast|tx_broadcast|tx_multicast|"
	    "broadcast",
	    "Linux", NULL, "", "frames by kind of address", NULL },
	{ NULL,
	    "rx_long_byte_count|rx_size_#|tx_size_#|rx_size_#_to_#|port.rx_"
	    "size_#|port.tx_size_#",
	    "Linux", "e1000e i40e ice igb", "", "frames by size, with FCS",
	    NULL },
	{ NULL,
	    "fdir_match|fdir_miss|fdir_overflow|port.fdir_atr_match|port.fdir_"
	    "sb_match|fdir_sb_match.nic",
	    "Linux", "ixgbe i40e ice", "",
	    "Flow Director's finds and misses: which queue a flow goes to",
	    NULL },
	{ NULL, "rx_hwtstamp_cleared|tx_hwtstamp_timeouts|tx_hwtstamp_skipped",
	    "Linux", "e1000e igb ixgbe i40e", "",
	    "time stamps of PTP that were missed: no loss", NULL },
	{ NULL, "hw_rsc_aggregated|hw_rsc_flushed|lro_aggregated|lro_flushed",
	    "Linux", "ixgbe", "",
	    "frames merged by the card. Must be off in a router", "LRO on" },
	{ NULL,
	    "os2bmc_rx_by_bmc|os2bmc_tx_by_bmc|os2bmc_tx_by_host|os2bmc_rx_by_"
	    "host",
	    "Linux", "igb ixgbe", "",
	    "frames between host and its management controller", NULL },
	{ NULL, "dropped_smbus|rx_smbus|tx_smbus", "Linux", "e1000e igb", "",
	    "frames of the management controller on the same port", NULL },
	{ NULL, "uncorr_ecc_errors|corr_ecc_errors", "Linux", "e1000e",
	    "nic_error", "memory errors of the card", "a broken card" },
	/* FreeBSD: dev.em.N.mac_stats and the like */
	{ NULL, "missed_packets|mac_stats.missed_packets", "FreeBSD",
	    "em igb lem", "nic_ring",
	    "MPC: the card's FIFO was full. As a rule inside Ierrs",
	    "the ring is refilled too slowly: the receiving CPU at its limit" },
	{ NULL, "recv_no_buff|mac_stats.recv_no_buff", "FreeBSD", "em igb lem",
	    "",
	    "RNBC: no descriptor was free when a frame came; it may still have "
	    "got through. Not to be added to missed",
	    "a ring short for the bursts" },
	{ NULL,
	    "recv_errs|crc_errs|alignment_errs|coll_ext_errs|recv_undersize|"
	    "recv_oversize|recv_fragmented|recv_jabber|mac_stats.recv_errs|mac_"
	    "stats.crc_errs|mac_stats.alignment_errs|mac_stats.coll_ext_errs|"
	    "mac_stats.recv_undersize|mac_stats.recv_oversize|mac_stats.recv_"
	    "fragmented|mac_stats.recv_jabber|mac_stats.symbol_errors|mac_"
	    "stats.sequence_errors|symbol_errors|sequence_errors",
	    "FreeBSD", "em igb ix lem", "nic_error",
	    "kinds of wire errors, inside Ierrs",
	    "a bad cable or connector, a duplex mismatch" },
	{ NULL, "mac_stats.rx_missed_packets|rx_missed_packets", "FreeBSD",
	    "ix", "nic_ring",
	    "MPC: frames that found no descriptor in time. As a rule inside "
	    "Idrop",
	    "the receiving CPUs at their limit, or too few queues" },
	{ NULL, "queue#.rx_discarded|rx_discarded", "FreeBSD", "ix ixv",
	    "nic_ring",
	    "frames this queue dropped for want of descriptors or of an mbuf",
	    "its CPU at its limit" },
	{ NULL,
	    "xon_recvd|xoff_recvd|mac_stats.xon_recvd|mac_stats.xoff_recvd|mac."
	    "xon_recvd|mac.xoff_recvd",
	    "FreeBSD", "em igb ix ixl", "",
	    "pause frames received: the far end held this card back",
	    "the peer's buffers are full. Offered load is not independent "
	    "then" },
	{ NULL,
	    "xon_txd|xoff_txd|mac_stats.xon_txd|mac_stats.xoff_txd|mac.xon_txd|"
	    "mac.xoff_txd",
	    "FreeBSD", "em igb ix ixl", "",
	    "pause frames sent: the sender was held back instead of a drop",
	    "the ring is full. Switch dev.DRIVER.N.fc off for load tests" },
	{ NULL,
	    "good_pkts_rcvd|total_pkts_rcvd|good_pkts_recvd|total_pkts_recvd|"
	    "mac_stats.good_pkts_rcvd|mac_stats.total_pkts_rcvd|mac_stats.good_"
	    "pkts_recvd|mac_stats.total_pkts_recvd",
	    "FreeBSD", "em igb ix", "",
	    "frames by the card's registers: total less good is what was "
	    "missed or broken",
	    NULL },
	{ NULL,
	    "good_pkts_txd|total_pkts_txd|mac_stats.good_pkts_txd|mac_stats."
	    "total_pkts_txd",
	    "FreeBSD", "em igb ix", "", "frames sent by the card's registers",
	    NULL },
	{ NULL, "queue#.interrupt_rate|interrupt_rate", "FreeBSD", "em igb ix",
	    "",
	    "the moderation of this queue's interrupts, per second: a setting "
	    "of the moment, no counter",
	    NULL },
	{ NULL,
	    "queue#.rx_packets|queue#.tx_packets|queue#.rx_bytes|queue#.tx_"
	    "bytes|queue#.rxd_head|queue#.rxd_tail|queue#.txd_head|queue#.txd_"
	    "tail",
	    "FreeBSD", "em igb ix", "",
	    "traffic and ring positions of one queue: unequal ones show how "
	    "the hash spreads the flows",
	    NULL },
	{ NULL, "queue#.no_desc_avail|no_desc_avail|queue_tx_#.no_desc_avail",
	    "FreeBSD", "igb ix ixl", "output_queue",
	    "the transmit ring had no room; the frame waits or is dropped "
	    "under Drop",
	    "the link at its rate, or pause frames" },
	{ NULL,
	    "mbuf_alloc_fail|mbuf_defrag_fail|cluster_alloc_fail|rx_discarded_"
	    "pkts",
	    "FreeBSD", "em igb", "",
	    "no buffer to refill the ring, or to send: explains missed frames",
	    "netstat -m: mbufs at their limit" },
	{ NULL, "rx_overruns|watchdog_timeouts|tx_dma_fail|dropped|link_irq",
	    "FreeBSD", "em igb ix", "",
	    "events of the card: overruns of the FIFO, resets by the watchdog, "
	    "mappings that failed, link changes",
	    NULL },
	{ NULL, "mac.rx_discards|rx_discards|pf.rx_discards|vsi.rx_discards",
	    "FreeBSD", "ixl iavf", "nic_ring",
	    "frames the card dropped for want of a descriptor",
	    "the receiving CPUs at their limit" },
	{ NULL,
	    "mac.crc_errors|mac.illegal_bytes|mac.mac_local_faults|mac.mac_"
	    "remote_faults|mac.rx_length_errors",
	    "FreeBSD", "ixl", "nic_error", "errors of the physical layer",
	    "a bad cable or optic" },
	{ NULL,
	    "port.fdir_flush_cnt|port.rx_csum_bad|port.rx_lpi_count|port.tx_"
	    "lpi_count|veb.rx_bytes|veb.tx_bytes|veb.tc_#_rx_packets|veb.tc_#_"
	    "tx_packets|veb.tc_#_rx_bytes|veb.tc_#_tx_bytes",
	    "Linux", "i40e", "",
	    "of the port and of the bridge in the card: what it passed, bad "
	    "checksums, power saving",
	    NULL },
	{ .place = NULL },
};
