/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Asks the generic netlink family "netdev" (Linux 6.3) for the XDP features
 * of an interface. veth has the one that counts only while its peer has an
 * XDP program or GRO.
 */
#include <linux/genetlink.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>

#include "lib/link_rtnl_linux.h"
#include "netblast/xdp_target.h"

/* linux/netdev.h, which not every system has yet */
#define DEV_GET 1 /* NETDEV_CMD_DEV_GET */
#define DEV_IFINDEX 1 /* NETDEV_A_DEV_IFINDEX */
#define DEV_XDP_FEATURES 3 /* NETDEV_A_DEV_XDP_FEATURES */
#define ACT_NDO_XMIT 4 /* NETDEV_XDP_ACT_NDO_XMIT */

static void
take_family(const struct nlmsghdr *h, void *arg)
{
	const struct rtattr *attr[CTRL_ATTR_FAMILY_ID + 1];

	rtnl_attrs(h, sizeof(struct genlmsghdr), attr, CTRL_ATTR_FAMILY_ID);
	if (attr[CTRL_ATTR_FAMILY_ID] != NULL)
		memcpy(
		    arg, RTA_DATA(attr[CTRL_ATTR_FAMILY_ID]), sizeof(uint16_t));
}

struct features {
	bool known;
	uint64_t bits;
};

static void
take_features(const struct nlmsghdr *h, void *arg)
{
	const struct rtattr *attr[DEV_XDP_FEATURES + 1];
	struct features *f = arg;

	rtnl_attrs(h, sizeof(struct genlmsghdr), attr, DEV_XDP_FEATURES);
	if (attr[DEV_XDP_FEATURES] == NULL)
		return;
	f->known = true;
	memcpy(&f->bits, RTA_DATA(attr[DEV_XDP_FEATURES]), sizeof(f->bits));
}

enum xdp_target
xdp_target(unsigned index)
{
	static const char name[] = "netdev";
	struct genlmsghdr head = { .cmd = CTRL_CMD_GETFAMILY, .version = 1 };
	struct features features = { .known = false };
	uint32_t ifindex = index;
	uint16_t family = 0;
	struct rtnl_ask ask;

	rtnl_begin(&ask, GENL_ID_CTRL, 0, &head, sizeof(head));
	rtnl_attr(&ask, CTRL_ATTR_FAMILY_NAME, name, sizeof(name));
	if (rtnl_talk_to(NETLINK_GENERIC, &ask, take_family, &family) < 0 ||
	    family == 0)
		return XDP_TARGET_UNKNOWN;
	head.cmd = DEV_GET;
	rtnl_begin(&ask, family, 0, &head, sizeof(head));
	rtnl_attr(&ask, DEV_IFINDEX, &ifindex, sizeof(ifindex));
	if (rtnl_talk_to(NETLINK_GENERIC, &ask, take_features, &features) < 0 ||
	    !features.known)
		return XDP_TARGET_UNKNOWN;
	return (features.bits & ACT_NDO_XMIT) != 0 ? XDP_TARGET_YES
						   : XDP_TARGET_NO;
}
