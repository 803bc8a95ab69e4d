/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <linux/sock_diag.h>
#include <net/if.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

#include "netreceive/sockaddrs.h"
#include "netreceive/sockrx.h"

#define DATA_BYTES 64 /* the stamp lies in the first 18 */
#define CONTROL_BYTES CMSG_SPACE(sizeof(struct timespec))
#define LARGEST (64U << 20) /* asked for with --rcvbuf left out */

struct sockrx {
	struct mmsghdr msg[RX_BATCH];
	struct iovec iov[RX_BATCH];
	struct sockaddr_storage from[RX_BATCH];
	uint8_t data[RX_BATCH][DATA_BYTES];
	_Alignas(struct cmsghdr) uint8_t control[RX_BATCH][CONTROL_BYTES];
};

struct sockrx *
sockrx_new(void)
{
	struct sockrx *s = calloc(1, sizeof(*s));

	if (s == NULL)
		return NULL;
	for (int i = 0; i < RX_BATCH; i++) {
		struct msghdr *h = &s->msg[i].msg_hdr;

		s->iov[i].iov_base = s->data[i];
		s->iov[i].iov_len = DATA_BYTES;
		h->msg_iov = &s->iov[i];
		h->msg_iovlen = 1;
		h->msg_name = &s->from[i];
		h->msg_control = s->control[i];
	}
	return s;
}

void
sockrx_free(struct sockrx *s)
{
	free(s);
}

/*
 * SO_RCVBUFFORCE (socket(7)) goes beyond net.core.rmem_max with CAP_NET_ADMIN;
 * else the kernel cuts the wish down to rmem_max. It counts with twice the
 * value, to have room for its own book-keeping, and reports that.
 */
static int
set_buffer(int fd, uint64_t rcvbuf, uint64_t *got, struct fail *f)
{
	int want = (int)(rcvbuf != 0 ? rcvbuf : LARGEST);
	int have = 0;
	socklen_t len = sizeof(have);

	if (setsockopt(fd, SOL_SOCKET, SO_RCVBUFFORCE, &want, sizeof(want)) <
		0 &&
	    setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &want, sizeof(want)) < 0)
		return fail_errno(f, "receive buffer of %d bytes", want);
	if (getsockopt(fd, SOL_SOCKET, SO_RCVBUF, &have, &len) < 0)
		return fail_errno(f, "receive buffer");
	*got = (uint64_t)have;
	return 0;
}

int
sockrx_prepare(int fd, const char *interface, uint64_t rcvbuf, uint64_t *got,
    struct fail *f)
{
	int on = 1;

	if (interface != NULL &&
	    setsockopt(fd, SOL_SOCKET, SO_BINDTODEVICE, interface,
		(socklen_t)strlen(interface)) < 0)
		return fail_errno(f, "%s", interface);
	if (setsockopt(fd, SOL_SOCKET, SO_TIMESTAMPNS, &on, sizeof(on)) < 0)
		return fail_errno(f, "arrival times");
	return set_buffer(fd, rcvbuf, got, f);
}

/*
 * socket(7), SO_REUSEPORT: by a hash of addresses and ports. A socket that
 * was bound without it becomes the first of the group when the second one is
 * bound (reuseport_add_sock in net/core/sock_reuseport.c).
 */
int
sockrx_share(int fd, struct fail *f)
{
	int on = 1;

	if (setsockopt(fd, SOL_SOCKET, SO_REUSEPORT, &on, sizeof(on)) < 0)
		return fail_errno(f, "--threads: a port for all of them");
	return 0;
}

static uint64_t
arrival_ns(struct msghdr *h)
{
	struct cmsghdr *c = CMSG_FIRSTHDR(h);
	struct timespec ts;

	for (; c != NULL; c = CMSG_NXTHDR(h, c))
		if (c->cmsg_level == SOL_SOCKET &&
		    c->cmsg_type == SCM_TIMESTAMPNS) {
			memcpy(&ts, CMSG_DATA(c), sizeof(ts));
			return (uint64_t)ts.tv_sec * 1000000000 +
			    (uint64_t)ts.tv_nsec;
		}
	return 0;
}

/* MSG_TRUNC: msg_len is the datagram's length, not what was copied. */
int
sockrx_recv(struct sockrx *s, int fd, struct rx_pkt *pkt, int n)
{
	int got;

	for (int i = 0; i < n; i++) {
		s->msg[i].msg_hdr.msg_namelen = sizeof(s->from[i]);
		s->msg[i].msg_hdr.msg_controllen = CONTROL_BYTES;
	}
	got = recvmmsg(fd, s->msg, (unsigned)n, MSG_DONTWAIT | MSG_TRUNC, NULL);
	if (got < 0)
		return errno == EAGAIN || errno == EINTR ? 0 : -1;
	for (int i = 0; i < got; i++) {
		uint32_t len = s->msg[i].msg_len;

		pkt[i] = (struct rx_pkt){ .data = s->data[i],
			.len = len < DATA_BYTES ? len : DATA_BYTES,
			.wire_len = len,
			.t_ns = arrival_ns(&s->msg[i].msg_hdr) };
		sockaddrs_get(&s->from[i], &pkt[i].src, &pkt[i].src_port);
	}
	return got;
}

/*
 * SO_RXQ_OVFL comes only with the next datagram, so the last drops would
 * never be seen; SO_MEMINFO gives the socket's counter itself.
 */
bool
sockrx_drops(int fd, uint32_t *drops)
{
	uint32_t info[SK_MEMINFO_VARS];
	socklen_t len = sizeof(info);

	if (getsockopt(fd, SOL_SOCKET, SO_MEMINFO, info, &len) < 0 ||
	    len < (SK_MEMINFO_DROPS + 1) * sizeof(info[0]))
		return false;
	*drops = info[SK_MEMINFO_DROPS];
	return true;
}
