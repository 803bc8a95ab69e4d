/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Which driver counts under such names. Each was looked up among the names of
 * the drivers of Linux 2.6 to 6.x; where two drivers share one it is not here,
 * or the row above takes the other's.
 */
#include <string.h>

#include "collector/ethtool.h"

static const struct {
	const char *name; /* a "*" at one end stands for anything */
	const char *driver;
} names[] = {
	{ "rx_no_dma_resources", "ixgbe" },
	{ "hw_rsc_aggregated", "ixgbe" },
	{ "fdir_overflow", "ixgbe" },
	{ "tx_lpi_counter", "igc" },
	{ "rx_lpi_counter", "igc" },
	{ "tx_dma_out_of_sync", "igb" },
	{ "rx_queue_0_csum_err", "igb" },
	{ "uncorr_ecc_errors", "e1000e" },
	{ "corr_ecc_errors", "e1000e" },
	{ "rx_header_split", "e1000e" },
	{ "rx_out_of_buffer", "mlx5_core" },
	{ "rx_steer_missed_packets", "mlx5_core" },
	{ "*_phy", "mlx5_core" },
	{ "port.*", "i40e" },
	{ "veb.*", "i40e" },
	{ "*.nic", "ice" },
	{ "peer_ifindex", "veth" },
	{ "rx_prio_0_packets", "mlx4_en" },
	{ "pf_rx_packets", "mlx4_en" },
	{ "rx_queue_0_kicks", "virtio_net" },
	{ "tx_queue_0_kicks", "virtio_net" },
	{ "rx0_kicks", "virtio_net" },
	{ "pkts rx OOB", "vmxnet3" },
	{ "rx_total_buf_errors", "bnxt_en" },
	{ "rx_total_discard_pkts", "bnxt_en" },
	{ "rx_stat_discard", "bnxt_en" },
	{ "[0]: rx_l4_csum_errors", "bnxt_en" },
	{ "rx_brb_discard", "bnx2x" },
	{ "rx_brb_truncate", "bnx2x" },
	{ "driver_filtered_tx_pkt", "bnx2x" },
	{ "[0]: rx_skb_alloc_discard", "bnx2x" },
	{ "rx_fw_discards", "bnx2" },
	{ "rx_ftq_discards", "bnx2" },
	{ "rxbds_empty", "tg3" },
	{ "nic_avoided_irqs", "tg3" },
	{ "mbuf_lwm_thresh_hit", "tg3" },
	{ "dma_readq_full", "tg3" },
	{ "bw_in_allowance_exceeded", "ena" },
	{ "pps_allowance_exceeded", "ena" },
	{ "queue_0_rx_cnt", "ena" },
	{ "ena_admin_q_*", "ena" },
	{ "port_rx_nodesc_drops", "sfc" },
	{ "port_rx_nodesc_drop_cnt", "sfc" },
	{ "rx_noskb_drops", "sfc" },
	{ "port_rx_pm_*", "sfc" },
	{ "port_rx_dp_*", "sfc" },
	{ "rx_bg0_frames_dropped", "cxgb4" },
	{ "db_drop", "cxgb4" },
	{ "dev_rx_discards", "nfp" },
	{ "rvec_0_rx_pkts", "nfp" },
	{ "mmc_rx_*", "stmmac" },
	{ "rx_overflow_cntr", "stmmac" },
	{ "eee_wakeup_errors", "mvneta" },
	{ "skb_alloc_error", "mvneta" },
	{ "rx_drops_no_pbuf", "be2net" },
	{ "rx_drops_no_erx_descr", "be2net" },
	{ "no_buff_discards", "qede" },
	{ "mftag_filter_discards", "qede" },
	{ "InDropDma", "atlantic" },
	{ "Queue[0] InPackets", "atlantic" },
	{ "tx_scattered", "hv_netvsc" },
	{ "vf_rx_packets", "hv_netvsc" },
	{ "mac_rx_total_pkt_num", "hns3" },
	{ "rx_no_bufs", "enic" },
	{ "rx_resource_errors", "macb" },
	{ "IEEE_rx_*", "fec" },
	{ "Rx Start of Frame Overruns", "cpsw" },
	{ "rx_gso_checksum_fixup", "xen_netfront" },
	{ "tx_zero_rexmt", "forcedeth" },
	{ "rbuf_ovflow_cnt", "bcmgenet" },
	{ "[hw] rx frames", "fsl_dpaa2_eth" },
	{ "SI rx octets", "fsl_enetc" },
	/* r8152 counts rx_unicast where r8169 has a unicast */
	{ "align_errors", "r8169" },
};

static bool
is_like(const char *key, const char *pattern)
{
	size_t n = strlen(pattern), len = strlen(key);

	if (*pattern == '*')
		return len >= n &&
		    strcmp(key + len - (n - 1), pattern + 1) == 0;
	if (pattern[n - 1] == '*')
		return strncmp(key, pattern, n - 1) == 0;
	return strcmp(key, pattern) == 0;
}

static bool
has(const struct value *counters, const char *pattern)
{
	for (const struct value *v = counters->first; v != NULL; v = v->next)
		if (is_like(v->key, pattern))
			return true;
	return false;
}

const char *
ethtool_counted_by(const struct value *counters)
{
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (has(counters, names[i].name))
			return strcmp(names[i].driver, "r8169") == 0 &&
				has(counters, "rx_unicast")
			    ? "r8152"
			    : names[i].driver;
	return NULL;
}
