/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * BSD `netstat -s -p ip` (and the "ip:" block of -s): one fact a line, a
 * number and words, singular or plural. "Not forwardable" holds "no route"
 * for packets in transit, so the latter is never a place of its own.
 */
#include <stdio.h>
#include <string.h>

#include "collector/parse.h"

static const struct {
	const char *words, *key, *counter;
} facts[] = {
	{ "total packets received", "received", "ip.received" },
	{ "bad header checksum", "bad_checksum", "ip.refused.header" },
	{ "with size smaller than minimum", "too_small", "ip.refused.short" },
	{ "with data size < data length", "data_short", "ip.refused.data" },
	{ "with ip length > max ip packet size", "too_long",
	    "ip.refused.long" },
	{ "with length > max ip packet size", "too_long", "ip.refused.long" },
	{ "with header length < data size", "header_short",
	    "ip.refused.header_length" },
	{ "with data length < header length", "length_short",
	    "ip.refused.data_length" },
	{ "with bad options", "bad_options", "ip.refused.options" },
	{ "with incorrect version number", "bad_version",
	    "ip.refused.version" },
	{ "packets for this host", "for_this_host", "ip.delivered" },
	{ "packet for this host", "for_this_host", "ip.delivered" },
	{ "packets for unknown/unsupported protocol", "unknown_protocol",
	    NULL },
	{ "packet for unknown/unsupported protocol", "unknown_protocol", NULL },
	{ "packets not forwardable", "not_forwardable",
	    "ip.refused.not_forwardable" },
	{ "packet not forwardable", "not_forwardable",
	    "ip.refused.not_forwardable" },
	{ "packets forwarded", "forwarded", "ip.forwarded" },
	{ "packet forwarded", "forwarded", "ip.forwarded" },
	{ "redirects sent", "redirects_sent", NULL },
	{ "redirect sent", "redirects_sent", NULL },
	{ "packets sent from this host", "sent_from_host", "ip.sent" },
	{ "packet sent from this host", "sent_from_host", "ip.sent" },
	{ "output packets dropped due to no bufs", "out_dropped_no_bufs",
	    "ip.out_discards" },
	{ "output packet dropped due to no bufs", "out_dropped_no_bufs",
	    "ip.out_discards" },
	{ "output packets discarded due to no route", "out_no_route",
	    "ip.no_route" },
	{ "output packet discarded due to no route", "out_no_route",
	    "ip.no_route" },
	{ "input packets dropped due to no bufs", "in_dropped_no_bufs",
	    "ip.refused.no_bufs" },
	{ "input packet dropped due to no bufs", "in_dropped_no_bufs",
	    "ip.refused.no_bufs" },
	{ "datagrams that can't be fragmented", "cant_fragment", NULL },
	{ "datagram that can't be fragmented", "cant_fragment", NULL },
};

static bool
begins(const struct line *l, size_t n)
{
	struct span s[4];
	uint64_t v;

	return n > 1 && l->len == 3 && line_begins(l, "ip:") &&
	    text_fields(&l[1], s, 4) == 4 && span_u64(s[0], &v);
}

/* "... forwarded (N packets fast forwarded)": N is inside. */
static void
put_fast(struct reading *r, struct value *ip, const struct line *words)
{
	const char *open = memchr(words->p, '(', words->len);
	struct line rest = { .p = open };
	struct span s;
	size_t at = 0;
	uint64_t v;

	if (open == NULL)
		return;
	rest.p = open + 1;
	rest.len = (size_t)(words->p + words->len - rest.p);
	if (text_next(&rest, &at, &s) && span_u64(s, &v))
		value_u64(r->arena, ip, "fast_forwarded", v);
}

static bool
fact(struct reading *r, struct value *ip, const struct line *l)
{
	struct line words = *l;
	struct span number;
	size_t at = 0;
	uint64_t v;

	if (!text_next(l, &at, &number) || !span_u64(number, &v))
		return false;
	while (at < l->len && (l->p[at] == ' ' || l->p[at] == '\t'))
		at++;
	words.p += at;
	words.len -= at;
	for (size_t i = 0; i < sizeof(facts) / sizeof(facts[0]); i++) {
		if (!line_begins(&words, facts[i].words))
			continue;
		value_u64(r->arena, ip, facts[i].key, v);
		if (strcmp(facts[i].key, "forwarded") == 0)
			put_fast(r, ip, &words);
		if (facts[i].counter != NULL)
			parse_count(r, facts[i].counter, "", v, 64);
		break;
	}
	return true;
}

/* What wraps off a line has no number in front. */
static size_t
fact_lines(const struct line *l, size_t n)
{
	struct span s;
	size_t at = 0;
	uint64_t v;

	/* "icmp:" heads the next protocol's */
	return n > 1 && line_breaks(l) && text_next(&l[1], &at, &s) &&
		!span_u64(s, &v) && l[1].p[l[1].len - 1] != ':' &&
		!parse_known(&parse_ipstats, &l[1], n - 1)
	    ? 2
	    : 1;
}

static void
parse(struct reading *r)
{
	struct value *ip;
	size_t lines;

	r->data = value_new(r->arena, VALUE_OBJECT);
	ip = value_put(r->arena, r->data, "ip", VALUE_OBJECT);
	for (r->used = 1; r->used < r->n; r->used += lines) {
		const struct line *l = &r->line[r->used];
		struct line whole;

		lines = fact_lines(l, r->n - r->used);
		whole = text_joined(r->arena, l, lines);
		if (line_is_numbers(l) || !fact(r, ip, &whole))
			break;
	}
}

/* OpenBSD: `sysctl net.inet.ip.ifq` behind it has the input queue. */
static bool
join(struct arena *a, struct value *into, const char *kind, struct value *from)
{
	struct value *values =
	    strcmp(kind, "sysctl") == 0 ? value_find(from, "values") : NULL;

	if (values == NULL || values->first == NULL ||
	    strncmp(values->first->key, "net.inet.ip.ifq.", 16) != 0)
		return false;
	value_join(value_put(a, into, "sysctl", VALUE_OBJECT), values);
	return true;
}

const struct parser parse_ipstats = {
	.kind = "ipstats",
	.begins = begins,
	.parse = parse,
	.join = join,
};
