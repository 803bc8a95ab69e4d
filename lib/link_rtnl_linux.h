/* SPDX-License-Identifier: BSD-2-Clause */
/* Just enough of rtnetlink(7) for link_linux.c. Linux only. */
#ifndef LIB_LINK_RTNL_LINUX_H
#define LIB_LINK_RTNL_LINUX_H

#include <stddef.h>
#include <stdint.h>

struct nlmsghdr; /* <linux/netlink.h> */
struct rtattr; /* <linux/rtnetlink.h> */

struct rtnl_ask {
	uint32_t words[80]; /* struct nlmsghdr, family header, attributes */
};

/* Start a request; the family header of `len` bytes follows. */
void rtnl_begin(struct rtnl_ask *, uint16_t type, uint16_t flags,
    const void *header, size_t len);
void rtnl_attr(struct rtnl_ask *, uint16_t type, const void *data, size_t len);

/*
 * Send and call `each` for every answer until the end. -1 with errno where
 * the kernel said no; `each` may be NULL for requests that are only
 * acknowledged.
 */
int rtnl_talk(struct rtnl_ask *,
    void (*each)(const struct nlmsghdr *, void *arg), void *arg);

/* The same with another family of netlink(7), as NETLINK_GENERIC. */
int rtnl_talk_to(int family, struct rtnl_ask *,
    void (*each)(const struct nlmsghdr *, void *arg), void *arg);

/* Attributes of one answer into a table by type; missing ones are NULL. */
void rtnl_attrs(const struct nlmsghdr *, size_t header_len,
    const struct rtattr *table[], unsigned max);

#endif
