/* SPDX-License-Identifier: BSD-2-Clause */
/* Counters of an interface, of its queueing discipline, of the host. */
#include <linux/gen_stats.h>
#include <linux/if_link.h>
#include <linux/netlink.h>
#include <linux/pkt_sched.h>
#include <linux/rtnetlink.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "lib/link.h"
#include "lib/link_rtnl_linux.h"
#include "lib/num.h"

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
	if (t[IFLA_STATS64] == NULL || t[IFLA_IFNAME] == NULL)
		return;
	snprintf(c->name, sizeof(c->name), "%s",
	    (const char *)RTA_DATA(t[IFLA_IFNAME]));
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
	c->rx_missed = s.rx_missed_errors;
	c->rx_fifo_errors = s.rx_fifo_errors;
}

struct qdisc_ask {
	unsigned index;
	struct link_counters *counters;
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
	struct qdisc_ask *ask = arg;
	struct gnet_stats_queue q;
	unsigned left;

	if (h->nlmsg_type != RTM_NEWQDISC ||
	    tc->tcm_ifindex != (int)ask->index || tc->tcm_parent != TC_H_ROOT)
		return;
	rtnl_attrs(h, sizeof(*tc), t, TCA_MAX);
	if (t[TCA_STATS2] == NULL || t[TCA_KIND] == NULL)
		return;
	snprintf(ask->counters->qdisc, sizeof(ask->counters->qdisc), "%s",
	    (const char *)RTA_DATA(t[TCA_KIND]));
	ask->counters->qdisc_handle = tc->tcm_handle;
	part = RTA_DATA(t[TCA_STATS2]);
	left = (unsigned)RTA_PAYLOAD(t[TCA_STATS2]);
	for (; RTA_OK(part, left); part = RTA_NEXT(part, left))
		if ((part->rta_type & (unsigned)NLA_TYPE_MASK) ==
			TCA_STATS_QUEUE &&
		    RTA_PAYLOAD(part) >= sizeof(q)) {
			memcpy(&q, RTA_DATA(part), sizeof(q));
			ask->counters->qdisc_dropped = q.drops;
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

/* Which word of the line is this; -1: none. */
static int
word_at(char *line, const char *name)
{
	char *rest = NULL, *word = strtok_r(line, " \n", &rest);
	int at = 0;

	while (word != NULL && strcmp(word, name) != 0) {
		word = strtok_r(NULL, " \n", &rest);
		at++;
	}
	return word != NULL ? at : -1;
}

/*
 * net/core/neighbour.c: /proc/net/stat/arp_cache and ndisc_cache have a line
 * of names, then one of hexadecimal numbers for each CPU.
 */
static bool
read_neighbours(const char *path, uint64_t *sum)
{
	FILE *in = fopen(path, "re");
	char line[512] = "";
	int at = -1;

	if (in == NULL)
		return false;
	if (fgets(line, sizeof(line), in) != NULL)
		at = word_at(line, "unresolved_discards");
	while (at >= 0 && fgets(line, sizeof(line), in) != NULL) {
		char *rest = NULL, *word = strtok_r(line, " \n", &rest);

		for (int i = 0; i < at && word != NULL; i++)
			word = strtok_r(NULL, " \n", &rest);
		if (word != NULL)
			*sum += strtoull(word, NULL, 16);
	}
	fclose(in);
	return at >= 0;
}

void
link_count(const struct link *l, struct link_counters *c)
{
	struct ifinfomsg info = { .ifi_family = AF_UNSPEC,
		.ifi_index = (int)l->index };
	struct tcmsg tc = { .tcm_family = AF_UNSPEC,
		.tcm_ifindex = (int)l->index };
	struct qdisc_ask qdisc = { l->index, c };
	struct rtnl_ask ask;

	memset(c, 0, sizeof(*c));
	if (l->index == 0)
		return;
	read_snmp(c);
	c->neigh_known =
	    read_neighbours("/proc/net/stat/arp_cache", &c->neigh_discards);
	read_neighbours("/proc/net/stat/ndisc_cache", &c->neigh_discards);
	rtnl_begin(&ask, RTM_GETLINK, 0, &info, sizeof(info));
	if (rtnl_talk(&ask, take_stats, c) < 0 || strcmp(c->name, l->name) != 0)
		c->known = false;
	if (!c->known)
		return; /* gone: its discipline would look as if it had no drops */
	rtnl_begin(&ask, RTM_GETQDISC, NLM_F_DUMP, &tc, sizeof(tc));
	c->qdisc_known = rtnl_talk(&ask, take_qdisc, &qdisc) == 0;
}
