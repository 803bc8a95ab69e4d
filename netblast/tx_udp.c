/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Connected UDP sockets, one for each flow, as FreeBSD's netblast has one.
 * The kernel builds the headers: IP identification and header checksum are
 * its own, and nothing is padded here (a driver pads, a veth does not).
 */
#include <errno.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "lib/sock.h"
#include "netblast/tx.h"

#define SOCKETS_MAX 1000 /* below the usual limit of 1024 descriptors */

struct udp {
	int *fd;
	uint32_t n;
	struct sock_batch *batch;
	uint8_t *buffers;
	int singly; /* so many datagrams go one in a call */
};

static int
udp_usable(struct fail *f)
{
	(void)f;
	return 0;
}

static socklen_t
fill_sockaddr(struct sockaddr_storage *ss, const struct addr *a, uint16_t port)
{
	struct sockaddr_in *v4 = (void *)ss;
	struct sockaddr_in6 *v6 = (void *)ss;

	memset(ss, 0, sizeof(*ss));
	if (a->family == 6) {
		v6->sin6_family = AF_INET6;
		v6->sin6_port = htons(port);
		memcpy(&v6->sin6_addr, a->b, 16);
		return sizeof(*v6);
	}
	v4->sin_family = AF_INET;
	v4->sin_port = htons(port);
	memcpy(&v4->sin_addr, a->b, 4);
	return sizeof(*v4);
}

/* Link-local destinations need the interface beside the address. */
static void
set_scope(struct sockaddr_storage *ss, unsigned ifindex)
{
	struct sockaddr_in6 *v6 = (void *)ss;

	if (ss->ss_family == AF_INET6 && IN6_IS_ADDR_LINKLOCAL(&v6->sin6_addr))
		v6->sin6_scope_id = ifindex;
}

static int
options(struct tx *tx, int fd, struct fail *f)
{
	int one = 1;

	/* two generators may send from the usual port to different sinks */
	(void)setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one));
	if (tx->bind_link && sock_bind_link(fd, tx->link->name) < 0)
		return fail_errno(f, "udp: --interface %s", tx->link->name);
	sock_send_timeout(fd, TX_SEND_TIMEOUT_MS);
	sock_plain_headers(fd, tx->spec->dst.family, !tx->fragment);
	if (tx->spec->no_udp_checksum && sock_no_checksum(fd) < 0)
		return fail_errno(f, "udp: --udp-checksum zero");
	return sock_sndbuf(fd, tx->sndbuf, &tx->sndbuf_got, f);
}

static int
connect_flow(struct tx *tx, int fd, struct flow flow, struct fail *f)
{
	struct addr src = tx->spec->src, dst = tx->spec->dst;
	char text[ADDR_TEXT];
	struct sockaddr_storage ss;
	socklen_t len;

	addr_set_low(&src, flow.src);
	addr_set_low(&dst, flow.dst);
	len = fill_sockaddr(&ss, &src, flow.src_port);

	set_scope(&ss, tx->link->index);
	if (bind(fd, (struct sockaddr *)&ss, len) < 0)
		return fail_errno(f, "udp: source %s port %u",
		    addr_text(&src, text), flow.src_port);
	len = fill_sockaddr(&ss, &dst, flow.dst_port);
	set_scope(&ss, tx->link->index);
	if (connect(fd, (struct sockaddr *)&ss, len) < 0)
		return fail_errno(f, "udp: destination %s port %u",
		    addr_text(&dst, text), flow.dst_port);
	return 0;
}

static int
open_flow(struct tx *tx, struct udp *u, uint32_t i, struct fail *f)
{
	int family = tx->spec->dst.family == 6 ? AF_INET6 : AF_INET;

	u->fd[i] = socket(family, SOCK_DGRAM, 0);
	if (u->fd[i] < 0)
		return fail_errno(f, "udp: socket");
	u->n = i + 1;
	if (options(tx, u->fd[i], f) < 0)
		return -1;
	return connect_flow(tx, u->fd[i], flow_at(tx->flows, i), f);
}

static void
udp_close(struct tx *tx)
{
	struct udp *u = tx->state;

	if (u == NULL)
		return;
	for (uint32_t i = 0; i < u->n; i++)
		close(u->fd[i]);
	free(u->fd);
	sock_batch_free(u->batch);
	free(u->buffers);
	free(u);
	tx->state = NULL;
}

/* What the kernel chose where the caller did not. */
static void
note_local(struct tx *tx, int fd)
{
	struct sockaddr_storage ss;
	const struct sockaddr_in *v4 = (void *)&ss;
	const struct sockaddr_in6 *v6 = (void *)&ss;
	socklen_t len = sizeof(ss);

	if (getsockname(fd, (struct sockaddr *)&ss, &len) < 0)
		return;
	tx->local.family = tx->spec->dst.family;
	if (tx->local.family == 6) {
		memcpy(tx->local.b, &v6->sin6_addr, 16);
		tx->local_port = ntohs(v6->sin6_port);
	} else {
		memcpy(tx->local.b, &v4->sin_addr, 4);
		tx->local_port = ntohs(v4->sin_port);
	}
}

static int
udp_open(struct tx *tx, struct fail *f)
{
	struct udp *u = calloc(1, sizeof(*u));
	uint32_t flows = tx->flows->flows;

	if (flows > SOCKETS_MAX) {
		free(u);
		return fail(f,
		    "--flows: engine udp has one socket a flow, at most %d",
		    SOCKETS_MAX);
	}
	tx->state = u;
	if (u != NULL) {
		u->fd = calloc(flows, sizeof(*u->fd));
		u->batch = sock_batch_new(TX_BATCH);
		u->buffers = tx_buffers(tx);
	}
	if (u == NULL || u->fd == NULL || u->batch == NULL ||
	    u->buffers == NULL) {
		udp_close(tx);
		return fail(f, "udp: out of memory");
	}
	for (uint32_t i = 0; i < flows; i++)
		if (open_flow(tx, u, i, f) < 0) {
			udp_close(tx);
			return -1;
		}
	note_local(tx, u->fd[0]);
	return 0;
}

/*
 * One call for each run of frames of the same flow: all, with one flow. A
 * sendmmsg(2) that fails behind its first datagram swallows the reason (an
 * ICMP error that came meanwhile), so the next ones go singly to see it.
 */
static int
udp_commit(struct tx *tx, int n)
{
	struct udp *u = tx->state;
	int done = 0;

	for (int i = 0; i < n; i++)
		sock_batch_set(u->batch, i, tx->slot[i].data, tx->slot[i].len);
	while (done < n) {
		uint32_t flow = tx->slot[done].number;
		int run = 1, took;

		while (u->singly == 0 && done + run < n &&
		    tx->slot[done + run].number == flow)
			run++;
		took = tx_taken(
		    tx, sock_batch_send(u->batch, u->fd[flow], done, run), run);
		done += took;
		if (u->singly > 0)
			u->singly--;
		if (took < run) {
			if (run > 1)
				u->singly = TX_BATCH;
			break;
		}
	}
	return done;
}

const struct tx_engine tx_udp = {
	.name = "udp",
	.help = "connected UDP sockets; the kernel builds the headers",
	.caps = 0,
	.layer = TX_PAYLOAD,
	.usable = udp_usable,
	.open = udp_open,
	.reserve = tx_reserve_all,
	.commit = udp_commit,
	.close = udp_close,
};
