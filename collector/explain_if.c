/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Counters of interfaces. The place is the router's; on the sink's host what is
 * lost at the interface is sink_nic, on the generator's generator_queue.
 */
#include "collector/explain_rows.h"

const struct explain explain_if[] = {
	/* packets and bytes */
	{ "if.rx.packets", "Ipkts|received-packets|RX-OK|rx_packets|packets",
	    NULL, NULL, "",
	    "frames that the driver passed up, of every protocol", NULL },
	{ "if.rx.packets", "Ipkts|received-packets", "FreeBSD", "cxgbe cxl cc",
	    "",
	    "frames from the card's own registers: those that it dropped for "
	    "want of a buffer are inside",
	    NULL },
	{ "if.rx.packets", "Ipkts|received-packets", "FreeBSD",
	    "em igb ix ixl lem", "",
	    "good frames from the card's registers: missed ones are outside",
	    NULL },
	{ "if.rx.packets", "Ipkts", "DragonFly", "bridge", "",
	    "what its members received, once more: add interfaces of cards "
	    "only",
	    NULL },
	{ "if.rx.bytes", "Ibytes|received-bytes|rx_bytes|bytes", NULL, NULL, "",
	    "bytes of those frames, mostly from the Ethernet header to the end "
	    "of padding, without FCS",
	    NULL },
	{ "if.rx.bytes", "Ibytes|received-bytes", "FreeBSD",
	    "ix ixl cxgbe cxl cc", "",
	    "bytes of those frames with FCS: 64 for the smallest frame", NULL },
	{ "if.tx.packets", "Opkts|sent-packets|TX-OK|tx_packets", NULL, NULL,
	    "",
	    "frames given to the driver or sent by it, as the driver counts "
	    "them",
	    NULL },
	{ "if.tx.packets", "Opkts|sent-packets", "FreeBSD",
	    "em igb ix ixl cxgbe cxl cc", "",
	    "frames that the card sent: what its queue had no room for is "
	    "outside, under Drop",
	    NULL },
	{ "if.tx.packets", "tx_packets|TX-OK", "Linux", "veth", "",
	    "frames that the other end has taken in: no station of the path",
	    NULL },
	{ "if.tx.bytes", "Obytes|sent-bytes|tx_bytes", NULL, NULL, "",
	    "bytes of those frames, often of the unpadded buffer: 52 where 60 "
	    "go out",
	    NULL },
	{ "if.tx.collisions", "Coll|Colls|collisions|colls|collsns|tx_colls",
	    NULL, NULL, "", "collisions: 0 with full duplex",
	    "one end of the link is at half duplex, and the run means "
	    "nothing" },
	{ "if.veth", NULL, "Linux", NULL, "",
	    "1: one end of a pair of virtual interfaces, whose tx counters "
	    "repeat what the other end counts",
	    NULL },
	{ "if.repeats", NULL, "Linux", NULL, "",
	    "1: a VLAN, a bridge or the like, whose packets another interface "
	    "counts too",
	    NULL },
	{ "if.virtual", NULL, "Linux", NULL, "",
	    "1: an interface made by software, whose counters are never late",
	    NULL },
	{ "if.rx.pause", "rx_pause|RX pause", NULL, NULL, "",
	    "pause frames received: the far end held this interface back",
	    "the peer's buffers are full. Offered load is not independent "
	    "then" },
	{ "if.tx.pause", "tx_pause|TX pause", NULL, NULL, "",
	    "pause frames sent: the sender was held back instead of a drop",
	    "the ring or FIFO is full. The loss is at the sender, or none" },
	/* errors of the input side */
	{ "if.rx.errors", "Ierrs|received-errors|errs|RX-ERR|rx_errors", NULL,
	    NULL, "nic_error",
	    "the driver's sum of input errors. Many BSD drivers put frames "
	    "that found no receive buffer in it too",
	    "more frames than the card or the driver can take in, or a bad "
	    "cable or connector" },
	{ "if.rx.errors", "Ierrs|received-errors", "FreeBSD", "em igb lem",
	    "nic_error",
	    "CRC, alignment, length and carrier errors, and missed frames of "
	    "the receive FIFO",
	    "the router too slow to refill the ring: compare "
	    "dev.em.N.mac_stats.missed_packets" },
	{ "if.rx.errors", "Ierrs|received-errors", "FreeBSD", "ix ixl",
	    "nic_error",
	    "CRC and length errors. Frames that found no buffer stand under "
	    "Idrop",
	    "a bad cable, optic or connector" },
	{ "if.rx.errors", "Ierrs|received-errors", "FreeBSD", "bge",
	    "nic_error",
	    "frames the card discarded for want of a receive descriptor, and "
	    "frames with errors",
	    "the router too slow to refill its receive ring" },
	{ "if.rx.errors", "Ierrs|received-errors", "FreeBSD", "re rl",
	    "nic_error",
	    "descriptors that came back with an error: CRC, runt, FIFO "
	    "overflow",
	    "the FIFO of these cards is small: overflow at high rates of small "
	    "frames" },
	{ "if.rx.errors", "Ierrs|received-errors", "FreeBSD", "msk sk",
	    "nic_error", "receive FIFO overflows, CRC and length errors",
	    "the router too slow to empty the FIFO" },
	{ "if.rx.errors", "Ierrs|received-errors", "FreeBSD", "mce mlxen",
	    "nic_error", "CRC and length errors of the port",
	    "a bad cable or optic" },
	{ "if.rx.errors", "Ierrs|received-errors", "FreeBSD", "vtnet",
	    "nic_error",
	    "frames that did not fit into the buffer or had a wrong header",
	    "a mistake of the host's side, not load" },
	{ "if.rx.errors", "Ierrs|received-errors", "FreeBSD", "vmx",
	    "nic_error",
	    "errors that the hypervisor reports: frames without a buffer among "
	    "them",
	    "the guest too slow to refill its rings" },
	{ "if.rx.errors", "Ierrs", "NetBSD", "wm", "nic_error",
	    "ring overruns, frames without a buffer, symbol, sequence, CRC and "
	    "length errors together",
	    "the router too slow to refill the ring; a cable where the link is "
	    "not loaded" },
	{ "if.rx.errors", "Ierrs", "NetBSD", "bge", "nic_error",
	    "frames that the card discarded for want of a descriptor, and "
	    "frames with errors",
	    "the router too slow to refill the ring" },
	{ "if.rx.errors", "Ierrs", "OpenBSD", "em ix ixl bge re", "nic_error",
	    "errors of the wire and, on em and bge, missed frames of the card. "
	    "Shown by netstat -ie",
	    "the router too slow to refill the ring, or a bad cable" },
	{ "if.rx.errors", "Ierrs", "DragonFly", "emx em igb ix bge",
	    "nic_error", "errors of the wire and missed frames of the card",
	    "the router too slow to refill the ring" },
	{ "if.rx.errors", "rx_errors|RX-ERR|rx_errs", "Linux", NULL,
	    "nic_error",
	    "length, CRC, alignment and, with some drivers, FIFO and overrun "
	    "errors. Missed frames stand apart",
	    "a bad cable, optic or connector, a duplex mismatch" },
	{ "if.rx.missed",
	    "Idrop|Idrops|idrops|rx_missed|rx_missed_errors|missed_errors",
	    NULL, NULL, "nic_ring",
	    "frames for which the card had no free buffer",
	    "the router takes frames out of the ring more slowly than they "
	    "come: CPU at its limit, ring too short, interrupts moderated too "
	    "far" },
	{ "if.rx.missed", "Idrop|idrops", "FreeBSD",
	    "em igb ix ixl cxgbe cxl cc mce", "nic_ring",
	    "drops for want of a buffer on the input side. Inside Ipkts on "
	    "cxgbe, outside on em and ix: the generator's count tells",
	    "the receiving CPU at its limit, or a ring too short for the "
	    "bursts" },
	{ "if.rx.missed", "Idrops", "NetBSD", NULL, "nic_ring",
	    "if_iqdrops: frames without a buffer, and those that the "
	    "interface's input queue had no room for",
	    "the receiving CPU at its limit" },
	{ "if.rx.missed", "rx_missed|rx_missed_errors|missed", "Linux", NULL,
	    "nic_ring",
	    "frames that the card dropped for want of a descriptor (RNBC, MPC "
	    "of Intel cards)",
	    "softirq too slow or its CPU busy: see time_squeeze, ethtool -G, "
	    "interrupt placement" },
	{ "if.rx.drops", "Idrop|Idrops", "OpenBSD", NULL, "input_queue",
	    "frames that the interface's input queue had no room for, before "
	    "IP. Shown by netstat -id",
	    "softnet at its limit: forwarding is too slow for what the card "
	    "delivers" },
	{ "if.rx.drops", "rcvq.drops", "NetBSD", NULL, "input_queue",
	    "packets that the queue between the card's interrupt and its "
	    "softint had no room for, before IP's own queue: "
	    "net.interfaces.NAME.rcvq.drops",
	    "the softint comes too late: interrupts have the CPU" },
	{ "if.rx.drops", "rx_dropped|rx_dropped_packets", "Linux", NULL,
	    "input_queue",
	    "dropped between driver and IP: a full backlog (softnet_stat's "
	    "dropped is inside), no handler for the protocol, wrong VLAN",
	    "the CPU of the backlog at its limit (RPS, veth), or frames of "
	    "protocols nobody reads" },
	{ "if.rx.drops", "rx_dropped", "Linux", "veth", "input_queue",
	    "the backlog or ring of the receiving end was full; the sender's "
	    "tx_dropped is the same event",
	    "the receiving CPU at its limit" },
	{ "if.rx.lost", "rx_drop|RX-DRP", "Linux", NULL, "nic_ring",
	    "/proc/net/dev's drop: rx_dropped and rx_missed_errors in one "
	    "number",
	    "the ring or the backlog was full: ip -s -s link tells them "
	    "apart" },
	{ "if.rx.nohandler", "nohandler|rx_nohandler", "Linux", NULL, "",
	    "frames taken in on an inactive port of a bond or team: no loss",
	    NULL },
	{ "if.rx.failed", "Ifail|fails", "OpenBSD", NULL, "nic_error",
	    "Ierrs and Idrop in one number; netstat -ie and -id tell them "
	    "apart, and are not to be added to it",
	    "softnet or the ring at its limit" },
	{ "if.tx.failed", "Ofail", "OpenBSD", NULL, "output_queue",
	    "Oerrs and Odrop in one number; netstat -ie and -id tell them "
	    "apart",
	    "the output link slower than the input, or a link that went away" },
	/* errors of the output side */
	{ "if.tx.errors", "Oerrs|send-errors|TX-ERR|tx_errors|tx_errs", NULL,
	    NULL, "output_error",
	    "the driver's sum of output errors: underruns, late collisions, "
	    "aborted frames, watchdog resets, with some drivers no free "
	    "descriptor",
	    "a link that went down, a card that was reset, a frame too long" },
	{ "if.tx.errors", "Oerrs|send-errors", "FreeBSD", "em igb ix ixl",
	    "output_error",
	    "excessive and late collisions, and watchdog events",
	    "a card that hung and was reset" },
	{ "if.tx.errors", "tx_errors|TX-ERR", "Linux", NULL, "output_error",
	    "aborted, carrier, FIFO, heartbeat and window errors",
	    "carrier lost, a device down while its queue was full" },
	{ "if.tx.drops",
	    "Drop|drops|Odrop|oqdrops|TX-DRP|tx_dropped|dropped-packets", NULL,
	    NULL, "output_queue",
	    "the output queue was full. With several queues and buf_ring the "
	    "frame is not in Opkts",
	    "more goes out than the link takes: speed, pause frames, a duplex "
	    "mismatch" },
	{ "if.tx.drops", "Drop|drops|dropped-packets", "FreeBSD", NULL,
	    "output_queue",
	    "ifq_drops: the interface's output queue or ring was full. IP's "
	    "\"dropped due to no bufs\" is often the same event",
	    "the output link at its rate, or pause frames from the far end" },
	{ "if.tx.drops", "Odrop", "OpenBSD", NULL, "output_queue",
	    "drops of the interface's send queue (or of its pf queue). Shown "
	    "by netstat -id",
	    "the output link at its rate, or a pf queue that shapes" },
	{ "if.tx.drops", "Drops|sndq.drops", "NetBSD", NULL, "output_queue",
	    "drops of the send queue; in 8 and later the Odrops column is "
	    "printed but not filled when read by sysctl: there "
	    "net.interfaces.NAME.sndq.drops has them",
	    "the output link at its rate" },
	{ "if.tx.drops", "drops", "DragonFly", NULL, "output_queue",
	    "printed by netstat -w but never filled: not measured", NULL },
	{ "if.tx.drops", "tx_dropped|TX-DRP|tx_drop", "Linux", NULL,
	    "output_queue",
	    "the driver refused the frame, for example for want of memory. The "
	    "queueing discipline's drops stand in tc -s qdisc",
	    "a device that went down or had no room" },
	{ "if.tx.drops", "tx_dropped", "Linux", "veth", "output_queue",
	    "the other end had no room: the same event as its rx_dropped, "
	    "booked there",
	    "the receiving CPU at its limit" },
	/* what ip -s -s link and /proc/net/dev give of errors: each inside the sum */
	{ NULL, "crc|rx_crc_errors|crc_errors", "Linux", NULL, "nic_error",
	    "frames with a wrong check sequence, inside rx_errors",
	    "a bad cable, optic or connector" },
	{ NULL, "length|rx_length_errors|length_errors", "Linux", NULL,
	    "nic_error",
	    "frames too short or too long for the MTU, inside rx_errors",
	    "MTUs or VLAN tags that do not agree" },
	{ NULL, "frame|rx_frame_errors|frame_errors", "Linux", NULL,
	    "nic_error", "frames out of alignment, inside rx_errors",
	    "a bad cable" },
	{ NULL, "fifo|rx_fifo|rx_fifo_errors|fifo_errors", "Linux", NULL,
	    "nic_ring",
	    "overruns of the receive FIFO; inside rx_errors or the same as "
	    "missed, by driver",
	    "the router too slow to empty the card" },
	{ NULL, "overrun|over_errors|rx_over_errors|RX-OVR|rx_ovr", "Linux",
	    NULL, "nic_ring",
	    "overruns of the card's FIFO; by driver the same as missed, or 0",
	    "the router too slow to empty the card" },
	{ NULL, "otherhost|rx_otherhost_dropped", "Linux", NULL, "",
	    "unicast frames for another link address, dropped by IP: a "
	    "promiscuous interface or a flooding switch",
	    NULL },
	{ NULL, "mcast|multicast|rx_multicast", NULL, NULL, "",
	    "multicast frames among the packets", NULL },
	{ NULL, "carrier|tx_carrier|tx_carrier_errors", "Linux", NULL,
	    "output_error",
	    "frames lost because the carrier went, inside tx_errors",
	    "a link that flaps" },
	{ NULL, "TX-OVR|tx_ovr|tx_fifo|tx_fifo_errors", "Linux", NULL,
	    "output_error", "underruns of the transmit FIFO, inside tx_errors",
	    "a slow bus" },
	{ NULL,
	    "aborted|heartbeat|window|tx_aborted_errors|tx_heartbeat_errors|tx_"
	    "window_errors",
	    "Linux", NULL, "output_error",
	    "kinds of tx_errors of half duplex links", "a duplex mismatch" },
	{ NULL, "transns|carrier_changes", "Linux", NULL, "",
	    "how often the link came or went",
	    "a bad cable, or a peer that was reset" },
	{ NULL, "compressed|rx_compressed|tx_compressed", "Linux", NULL, "",
	    "packets compressed by PPP or SLIP", NULL },
	{ .place = NULL },
};
