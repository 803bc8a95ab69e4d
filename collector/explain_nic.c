/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Other cards and virtual interfaces as ethtool -S shows them on Linux. All of
 * these are inside the interface's own counters, unless the row says otherwise.
 */
#include "collector/explain_rows.h"

const struct explain explain_nic[] = {
	/* names that many drivers have */
	{ "nic", NULL, NULL, NULL, "",
	    "a statistic of the driver, its own name as the instance (ethtool "
	    "-S; FreeBSD's sysctl dev.ix.0.mac_stats and the like): explained "
	    "under that name",
	    NULL },
	{ NULL, "rx_packets|rx_bytes|tx_packets|tx_bytes", "Linux", NULL, "",
	    "frames and bytes as the driver counts them: the same as ip -s "
	    "link",
	    NULL },
	{ NULL, "rx_errors", "Linux", NULL, "nic_error",
	    "the driver's sum of input errors, as in ip -s link",
	    "a bad cable, optic or connector" },
	{ NULL, "tx_errors", "Linux", NULL, "output_error",
	    "the driver's sum of output errors, as in ip -s link",
	    "a link that went down, a card that was reset" },
	{ NULL, "rx_dropped", "Linux", NULL, "input_queue",
	    "as in ip -s link: between driver and IP",
	    "the backlog's CPU at its limit" },
	{ NULL, "tx_dropped", "Linux", NULL, "output_queue",
	    "as in ip -s link: refused by the driver",
	    "a device that went down or had no room" },
	{ NULL, "collisions|multicast|rx_multicast", "Linux", NULL, "",
	    "as in ip -s link", NULL },
	{ NULL, "rx_over_errors|rx_crc_errors|rx_frame_errors|rx_length_errors",
	    "Linux", NULL, "nic_error",
	    "as in ip -s -s link: kinds of rx_errors",
	    "a bad cable, MTUs that do not agree, a FIFO that ran over" },
	{ NULL, "rx_fifo_errors|rx_missed_errors", "Linux", NULL, "nic_ring",
	    "as in ip -s -s link: frames the card had no room for",
	    "the receiving CPU at its limit" },
	{ NULL,
	    "tx_aborted_errors|tx_carrier_errors|tx_fifo_errors|tx_heartbeat_"
	    "errors|tx_window_errors|tx_abort_late_coll|tx_deferred_ok|tx_"
	    "single_coll_ok|tx_multi_coll_ok",
	    "Linux", NULL, "output_error",
	    "kinds of tx_errors, and collisions of half duplex",
	    "a link that flaps, a duplex mismatch" },
	/* ethtool --groups: names of IEEE 802.3 clause 30 and RFC 2819 */
	{ NULL, "eth-mac-FramesLostDueToIntMACRcvError", "Linux", NULL,
	    "nic_ring",
	    "frames that the MAC lost by itself: with most drivers no room in "
	    "its FIFO",
	    "the receiving CPUs at their limit, or PCIe too slow" },
	{ NULL,
	    "eth-mac-FrameCheckSequenceErrors|eth-mac-AlignmentErrors|rmon-"
	    "etherStatsUndersizePkts|rmon-etherStatsOversizePkts|rmon-"
	    "etherStatsFragments|rmon-etherStatsJabbers",
	    "Linux", NULL, "nic_error", "kinds of wire errors",
	    "a bad cable, optic or connector" },
	{ NULL,
	    "eth-mac-FramesTransmittedOK|eth-mac-FramesReceivedOK|eth-mac-"
	    "OctetsTransmittedOK|eth-mac-OctetsReceivedOK|rx-rmon-"
	    "etherStatsPkts#to#Octets|tx-rmon-etherStatsPkts#to#Octets",
	    "Linux", NULL, "", "frames and bytes at the MAC, by size", NULL },
	/* veth */
	{ NULL, "peer_ifindex", "Linux", "veth", "",
	    "number of the other end: no counter", NULL },
	{ NULL,
	    "rx_queue_#_xdp_packets|rx_queue_#_xdp_bytes|rx_queue_#_xdp_"
	    "redirect|rx_queue_#_xdp_tx|tx_queue_#_xdp_xmit",
	    "Linux", "veth", "",
	    "frames that an XDP program on this end has seen or sent", NULL },
	{ NULL,
	    "rx_pp_alloc_fast|rx_pp_alloc_slow|rx_pp_alloc_slow_ho|rx_pp_"
	    "alloc_empty|rx_pp_alloc_refill|rx_pp_alloc_waive|rx_pp_recycle_"
	    "cached|rx_pp_recycle_cache_full|rx_pp_recycle_ring|rx_pp_recycle_"
	    "ring_full|rx_pp_recycle_released_ref",
	    "Linux", NULL, "", "how the pool of receive pages worked", NULL },
	{ NULL,
	    "rx_queue_#_drops|rx_queue_#_xdp_drops|rx_queue_#_xdp_tx_errors|tx_"
	    "queue_#_xdp_xmit_errors",
	    "Linux", "veth", "filter",
	    "frames that the XDP program on this end dropped, or had no room "
	    "to send",
	    "the program itself, or the other end's ring of 256" },
	/* virtio */
	{ NULL, "rx_queue_#_drops|rx#_drops|rx_drops", "Linux",
	    "virtio virtio_net", "nic_ring",
	    "frames dropped in the guest: no memory for a buffer, or by XDP",
	    "memory at its end. What the host had no buffer for is counted "
	    "there, not here" },
	{ NULL, "rx_queue_#_kicks|tx_queue_#_kicks|rx#_kicks|tx#_kicks",
	    "Linux", "virtio virtio_net", "",
	    "notifications to the host: each costs an exit of the guest",
	    NULL },
	{ NULL, "tx_queue_#_tx_timeouts|tx#_tx_timeouts|tx_timeouts", "Linux",
	    "virtio virtio_net", "output_error",
	    "the host did not take frames in time",
	    "the host's CPU at its limit" },
	{ NULL,
	    "rx_queue_#_xdp_packets|rx_queue_#_xdp_tx|rx_queue_#_xdp_redirects|"
	    "rx_queue_#_xdp_drops|tx_queue_#_xdp_tx|tx_queue_#_xdp_tx_drops",
	    "Linux", "virtio virtio_net", "filter",
	    "frames of an XDP program in the guest; its drops are the "
	    "program's",
	    "the program itself" },
	/* vmxnet3: a block for each queue */
	{ NULL,
	    "ucast pkts tx|mcast pkts tx|bcast pkts tx|ucast bytes tx|mcast "
	    "bytes tx|bcast bytes tx|TSO pkts tx|TSO bytes tx|ucast pkts "
	    "rx|mcast pkts rx|bcast pkts rx|ucast bytes rx|mcast bytes "
	    "rx|bcast bytes rx|LRO pkts rx|LRO byte rx|pkts linearized|hdr "
	    "cloned|giant hdr|Tx Queue#|Rx Queue#|xdp xmit|xdp xmit err|xdp "
	    "redirects|xdp tx|xdp packets",
	    "Linux", "vmxnet3", "", "traffic of one queue by kind", NULL },
	{ NULL, "pkts rx OOB", "Linux", "vmxnet3", "nic_ring",
	    "out of buffers: frames the hypervisor had for the guest and no "
	    "descriptor for",
	    "the guest's ring too short (ethtool -G), its CPU at its limit" },
	{ NULL, "pkts rx err", "Linux", "vmxnet3", "nic_error",
	    "frames with errors as the hypervisor reports them", NULL },
	{ NULL, "drv dropped rx total|err|fcs|rx buf alloc fail", "Linux",
	    "vmxnet3", "nic_error",
	    "frames the driver dropped: errors, wrong check sequence, no "
	    "buffer",
	    "memory at its end" },
	{ NULL,
	    "pkts tx err|pkts tx discard|drv dropped tx total|too many "
	    "frags|oversized hdr|hdr err|tso|ring full|csum",
	    "Linux", "vmxnet3", "output_error",
	    "frames not sent: discarded by the hypervisor or dropped by the "
	    "driver, by reason",
	    "the virtual switch or its uplink is full" },
	{ NULL, "tx timeout count", "Linux", "vmxnet3", "output_error",
	    "the hypervisor did not take frames in time",
	    "an overloaded host" },
	/* ena (EC2) */
	{ NULL, "bw_in_allowance_exceeded|bw_out_allowance_exceeded", "Linux",
	    "ena", "link",
	    "frames queued or dropped because the instance's bandwidth was "
	    "used up",
	    "the size of the instance, not its kernel" },
	{ NULL, "pps_allowance_exceeded", "Linux", "ena", "link",
	    "frames queued or dropped because the instance's rate of packets "
	    "was used up",
	    "the size of the instance, not its kernel" },
	{ NULL,
	    "conntrack_allowance_exceeded|linklocal_allowance_exceeded|"
	    "conntrack_allowance_available",
	    "Linux", "ena", "link",
	    "frames dropped because the provider's connection tracking was "
	    "full",
	    "many flows through security groups that track them" },
	{ NULL,
	    "queue_#_rx_bad_csum|queue_#_rx_csum_bad|queue_#_rx_page_alloc_"
	    "fail|queue_#_rx_skb_alloc_fail|queue_#_rx_refil_partial|queue_#_"
	    "rx_empty_rx_ring|queue_#_rx_bad_desc_num|queue_#_rx_dma_mapping_"
	    "err|queue_#_rx_bad_req_id",
	    "Linux", "ena", "nic_ring",
	    "why a receive queue could not take frames: no memory, ring empty",
	    "memory at its end, the CPU at its limit" },
	{ NULL,
	    "queue_#_tx_queue_stop|queue_#_tx_queue_wakeup|queue_#_tx_"
	    "doorbells|queue_#_tx_napi_comp|queue_#_tx_tx_poll|queue_#_tx_"
	    "prepare_ctx_err|queue_#_tx_missed_tx|queue_#_tx_linearize|queue_#_"
	    "tx_bad_req_id|queue_#_tx_dma_mapping_err|queue_#_tx_unmask_"
	    "interrupt",
	    "Linux", "ena", "",
	    "how a transmit queue worked: stops are back-pressure, no loss",
	    NULL },
	{ NULL,
	    "rx_drops|tx_drops|suspend|resume|wd_expired|interface_up|"
	    "interface_down|admin_q_pause",
	    "Linux", "ena", "nic_ring", "drops of the device, and its events",
	    "the device's own queues were full" },
	/* tg3, bge's twin */
	{ NULL, "rx_discards|rx_errors", "Linux", "tg3", "nic_ring",
	    "frames the card discarded for want of a descriptor",
	    "the receiving CPU at its limit; ethtool -G up to 2047" },
	{ NULL,
	    "dma_writeq_full|dma_write_prioq_full|rxbds_empty|mbuf_lwm_thresh_"
	    "hit|rx_threshold_hit|dma_readq_full|dma_read_prioq_full|tx_comp_"
	    "queue_full|ring_set_send_prod_index|ring_status_update|nic_irqs|"
	    "nic_avoided_irqs|nic_tx_threshold_hit",
	    "Linux", "tg3", "",
	    "states of the card's queues; rxbds_empty: no descriptor was left",
	    "a ring short for the bursts" },
	{ NULL,
	    "rx_octets|rx_ucast_packets|rx_mcast_packets|rx_bcast_packets|tx_"
	    "octets|tx_ucast_packets|tx_mcast_packets|tx_bcast_packets|rx_64_"
	    "or_less_octet_packets|rx_65_to_127_octet_packets|rx_128_to_255_"
	    "octet_packets|rx_256_to_511_octet_packets|rx_512_to_1023_octet_"
	    "packets|rx_1024_to_1522_octet_packets",
	    "Linux", "tg3", "", "frames and bytes by kind and size, with FCS",
	    NULL },
	{ NULL,
	    "rx_fcs_errors|rx_align_errors|rx_frame_too_long_errors|rx_jabbers|"
	    "rx_undersize_packets|rx_fragments|rx_in_length_errors|rx_out_"
	    "length_errors",
	    "Linux", "tg3", "nic_error", "kinds of wire errors",
	    "a bad cable, a duplex mismatch" },
	{ NULL,
	    "rx_xon_pause_rcvd|rx_xoff_pause_rcvd|rx_mac_ctrl_rcvd|rx_xoff_"
	    "entered|tx_xon_sent|tx_xoff_sent|tx_flow_control",
	    "Linux", "tg3", "", "pause frames received and sent",
	    "a peer or this card with full buffers. Offered load is not "
	    "independent then" },
	/* Mellanox/NVIDIA */
	{ NULL,
	    "rx_out_of_buffer|rx_oversize_pkts_buffer|rx_out_of_range_len|rx_"
	    "buff_alloc_err|rx#_buff_alloc_err",
	    "Linux", "mlx5 mlx5_core", "nic_ring",
	    "rx_out_of_buffer: frames for which no receive buffer was posted",
	    "the receiving CPUs at their limit, or too few channels" },
	{ NULL, "rx_discards_phy|rx_prio#_discards|rx_prio#_buf_discard",
	    "Linux", "mlx5 mlx5_core", "nic_ring",
	    "frames that the port's buffer had no room for, before any queue",
	    "PCIe or memory too slow for the rate, or the host held the card "
	    "back" },
	{ NULL,
	    "outbound_pci_stalled_wr|outbound_pci_stalled_rd|outbound_pci_"
	    "stalled_wr_events|outbound_pci_stalled_rd_events|rx_pci_signal_"
	    "integrity|tx_pci_signal_integrity|outbound_pci_buffer_overflow",
	    "Linux", "mlx5 mlx5_core", "",
	    "how often the card waited for PCIe: it explains discards of the "
	    "port",
	    "a slot with too few lanes" },
	{ NULL,
	    "rx_packets_phy|tx_packets_phy|rx_bytes_phy|tx_bytes_phy|rx_vport_"
	    "unicast_packets|tx_vport_unicast_packets|rx_vport_unicast_bytes|"
	    "tx_vport_unicast_bytes|rx_#_bytes_phy|rx_#_to_#_bytes_phy",
	    "Linux", "mlx5 mlx5_core", "",
	    "frames and bytes at the port and at the function; what the port "
	    "has and the function has not was discarded",
	    NULL },
	{ NULL,
	    "rx_crc_errors_phy|rx_symbol_err_phy|rx_in_range_len_errors_phy|rx_"
	    "oversize_pkts_phy|rx_undersize_pkts_phy|rx_fragments_phy|rx_"
	    "jabbers_phy|rx_pcs_symbol_err_phy|rx_corrected_bits_phy|rx_err_"
	    "lane_#_phy",
	    "Linux", "mlx5 mlx5_core", "nic_error",
	    "errors of the physical layer; corrected bits are no loss",
	    "a bad cable, optic or connector" },
	{ NULL,
	    "rx_wqe_err|rx#_wqe_err|rx_mpwqe_filler|rx_cqe_compress_blks|rx_"
	    "cqe_compress_pkts|rx_congst_umr|rx_arfs_err|rx#_cqe_compress_pkts",
	    "Linux", "mlx5 mlx5_core", "",
	    "how receive queues worked; rx_wqe_err are frames dropped with an "
	    "error",
	    NULL },
	{ NULL,
	    "tx_queue_dropped|tx#_dropped|tx_discards_phy|tx_errors_phy|tx_"
	    "queue_stopped|tx_queue_wake|tx_cqe_err|tx_recover|tx#_stopped|tx#_"
	    "wake",
	    "Linux", "mlx5 mlx5_core", "output_queue",
	    "frames dropped on the way out; stopped and wake are back-pressure "
	    "without loss",
	    "the link at its rate, pause frames, a link that went" },
	{ NULL,
	    "rx_pause_ctrl_phy|tx_pause_ctrl_phy|rx_prio#_pause|tx_prio#_pause|"
	    "rx_global_pause|tx_global_pause|tx_pause_storm_warning_events|tx_"
	    "pause_storm_error_events",
	    "Linux", "mlx5 mlx5_core", "",
	    "pause frames received and sent, in all or by priority",
	    "a peer or this card with full buffers. Offered load is not "
	    "independent then" },
	{ NULL,
	    "rx_xdp_drop|rx_xdp_redirect|rx_xdp_tx_xmit|rx#_xdp_drop|tx_xdp_"
	    "full",
	    "Linux", "mlx5 mlx5_core", "filter",
	    "frames of an XDP program; its drops are the program's",
	    "the program itself" },
	{ NULL,
	    "rx_steer_missed_packets|rx_if_down_packets|dev_internal_queue_oob",
	    "Linux", "mlx5 mlx5_core", "nic_ring",
	    "frames that no rule took, that came while the interface was down, "
	    "or that the device's own queue had no room for",
	    "a filter in the card, a link address that is not ours" },
	{ NULL,
	    "rx_dropped|rx_prio_#_dropped|rx#_dropped|rx_fifo_errors|port_rx_"
	    "dropped",
	    "Linux", "mlx4 mlx4_en", "nic_ring",
	    "frames for which no receive buffer was posted",
	    "the receiving CPUs at their limit" },
	{ NULL,
	    "rx_alloc_pages|queue_stopped|wake_queue|tx_timeout|tso_packets|"
	    "xmit_more|rx_csum_good|rx_csum_none|rx_csum_complete|tx_chksum_"
	    "offload",
	    "Linux", "mlx4 mlx4_en", "",
	    "how queues and offloads worked; tx_timeout is a reset", NULL },
	{ NULL,
	    "ch#_events|ch#_poll|ch#_arm|ch#_aff_change|ch#_force_irq|rx_cache_"
	    "full|rx_cache_empty|rx_cache_reuse|rx_cache_busy|rx_prio#_bytes|"
	    "rx_prio#_packets|tx_prio#_bytes|tx_prio#_packets",
	    "Linux", "mlx5 mlx5_core", "",
	    "how channels and page caches worked, and what came and went by "
	    "priority",
	    NULL },
	/* Broadcom bnxt */
	{ NULL,
	    "rx_discards|[#]: rx_discards|rx_discard_pkts|[#]: "
	    "rx_discard_pkts|rx_total_discard_pkts|rx_stat_discard",
	    "Linux", "bnxt bnxt_en", "nic_ring",
	    "frames a ring discarded for want of buffers",
	    "the receiving CPUs at their limit; ethtool -G" },
	{ NULL,
	    "rx_buf_errors|[#]: "
	    "rx_buf_errors|rx_total_buf_errors|rx_l4_csum_errors|[#]: "
	    "rx_l4_csum_errors|rx_resets|[#]: "
	    "rx_resets|rx_total_resets|missed_irqs|[#]: "
	    "missed_irqs|rx_total_l4_csum_errors|rx_total_oom_discards|rx_"
	    "total_ring_discards|rx_total_netpoll_discards",
	    "Linux", "bnxt bnxt_en", "nic_error",
	    "errors of a ring, resets and missed interrupts; oom and ring "
	    "discards are frames without a buffer",
	    "memory at its end, firmware" },
	{ NULL,
	    "tx_discards|[#]: tx_discards|tx_discard_pkts|[#]: "
	    "tx_discard_pkts|tx_total_ring_discards|tx_err|tx_fifo_underruns|[#"
	    "]: tx_errors",
	    "Linux", "bnxt bnxt_en", "output_error",
	    "frames a ring did not send", "a link that went down" },
	{ NULL,
	    "rx_ucast_packets|tx_ucast_packets|[#]: rx_ucast_packets|[#]: "
	    "tx_ucast_packets|[#]: rx_ucast_bytes|[#]: tx_ucast_bytes|[#]: "
	    "rx_mcast_packets|[#]: "
	    "rx_bcast_packets|rx_good_vlan_frames|rx_64b_frames|rx_65b_127b_"
	    "frames|tx_good_frames|rx_good_frames",
	    "Linux", "bnxt bnxt_en", "",
	    "frames and bytes by ring, kind and size", NULL },
	{ NULL,
	    "rx_pause_frames|tx_pause_frames|rx_pfc_frames|tx_pfc_frames|pfc_"
	    "pri#_rx_duration_us|pfc_pri#_tx_duration_us",
	    "Linux", "bnxt bnxt_en", "", "pause frames received and sent",
	    "a peer or this card with full buffers. Offered load is not "
	    "independent then" },
	{ NULL,
	    "rx_fcs_err_frames|rx_align_err_frames|rx_ovrsz_frames|rx_jbr_"
	    "frames|rx_code_err_frames|rx_runt_frames|rx_undrsz_frames|rx_frag_"
	    "frames|rx_pcs_symbol_err|rx_stat_err|[#]: rx_errors",
	    "Linux", "bnxt bnxt_en", "nic_error", "kinds of wire errors",
	    "a bad cable, optic or connector" },
	/* Realtek */
	{ NULL, "rx_missed", "Linux", "r8169", "nic_ring",
	    "frames that the card had no descriptor or FIFO room for",
	    "the receiving CPU at its limit: the card has one queue" },
	{ NULL,
	    "align_errors|tx_aborted|tx_underrun|tx_single_collisions|tx_multi_"
	    "collisions|unicast|broadcast",
	    "Linux", "r8169", "nic_error",
	    "wire errors and kinds of frames of the card", "a bad cable" },
	{ .place = NULL },
};
