/* SPDX-License-Identifier: BSD-2-Clause */
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "netreceive/quiet.h"
#include "netreceive/sockaddrs.h"

/* Of both families where there is IPv6 (RFC 3493 section 5.3). */
static int
port_socket(int *family)
{
	int fd = socket(AF_INET6, SOCK_DGRAM, 0), off = 0;

	*family = 6;
	if (fd >= 0)
		(void)setsockopt(
		    fd, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof(off));
	if (fd >= 0)
		return fd;
	*family = 4;
	return socket(AF_INET, SOCK_DGRAM, 0);
}

/*
 * -1: too many ports, or one is in use (by whom is no matter: then it is not
 * the stack who answers).
 */
static int
hold_ports(const struct rx *rx, struct quiet *q)
{
	struct sockaddr_storage any;
	socklen_t len;
	int family, fd;

	if (rx->port_max - rx->port_min + 1 > QUIET_SOCKETS)
		return -1;
	for (int port = rx->port_min; port <= rx->port_max; port++) {
		fd = port_socket(&family);
		if (fd < 0)
			return -1;
		q->sockets[q->n_sockets++] = fd;
		len = sockaddrs_any(&any, family, (uint16_t)port);
		if (fcntl(fd, F_SETFD, FD_CLOEXEC) < 0 ||
		    quiet_refuse(fd) < 0 ||
		    bind(fd, (struct sockaddr *)&any, len) < 0)
			return -1;
	}
	return 0;
}

void
quiet_keep(struct rx *rx, struct quiet *q)
{
	rx->quiet = "none";
	if (rx->pass)
		return;
	q->drop = quiet_drop(rx->ifindex, rx->port_min, rx->port_max);
	if (q->drop >= 0)
		rx->quiet = "tcx";
	else if (hold_ports(rx, q) == 0)
		rx->quiet = "socket";
}

void
quiet_end(struct quiet *q)
{
	if (q->drop >= 0)
		close(q->drop);
	q->drop = -1;
	for (int i = 0; i < q->n_sockets; i++)
		close(q->sockets[i]);
	q->n_sockets = 0;
}
