/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One libnet_init costs thousands of setsockopt calls, so it is done once a
 * thread.
 */
#include <errno.h>
#include <libnet.h>
#include <stdlib.h>

#include "lib/sock.h"
#include "netblast/libnet_writer.h"

struct writer {
	libnet_t *net;
	uint8_t *buffers;
};

void
libnet_writer_close(struct tx *tx)
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

int
libnet_writer_open(struct tx *tx, int injection_type, struct fail *f)
{
	struct writer *w = calloc(1, sizeof(*w));
	char text[LIBNET_ERRBUF_SIZE] = "";

	tx->state = w;
	if (w != NULL)
		w->buffers = tx_buffers(tx);
	if (w == NULL || w->buffers == NULL) {
		libnet_writer_close(tx);
		return fail(f, "%s: out of memory", tx->engine->name);
	}
	w->net = libnet_init(injection_type, tx->link->name, text);
	if (w->net == NULL) {
		libnet_writer_close(tx);
		return fail(
		    f, "%s: %s: %s", tx->engine->name, tx->link->name, text);
	}
	sock_send_timeout(libnet_getfd(w->net), TX_SEND_TIMEOUT_MS);
	/* not a socket everywhere */
	(void)sock_sndbuf(
	    libnet_getfd(w->net), tx->sndbuf, &tx->sndbuf_got, NULL);
	return 0;
}

int
libnet_writer_fd(const struct tx *tx)
{
	const struct writer *w = tx->state;

	return libnet_getfd(w->net);
}

int
libnet_writer_drain(struct tx *tx, int ms)
{
	return tx_drain_socket(libnet_writer_fd(tx), ms);
}

int
libnet_writer_commit(struct tx *tx, int n,
    int (*write)(struct libnet_context *, const struct tx_slot *))
{
	struct writer *w = tx->state;

	for (int i = 0; i < n; i++) {
		errno = 0;
		if (write(w->net, &tx->slot[i]) >= 0)
			continue;
		if (errno == 0)
			errno = EIO;
		(void)tx_taken(tx, -1, 1);
		return i;
	}
	return n;
}
