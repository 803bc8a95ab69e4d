/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * "Not forwardable" of ip holds what has no route, so `ip.no_route` is never
 * a place of its own. Of ip6 it does on FreeBSD's fast path (ip6_findroute())
 * and not in KAME's ip6_forward(): the ledger finds out. A hop limit that
 * ended and a packet too big for the way out are counted by icmp6_error() only,
 * whose histogram has every call, those without a message too; in it the number
 * stands in front of the words, in the histograms of messages behind them.
 * ip6's "no bufs" are of packets of the host itself: ip6_forward() calls the
 * interface, and counts its refusal as not forwardable.
 */
#include <string.h>

#include "collector/ipstats.h"

static const struct ipstats_fact facts[] = {
	{ "ip", "total packet~ received", "received-packets", "received",
	    "ip.received", "" },
	{ "ip", "bad header checksum", "dropped-bad-checksum", "bad_checksum",
	    "ip.refused.header", "" },
	{ "ip", "with size smaller than minimum", "dropped-below-minimum-size",
	    "too_small", "ip.refused.short", "" },
	{ "ip", "with data size < data length", "dropped-short-packets",
	    "data_short", "ip.refused.data", "" },
	{ "ip", "with ip length > max ip packet size", "dropped-too-long",
	    "too_long", "ip.refused.long", "" },
	{ "ip", "with length > max ip packet size", NULL, "too_long",
	    "ip.refused.long", "" },
	{ "ip", "with header length < data size", "dropped-short-header-length",
	    "header_short", "ip.refused.header_length", "" },
	{ "ip", "with data length < header length", "dropped-short-data",
	    "length_short", "ip.refused.data_length", "" },
	{ "ip", "with bad options", "dropped-bad-options", "bad_options",
	    "ip.refused.options", "" },
	{ "ip", "with incorrect version number", "dropped-bad-version",
	    "bad_version", "ip.refused.version", "" },
	{ "ip", "packet~ for this host", "received-local-packets",
	    "for_this_host", "ip.delivered", "" },
	{ "ip", "packet~ for unknown/unsupported protocol",
	    "dropped-unknown-protocol", "unknown_protocol", NULL, "" },
	{ "ip", "packet~ not forwardable", "packets-cannot-forward",
	    "not_forwardable", "ip.refused.not_forwardable", "" },
	{ "ip", "packet~ forwarded", "forwarded-packets", "forwarded",
	    "ip.forwarded", "" },
	{ "ip", "redirect~ sent", "redirects-sent", "redirects_sent", NULL,
	    "" },
	{ "ip", "packet~ sent from this host", "sent-packets", "sent_from_host",
	    "ip.sent", "" },
	{ "ip", "output packet~ dropped due to no bufs", "discard-no-mbufs",
	    "out_dropped_no_bufs", "ip.out_discards", "" },
	{ "ip", "output packet~ discarded due to no route", "discard-no-route",
	    "out_no_route", "ip.no_route", "" },
	{ "ip", "input packet~ dropped due to no bufs", NULL,
	    "in_dropped_no_bufs", "ip.refused.no_bufs", "" },
	{ "ip", "datagram~ that can't be fragmented", "discard-cannot-fragment",
	    "cant_fragment", "ip.cant_fragment", "" },
	{ "ip", NULL, "fast-forwarded-packets", "fast_forwarded", NULL, "" },
	{ "ip6", "total packet~ received", "received-packets", "received",
	    "ip6.received", "" },
	{ "ip6", "with size smaller than minimum", "dropped-below-minimum-size",
	    "too_small", "ip6.refused.short", "" },
	{ "ip6", "with data size < data length", "dropped-short-packets",
	    "data_short", "ip6.refused.data", "" },
	{ "ip6", "with bad options", "dropped-bad-options", "bad_options",
	    "ip6.refused.options", "" },
	{ "ip6", "with incorrect version number", "dropped-bad-version",
	    "bad_version", "ip6.refused.version", "" },
	{ "ip6", "packet~ for this host", "received-local-packets",
	    "for_this_host", "ip6.delivered", "" },
	{ "ip6", "packet~ forwarded", "forwarded-packets", "forwarded",
	    "ip6.forwarded", "" },
	{ "ip6", "packet~ not forwardable", "packets-not-forwardable",
	    "not_forwardable", "ip6.refused.not_forwardable", "" },
	{ "ip6", "redirect~ sent", "sent-redirects", "redirects_sent", NULL,
	    "" },
	{ "ip6", "packet~ sent from this host", "sent-packets",
	    "sent_from_host", "ip6.sent", "" },
	{ "ip6", "output packet~ dropped due to no bufs", "discard-no-mbufs",
	    "out_dropped_no_bufs", "ip6.own_discards", "" },
	{ "ip6", "output packet~ discarded due to no route", "discard-no-route",
	    "out_no_route", "ip6.no_route", "" },
	{ "ip6", "input packet~ dropped due to no bufs", NULL,
	    "in_dropped_no_bufs", "ip6.refused.no_bufs", "" },
	{ "ip6", "datagram~ that can't be fragmented",
	    "discard-cannot-fragment", "cant_fragment", NULL, "" },
	{ "ip6", "packet~ that violated scope rules",
	    "discard-scope-violations", "scope_violated", NULL, "" },
	{ "ip6", "multicast packet~ which we don't join",
	    "multicast-no-join-packets", "multicast_not_joined",
	    "ip6.not_joined", "" },
	{ "udp", "datagram~ received", "received-datagrams", "received", NULL,
	    "" },
	{ "udp", "with incomplete header", "dropped-incomplete-headers",
	    "incomplete_header", NULL, "" },
	{ "udp", "with bad data length field", "dropped-bad-data-length",
	    "bad_length", NULL, "" },
	{ "udp", "with bad checksum", "dropped-bad-checksum", "bad_checksum",
	    NULL, "" },
	{ "udp", "with no checksum", "dropped-no-checksum", "no_checksum", NULL,
	    "" },
	{ "udp", "dropped due to no socket", "dropped-no-socket", "no_socket",
	    "udp.no_port", "" },
	{ "udp", "dropped due to full socket buffers",
	    "dropped-full-socket-buffer", "full_sockets", "udp.rcvbuf_errors",
	    "" },
	{ "udp", "delivered", "delivered-packets", "delivered", "udp.received",
	    "" },
	{ "udp", "datagram~ output", "output-packets", "sent", NULL, "" },
	{ "udp6", "datagram~ received", NULL, "received", NULL, "6" },
	{ "udp6", "with incomplete header", NULL, "incomplete_header", NULL,
	    "6" },
	{ "udp6", "with bad data length field", NULL, "bad_length", NULL, "6" },
	{ "udp6", "with bad checksum", NULL, "bad_checksum", NULL, "6" },
	{ "udp6", "with no checksum", NULL, "no_checksum", NULL, "6" },
	{ "udp6", "dropped due to no socket", NULL, "no_socket", "udp.no_port",
	    "6" },
	{ "udp6", "dropped due to full socket buffers", NULL, "full_sockets",
	    "udp.rcvbuf_errors", "6" },
	{ "udp6", "delivered", NULL, "delivered", "udp.received", "6" },
	{ "udp6", "datagram~ output", NULL, "sent", NULL, "6" },
	{ "icmp", "call~ to icmp_error", "icmp-calls", "errors_wanted", NULL,
	    "" },
	{ "icmp", "error~ not generated because of rate limitation", NULL,
	    "rate_limited", "icmp.rate_limited", "" },
	{ "icmp6", "call~ to icmp6_error", "icmp6-calls", "errors_wanted", NULL,
	    "" },
	{ "icmp6", "call~ to icmp_error", NULL, "errors_wanted", NULL, "" },
	{ "icmp6", "error~ not generated because of rate limitation",
	    "errors-discarded-by-rate-limitation", "rate_limited",
	    "icmp.rate_limited", "6" },
	{ "icmp6", "error~ not generated because rate limitation", NULL,
	    "rate_limited", "icmp.rate_limited", "6" },
	{ "icmp6", "packet too big", "packet-too-big", "packet_too_big",
	    "ip6.refused.too_big", "" },
	{ "icmp6", "time exceed transit", "time-exceed-transmit", "hop_limit",
	    "ip6.refused.hop_limit", "" },
	{ "arp", "total packet~ dropped due to no ARP entry",
	    "dropped-no-entry", "no_entry", "neighbour.discards", "arp" },
	{ "arp", "packet~ dropped due to no ARP entry", NULL, "no_entry",
	    "neighbour.discards", "arp" },
	{ "arp", "dropped$", NULL, "no_entry", "neighbour.discards", "arp" },
};
#define FACTS (sizeof(facts) / sizeof(facts[0]))

bool
ipstats_protocol(struct span s)
{
	static const char *const names[] = { "ip", "ip6", "icmp", "icmp6",
		"igmp", "tcp", "tcp6", "udp", "udp6", "sctp", "arp", "carp",
		"pfsync", "pim", "pim6", "rip6", "ipsec", "ipsec6", "ah", "esp",
		"ipcomp", "ipencap", "etherip", "divert", "divert6", "pflow",
		"pfkey", NULL };

	return span_one_of(s, names);
}

/* Does the text begin with the words, an "s" more or less at each '~'? '$'
 * stands for its end. */
static bool
says(struct span text, const char *words)
{
	size_t i = 0;

	for (const char *w = words; *w != '\0'; w++) {
		if (*w == '~') {
			i += i < text.len && text.p[i] == 's';
			continue;
		}
		if (*w == '$')
			return i == text.len;
		if (i == text.len || text.p[i++] != *w)
			return false;
	}
	return true;
}

const struct ipstats_fact *
ipstats_find(struct span proto, struct span words, bool xo)
{
	for (size_t i = 0; i < FACTS; i++) {
		const struct ipstats_fact *f = &facts[i];

		if (!span_is(proto, f->proto))
			continue;
		if (xo ? f->xo != NULL && span_is(words, f->xo)
		       : f->words != NULL && says(words, f->words))
			return f;
	}
	return NULL;
}

static struct value *
member(struct reading *r, struct value *into, const char *key)
{
	struct value *v = value_find(into, key);

	return v != NULL ? v : value_put(r->arena, into, key, VALUE_OBJECT);
}

void
ipstats_put(struct reading *r, const struct ipstats_fact *f, uint64_t v)
{
	struct value *proto = member(r, r->data, f->proto);

	if (value_find(proto, f->key) != NULL)
		return; /* FreeBSD has udp twice in one listing of all */
	value_u64(r->arena, proto, f->key, v);
	if (f->counter != NULL)
		parse_count(r, f->counter, f->instance, v, 64);
}

struct value *
ipstats_other(struct reading *r, struct span proto)
{
	return member(r, member(r, r->data, "other"),
	    arena_text(r->arena, proto.p, proto.len));
}
