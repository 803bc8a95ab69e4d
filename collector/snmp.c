/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "collector/prompt.h"
#include "collector/snmp.h"

static const struct {
	const char *name, *counter, *instance;
} known[] = {
	{ "IpInReceives", "ip.received", "" },
	{ "IpInHdrErrors", "ip.refused.header", "" },
	{ "IpInAddrErrors", "ip.refused.address", "" },
	{ "IpForwDatagrams", "ip.forwarded", "" },
	{ "IpInDiscards", "ip.refused.discards", "" },
	{ "IpInDelivers", "ip.delivered", "" },
	{ "IpOutRequests", "ip.sent", "" },
	{ "IpOutDiscards", "ip.own_discards", "" },
	{ "IpOutNoRoutes", "ip.own_no_route", "" },
	{ "IpFragFails", "ip.refused.fragment", "" },
	{ "IpExtInNoRoutes", "ip.refused.unreachable", "" },
	{ "IpExtInTruncatedPkts", "ip.refused.truncated", "" },
	{ "TcpExtIPReversePathFilter", "ip.refused.reverse_path", "" },
	{ "UdpInDatagrams", "udp.received", "" },
	{ "UdpNoPorts", "udp.no_port", "" },
	{ "UdpInErrors", "udp.errors", "" },
	{ "UdpRcvbufErrors", "udp.rcvbuf_errors", "" },
	{ "UdpSndbufErrors", "udp.sndbuf_errors", "" },
	{ "Ip6InReceives", "ip6.received", "" },
	{ "Ip6InHdrErrors", "ip6.refused.header", "" },
	{ "Ip6InTooBigErrors", "ip6.refused.too_big", "" },
	{ "Ip6InNoRoutes", "ip6.refused.unreachable", "" },
	{ "Ip6InAddrErrors", "ip6.refused.address", "" },
	{ "Ip6InTruncatedPkts", "ip6.refused.truncated", "" },
	{ "Ip6InDiscards", "ip6.refused.discards", "" },
	{ "Ip6InDelivers", "ip6.delivered", "" },
	{ "Ip6OutForwDatagrams", "ip6.forwarded", "" },
	{ "Ip6OutRequests", "ip6.sent", "" },
	{ "Ip6OutDiscards", "ip6.own_discards", "" },
	{ "Ip6OutNoRoutes", "ip6.own_no_route", "" },
	{ "Udp6InDatagrams", "udp.received", "6" },
	{ "Udp6NoPorts", "udp.no_port", "6" },
	{ "Udp6InErrors", "udp.errors", "6" },
	{ "Udp6RcvbufErrors", "udp.rcvbuf_errors", "6" },
	{ "Udp6SndbufErrors", "udp.sndbuf_errors", "6" },
};

static void
count(struct reading *r, const char *name, uint64_t v)
{
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (strcmp(known[i].name, name) == 0)
			parse_count(
			    r, known[i].counter, known[i].instance, v, 64);
}

void
snmp_put(
    struct reading *r, struct value *counters, const char *name, uint64_t v)
{
	value_u64(r->arena, counters, name, v);
	count(r, name, v);
}

/*
 * RFC 4293's are in every kernel; IpExt's and the reverse-path filter's are
 * older than InNoECTPkts, which no kernel in use has as 0. `before`, `behind`:
 * with both the section is there as a whole.
 */
static const struct {
	const char *name, *before, *behind;
} silent[] = {
	{ "IpInHdrErrors", "IpInReceives", "IcmpInMsgs" },
	{ "IpInAddrErrors", "IpInReceives", "IcmpInMsgs" },
	{ "IpOutDiscards", "IpInReceives", "IcmpInMsgs" },
	{ "IpOutNoRoutes", "IpInReceives", "IcmpInMsgs" },
	{ "IpFragFails", "IpInReceives", "IcmpInMsgs" },
	{ "IpExtInNoRoutes", "IpInReceives", "IpExtInNoECTPkts" },
	{ "IpExtInTruncatedPkts", "IpInReceives", "IpExtInNoECTPkts" },
	{ "TcpExtIPReversePathFilter", "TcpInSegs", "IpExtInNoECTPkts" },
	{ "Ip6InHdrErrors", "Ip6InReceives", "Icmp6InMsgs" },
	{ "Ip6InTooBigErrors", "Ip6InReceives", "Icmp6InMsgs" },
	{ "Ip6InNoRoutes", "Ip6InReceives", "Icmp6InMsgs" },
	{ "Ip6InAddrErrors", "Ip6InReceives", "Icmp6InMsgs" },
	{ "Ip6InTruncatedPkts", "Ip6InReceives", "Icmp6InMsgs" },
	{ "Ip6OutDiscards", "Ip6InReceives", "Icmp6InMsgs" },
	{ "Ip6OutNoRoutes", "Ip6InReceives", "Icmp6InMsgs" },
};

void
snmp_put_zeros(struct reading *r, const struct value *counters)
{
	for (size_t i = 0; i < sizeof(silent) / sizeof(silent[0]); i++)
		if (value_find(counters, silent[i].before) != NULL &&
		    value_find(counters, silent[i].behind) != NULL &&
		    value_find(counters, silent[i].name) == NULL)
			count(r, silent[i].name, 0);
}

/* Is this word one of nstat's options with the letter, or the long one? */
static bool
is_option(struct span s, char letter, const char *word)
{
	return *s.p == '-' &&
	    (s.len > 2 && s.p[1] == '-' ? span_is(s, word)
					: memchr(s.p, letter, s.len) != NULL);
}

/* Was nstat run, and without either option? */
static bool
without(const char *command, char letter, const char *word)
{
	struct line l = { .p = strstr(command, "nstat") };
	struct span s;
	size_t at = 0;

	l.len = strlen(l.p);
	while (text_next(&l, &at, &s) && strchr("|;&", *s.p) == NULL)
		if (is_option(s, letter, word))
			return false;
	return true;
}

enum shows {
	SHOWS_COUNTERS, /* -a, or the command is not told */
	SHOWS_SINCE, /* -s: since one moment, which stays: two have a difference */
	SHOWS_INCREASE, /* since the user's last nstat, which it is now itself */
};

static enum shows
nstat_shows(const char *command)
{
	if (!prompt_runs(command, "nstat") ||
	    !without(command, 'a', "--ignore"))
		return SHOWS_COUNTERS;
	return without(command, 's', "--noupdate") ? SHOWS_INCREASE
						   : SHOWS_SINCE;
}

struct value *
snmp_nstat_begin(struct reading *r)
{
	struct value *counters;

	r->data = value_new(r->arena, VALUE_OBJECT);
	counters = value_put(r->arena, r->data, "counters", VALUE_OBJECT);
	if (r->command != NULL)
		value_bool(r->arena, r->data, "absolute",
		    nstat_shows(r->command) == SHOWS_COUNTERS);
	return counters;
}

void
snmp_nstat_end(struct reading *r)
{
	if (nstat_shows(r->command) == SHOWS_INCREASE)
		counters_free(&r->counters);
	r->found_os = "Linux";
}

bool
snmp_zeros(const char *command)
{
	return !prompt_runs(command, "nstat") ||
	    !without(command, 'z', "--zeros");
}
