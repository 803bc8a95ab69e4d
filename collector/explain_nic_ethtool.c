/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Cards of other makers as ethtool -S shows them on Linux, driver by driver.
 * What stands under a place is inside the interface's own counters, unless the
 * row says otherwise.
 */
#include "collector/explain_rows.h"

const struct explain explain_nic_ethtool[] = {
	/* ice, e1000e: what explain_nic_intel.c has not */
	{ NULL,
	    "rx_bytes.nic|tx_bytes.nic|rx_unicast.nic|tx_unicast.nic|"
	    "rx_multicast.nic|tx_multicast.nic|rx_broadcast.nic|"
	    "tx_broadcast.nic",
	    "Linux", "ice", "",
	    "traffic of the port, all its functions together", NULL },
	{ NULL, "rx_csum_offload_good|rx_header_split", "Linux", "e1000 e1000e",
	    "", "frames that the card has worked on", NULL },
	{ NULL, "rx_dma_failed|tx_dma_failed", "Linux", "e1000e bcmgenet", "",
	    "buffers that could not be mapped for the card",
	    "an IOMMU without room" },
	/* tg3, bnx2x */
	{ NULL, "dma_readq_prio_full", "Linux", "tg3", "",
	    "the card's queue for reads from memory was full",
	    "PCIe too slow" },
	{ NULL, "[#]: rx_bytes|[#]: tx_bytes", "Linux", "bnx2x bnxt bnxt_en",
	    "", "bytes of this queue", NULL },
	{ NULL, "[#]: rx_phy_ip_err_discards", "Linux", "bnx2x", "nic_error",
	    "frames of this queue with a wrong header or check sequence",
	    "a bad cable, optic or connector" },
	{ NULL, "[#]: rx_skb_alloc_discard", "Linux", "bnx2x", "nic_ring",
	    "frames dropped because there was no memory for a new buffer",
	    "memory at its end" },
	{ NULL, "rx_brb_discard|rx_brb_truncate", "Linux", "bnx2x qede",
	    "nic_ring",
	    "frames that found the card's receive buffer (BRB) full, or had "
	    "to be cut there",
	    "the receiving CPUs at their limit, or PCIe too slow" },
	{ NULL, "driver_filtered_tx_pkt", "Linux", "bnx2x", "output_error",
	    "frames the driver refused to send: headers that the card does "
	    "not take",
	    "packets with options or tunnels" },
	{ NULL, "tx_error_bytes", "Linux", "bnx2x", "output_error",
	    "bytes of frames that could not be sent", NULL },
	{ NULL, "recoverable_errors|unrecoverable_errors", "Linux", "bnx2x", "",
	    "parity errors within the card", "a card that breaks" },
	{ NULL, "Tx LPI entry count", "Linux", "bnx2x", "",
	    "how often the link went to sleep (energy efficient Ethernet)",
	    NULL },
	/* ena */
	{ NULL, "total_resets|reset_fail", "Linux", "ena", "",
	    "resets of the card by the driver: what was in its rings is lost",
	    "a card that hangs" },
	{ NULL,
	    "ena_admin_q_completed_cmd|ena_admin_q_submitted_cmd|"
	    "ena_admin_q_aborted_cmd|ena_admin_q_out_of_space|"
	    "ena_admin_q_no_completion",
	    "Linux", "ena", "", "commands of the driver to the card", NULL },
	/* sfc */
	{ NULL, "port_rx_bytes|port_tx_bytes|port_rx_packets|port_tx_packets",
	    "Linux", "sfc", "", "traffic of the port", NULL },
	{ NULL, "port_rx_nodesc_drops|port_rx_nodesc_drop_cnt", "Linux", "sfc",
	    "nic_ring", "frames that found no descriptor",
	    "the receiving CPUs at their limit" },
	{ NULL, "port_rx_pm_trunc_bb_overflow|port_rx_dp_q_disabled_packets",
	    "Linux", "sfc", "nic_ring",
	    "frames that the packet memory cut, or that were for a queue "
	    "which is off",
	    "PCIe too slow, an interface that is down" },
	{ NULL, "rx_noskb_drops", "Linux", "sfc", "nic_ring",
	    "frames dropped by the driver: no memory for them",
	    "memory at its end" },
	{ NULL, "rx_frm_trunc", "Linux", "sfc", "nic_error",
	    "frames longer than their buffer", "MTUs that do not agree" },
	{ NULL, "rx_reset", "Linux", "sfc", "",
	    "how often receiving was started anew", NULL },
	/* cxgb4 */
	{ NULL,
	    "rx_octets_ok|tx_octets_ok|tx_frames_ok|rx_frames_ok|"
	    "octets_ok|frames_ok|gro_pkts|gro_merged|vlan_insertions|"
	    "vlan_extractions",
	    "Linux", "cxgb4", "", "traffic of the port", NULL },
	{ NULL, "rx_ovflow#|rx_bg#_frames_dropped", "Linux", "cxgb4",
	    "nic_ring", "frames dropped: a buffer group of the card was full",
	    "the receiving CPUs at their limit" },
	{ NULL, "rx_trunc#|rx_bg#_frames_trunc", "Linux", "cxgb4", "nic_ring",
	    "frames cut because a buffer group of the card was full",
	    "the receiving CPUs at their limit" },
	{ NULL, "tx_error_frames", "Linux", "cxgb4", "output_error",
	    "frames that went out with an error", NULL },
	{ NULL, "db_drop|db_full|db_empty", "Linux", "cxgb4", "",
	    "doorbells that the card could not take", "very many queues" },
	/* nfp */
	{ NULL, "dev_rx_discards", "Linux", "nfp", "nic_ring",
	    "frames that the card dropped for want of a descriptor",
	    "the receiving CPUs at their limit" },
	{ NULL, "dev_rx_errors|mac.rx_frames_check_sequence_errors", "Linux",
	    "nfp", "nic_error", "frames that came damaged",
	    "a bad cable, optic or connector" },
	{ NULL, "rvec_#_rx_pkts|rvec_#_tx_pkts|hw_rx_csum_ok", "Linux", "nfp",
	    "", "frames of this queue, and those whose checksum was right",
	    NULL },
	{ NULL, "rvec_#_tx_busy", "Linux", "nfp", "",
	    "how often this queue's ring was full: the frame waits in the "
	    "qdisc",
	    "a link or card at its limit" },
	/* stmmac */
	{ NULL, "mmc_rx_framecount_gb|q#_rx_pkt_n|q#_tx_pkt_n", "Linux",
	    "stmmac", "", "frames of the port and of this queue", NULL },
	{ NULL, "mmc_rx_fifo_overflow|rx_missed_cntr|rx_overflow_cntr", "Linux",
	    "stmmac", "nic_ring",
	    "frames for which the FIFO had no room or the ring no descriptor: "
	    "the same frame may be in several of these",
	    "the receiving CPU at its limit" },
	{ NULL, "tx_underflow", "Linux", "stmmac", "output_error",
	    "frames whose rest did not come from memory in time",
	    "memory too slow" },
	{ NULL, "threshold", "Linux", "stmmac", "",
	    "at how many bytes sending begins: no counter", NULL },
	/* mvneta */
	{ NULL,
	    "good_octets_received|good_frames_received|good_octets_sent|"
	    "good_frames_sent",
	    "Linux", "mvneta mvpp2", "", "traffic of the port", NULL },
	{ NULL, "rx_discard|rx_overrun", "Linux", "mvneta mvpp2", "nic_ring",
	    "frames without a descriptor, or for which the FIFO had no room",
	    "the receiving CPU at its limit" },
	{ NULL, "skb_alloc_error|refill_error", "Linux", "mvneta", "nic_ring",
	    "there was no memory for a frame or for the ring",
	    "memory at its end" },
	{ NULL, "eee_wakeup_errors", "Linux", "mvneta", "",
	    "the link did not wake in time (energy efficient Ethernet)",
	    "the other end's timing" },
	{ .place = NULL },
};
