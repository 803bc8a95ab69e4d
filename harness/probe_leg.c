/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/probe_judge.h"
#include "harness/probe_leg.h"
#include "lib/clock.h"
#include "lib/csum.h"

/* RFC 792, RFC 4443: type, code, checksum, identifier, sequence; then ours */
#define ECHO_BYTES 16
#define ECHO4_REQUEST 8
#define ECHO4_REPLY 0
#define ECHO6_REQUEST 128
#define ECHO6_REPLY 129

static int
nonblocking(int fd)
{
	int flags = fcntl(fd, F_GETFL);

	if (flags < 0 || fcntl(fd, F_SETFL, flags | O_NONBLOCK) < 0)
		return -1;
	return fcntl(fd, F_SETFD, FD_CLOEXEC);
}

static int
resolve(struct probe_leg *leg, const char *address, struct fail *f)
{
	struct addrinfo hints = { .ai_flags = AI_NUMERICHOST,
		.ai_socktype = SOCK_STREAM };
	struct addrinfo *info;
	int rc = getaddrinfo(address, NULL, &hints, &info);

	if (rc != 0)
		return fail(f,
		    "%s: not a numeric IPv4 or IPv6 address of a target",
		    address);
	memcpy(&leg->to, info->ai_addr, info->ai_addrlen);
	leg->to_len = info->ai_addrlen;
	freeaddrinfo(info);
	return 0;
}

/*
 * A raw socket needs privilege; Linux also has an unprivileged kind where
 * net.ipv4.ping_group_range allows it (icmp(7)). Connected, so that only
 * this target's messages arrive.
 */
static int
open_echo(struct probe_leg *leg, struct fail *f)
{
	int family = leg->to.ss_family;
	int protocol = family == AF_INET6 ? IPPROTO_ICMPV6 : IPPROTO_ICMP;

	leg->raw = family == AF_INET;
	leg->fd = socket(family, SOCK_RAW, protocol);
	if (leg->fd < 0) {
		leg->raw = false;
		leg->fd = socket(family, SOCK_DGRAM, protocol);
	}
	if (leg->fd < 0)
		return fail_errno(f, "%s: socket for echo requests", leg->name);
	if (nonblocking(leg->fd) < 0 ||
	    connect(leg->fd, (struct sockaddr *)&leg->to, leg->to_len) < 0)
		return fail_errno(f, "%s: connect", leg->name);
	return 0;
}

int
probe_leg_open(struct probe_leg *leg, const char *address, uint16_t port,
    size_t wait_cap, struct fail *f)
{
	leg->fd = -1;
	if (resolve(leg, address, f) < 0)
		return -1;
	if (!leg->tcp) {
		/* any number that another prober does not use now */
		leg->cookie = (uint32_t)(clock_mono_ns() >> 10) ^
		    ((uint32_t)getpid() << 16) ^ (leg->control ? 1 : 0);
		return open_echo(leg, f);
	}
	if (leg->to.ss_family == AF_INET6)
		((struct sockaddr_in6 *)&leg->to)->sin6_port = htons(port);
	else
		((struct sockaddr_in *)&leg->to)->sin_port = htons(port);
	leg->wait_cap = wait_cap;
	leg->wait = calloc(wait_cap, sizeof(*leg->wait));
	return leg->wait != NULL ? 0 : fail(f, "%s: out of memory", leg->name);
}

void
probe_leg_close(struct probe_leg *leg)
{
	while (leg->waiting > 0)
		close(leg->wait[--leg->waiting].fd);
	free(leg->wait);
	leg->wait = NULL;
	if (leg->fd >= 0)
		close(leg->fd);
	leg->fd = -1;
}

static void
answered(struct probe_leg *leg, uint32_t slot, uint64_t now_ns)
{
	leg->latency_ns[slot] = now_ns - leg->due_ns[slot];
}

static bool
own_trouble(int error)
{
	return error == EMFILE || error == ENFILE || error == ENOBUFS ||
	    error == ENOMEM || error == EADDRNOTAVAIL;
}

/* Closing sends a RST, should the port be open after all. */
static void
drop(int fd)
{
	struct linger now = { .l_onoff = 1, .l_linger = 0 };

	setsockopt(fd, SOL_SOCKET, SO_LINGER, &now, sizeof(now));
	close(fd);
}

static int
send_syn(struct probe_leg *leg, uint32_t slot)
{
	int fd, error = 0;

	if (leg->waiting == leg->wait_cap)
		return -1;
	fd = socket(leg->to.ss_family, SOCK_STREAM, 0);
	if (fd < 0)
		return -1;
	if (nonblocking(fd) < 0) {
		close(fd);
		return -1;
	}
	if (connect(fd, (struct sockaddr *)&leg->to, leg->to_len) < 0)
		error = errno;
	if (error == EINPROGRESS || error == EINTR) {
		leg->wait[leg->waiting++] = (struct probe_wait){ fd, slot };
		return 0;
	}
	drop(fd);
	if (error == 0 || error == ECONNREFUSED)
		answered(leg, slot, clock_mono_ns());
	return own_trouble(error) ? -1 : 0;
}

static void
put32(uint8_t *p, uint32_t v)
{
	for (int i = 0; i < 4; i++)
		p[i] = (uint8_t)(v >> (24 - 8 * i));
}

static uint32_t
get32(const uint8_t *p)
{
	return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 |
	    (uint32_t)p[2] << 8 | p[3];
}

static int
send_echo(struct probe_leg *leg, uint32_t slot)
{
	bool v6 = leg->to.ss_family == AF_INET6;
	uint16_t sum;
	uint8_t echo[ECHO_BYTES] = { v6 ? ECHO6_REQUEST : ECHO4_REQUEST };

	echo[4] = (uint8_t)(leg->cookie >> 8);
	echo[5] = (uint8_t)leg->cookie;
	echo[6] = (uint8_t)(slot >> 8);
	echo[7] = (uint8_t)slot;
	put32(echo + 8, leg->cookie);
	put32(echo + 12, slot);
	if (!v6) { /* ICMPv6's covers addresses: the kernel's (RFC 3542) */
		sum = csum_finish(csum_add(0, echo, sizeof(echo)));
		echo[2] = (uint8_t)(sum >> 8);
		echo[3] = (uint8_t)sum;
	}
	if (send(leg->fd, echo, sizeof(echo), 0) < 0 && own_trouble(errno))
		return -1;
	return 0;
}

int
probe_leg_send(struct probe_leg *leg, uint32_t slot)
{
	leg->latency_ns[slot] = PROBE_LOST;
	return leg->tcp ? send_syn(leg, slot) : send_echo(leg, slot);
}

size_t
probe_leg_poll(const struct probe_leg *leg, struct pollfd *p)
{
	size_t n = 0;

	if (leg->fd >= 0)
		p[n++] = (struct pollfd){ .fd = leg->fd, .events = POLLIN };
	for (size_t i = 0; i < leg->waiting; i++)
		p[n++] =
		    (struct pollfd){ .fd = leg->wait[i].fd, .events = POLLOUT };
	return n;
}

/* One that came behind the time-out stays lost; no slot: not ours. */
static bool
in_time(const struct probe_leg *leg, uint32_t slot, uint64_t now_ns)
{
	return slot < leg->slots && leg->late_ns[slot] != PROBE_UNSENT &&
	    now_ns <= leg->due_ns[slot] + leg->late_ns[slot] + leg->timeout_ns;
}

static void
read_echo(struct probe_leg *leg)
{
	uint8_t type =
	    leg->to.ss_family == AF_INET6 ? ECHO6_REPLY : ECHO4_REPLY;
	uint8_t buf[256];

	/* bounded: a socket in trouble must not keep us from the schedule */
	for (int i = 0; i < 64; i++) {
		ssize_t n = recv(leg->fd, buf, sizeof(buf), 0);
		uint64_t now_ns = clock_mono_ns();
		size_t at = 0;
		uint32_t slot;

		/* errors here are ICMP errors of earlier probes: taken */
		if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
			return;
		if (n > 0 && leg->raw)
			at = 4 * (size_t)(buf[0] & 15);
		if (n <= 0 || at + ECHO_BYTES > (size_t)n || buf[at] != type ||
		    get32(buf + at + 8) != leg->cookie)
			continue;
		slot = get32(buf + at + 12);
		/* the reply repeats what we sent; a second one is a copy */
		if (in_time(leg, slot, now_ns) &&
		    leg->latency_ns[slot] == PROBE_LOST)
			answered(leg, slot, now_ns);
	}
}

/* Connect number i ended somehow. */
static void
read_connect(struct probe_leg *leg, size_t i)
{
	struct probe_wait w = leg->wait[i];
	uint64_t now_ns = clock_mono_ns();
	int error = -1;
	socklen_t len = sizeof(error);

	getsockopt(w.fd, SOL_SOCKET, SO_ERROR, &error, &len);
	if ((error == 0 || error == ECONNREFUSED) &&
	    in_time(leg, w.slot, now_ns))
		answered(leg, w.slot, now_ns);
	drop(w.fd);
	leg->wait[i] = leg->wait[--leg->waiting];
}

void
probe_leg_read(struct probe_leg *leg, const struct pollfd *p, size_t n)
{
	size_t first = leg->fd >= 0 ? 1 : 0;

	if (first == 1 && p[0].revents != 0)
		read_echo(leg);
	/* downwards: read_connect moves the last one into the gap */
	for (size_t i = n; i > first; i--)
		if (p[i - 1].revents != 0)
			read_connect(leg, i - 1 - first);
}

void
probe_leg_expire(struct probe_leg *leg, uint64_t now_ns)
{
	for (size_t i = leg->waiting; i > 0; i--) {
		if (in_time(leg, leg->wait[i - 1].slot, now_ns))
			continue;
		drop(leg->wait[i - 1].fd);
		leg->wait[i - 1] = leg->wait[--leg->waiting];
	}
}
