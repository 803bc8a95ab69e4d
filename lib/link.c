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
	const struct {
		uint64_t before, after, *by;
	} all[] = {
		{ a->tx_packets, b->tx_packets, &g->tx_packets },
		{ a->tx_errors, b->tx_errors, &g->tx_errors },
		{ a->tx_dropped, b->tx_dropped, &g->tx_dropped },
		{ a->rx_packets, b->rx_packets, &g->rx_packets },
		{ a->rx_errors, b->rx_errors, &g->rx_errors },
		{ a->rx_dropped, b->rx_dropped, &g->rx_dropped },
		{ a->rx_missed, b->rx_missed, &g->rx_missed },
		{ a->rx_fifo_errors, b->rx_fifo_errors, &g->rx_fifo_errors },
	};

	memset(g, 0, sizeof(*g));
	memcpy(g->name, b->name, sizeof(g->name));
	memcpy(g->qdisc, b->qdisc, sizeof(g->qdisc));
	g->qdisc_handle = b->qdisc_handle;
	g->known = a->known && b->known && strcmp(a->name, b->name) == 0;
	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		if (!grew(all[i].before, all[i].after, all[i].by))
			g->known = false;
	g->qdisc_known = g->known && same_qdisc(a, b);
	g->qdisc_dropped = (uint32_t)(b->qdisc_dropped - a->qdisc_dropped);
	g->udp_known = a->udp_known && b->udp_known &&
	    grew(a->udp_sndbuf_errors, b->udp_sndbuf_errors,
		&g->udp_sndbuf_errors);
	g->neigh_known = a->neigh_known && b->neigh_known &&
	    grew(a->neigh_discards, b->neigh_discards, &g->neigh_discards);
}
