/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <linux/gen_stats.h>
#include <linux/if_link.h>
#include <linux/neighbour.h>
#include <linux/netlink.h>
#include <linux/pkt_sched.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <net/if_arp.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include "lib/clock.h"
#include "lib/link.h"
#include "lib/link_rtnl_linux.h"
#include "lib/num.h"

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

static void
take_link(const struct nlmsghdr *h, void *arg)
{
	const struct ifinfomsg *info = NLMSG_DATA(h);
	const struct rtattr *t[IFLA_MAX + 1];
	struct link *l = arg;

	if (h->nlmsg_type != RTM_NEWLINK)
		return;
	rtnl_attrs(h, sizeof(*info), t, IFLA_MAX);
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

static void
take_stats(const struct nlmsghdr *h, void *arg)
{
	const struct rtattr *t[IFLA_MAX + 1];
	struct link_counters *c = arg;
	struct rtnl_link_stats64 s;
	size_t len;

	if (h->nlmsg_type != RTM_NEWLINK)
		return;
	rtnl_attrs(h, sizeof(struct ifinfomsg), t, IFLA_MAX);
	if (t[IFLA_STATS64] == NULL)
		return;
	len = RTA_PAYLOAD(t[IFLA_STATS64]);
	memset(&s, 0, sizeof(s)); /* older kernels know fewer */
	memcpy(
	    &s, RTA_DATA(t[IFLA_STATS64]), len < sizeof(s) ? len : sizeof(s));
	c->known = true;
	c->tx_packets = s.tx_packets;
	c->tx_errors = s.tx_errors;
	c->tx_dropped = s.tx_dropped;
	c->rx_packets = s.rx_packets;
	c->rx_errors = s.rx_errors;
	c->rx_dropped = s.rx_dropped;
}

struct qdisc_sum {
	unsigned index;
	uint64_t dropped;
};

/*
 * The root's own figure: a classful root counts its children's drops too. An
 * interface without queue (noqueue) has none and drops none.
 */
static void
take_qdisc(const struct nlmsghdr *h, void *arg)
{
	const struct tcmsg *tc = NLMSG_DATA(h);
	const struct rtattr *t[TCA_MAX + 1], *part;
	struct qdisc_sum *sum = arg;
	struct gnet_stats_queue q;
	unsigned left;

	if (h->nlmsg_type != RTM_NEWQDISC ||
	    tc->tcm_ifindex != (int)sum->index || tc->tcm_parent != TC_H_ROOT)
		return;
	rtnl_attrs(h, sizeof(*tc), t, TCA_MAX);
	if (t[TCA_STATS2] == NULL)
		return;
	part = RTA_DATA(t[TCA_STATS2]);
	left = (unsigned)RTA_PAYLOAD(t[TCA_STATS2]);
	for (; RTA_OK(part, left); part = RTA_NEXT(part, left))
		if ((part->rta_type & (unsigned)NLA_TYPE_MASK) ==
			TCA_STATS_QUEUE &&
		    RTA_PAYLOAD(part) >= sizeof(q)) {
			memcpy(&q, RTA_DATA(part), sizeof(q));
			sum->dropped += q.drops;
		}
}

/*
 * The column "SndbufErrors" of the two lines "Udp: ..." (names, values) of
 * /proc/net/snmp: of this network namespace, IPv4 only.
 */
static void
read_snmp(struct link_counters *c)
{
	char names[1024] = "", values[1024];
	char *name, *value, *np, *vp;
	FILE *in = fopen("/proc/net/snmp", "re");

	if (in == NULL)
		return;
	while (fgets(values, sizeof(values), in) != NULL) {
		if (strncmp(values, "Udp: ", 5) != 0)
			continue;
		if (names[0] == '\0') {
			memcpy(names, values, sizeof(names));
			continue;
		}
		name = strtok_r(names, " \n", &np);
		value = strtok_r(values, " \n", &vp);
		while (name != NULL && value != NULL &&
		    strcmp(name, "SndbufErrors") != 0) {
			name = strtok_r(NULL, " \n", &np);
			value = strtok_r(NULL, " \n", &vp);
		}
		c->udp_known = name != NULL && value != NULL &&
		    num_u64(name, value, 0, UINT64_MAX, &c->udp_sndbuf_errors,
			NULL) == 0;
		break;
	}
	fclose(in);
}

void
link_count(unsigned index, struct link_counters *c)
{
	struct ifinfomsg info = { .ifi_family = AF_UNSPEC,
		.ifi_index = (int)index };
	struct tcmsg tc = { .tcm_family = AF_UNSPEC,
		.tcm_ifindex = (int)index };
	struct qdisc_sum sum = { .index = index };
	struct rtnl_ask ask;

	memset(c, 0, sizeof(*c));
	if (index == 0)
		return;
	rtnl_begin(&ask, RTM_GETLINK, 0, &info, sizeof(info));
	(void)rtnl_talk(&ask, take_stats, c);
	rtnl_begin(&ask, RTM_GETQDISC, NLM_F_DUMP, &tc, sizeof(tc));
	if (rtnl_talk(&ask, take_qdisc, &sum) == 0) {
		c->qdisc_known = true;
		c->qdisc_dropped = sum.dropped;
	}
	read_snmp(c);
}
