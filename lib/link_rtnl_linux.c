/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "lib/link_rtnl_linux.h"

static struct nlmsghdr *
header_of(struct rtnl_ask *a)
{
	return (struct nlmsghdr *)(void *)a->words;
}

void
rtnl_begin(struct rtnl_ask *a, uint16_t type, uint16_t flags,
    const void *header, size_t len)
{
	struct nlmsghdr *h = header_of(a);

	memset(a, 0, sizeof(*a));
	h->nlmsg_len = (uint32_t)NLMSG_LENGTH(len);
	h->nlmsg_type = type;
	h->nlmsg_flags = (uint16_t)(NLM_F_REQUEST | flags);
	memcpy(NLMSG_DATA(h), header, len);
}

void
rtnl_attr(struct rtnl_ask *a, uint16_t type, const void *data, size_t len)
{
	struct nlmsghdr *h = header_of(a);
	size_t at = NLMSG_ALIGN(h->nlmsg_len);
	struct rtattr *rta = (struct rtattr *)(void *)((char *)a + at);

	if (at + RTA_SPACE(len) > sizeof(*a))
		return; /* no attribute of ours is that long */
	rta->rta_type = type;
	rta->rta_len = (uint16_t)RTA_LENGTH(len);
	memcpy(RTA_DATA(rta), data, len);
	h->nlmsg_len = (uint32_t)(at + RTA_LENGTH(len));
}

enum answer { MORE, DONE, REFUSED };

static enum answer
one_answer(const struct nlmsghdr *h,
    void (*each)(const struct nlmsghdr *, void *arg), void *arg)
{
	const struct nlmsgerr *e = NLMSG_DATA(h);

	if (h->nlmsg_type == NLMSG_DONE)
		return DONE;
	if (h->nlmsg_type == NLMSG_ERROR) {
		errno = -e->error;
		return e->error == 0 ? DONE : REFUSED;
	}
	if (each != NULL)
		each(h, arg);
	return (h->nlmsg_flags & NLM_F_MULTI) != 0 ? MORE : DONE;
}

static int
read_answers(
    int fd, void (*each)(const struct nlmsghdr *, void *arg), void *arg)
{
	/* the kernel fills at most 32 KiB a datagram */
	union {
		struct nlmsghdr h;
		char bytes[32768];
	} buf;

	for (;;) {
		ssize_t n = recv(fd, &buf, sizeof(buf), 0);
		unsigned left = (unsigned)n;

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -1;
		for (struct nlmsghdr *h = &buf.h; NLMSG_OK(h, left);
		     h = NLMSG_NEXT(h, left))
			switch (one_answer(h, each, arg)) {
			case DONE:
				return 0;
			case REFUSED:
				return -1;
			case MORE:
				break;
			}
	}
}

int
rtnl_talk_to(int family, struct rtnl_ask *a,
    void (*each)(const struct nlmsghdr *, void *arg), void *arg)
{
	struct timeval second = { .tv_sec = 1 };
	struct nlmsghdr *h = header_of(a);
	int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, family);
	int rc = -1, saved;

	if (fd < 0)
		return -1;
	(void)setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &second, sizeof(second));
	if (each == NULL)
		h->nlmsg_flags |= NLM_F_ACK;
	if (send(fd, h, h->nlmsg_len, 0) == (ssize_t)h->nlmsg_len)
		rc = read_answers(fd, each, arg);
	saved = errno;
	close(fd);
	errno = saved;
	return rc;
}

int
rtnl_talk(struct rtnl_ask *a, void (*each)(const struct nlmsghdr *, void *arg),
    void *arg)
{
	return rtnl_talk_to(NETLINK_ROUTE, a, each, arg);
}

void
rtnl_attrs(const struct nlmsghdr *h, size_t header_len,
    const struct rtattr *table[], unsigned max)
{
	size_t skip = NLMSG_SPACE(header_len);
	const struct rtattr *rta;
	unsigned left;

	memset(table, 0, (max + 1) * sizeof(*table));
	if (h->nlmsg_len < skip)
		return;
	rta = (const struct rtattr *)(const void *)((const char *)h + skip);
	left = (unsigned)(h->nlmsg_len - skip);
	for (; RTA_OK(rta, left); rta = RTA_NEXT(rta, left)) {
		unsigned type = rta->rta_type & (unsigned)NLA_TYPE_MASK;

		if (type <= max)
			table[type] = rta;
	}
}
