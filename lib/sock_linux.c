/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <limits.h>
#include <linux/sockios.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/time.h>

#include "lib/clock.h"
#include "lib/sock.h"

#define SOCK_TTL 64
#define DRAIN_LOOK_NS 100000

struct sock_batch {
	struct mmsghdr *msg;
	struct iovec *iov;
};

/*
 * The forced value is doubled in an int, so INT_MAX / 2 is the most. Without
 * privilege the kernel cuts silently to net.core.{w,r}mem_max.
 */
static int
set_buffer(
    int fd, int plain, int force, uint64_t want, uint64_t *got, struct fail *f)
{
	uint64_t most = INT_MAX / 2;
	int forced, asked, have = 0, granted = 0;
	socklen_t len = sizeof(have);

	forced = (int)(want == 0 ? SOCK_BUFFER_BYTES
		: want > most	 ? most
				 : want);
	asked = want == 0 ? INT_MAX / 2 : forced;
	(void)setsockopt(fd, SOL_SOCKET, plain, &asked, sizeof(asked));
	if (getsockopt(fd, SOL_SOCKET, plain, &have, &len) < 0)
		return fail_errno(f, "socket buffer");
	if (have < 2 * forced || want != 0)
		(void)setsockopt(
		    fd, SOL_SOCKET, force, &forced, sizeof(forced));
	if (getsockopt(fd, SOL_SOCKET, plain, &granted, &len) < 0)
		return fail_errno(f, "socket buffer");
	*got = (uint64_t)granted;
	return 0;
}

int
sock_sndbuf(int fd, uint64_t want, uint64_t *got, struct fail *f)
{
	return set_buffer(fd, SO_SNDBUF, SO_SNDBUFFORCE, want, got, f);
}

int
sock_rcvbuf(int fd, uint64_t want, uint64_t *got, struct fail *f)
{
	return set_buffer(fd, SO_RCVBUF, SO_RCVBUFFORCE, want, got, f);
}

struct sock_batch *
sock_batch_new(int n)
{
	struct sock_batch *b = calloc(1, sizeof(*b));

	if (b == NULL)
		return NULL;
	b->msg = calloc((size_t)n, sizeof(*b->msg));
	b->iov = calloc((size_t)n, sizeof(*b->iov));
	if (b->msg == NULL || b->iov == NULL) {
		sock_batch_free(b);
		return NULL;
	}
	for (int i = 0; i < n; i++) {
		b->msg[i].msg_hdr.msg_iov = &b->iov[i];
		b->msg[i].msg_hdr.msg_iovlen = 1;
	}
	return b;
}

void
sock_batch_free(struct sock_batch *b)
{
	if (b == NULL)
		return;
	free(b->msg);
	free(b->iov);
	free(b);
}

void
sock_batch_set(struct sock_batch *b, int i, void *data, uint32_t len)
{
	b->iov[i].iov_base = data;
	b->iov[i].iov_len = len;
}

void
sock_batch_to(struct sock_batch *b, int i, void *to, uint32_t len)
{
	b->msg[i].msg_hdr.msg_name = to;
	b->msg[i].msg_hdr.msg_namelen = len;
}

int
sock_batch_send(struct sock_batch *b, int fd, int first, int n)
{
	const struct msghdr *one = &b->msg[first].msg_hdr;

	if (n == 1)
		return sendto(fd, one->msg_iov->iov_base, one->msg_iov->iov_len,
			   0, one->msg_name, one->msg_namelen) < 0
		    ? -1
		    : 1;
	return sendmmsg(fd, b->msg + first, (unsigned)n, 0);
}

void
sock_send_timeout(int fd, int ms)
{
	struct timeval tv = { .tv_sec = ms / 1000,
		.tv_usec = ms % 1000 * 1000 };

	(void)setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &tv, sizeof(tv));
}

/* Bytes of packets that are not freed yet, the kernel's own share included. */
int
sock_drain(int fd, uint64_t until_ns)
{
	int left = 0;

	while (ioctl(fd, SIOCOUTQ, &left) == 0 && left > 0) {
		uint64_t now = clock_mono_ns();

		if (now >= until_ns)
			return -1;
		clock_sleep_until(now + DRAIN_LOOK_NS);
	}
	return 0;
}

int
sock_bind_link(int fd, const char *name)
{
	return setsockopt(
	    fd, SOL_SOCKET, SO_BINDTODEVICE, name, (socklen_t)strlen(name));
}

int
sock_no_checksum(int fd)
{
	int one = 1;

	return setsockopt(fd, SOL_SOCKET, SO_NO_CHECK, &one, sizeof(one));
}

static void
set_int(int fd, int level, int option, int value)
{
	(void)setsockopt(fd, level, option, &value, sizeof(value));
}

/* PROBE and not DO: what a router reports must not shrink the frames. */
void
sock_plain_headers(int fd, int family, bool df)
{
	if (family == 6) {
		set_int(fd, IPPROTO_IPV6, IPV6_UNICAST_HOPS, SOCK_TTL);
		set_int(fd, IPPROTO_IPV6, IPV6_AUTOFLOWLABEL, 0);
		if (df)
			set_int(fd, IPPROTO_IPV6, IPV6_MTU_DISCOVER,
			    IPV6_PMTUDISC_PROBE);
		return;
	}
	set_int(fd, IPPROTO_IP, IP_TTL, SOCK_TTL);
	if (df)
		set_int(fd, IPPROTO_IP, IP_MTU_DISCOVER, IP_PMTUDISC_PROBE);
}
