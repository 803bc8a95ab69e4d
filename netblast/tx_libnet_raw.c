/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * libnet's raw IP write (raw(7)): the frame's IP packet, as it is, one a call.
 * The system does what it does with its own packets below IP: route,
 * neighbour, output queue; so interfaces without Ethernet (lo, tun) are
 * served too. Linux fills in the IPv4 header checksum and, where it is 0 and
 * DF is not set, the identification: ours has DF, so all bytes stay.
 */
#include <libnet.h>

#include "lib/priv.h"
#include "lib/sock.h"
#include "lib/wire.h"
#include "netblast/libnet_writer.h"

static int
raw_open(struct tx *tx, struct fail *f)
{
	int type = tx->spec->dst.family == 6 ? LIBNET_RAW6 : LIBNET_RAW4;

	if (libnet_writer_open(tx, type, f) < 0)
		return -1;
	if (!tx->bind_link ||
	    sock_bind_link(libnet_writer_fd(tx), tx->link->name) == 0)
		return 0;
	fail_errno(f, "libnet-raw: --interface %s", tx->link->name);
	libnet_writer_close(tx);
	return -1;
}

/* Lengths are the header's own: the frame's may have padding. */
static int
write_ipv4(libnet_t *net, const struct tx_slot *slot)
{
	const uint8_t *ip = slot->data + WIRE_ETHER;

	return libnet_write_raw_ipv4(net, ip, (uint32_t)ip[2] << 8 | ip[3]);
}

static int
write_ipv6(libnet_t *net, const struct tx_slot *slot)
{
	const uint8_t *ip = slot->data + WIRE_ETHER;

	return libnet_write_raw_ipv6(
	    net, ip, WIRE_IPV6 + ((uint32_t)ip[4] << 8 | ip[5]));
}

static int
raw_commit(struct tx *tx, int n)
{
	return libnet_writer_commit(
	    tx, n, tx->spec->dst.family == 6 ? write_ipv6 : write_ipv4);
}

const struct tx_engine tx_libnet_raw = {
	.name = "libnet-raw",
	.help = "libnet's raw IP write: IP packets, one a call",
	.caps = TX_ROOT | TX_THROUGH,
	.layer = TX_IP,
	.usable = priv_raw,
	.open = raw_open,
	.reserve = tx_reserve_all,
	.commit = raw_commit,
	.drain = libnet_writer_drain,
	.close = libnet_writer_close,
};
