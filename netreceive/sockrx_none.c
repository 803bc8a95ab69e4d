/* SPDX-License-Identifier: BSD-2-Clause */
/* POSIX alone: one datagram a call, no arrival times, drops not known. */
#include <errno.h>
#include <stdlib.h>
#include <sys/socket.h>

#include "netreceive/sockaddrs.h"
#include "netreceive/sockrx.h"

#define LARGEST (64 << 20)

struct sockrx {
	uint8_t data[65536];
};

struct sockrx *
sockrx_new(void)
{
	return calloc(1, sizeof(struct sockrx));
}

void
sockrx_free(struct sockrx *s)
{
	free(s);
}

/* Where a size is refused (ENOBUFS), half of it is tried. */
int
sockrx_prepare(int fd, const char *interface, uint64_t rcvbuf, uint64_t *got,
    struct fail *f)
{
	int size = rcvbuf != 0 ? (int)rcvbuf : LARGEST;
	socklen_t len = sizeof(size);

	if (interface != NULL)
		return fail(f,
		    "%s: this system cannot bind a socket to an interface",
		    interface);
	while (setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &size, sizeof(size)) < 0) {
		if (rcvbuf != 0 || size < 4096)
			return fail_errno(
			    f, "receive buffer of %d bytes", size);
		size /= 2;
	}
	if (getsockopt(fd, SOL_SOCKET, SO_RCVBUF, &size, &len) < 0)
		return fail_errno(f, "receive buffer");
	*got = (uint64_t)size;
	return 0;
}

int
sockrx_share(int fd, struct fail *f)
{
	(void)fd;
	return fail(f, "--threads: this system does not share a port by flow");
}

int
sockrx_recv(struct sockrx *s, int fd, struct rx_pkt *pkt, int n)
{
	struct sockaddr_storage from;
	socklen_t len = sizeof(from);
	ssize_t got;

	if (n < 1)
		return 0;
	got = recvfrom(
	    fd, s->data, sizeof(s->data), 0, (struct sockaddr *)&from, &len);
	if (got < 0)
		return errno == EAGAIN || errno == EINTR ? 0 : -1;
	pkt[0] = (struct rx_pkt){
		.data = s->data, .len = (uint32_t)got, .wire_len = (uint32_t)got
	};
	sockaddrs_get(&from, &pkt[0].src, &pkt[0].src_port);
	return 1;
}

bool
sockrx_drops(int fd, uint32_t *drops)
{
	(void)fd;
	(void)drops;
	return false;
}
