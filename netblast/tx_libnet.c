/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * libnet's link-layer write: whole frames, one a call. One libnet_init costs
 * thousands of setsockopt calls, so it is done once.
 */
#include <errno.h>
#include <libnet.h>
#include <stdlib.h>

#include "lib/priv.h"
#include "lib/sock.h"
#include "netblast/tx.h"

struct writer {
	libnet_t *net;
	uint8_t *buffers;
};

static void
libnet_engine_close(struct tx *tx)
{
	struct writer *w = tx->state;

	if (w == NULL)
		return;
	if (w->net != NULL)
		libnet_destroy(w->net);
	free(w->buffers);
	free(w);
	tx->state = NULL;
}

static int
libnet_engine_open(struct tx *tx, struct fail *f)
{
	struct writer *w = calloc(1, sizeof(*w));
	char text[LIBNET_ERRBUF_SIZE] = "";

	tx->state = w;
	if (w != NULL)
		w->buffers = tx_buffers(tx);
	if (w == NULL || w->buffers == NULL) {
		libnet_engine_close(tx);
		return fail(f, "libnet: out of memory");
	}
	w->net = libnet_init(LIBNET_LINK, tx->link->name, text);
	if (w->net == NULL) {
		libnet_engine_close(tx);
		return fail(f, "libnet: %s: %s", tx->link->name, text);
	}
	sock_send_timeout(libnet_getfd(w->net), TX_SEND_TIMEOUT_MS);
	/* not a socket everywhere */
	(void)sock_sndbuf(
	    libnet_getfd(w->net), tx->sndbuf, &tx->sndbuf_got, NULL);
	return 0;
}

static int
libnet_engine_commit(struct tx *tx, int n)
{
	struct writer *w = tx->state;

	for (int i = 0; i < n; i++) {
		errno = 0;
		if (libnet_write_link(
			w->net, tx->slot[i].data, tx->slot[i].len) >= 0)
			continue;
		if (errno == 0)
			errno = EIO;
		(void)tx_taken(tx, -1, 1);
		return i;
	}
	return n;
}

const struct tx_engine tx_libnet = {
	.name = "libnet",
	.help = "libnet's link-layer write: whole frames, one a call",
	.caps = TX_ROOT | TX_TAGS,
	.layer = TX_ETHERNET,
	.usable = priv_raw,
	.open = libnet_engine_open,
	.reserve = tx_reserve_all,
	.commit = libnet_engine_commit,
	.close = libnet_engine_close,
};
