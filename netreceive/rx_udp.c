/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Engine udp: one UDP socket for each port. IPv6 sockets that take IPv4 too;
 * where there is no IPv6, IPv4 sockets. Without SO_REUSEADDR or REUSEPORT, so
 * that a second sink on the same port is told and does not share the frames;
 * only the other threads of this one share them, by flow.
 */
#include <errno.h>
#include <fcntl.h>
#include <net/if.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

#include "netreceive/rx.h"
#include "netreceive/sockaddrs.h"
#include "netreceive/sockrx.h"

#define PORTS_MAX 1024

struct udp {
	struct sockrx *batch;
	int n; /* sockets open */
	int next; /* the one to ask next: all get their turn */
	uint64_t drops;
	uint32_t last_drops[PORTS_MAX];
	struct pollfd fds[]; /* one a port, in order */
};

static int
dual_socket(int *family)
{
	int fd = socket(AF_INET6, SOCK_DGRAM, 0), off = 0;

	*family = 6;
	if (fd >= 0 &&
	    setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof(off)) == 0)
		return fd;
	if (fd >= 0)
		close(fd);
	*family = 4;
	return socket(AF_INET, SOCK_DGRAM, 0);
}

/*
 * Of several threads the first one's socket is bound before it may be shared,
 * so that another program on the port is found, and a second sink finds us.
 */
static int
open_port(struct rx *rx, uint16_t port, struct fail *f)
{
	struct sockaddr_storage any;
	int family, fd = dual_socket(&family), rc = 0;
	socklen_t len = sockaddrs_any(&any, family, port);

	if (fd < 0)
		return fail_errno(f, "UDP socket");
	if (fcntl(fd, F_SETFD, FD_CLOEXEC) < 0 ||
	    fcntl(fd, F_SETFL, O_NONBLOCK) < 0)
		rc = fail_errno(f, "UDP socket");
	if (rc == 0)
		rc = sockrx_prepare(
		    fd, rx->interface, rx->rcvbuf, &rx->rcvbuf_got, f);
	if (rc == 0 && rx->thread > 0)
		rc = sockrx_share(fd, f);
	if (rc == 0 && bind(fd, (struct sockaddr *)&any, len) < 0)
		rc = errno == EADDRINUSE
		    ? fail(f, "UDP port %u: another program has it", port)
		    : fail_errno(f, "UDP port %u", port);
	if (rc == 0 && rx->thread == 0 && rx->threads > 1)
		rc = sockrx_share(fd, f);
	if (rc == 0)
		return fd;
	close(fd);
	return -1;
}

static void
udp_close(struct rx *rx)
{
	struct udp *u = rx->state;

	for (int i = 0; i < u->n; i++)
		close(u->fds[i].fd);
	sockrx_free(u->batch);
	free(u);
	rx->state = NULL;
}

static int
udp_open(struct rx *rx, struct fail *f)
{
	int ports = rx->port_max - rx->port_min + 1;
	struct udp *u;

	if (ports > PORTS_MAX)
		return fail(f,
		    "--port: %d ports, the udp engine opens a socket for each "
		    "and takes at most %d",
		    ports, PORTS_MAX);
	u = calloc(1, sizeof(*u) + (size_t)ports * sizeof(u->fds[0]));
	if (u == NULL)
		return fail(f, "out of memory");
	rx->state = u;
	if (rx->interface != NULL)
		rx->ifindex = if_nametoindex(rx->interface);
	u->batch = sockrx_new();
	if (u->batch == NULL) {
		udp_close(rx);
		return fail(f, "out of memory");
	}
	for (; u->n < ports; u->n++) {
		int fd = open_port(rx, (uint16_t)(rx->port_min + u->n), f);

		if (fd < 0) {
			udp_close(rx);
			return -1;
		}
		u->fds[u->n] = (struct pollfd){ .fd = fd, .events = POLLIN };
	}
	rx->quiet = "socket";
	return 0;
}

/* The batch's buffers are shared: one socket a call, then the next. */
static int
sweep(struct rx *rx, struct rx_pkt *pkt, int n, struct fail *f)
{
	struct udp *u = rx->state;

	for (int i = 0; i < u->n; i++) {
		int at = u->next;
		int got = sockrx_recv(u->batch, u->fds[at].fd, pkt, n);

		u->next = (at + 1) % u->n;
		if (got < 0)
			return fail_errno(f, "UDP port %d", rx->port_min + at);
		for (int k = 0; k < got; k++)
			pkt[k].dst_port = (uint16_t)(rx->port_min + at);
		if (got > 0)
			return got;
	}
	return 0;
}

/* Sockets outlive their interface, and nobody tells them. */
static int
check_there(const struct rx *rx, struct fail *f)
{
	char name[IF_NAMESIZE];

	if (rx->ifindex != 0 && if_indextoname(rx->ifindex, name) == NULL)
		return fail(f, "%s: it is gone", rx->interface);
	return 0;
}

static int
udp_recv(
    struct rx *rx, struct rx_pkt *pkt, int n, int timeout_ms, struct fail *f)
{
	struct udp *u = rx->state;
	int got = sweep(rx, pkt, n, f);

	if (got != 0)
		return got;
	if (poll(u->fds, (nfds_t)u->n, timeout_ms) <= 0)
		return check_there(rx, f);
	return sweep(rx, pkt, n, f);
}

static void
udp_release(struct rx *rx, int n)
{
	(void)rx;
	(void)n;
}

static void
udp_drops(struct rx *rx, struct rx_drops *d)
{
	struct udp *u = rx->state;

	d->known = true;
	for (int i = 0; i < u->n; i++) {
		uint32_t now = u->last_drops[i];

		d->known = sockrx_drops(u->fds[i].fd, &now) && d->known;
		u->drops += (uint32_t)(now - u->last_drops[i]);
		u->last_drops[i] = now;
	}
	d->buffer = u->drops;
}

static int
udp_usable(struct fail *f)
{
	(void)f;
	return 0;
}

extern const struct rx_engine rx_udp;
const struct rx_engine rx_udp = {
	.name = "udp",
	.help = "UDP sockets, many datagrams a call",
	.caps = RX_THREADS,
	.layer = RX_PAYLOAD,
	.usable = udp_usable,
	.open = udp_open,
	.recv = udp_recv,
	.release = udp_release,
	.drops = udp_drops,
	.close = udp_close,
};
