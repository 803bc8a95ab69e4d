/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * /proc/net/snmp and netstat ("Ip: NAMES", "Ip: VALUES"), /proc/net/snmp6
 * ("Ip6InReceives 0"). What IP refused is named by reason; InCsumErrors is
 * inside InHdrErrors and is left out. OutNoRoutes (IPv4 and IPv6) and IPv4's
 * OutDiscards count the host's own packets only, InNoRoutes those in transit.
 */
#include <stdio.h>
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

/* Both lines of a pair begin with the same "Word:". */
static bool
is_pair(const struct line *l, size_t n, struct span *word)
{
	struct span a[2], b[2];
	uint64_t v;

	if (n < 2 || text_fields(l, a, 2) < 2 || text_fields(&l[1], b, 2) < 2)
		return false;
	*word = a[0];
	return a[0].len == b[0].len && a[0].len > 1 &&
	    memcmp(a[0].p, b[0].p, a[0].len) == 0 &&
	    a[0].p[a[0].len - 1] == ':' && !span_u64(a[1], &v) &&
	    (span_u64(b[1], &v) || *b[1].p == '-');
}

static bool
begins_snmp(const struct line *l, size_t n)
{
	struct span word;

	return n > 0 && (line_begins(l, "Ip:") || line_begins(l, "TcpExt:")) &&
	    is_pair(l, n, &word) &&
	    (span_is(word, "Ip:") || span_is(word, "TcpExt:"));
}

static void
put_pair(struct reading *r, struct value *counters, const struct line *l)
{
	struct span name, number;
	size_t a = 0, b = 0, word;
	char text[96];
	uint64_t v;

	text_next(&l[0], &a, &name);
	text_next(&l[1], &b, &number);
	word = name.len - 1;
	while (text_next(&l[0], &a, &name) && text_next(&l[1], &b, &number)) {
		if (!span_u64(number, &v))
			continue; /* MaxConn is -1 */
		snprintf(text, sizeof(text), "%.*s%.*s", (int)word, l->p,
		    (int)name.len, name.p);
		snmp_put(r, counters, text, v);
	}
}

static void
parse_pairs(struct reading *r)
{
	struct value *counters;
	struct span word;

	r->data = value_new(r->arena, VALUE_OBJECT);
	counters = value_put(r->arena, r->data, "counters", VALUE_OBJECT);
	while (is_pair(r->line + r->used, r->n - r->used, &word)) {
		put_pair(r, counters, r->line + r->used);
		r->used += 2;
	}
	r->found_os = "Linux";
	r->variant = line_begins(r->line, "Ip:") ? "snmp" : "netstat";
}

static bool
begins_snmp6(const struct line *l, size_t n)
{
	struct span s[3];
	uint64_t v;

	return n > 0 && line_begins(l, "Ip6") && text_fields(l, s, 3) == 2 &&
	    span_u64(s[1], &v);
}

static void
parse_names(struct reading *r)
{
	struct value *counters;
	struct span s[3];
	uint64_t v;

	r->data = value_new(r->arena, VALUE_OBJECT);
	counters = value_put(r->arena, r->data, "counters", VALUE_OBJECT);
	for (; r->used < r->n; r->used++) {
		const struct line *l = &r->line[r->used];

		if (text_fields(l, s, 3) != 2 || !span_u64(s[1], &v))
			break;
		snmp_put(
		    r, counters, arena_text(r->arena, s[0].p, s[0].len), v);
	}
	r->found_os = "Linux";
}

/* ---- nstat ---------------------------------------------------------------- */

/*
 * iproute2's `nstat -a`: "#kernel", then NAME VALUE RATE; a name of 32 letters
 * or more touches its value. Without -a or -s the values are increases since
 * the user's last call: no counters.
 */
static bool
begins_nstat(const struct line *l, size_t n)
{
	return n > 1 && line_begins(l, "#") && l->len > 1 && l->p[1] != ' ' &&
	    line_begins(&l[1], "Ip");
}

static bool
is_increase(const char *command)
{
	const char *flags = command != NULL ? strstr(command, "nstat") : NULL;

	flags = flags != NULL ? strchr(flags, '-') : NULL;
	return prompt_runs(command, "nstat") &&
	    (flags == NULL || strcspn(flags, "as") == strlen(flags));
}

/* Digits at the end of a name that has no blank before its value. */
static size_t
touching(struct span s)
{
	size_t i = s.len;

	while (i > 0 && s.p[i - 1] >= '0' && s.p[i - 1] <= '9')
		i--;
	return s.len >= 33 && i >= 32 ? i : 0;
}

static bool
nstat_row(struct reading *r, struct value *counters, const struct line *l)
{
	struct span s[4], name, number;
	size_t n = text_fields(l, s, 4);
	uint64_t v;

	if (n == 3 && span_u64(s[1], &v)) {
		name = s[0];
		number = s[1];
	} else if (n == 2 && touching(s[0]) > 0) {
		name = (struct span){ s[0].p, touching(s[0]) };
		number =
		    (struct span){ s[0].p + name.len, s[0].len - name.len };
	} else {
		return false;
	}
	if (!span_u64(number, &v))
		return false;
	snmp_put(r, counters, arena_text(r->arena, name.p, name.len), v);
	return true;
}

static void
parse_rates(struct reading *r)
{
	struct value *counters;

	r->data = value_new(r->arena, VALUE_OBJECT);
	counters = value_put(r->arena, r->data, "counters", VALUE_OBJECT);
	if (r->command != NULL)
		value_bool(
		    r->arena, r->data, "absolute", !is_increase(r->command));
	r->used = 1;
	while (r->used < r->n && nstat_row(r, counters, &r->line[r->used]))
		r->used++;
	if (is_increase(r->command))
		counters_free(&r->counters);
	r->found_os = "Linux";
}

const struct parser parse_nstat = {
	.kind = "nstat",
	.begins = begins_nstat,
	.parse = parse_rates,
};

const struct parser parse_snmp = {
	.kind = "snmp",
	.begins = begins_snmp,
	.parse = parse_pairs,
};

const struct parser parse_snmp6 = {
	.kind = "snmp6",
	.begins = begins_snmp6,
	.parse = parse_names,
};
