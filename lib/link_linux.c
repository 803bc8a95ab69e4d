/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <linux/if_link.h>
#include <linux/neighbour.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <net/if_arp.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include "lib/clock.h"
#include "lib/link.h"
#include "lib/link_ethtool_linux.h"
#include "lib/link_rtnl_linux.h"

#define PARENT_DEV_NAME 56 /* IFLA_: headers before Linux 5.14 lack it */
#define RESOLVED \
	(NUD_REACHABLE | NUD_STALE | NUD_DELAY | NUD_PROBE | NUD_PERMANENT)

static uint8_t
kernel_family(const struct addr *a)
{
	return a->family == 6 ? AF_INET6 : AF_INET;
}

static size_t
addr_bytes(const struct addr *a)
{
	return a->family == 6 ? 16 : 4;
}

static void
take_addr(const struct rtattr *rta, struct addr *a)
{
	memset(a, 0, sizeof(*a));
	if (rta == NULL)
		return;
	a->family = RTA_PAYLOAD(rta) == 16 ? 6 : 4;
	memcpy(a->b, RTA_DATA(rta), addr_bytes(a));
}

/*
 * Interfaces made by software say which kind they are (veth, bridge, tun);
 * so do a few whose parent is a device of some bus (ports of a switch chip).
 * Not asked of /sys, which may show another network namespace.
 */
static bool
has_kind(const struct rtattr *info)
{
	const struct rtattr *part;
	unsigned left;

	if (info == NULL)
		return false;
	part = RTA_DATA(info);
	left = (unsigned)RTA_PAYLOAD(info);
	for (; RTA_OK(part, left); part = RTA_NEXT(part, left))
		if (part->rta_type == IFLA_INFO_KIND)
			return true;
	return false;
}

static void
take_link(const struct nlmsghdr *h, void *arg)
{
	const struct ifinfomsg *info = NLMSG_DATA(h);
	const struct rtattr *t[PARENT_DEV_NAME + 1];
	struct link *l = arg;

	if (h->nlmsg_type != RTM_NEWLINK)
		return;
	rtnl_attrs(h, sizeof(*info), t, PARENT_DEV_NAME);
	l->index = (unsigned)info->ifi_index;
	l->ethernet = info->ifi_type == ARPHRD_ETHER;
	l->loopback = (info->ifi_flags & IFF_LOOPBACK) != 0;
	l->up = (info->ifi_flags & IFF_UP) != 0 &&
	    (info->ifi_flags & IFF_RUNNING) != 0;
	if (t[IFLA_IFNAME] != NULL)
		snprintf(l->name, sizeof(l->name), "%s",
		    (const char *)RTA_DATA(t[IFLA_IFNAME]));
	if (t[IFLA_MTU] != NULL)
		memcpy(&l->mtu, RTA_DATA(t[IFLA_MTU]), sizeof(l->mtu));
	if (t[IFLA_ADDRESS] != NULL && RTA_PAYLOAD(t[IFLA_ADDRESS]) == 6)
		memcpy(l->mac, RTA_DATA(t[IFLA_ADDRESS]), 6);
	if (t[IFLA_QDISC] != NULL)
		snprintf(l->qdisc, sizeof(l->qdisc), "%s",
		    (const char *)RTA_DATA(t[IFLA_QDISC]));
	if (t[IFLA_NUM_TX_QUEUES] != NULL)
		memcpy(&l->tx_queues, RTA_DATA(t[IFLA_NUM_TX_QUEUES]),
		    sizeof(l->tx_queues));
	l->is_virtual = l->loopback ||
	    (has_kind(t[IFLA_LINKINFO]) && t[PARENT_DEV_NAME] == NULL);
}

/*
 * What drives no wire. The speeds that they report are the host's at best,
 * and often invented (vmxnet3: 10 Gbit/s always).
 */
static bool
is_made_up(const char *driver)
{
	static const char *const drivers[] = { "virtio_net", "vmxnet3", "vif",
		"hv_netvsc", "netdevsim" };

	for (size_t i = 0; i < sizeof(drivers) / sizeof(*drivers); i++)
		if (strcmp(driver, drivers[i]) == 0)
			return true;
	return false;
}

static void
ask_driver(struct link *l)
{
	unsigned queues = ethtool_queues(l->name, &l->rx_queues);

	if (queues != 0)
		l->tx_queues = queues;
	ethtool_driver(l->name, l->driver, sizeof(l->driver));
	if (is_made_up(l->driver))
		l->is_virtual = true;
	l->takes_tags_off = !l->is_virtual && ethtool_takes_tags_off(l->name);
	l->merges_datagrams = ethtool_has(l->name, "rx-gro") &&
	    (ethtool_has(l->name, "rx-udp-gro-forwarding") ||
		ethtool_has(l->name, "rx-gro-list"));
	if (!l->is_virtual)
		l->speed_bps = ethtool_speed_bps(l->name);
}

int
link_read(const char *name, unsigned index, struct link *l, struct fail *f)
{
	struct ifinfomsg info = { .ifi_family = AF_UNSPEC };
	struct rtnl_ask ask;

	memset(l, 0, sizeof(*l));
	if (name != NULL) {
		index = if_nametoindex(name);
		if (index == 0)
			return fail(f, "%s: no such interface", name);
	}
	info.ifi_index = (int)index;
	rtnl_begin(&ask, RTM_GETLINK, 0, &info, sizeof(info));
	if (rtnl_talk(&ask, take_link, l) < 0 || l->index == 0)
		return fail_errno(f, "interface %u", index);
	ask_driver(l);
	return 0;
}

static void
take_route(const struct nlmsghdr *h, void *arg)
{
	const struct rtmsg *rtm = NLMSG_DATA(h);
	const struct rtattr *t[RTA_MAX + 1];
	struct link_route *r = arg;

	if (h->nlmsg_type != RTM_NEWROUTE)
		return;
	rtnl_attrs(h, sizeof(*rtm), t, RTA_MAX);
	r->local = rtm->rtm_type == RTN_LOCAL;
	if (t[RTA_OIF] != NULL)
		memcpy(&r->index, RTA_DATA(t[RTA_OIF]), sizeof(r->index));
	if (t[RTA_PREFSRC] != NULL)
		take_addr(t[RTA_PREFSRC], &r->source);
	if (t[RTA_GATEWAY] != NULL) {
		take_addr(t[RTA_GATEWAY], &r->next);
	} else if (t[RTA_VIA] != NULL) { /* an IPv6 gateway of IPv4 routes */
		const struct rtvia *via = RTA_DATA(t[RTA_VIA]);

		r->next.family = via->rtvia_family == AF_INET6 ? 6 : 4;
		memcpy(r->next.b, via->rtvia_addr, addr_bytes(&r->next));
	}
}

int
link_route(const struct addr *dst, unsigned oif, const struct addr *source,
    struct link_route *r, struct fail *f)
{
	struct rtmsg rtm = { .rtm_family = kernel_family(dst),
		.rtm_dst_len = (uint8_t)(8 * addr_bytes(dst)) };
	char text[ADDR_TEXT];
	struct rtnl_ask ask;

	memset(r, 0, sizeof(*r));
	r->next = *dst;
	rtnl_begin(&ask, RTM_GETROUTE, 0, &rtm, sizeof(rtm));
	rtnl_attr(&ask, RTA_DST, dst->b, addr_bytes(dst));
	if (oif != 0)
		rtnl_attr(&ask, RTA_OIF, &oif, sizeof(oif));
	if (source != NULL)
		rtnl_attr(&ask, RTA_SRC, source->b, addr_bytes(source));
	if (rtnl_talk(&ask, take_route, r) < 0)
		return fail_errno(f, "route to %s", addr_text(dst, text));
	return 0;
}

struct neighbour {
	unsigned index;
	const struct addr *next;
	bool found;
	uint8_t mac[6];
};

static void
take_neighbour(const struct nlmsghdr *h, void *arg)
{
	const struct ndmsg *nd = NLMSG_DATA(h);
	const struct rtattr *t[NDA_MAX + 1];
	struct neighbour *n = arg;
	struct addr a;

	if (h->nlmsg_type != RTM_NEWNEIGH || nd->ndm_ifindex != (int)n->index ||
	    (nd->ndm_state & RESOLVED) == 0)
		return;
	rtnl_attrs(h, sizeof(*nd), t, NDA_MAX);
	take_addr(t[NDA_DST], &a);
	if (!addr_equal(&a, n->next) || t[NDA_LLADDR] == NULL ||
	    RTA_PAYLOAD(t[NDA_LLADDR]) != 6)
		return;
	memcpy(n->mac, RTA_DATA(t[NDA_LLADDR]), 6);
	n->found = true;
}

static void
look_up(struct neighbour *n)
{
	struct ndmsg nd = { .ndm_family = kernel_family(n->next),
		.ndm_ifindex = (int)n->index };
	struct rtnl_ask ask;

	rtnl_begin(&ask, RTM_GETNEIGH, NLM_F_DUMP, &nd, sizeof(nd));
	(void)rtnl_talk(&ask, take_neighbour, n);
}

/* NTF_USE: "as if it had been used", which makes the kernel resolve it. */
static int
ask_for(const struct neighbour *n)
{
	struct ndmsg nd = { .ndm_family = kernel_family(n->next),
		.ndm_ifindex = (int)n->index,
		.ndm_state = NUD_NONE,
		.ndm_flags = NTF_USE };
	struct rtnl_ask ask;

	rtnl_begin(&ask, RTM_NEWNEIGH, NLM_F_CREATE, &nd, sizeof(nd));
	rtnl_attr(&ask, NDA_DST, n->next->b, addr_bytes(n->next));
	return rtnl_talk(&ask, NULL, NULL);
}

int
link_neighbour(unsigned index, const struct addr *next, int timeout_ms,
    uint8_t mac[6], struct fail *f)
{
	struct neighbour n = { .index = index, .next = next };
	uint64_t now = clock_mono_ns();
	uint64_t end = now + (uint64_t)timeout_ms * 1000000;
	char text[ADDR_TEXT];

	look_up(&n);
	if (!n.found && ask_for(&n) < 0)
		return fail_errno(f,
		    "%s: not in the neighbour table and cannot be resolved; "
		    "give --mac",
		    addr_text(next, text));
	for (; !n.found && now < end; now = clock_mono_ns()) {
		clock_sleep_until(now + 10000000);
		look_up(&n);
	}
	if (!n.found)
		return fail(f,
		    "%s: no answer to ARP or neighbour solicitation within "
		    "%d ms; is it there? else give --mac",
		    addr_text(next, text), timeout_ms);
	memcpy(mac, n.mac, 6);
	return 0;
}
