/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "netreceive/hostcount.h"

void
hostcount_start(struct hostcount *h, const char *interface)
{
	memset(h, 0, sizeof(*h));
	h->counted = true;
	if (interface != NULL)
		(void)link_read(interface, 0, &h->link, NULL);
	link_count(&h->link, &h->link_before);
	nic_read(h->link.name, &h->nic_before);
	mib_read(&h->before);
}

void
hostcount_end(struct hostcount *h)
{
	struct link_counters after;
	struct nic_losses nic;
	struct mib now;

	if (!h->counted)
		return;
	link_count(&h->link, &after);
	link_growth(&h->link_before, &after, &h->link_grown);
	nic_read(h->link.name, &nic);
	nic_growth(&h->nic_before, &nic, &h->nic_grown);
	mib_read(&now);
	mib_growth(&h->before, &now, &h->grown);
}

static uint64_t
grown(const struct hostcount *h, enum mib_counter i)
{
	return h->grown.known[i] ? h->grown.v[i] : 0;
}

uint64_t
hostcount_answers(const struct hostcount *h)
{
	return grown(h, MIB_UNREACHABLE_SENT) + grown(h, MIB_UNREACHABLE6_SENT);
}

uint64_t
hostcount_no_room(const struct hostcount *h, uint64_t drops)
{
	uint64_t all = grown(h, MIB_UDP_RCVBUF) + grown(h, MIB_UDP_MEM) +
	    grown(h, MIB_UDP6_RCVBUF) + grown(h, MIB_UDP6_MEM);

	return h->grown.known[MIB_UDP_RCVBUF] && all < drops ? all : drops;
}

uint64_t
hostcount_ring(const struct hostcount *h)
{
	const struct link_counters *c = &h->link_grown;
	const struct nic_losses *nic = &h->nic_grown;
	uint64_t all = c->known ? c->rx_missed + c->rx_fifo_errors : 0;

	/* a driver that has both may count a frame in both */
	for (size_t i = 0; all == 0 && i < nic->n; i++)
		if (nic_is_ring(nic->one[i].name))
			all = nic->one[i].v;
	return all;
}

uint64_t
hostcount_backlog(const struct hostcount *h)
{
	uint64_t softnet = grown(h, MIB_SOFTNET_DROPPED);
	uint64_t link = h->link_grown.known ? h->link_grown.rx_dropped : 0;

	return softnet < link ? softnet : link;
}
