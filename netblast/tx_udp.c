/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Connected UDP sockets, one for each flow, as FreeBSD's netblast has one.
 * Flows too many for that share a socket for each source address and port,
 * and every datagram says where it goes: no memory per flow. The kernel
 * builds the headers: IP identification and header checksum are its own, and
 * nothing is padded here (a driver pads, a veth does not).
 */
#include <errno.h>
#include <inttypes.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "lib/clock.h"
#include "lib/put.h"
#include "lib/sock.h"
#include "netblast/tx.h"

#define SOCKETS_MAX 1000 /* in all threads; 1024 descriptors are usual */

struct udp {
	int *fd;
	uint32_t n;
	bool connected; /* a socket for each flow, not for each source */
	struct flow first;
	struct sockaddr_storage to[TX_BATCH]; /* not connected: of each slot */
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
bind_source(struct tx *tx, int fd, const struct flow *flow, struct fail *f)
{
	struct addr src = tx->spec->src;
	char text[ADDR_TEXT];
	struct sockaddr_storage ss;
	socklen_t len;

	addr_set_low(&src, flow->src);
	len = fill_sockaddr(&ss, &src, flow->src_port);
	set_scope(&ss, tx->link->index);
	if (bind(fd, (struct sockaddr *)&ss, len) < 0)
		return fail_errno(f, "udp: source %s port %u",
		    addr_text(&src, text), flow->src_port);
	return 0;
}

/* The address of this flow's destination; returns its length. */
static socklen_t
fill_destination(
    struct tx *tx, const struct flow *flow, struct sockaddr_storage *ss)
{
	struct addr dst = tx->spec->dst;
	socklen_t len;

	addr_set_low(&dst, flow->dst);
	len = fill_sockaddr(ss, &dst, flow->dst_port);
	set_scope(ss, tx->link->index);
	return len;
}

static int
connect_flow(struct tx *tx, int fd, const struct flow *flow, struct fail *f)
{
	struct addr dst = tx->spec->dst;
	char text[ADDR_TEXT];
	struct sockaddr_storage ss;
	socklen_t len = fill_destination(tx, flow, &ss);

	addr_set_low(&dst, flow->dst);
	if (connect(fd, (struct sockaddr *)&ss, len) < 0)
		return fail_errno(f, "udp: destination %s port %u",
		    addr_text(&dst, text), flow->dst_port);
	return 0;
}

/* Socket i: of flow i, or of the first flow from source i. */
static int
open_socket(struct tx *tx, struct udp *u, uint32_t i, struct fail *f)
{
	int family = tx->spec->dst.family == 6 ? AF_INET6 : AF_INET;
	struct flow flow =
	    flow_at(tx->flows, u->connected ? i : i * tx->flows->dst.n);

	u->fd[i] = socket(family, SOCK_DGRAM, 0);
	if (u->fd[i] < 0)
		return fail_errno(f, "udp: socket");
	u->n = i + 1;
	if (options(tx, u->fd[i], f) < 0 ||
	    bind_source(tx, u->fd[i], &flow, f) < 0)
		return -1;
	return u->connected ? connect_flow(tx, u->fd[i], &flow, f) : 0;
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

/* Pairs of source address and port: destinations run faster than both. */
static uint32_t
sources(const struct flow_space *s)
{
	uint64_t pairs = (uint64_t)s->src.n * s->src_ports;
	uint32_t begun = (s->flows - 1) / s->dst.n + 1;

	return begun < pairs ? begun : (uint32_t)pairs;
}

/* Room for n sockets. */
static struct udp *
udp_new(struct tx *tx, uint32_t n)
{
	struct udp *u = calloc(1, sizeof(*u));

	if (u == NULL)
		return NULL;
	tx->state = u;
	u->fd = calloc(n, sizeof(*u->fd));
	u->batch = sock_batch_new(TX_BATCH);
	u->buffers = tx_buffers(tx);
	if (u->fd != NULL && u->batch != NULL && u->buffers != NULL)
		return u;
	udp_close(tx);
	return NULL;
}

static int
udp_open(struct tx *tx, struct fail *f)
{
	uint32_t most = SOCKETS_MAX / tx->threads;
	bool connected = tx->flows->flows <= most;
	uint32_t n = connected ? tx->flows->flows : sources(tx->flows);
	struct udp *u;

	if (n > most)
		return fail(f,
		    "udp: %" PRIu32 " pairs of source address and port need a "
		    "socket each, at most %" PRIu32 " (%d over all threads)",
		    n, most, SOCKETS_MAX);
	u = udp_new(tx, n);
	if (u == NULL)
		return fail(f, "udp: out of memory");
	u->connected = connected;
	u->first = flow_at(tx->flows, 0);
	for (int i = 0; !connected && i < TX_BATCH; i++)
		sock_batch_to(u->batch, i, &u->to[i],
		    fill_destination(tx, &u->first, &u->to[i]));
	for (uint32_t i = 0; i < n; i++)
		if (open_socket(tx, u, i, f) < 0) {
			udp_close(tx);
			return -1;
		}
	note_local(tx, u->fd[0]);
	return 0;
}

/* Which of u->fd sends this slot. */
static uint32_t
socket_of(const struct tx *tx, const struct udp *u, const struct tx_slot *slot)
{
	if (u->connected)
		return slot->number;
	return slot->flow.src - u->first.src +
	    tx->flows->src.n * (slot->flow.src_port - u->first.src_port);
}

/* Destination of slot i: what differs from that of the first flow. */
static void
aim(struct udp *u, int i, const struct flow *flow)
{
	struct sockaddr_in *v4 = (void *)&u->to[i];
	struct sockaddr_in6 *v6 = (void *)&u->to[i];

	if (u->to[i].ss_family == AF_INET6) {
		v6->sin6_port = htons(flow->dst_port);
		put32(v6->sin6_addr.s6_addr + 12, flow->dst);
	} else {
		v4->sin_port = htons(flow->dst_port);
		v4->sin_addr.s_addr = htonl(flow->dst);
	}
}

/*
 * One call for each run of frames from the same socket: all, with one flow. A
 * sendmmsg(2) that fails behind its first datagram swallows the reason (an
 * ICMP error that came meanwhile), so the next ones go singly to see it.
 */
static int
udp_commit(struct tx *tx, int n)
{
	struct udp *u = tx->state;
	int done = 0;

	for (int i = 0; i < n; i++) {
		sock_batch_set(u->batch, i, tx->slot[i].data, tx->slot[i].len);
		if (!u->connected)
			aim(u, i, &tx->slot[i].flow);
	}
	while (done < n) {
		uint32_t s = socket_of(tx, u, &tx->slot[done]);
		int run = 1, took;

		while (u->singly == 0 && done + run < n &&
		    socket_of(tx, u, &tx->slot[done + run]) == s)
			run++;
		took = tx_taken(
		    tx, sock_batch_send(u->batch, u->fd[s], done, run), run);
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

/* One end for all sockets. */
static int
udp_drain(struct tx *tx, int ms)
{
	uint64_t until = clock_mono_ns() + (uint64_t)ms * 1000000;
	const struct udp *u = tx->state;
	int rc = 0;

	for (uint32_t i = 0; i < u->n; i++)
		if (sock_drain(u->fd[i], until) < 0)
			rc = -1;
	return rc;
}

const struct tx_engine tx_udp = {
	.name = "udp",
	.help = "UDP sockets; the kernel builds the headers",
	.caps = TX_THROUGH,
	.layer = TX_PAYLOAD,
	.usable = udp_usable,
	.open = udp_open,
	.reserve = tx_reserve_all,
	.commit = udp_commit,
	.drain = udp_drain,
	.close = udp_close,
};
