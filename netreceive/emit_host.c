/* SPDX-License-Identifier: BSD-2-Clause */
#include "netreceive/emit_part.h"

static const struct {
	enum mib_counter counter;
	const char *key;
} counters[] = {
	{ MIB_UDP_CSUM, "udp_csum_errors" },
	{ MIB_UDP_RCVBUF, "udp_rcvbuf_errors" },
	{ MIB_UDP_MEM, "udp_mem_errors" },
	{ MIB_UDP_NO_PORTS, "udp_no_ports" },
	{ MIB_UDP6_CSUM, "udp6_csum_errors" },
	{ MIB_UDP6_RCVBUF, "udp6_rcvbuf_errors" },
	{ MIB_UDP6_MEM, "udp6_mem_errors" },
	{ MIB_UDP6_NO_PORTS, "udp6_no_ports" },
	{ MIB_REVERSE_PATH, "reverse_path_filter" },
	{ MIB_UNREACHABLE_SENT, "icmp_unreachable_sent" },
	{ MIB_UNREACHABLE6_SENT, "icmp6_unreachable_sent" },
};

static void
put(struct result *r, const char *key, const struct mib *m, enum mib_counter i)
{
	result_known(r, key, m->known[i], m->v[i]);
}

static void
put_nic(struct result *r, const struct nic_losses *nic)
{
	if (!nic->known) {
		result_null(r, "nic");
		return;
	}
	result_object(r, "nic");
	for (size_t i = 0; i < nic->n; i++)
		result_u64(r, nic->one[i].name, nic->one[i].v);
	result_end(r);
}

static void
put_interface(struct result *r, const struct hostcount *h)
{
	const struct link_counters *c = &h->link_grown;

	if (h->link.index == 0) {
		result_null(r, "interface");
		return;
	}
	result_object(r, "interface");
	result_text(r, "name", h->link.name);
	result_known(r, "rx_packets", c->known, c->rx_packets);
	result_known(r, "rx_errors", c->known, c->rx_errors);
	result_known(r, "rx_dropped", c->known, c->rx_dropped);
	result_known(r, "rx_missed", c->known, c->rx_missed);
	result_known(r, "rx_fifo_errors", c->known, c->rx_fifo_errors);
	put_nic(r, &h->nic_grown);
	result_end(r);
}

void
emit_host(struct result *r, const struct sink *s)
{
	const struct mib *m = &s->host.grown;

	if (!s->host.counted) {
		result_null(r, "host_counts");
		return;
	}
	result_object(r, "host_counts");
	for (size_t i = 0; i < sizeof(counters) / sizeof(counters[0]); i++)
		put(r, counters[i].key, m, counters[i].counter);
	result_object(r, "softnet");
	result_text(r, "scope", "machine");
	put(r, "dropped", m, MIB_SOFTNET_DROPPED);
	put(r, "squeezed", m, MIB_SOFTNET_SQUEEZED);
	result_end(r);
	put_interface(r, &s->host);
	result_end(r);
}

void
emit_limit(struct result *r, const struct sink *s)
{
	enum sinklimit by = sink_limit(s);

	if (!s->host.counted) {
		result_null(r, "limit");
		return;
	}
	result_object(r, "limit");
	result_text(r, "by", sinklimit_name(by));
	result_text(r, "text", sinklimit_text(by));
	result_u64(r, "active_ns", s->busy.active_ns);
	result_u64(r, "cpu_ns", s->busy.cpu_ns);
	result_end(r);
}

void
emit_announced(struct result *r, const struct sink *s)
{
	struct announce_count c;

	if (s->announce == NULL) {
		result_null(r, "announced");
		return;
	}
	announce_count(s->announce, &c);
	result_object(r, "announced");
	result_u64(r, "addresses", c.addresses);
	result_u64(r, "sent", c.sent);
	result_u64(r, "failed", c.failed);
	result_end(r);
}

static void
put_thread(struct result *r, uint64_t received, const struct rx_drops *drops,
    const struct busy *b)
{
	result_object(r, NULL);
	result_u64(r, "received", received);
	result_known(r, "sink_drops", drops->known, drops->buffer);
	result_u64(r, "active_ns", b->active_ns);
	result_u64(r, "cpu_ns", b->cpu_ns);
	result_end(r);
}

void
emit_threads(struct result *r, const struct sink *s)
{
	const struct sinkteam *t = s->team;

	if (!s->host.counted) {
		result_null(r, "threads");
		return;
	}
	result_array(r, "threads");
	if (t == NULL)
		put_thread(r, s->tally.received, &s->drops, &s->busy);
	for (uint32_t i = 0; t != NULL && i < t->n; i++) {
		const struct lane *l = &t->lane[i];

		put_thread(r, l->tally.received, &l->drops, &l->busy);
	}
	result_end(r);
}
