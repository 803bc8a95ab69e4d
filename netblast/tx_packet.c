/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * AF_PACKET (packet(7)): whole frames to one interface, many in a call.
 * A queueing discipline is passed by (PACKET_QDISC_BYPASS) unless it is what
 * shall be measured, so that a full ring is refused to us (ENOBUFS) and not
 * dropped behind our back; an interface without one (veth) gains nothing.
 * PACKET_TX_RING was measured slower than send(2), so it is not used.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <linux/if_packet.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "lib/priv.h"
#include "lib/sock.h"
#include "netblast/tx.h"

struct packet {
	int fd;
	struct sock_batch *batch;
	uint8_t *buffers;
};

static void
packet_close(struct tx *tx)
{
	struct packet *p = tx->state;

	if (p == NULL)
		return;
	if (p->fd >= 0)
		close(p->fd);
	sock_batch_free(p->batch);
	free(p->buffers);
	free(p);
	tx->state = NULL;
}

static int
open_socket(struct tx *tx, struct packet *p, struct fail *f)
{
	/* protocol 0: sends only, never a copy of what arrives */
	struct sockaddr_ll ll = { .sll_family = AF_PACKET,
		.sll_ifindex = (int)tx->link->index };
	int one = 1;

	p->fd = socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC, 0);
	if (p->fd < 0)
		return fail_errno(f, "packet: socket");
	if (bind(p->fd, (struct sockaddr *)&ll, sizeof(ll)) < 0)
		return fail_errno(f, "packet: %s", tx->link->name);
	tx->qdisc_bypass = link_has_qdisc(tx->link) && !tx->qdisc_through;
	if (tx->qdisc_bypass &&
	    setsockopt(
		p->fd, SOL_PACKET, PACKET_QDISC_BYPASS, &one, sizeof(one)) < 0)
		return fail_errno(f,
		    "packet: the queueing discipline of %s cannot be passed "
		    "by, give --qdisc through",
		    tx->link->name);
	sock_send_timeout(p->fd, TX_SEND_TIMEOUT_MS);
	return sock_sndbuf(p->fd, tx->sndbuf, &tx->sndbuf_got, f);
}

static int
packet_open(struct tx *tx, struct fail *f)
{
	struct packet *p = calloc(1, sizeof(*p));

	tx->state = p;
	if (p != NULL) {
		p->fd = -1;
		p->batch = sock_batch_new(TX_BATCH);
		p->buffers = tx_buffers(tx);
	}
	if (p == NULL || p->batch == NULL || p->buffers == NULL) {
		packet_close(tx);
		return fail(f, "packet: out of memory");
	}
	if (open_socket(tx, p, f) < 0) {
		packet_close(tx);
		return -1;
	}
	return 0;
}

/*
 * sendmmsg(2) does not say why it took only some. Where a queueing discipline
 * can drop, each drop is to be seen as one (ENOBUFS).
 */
static int
send_singly(struct tx *tx, struct packet *p, int n)
{
	for (int i = 0; i < n; i++)
		if (tx_taken(tx, sock_batch_send(p->batch, p->fd, i, 1), 1) !=
		    1)
			return i;
	return n;
}

static int
packet_commit(struct tx *tx, int n)
{
	struct packet *p = tx->state;

	for (int i = 0; i < n; i++)
		sock_batch_set(p->batch, i, tx->slot[i].data, tx->slot[i].len);
	if (link_has_qdisc(tx->link) && !tx->qdisc_bypass)
		return send_singly(tx, p, n);
	return tx_taken(tx, sock_batch_send(p->batch, p->fd, 0, n), n);
}

static int
packet_drain(struct tx *tx, int ms)
{
	const struct packet *p = tx->state;

	return tx_drain_socket(p->fd, ms);
}

const struct tx_engine tx_packet = {
	.name = "packet",
	.help = "AF_PACKET: whole frames, in batches",
	.caps = TX_ROOT | TX_TAGS | TX_TOLD | TX_THROUGH | TX_BYPASS,
	.layer = TX_ETHERNET,
	.usable = priv_raw,
	.open = packet_open,
	.reserve = tx_reserve_all,
	.commit = packet_commit,
	.drain = packet_drain,
	.close = packet_close,
};
