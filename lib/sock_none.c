/* SPDX-License-Identifier: BSD-2-Clause */
/* Plain POSIX sockets: no forced buffers, one datagram a call. */
#include <errno.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/time.h>

#include "lib/sock.h"

struct piece {
	void *data;
	size_t len;
	void *to; /* NULL: the socket is connected */
	socklen_t to_len;
};

struct sock_batch {
	struct piece *piece;
};

/* Systems refuse what is too large instead of cutting it: halve until it
 * goes. */
static int
set_buffer(int fd, int option, uint64_t want, uint64_t *got, struct fail *f)
{
	int size = want == 0 || want > SOCK_BUFFER_BYTES
	    ? (int)SOCK_BUFFER_BYTES
	    : (int)want;
	int have = 0;
	socklen_t len = sizeof(have);

	while (setsockopt(fd, SOL_SOCKET, option, &size, sizeof(size)) < 0 &&
	    size > 4096)
		size /= 2;
	if (getsockopt(fd, SOL_SOCKET, option, &have, &len) < 0)
		return fail_errno(f, "socket buffer");
	*got = (uint64_t)have;
	return 0;
}

int
sock_sndbuf(int fd, uint64_t want, uint64_t *got, struct fail *f)
{
	return set_buffer(fd, SO_SNDBUF, want, got, f);
}

int
sock_rcvbuf(int fd, uint64_t want, uint64_t *got, struct fail *f)
{
	return set_buffer(fd, SO_RCVBUF, want, got, f);
}

struct sock_batch *
sock_batch_new(int n)
{
	struct sock_batch *b = calloc(1, sizeof(*b));

	if (b == NULL)
		return NULL;
	b->piece = calloc((size_t)n, sizeof(*b->piece));
	if (b->piece == NULL) {
		free(b);
		return NULL;
	}
	return b;
}

void
sock_batch_free(struct sock_batch *b)
{
	if (b == NULL)
		return;
	free(b->piece);
	free(b);
}

void
sock_batch_set(struct sock_batch *b, int i, void *data, uint32_t len)
{
	b->piece[i].data = data;
	b->piece[i].len = len;
}

void
sock_batch_to(struct sock_batch *b, int i, void *to, uint32_t len)
{
	b->piece[i].to = to;
	b->piece[i].to_len = (socklen_t)len;
}

int
sock_batch_send(struct sock_batch *b, int fd, int first, int n)
{
	for (int i = 0; i < n; i++) {
		struct piece *p = &b->piece[first + i];

		if (sendto(fd, p->data, p->len, 0, p->to, p->to_len) < 0)
			return i > 0 ? i : -1;
	}
	return n;
}

void
sock_send_timeout(int fd, int ms)
{
	struct timeval tv = { .tv_sec = ms / 1000,
		.tv_usec = ms % 1000 * 1000 };

	(void)setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &tv, sizeof(tv));
}

int
sock_drain(int fd, uint64_t until_ns)
{
	(void)fd;
	(void)until_ns;
	return 0;
}

int
sock_bind_link(int fd, const char *name)
{
	(void)fd;
	(void)name;
	return 0;
}

int
sock_no_checksum(int fd)
{
	(void)fd;
	errno = EOPNOTSUPP;
	return -1;
}

/* DF has no portable way; callers check sizes against the MTU. */
void
sock_plain_headers(int fd, int family, bool df)
{
	int ttl = 64;

	(void)df;
	if (family == 6)
		(void)setsockopt(
		    fd, IPPROTO_IPV6, IPV6_UNICAST_HOPS, &ttl, sizeof(ttl));
}
