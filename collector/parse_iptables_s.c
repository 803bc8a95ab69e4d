/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * `iptables -S`: the rules as iptables-save has them, of one table. With -v
 * each has "-c PACKETS BYTES" in front of its target.
 */
#include <string.h>

#include "collector/prompt.h"
#include "collector/rules_iptables.h"

#define WRAPS 8

/* "-P FORWARD DROP", "-N LOGDROP", "-A FORWARD ..." */
static char
verb_of(const struct line *l)
{
	struct span s[4];
	size_t n = l->len > 3 && *l->p == '-' && l->p[2] == ' '
	    ? text_fields(l, s, 4)
	    : 0;

	if (n > 2 && span_is(s[0], "-P") && ipt_policy(s[2]))
		return 'P';
	if (n == 2 && span_is(s[0], "-N"))
		return 'N';
	return n > 1 && span_is(s[0], "-A") ? 'A' : '\0';
}

static bool
begins(const struct line *l, size_t n)
{
	char verb = n > 0 ? verb_of(l) : '\0';

	return verb == 'P' ||
	    (verb == 'N' && n > 1 && strchr("NA", verb_of(&l[1])) != NULL &&
		verb_of(&l[1]) != '\0');
}

static bool
figure(struct span s, struct cell *c)
{
	c->known = span_u64(s, &c->low);
	c->high = c->low;
	return c->known;
}

/*
 * Take "-c N M" out of the line, so that it is as iptables-save has it. A
 * comment's words are none.
 */
static struct line
uncounted(struct arena *a, const struct line *l, struct ipt_entry *e)
{
	struct line part[2] = { *l, *l };
	struct cell packets, bytes;
	struct span s, n, m;
	bool quoted = false;
	size_t at = 0, behind;

	while (text_next(l, &at, &s)) {
		behind = at;
		if (!quoted && span_is(s, "-c") && text_next(l, &behind, &n) &&
		    text_next(l, &behind, &m) && figure(n, &packets) &&
		    figure(m, &bytes)) {
			e->packets = packets;
			e->bytes = bytes;
			part[0].len = (size_t)(s.p - l->p);
			part[1].p += behind;
			part[1].len -= behind;
			return text_joined(a, part, 2);
		}
		quoted = ipt_quoted(quoted, s);
	}
	return *l;
}

struct families {
	bool ip4, ip6; /* seen in a rule */
};

/* "10.0.0.0/8", "fe80::/10", "icmp6-port-unreachable" */
static void
look(const struct line *l, struct families *f)
{
	struct span s;
	size_t at = 0;

	while (text_next(l, &at, &s)) {
		size_t hex = strspn(s.p, "0123456789abcdef:");

		if (span_is(s, "-s") || span_is(s, "-d")) {
			if (!text_next(l, &at, &s))
				return;
			hex = strspn(s.p, "0123456789abcdef:");
			if (hex < s.len && s.p[hex] == '.')
				f->ip4 = true;
			else if (memchr(s.p, ':', s.len) != NULL)
				f->ip6 = true;
		}
		f->ip4 |= span_is(s, "icmp") || span_begins(s, "icmp-");
		f->ip6 |= span_is(s, "ipv6-icmp") || span_begins(s, "icmp6-");
	}
}

/* One line into the table; false: it is of none, or of the next one. */
static bool
take(struct reading *r, struct ipt_table *t, const struct line *l,
    struct families *f)
{
	char verb = verb_of(l);
	struct ipt_entry one = { .rule = false }, *e;
	struct span s[3];
	struct line plain;

	if (verb == '\0')
		return false;
	plain = uncounted(r->arena, l, &one);
	if (verb == 'A') {
		if (!ipt_rule(&plain, 0, &one))
			return false;
		look(&plain, f);
	} else {
		s[2] = (struct span){ "-", 1 };
		text_fields(&plain, s, verb == 'P' ? 3 : 2);
		one.chain = s[1];
		one.target = s[2];
		if ((verb == 'P' && t->last != NULL && t->last->rule) ||
		    ipt_next_table(t, one.chain))
			return false;
	}
	e = ipt_add(r->arena, t);
	if (e == NULL)
		return false;
	*e = one;
	return true;
}

/* A line and what mail broke off it. */
static size_t
whole_line(const struct reading *r)
{
	const struct line *l = &r->line[r->used];
	size_t n = r->n - r->used, used = 1;
	struct span typed;

	while (used < n && used < WRAPS && line_breaks(&l[used - 1]) &&
	    verb_of(&l[used]) == '\0' && !prompt_line(&l[used], &typed))
		used++;
	return used;
}

static void
parse(struct reading *r)
{
	struct ipt_table t = { .whole = false };
	struct families seen = { false, false };

	while (r->used < r->n) {
		size_t lines = whole_line(r);
		struct line l = text_joined(r->arena, &r->line[r->used], lines);

		if (r->line[r->used].len == 0 || !take(r, &t, &l, &seen))
			break;
		r->used += lines;
	}
	if (r->used == 0)
		return;
	ipt_name(r, &t, seen.ip4, seen.ip6);
	ipt_read(r, &t, 'S');
}

const struct parser parse_iptables_s = {
	.kind = "iptables_rules",
	.begins = begins,
	.parse = parse,
};
