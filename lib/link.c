/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "lib/link.h"

bool
link_has_qdisc(const struct link *l)
{
	return l->qdisc[0] != '\0' && strcmp(l->qdisc, "noqueue") != 0;
}

/* The difference, or false where the counter fell. */
static bool
grew(uint64_t before, uint64_t after, uint64_t *by)
{
	*by = after - before;
	return after >= before;
}

static bool
same_qdisc(const struct link_counters *a, const struct link_counters *b)
{
	return a->qdisc_known && b->qdisc_known &&
	    a->qdisc_handle == b->qdisc_handle &&
	    strcmp(a->qdisc, b->qdisc) == 0;
}

void
link_growth(const struct link_counters *a, const struct link_counters *b,
    struct link_counters *g)
{
	bool ok[6];

	memset(g, 0, sizeof(*g));
	memcpy(g->name, b->name, sizeof(g->name));
	memcpy(g->qdisc, b->qdisc, sizeof(g->qdisc));
	g->qdisc_handle = b->qdisc_handle;
	/* all of them are wanted, so no && */
	ok[0] = grew(a->tx_packets, b->tx_packets, &g->tx_packets);
	ok[1] = grew(a->tx_errors, b->tx_errors, &g->tx_errors);
	ok[2] = grew(a->tx_dropped, b->tx_dropped, &g->tx_dropped);
	ok[3] = grew(a->rx_packets, b->rx_packets, &g->rx_packets);
	ok[4] = grew(a->rx_errors, b->rx_errors, &g->rx_errors);
	ok[5] = grew(a->rx_dropped, b->rx_dropped, &g->rx_dropped);
	g->known = ok[0] && ok[1] && ok[2] && ok[3] && ok[4] && ok[5];
	if (!a->known || !b->known || strcmp(a->name, b->name) != 0)
		g->known = false;
	g->qdisc_known = g->known && same_qdisc(a, b);
	g->qdisc_dropped = (uint32_t)(b->qdisc_dropped - a->qdisc_dropped);
	g->udp_known = a->udp_known && b->udp_known &&
	    grew(a->udp_sndbuf_errors, b->udp_sndbuf_errors,
		&g->udp_sndbuf_errors);
}
