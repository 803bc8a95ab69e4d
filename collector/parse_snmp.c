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

/* A line "Word: ..." and what mail broke off it. */
static size_t
pair_lines(const struct line *l, size_t n)
{
	struct span s, typed;
	size_t used = 1, at;

	for (; used < n && line_breaks(&l[used - 1]); used++) {
		at = 0;
		if (!text_next(&l[used], &at, &s) || s.p[s.len - 1] == ':' ||
		    prompt_line(&l[used], &typed))
			break;
	}
	return used;
}

/*
 * Both lines of a pair begin with the same "Word:". How many lines the names
 * take, 0: no pair.
 */
static size_t
is_pair(const struct line *l, size_t n, struct span *word)
{
	struct span a[2], b[2];
	size_t names = n > 0 ? pair_lines(l, n) : n;
	uint64_t v;

	if (n <= names || text_fields(l, a, 2) < 2 ||
	    text_fields(&l[names], b, 2) < 2)
		return 0;
	*word = a[0];
	return a[0].len == b[0].len && a[0].len > 1 &&
		memcmp(a[0].p, b[0].p, a[0].len) == 0 &&
		a[0].p[a[0].len - 1] == ':' && !span_u64(a[1], &v) &&
		(span_u64(b[1], &v) || *b[1].p == '-')
	    ? names
	    : 0;
}

static bool
begins_snmp(const struct line *l, size_t n)
{
	struct span word;

	return n > 0 && (line_begins(l, "Ip:") || line_begins(l, "TcpExt:")) &&
	    is_pair(l, n, &word) > 0 &&
	    (span_is(word, "Ip:") || span_is(word, "TcpExt:"));
}

/* Names and numbers on a line each; a terminal may have broken both. */
static void
join_pair(struct reading *r, const struct line *l, size_t names, size_t values,
    struct line pair[2])
{
	size_t width = 0;
	bool broken = names > 1 && text_is_broken(l, names, &width) &&
	    text_is_broken(&l[names], values, &width);

	pair[0] = broken ? text_glued(r->arena, l, names)
			 : text_joined(r->arena, l, names);
	pair[1] = broken ? text_glued(r->arena, &l[names], values)
			 : text_joined(r->arena, &l[names], values);
}

static void
put_pair(struct reading *r, struct value *counters, const struct line l[2])
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
		snprintf(text, sizeof(text), "%.*s%.*s", (int)word, l[0].p,
		    (int)name.len, name.p);
		snmp_put(r, counters, text, v);
	}
}

/* The word that it began with: the next reading. */
static bool
is_again(const struct reading *r, struct span word)
{
	return r->line->len >= word.len &&
	    memcmp(r->line->p, word.p, word.len) == 0;
}

static void
parse_pairs(struct reading *r)
{
	const struct line *l = r->line;
	struct line pair[2];
	struct value *counters;
	struct span word;
	size_t names;

	r->data = value_new(r->arena, VALUE_OBJECT);
	counters = value_put(r->arena, r->data, "counters", VALUE_OBJECT);
	while ((names = is_pair(l, r->n - r->used, &word)) > 0 &&
	    (r->used == 0 || !is_again(r, word))) {
		size_t values = pair_lines(&l[names], r->n - r->used - names);

		join_pair(r, l, names, values, pair);
		put_pair(r, counters, pair);
		r->used += names + values;
		l += names + values;
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

		if (text_fields(l, s, 3) != 2 || !span_u64(s[1], &v) ||
		    (r->used > 0 && is_again(r, s[0])))
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
/* Digits at the end of a name that has no blank before its value. */
static size_t
touching(struct span s)
{
	size_t i = s.len;

	while (i > 0 && s.p[i - 1] >= '0' && s.p[i - 1] <= '9')
		i--;
	return s.len >= 33 && i >= 32 ? i : 0;
}

/* "NAME VALUE RATE" */
static bool
nstat_row(const struct line *l, struct span *name, uint64_t *v)
{
	struct span s[5];
	size_t n = text_fields(l, s, 5), at = 1;
	double rate;

	if (n == 0)
		return false;
	*name = s[0];
	n -= span_is(s[n - 1], "(overflow)");
	if (n == 2 && touching(s[0]) > 0) {
		name->len = touching(s[0]);
		s[0].p += name->len;
		s[0].len -= name->len;
		at = 0;
	}
	return n == at + 2 && span_u64(s[at], v) &&
	    memchr(s[at + 1].p, '.', s[at + 1].len) != NULL &&
	    span_real(s[at + 1], &rate);
}

static bool
begins_nstat(const struct line *l, size_t n)
{
	struct span name;
	uint64_t v;

	return n > 1 && line_begins(l, "#") && l->len > 1 && l->p[1] != ' ' &&
	    nstat_row(&l[1], &name, &v) && *name.p >= 'A' && *name.p <= 'Z';
}

static void
parse_rates(struct reading *r)
{
	struct value *counters = snmp_nstat_begin(r);
	struct span s;
	uint64_t v;

	for (r->used = 1; r->used < r->n; r->used++) {
		const struct line *l = &r->line[r->used];
		const char *name;

		if (line_begins(l, "(overflow)"))
			continue; /* mail broke it off */
		if (!nstat_row(l, &s, &v))
			break;
		name = arena_text(r->arena, s.p, s.len);
		/* what fell since the last call is "0 0.0 (overflow)" */
		if (v > 0 || snmp_zeros(r->command))
			snmp_put(r, counters, name, v);
		else
			value_null(r->arena, counters, name);
	}
	/* a row that was cut is nothing else's */
	if (r->used + 1 == r->n && text_fields(&r->line[r->used], &s, 1) == 1 &&
	    *s.p >= 'A' && *s.p <= 'Z')
		r->used++;
	snmp_nstat_end(r);
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
