/* SPDX-License-Identifier: BSD-2-Clause */
/* libnet's link-layer write: whole frames, one a call. */
#include <libnet.h>

#include "lib/priv.h"
#include "netblast/libnet_writer.h"

static int
link_open(struct tx *tx, struct fail *f)
{
	return libnet_writer_open(tx, LIBNET_LINK, f);
}

static int
write_frame(libnet_t *net, const struct tx_slot *slot)
{
	return libnet_write_link(net, slot->data, slot->len);
}

static int
link_commit(struct tx *tx, int n)
{
	return libnet_writer_commit(tx, n, write_frame);
}

const struct tx_engine tx_libnet = {
	.name = "libnet",
	.help = "libnet's link-layer write: whole frames, one a call",
	.caps = TX_ROOT | TX_TAGS | TX_TOLD | TX_THROUGH,
	.layer = TX_ETHERNET,
	.usable = priv_raw,
	.open = link_open,
	.reserve = tx_reserve_all,
	.commit = link_commit,
	.drain = libnet_writer_drain,
	.close = libnet_writer_close,
};
