/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Rule sets as their tools print them: `pfctl -sr` (and -v), `ipfw list` (and
 * `show`), `ipfstat -io` (and -h), `npfctl show`, `iptables-save`. How many
 * rules there are and a hash of their text; which packets they mean is theirs.
 * What the rules counted: rules_count.c.
 */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "collector/finger.h"
#include "collector/prompt.h"
#include "collector/rules_count.h"

#define FIELDS RULES_FIELDS
#define WRAPS 8

static const char *const pf_verbs[] = { "pass", "block", "match", "scrub",
	NULL };
static const char *const pf_second[] = { "in", "out", "drop", "return", "log",
	"quick", "all", "on", "inet", "inet6", "proto", "return-rst",
	"return-icmp", "return-icmp-as-dest", NULL };
static const char *const ipfw_verbs[] = { "allow", "accept", "pass", "permit",
	"deny", "drop", "reject", "reset", "reset6", "unreach", "unreach6",
	"count", "skipto", "check-state", "nat", "divert", "tee", "fwd",
	"forward", "pipe", "queue", "netgraph", "ngtee", "setfib", "setdscp",
	"call", "return", "reass", "abort", "abort6", NULL };

/* "return-icmp(port-unr)" is as good as the word alone. */
static bool
is_second(struct span s)
{
	const char *open = memchr(s.p, '(', s.len);

	if (open != NULL)
		s.len = (size_t)(open - s.p);
	return span_one_of(s, pf_second);
}

/* "pass in quick on em0 ..."; "@3 pass in ..." and ipf's "12 @3 pass in ..." */
static size_t
pf_rule(const struct line *l, struct span s[FIELDS])
{
	size_t n = text_fields(l, s, FIELDS), at = 0;
	uint64_t hits;

	if (n > 0 && span_u64(s[0], &hits))
		at++;
	if (n > at && *s[at].p == '@')
		at++;
	if (n <= at + 1)
		return 0;
	if (span_is(s[at], "anchor"))
		return *s[at + 1].p == '"' ? at + 1 : 0;
	return span_one_of(s[at], pf_verbs) && is_second(s[at + 1]) ? at + 1
								    : 0;
}

/* "Mon Dec  1 02:00:00 2025" or seconds: when it was last matched (-t, -T) */
static size_t
ipfw_moment(const struct span *s, size_t n)
{
	uint64_t v;

	if (n > 1 && span_u64(s[0], &v))
		return 1;
	return n > 5 && s[0].len == 3 && s[1].len == 3 && span_u64(s[2], &v) &&
		s[3].len == 8 && s[3].p[2] == ':' && s[4].len == 4 &&
		span_u64(s[4], &v)
	    ? 5
	    : 0;
}

/*
 * "00100 allow ip ...", "00100 12 3456 allow ip ...", and "set 3", "prob 0.5"
 * in front of that: where the verb stands
 */
static size_t
ipfw_rule(const struct line *l, struct span s[FIELDS])
{
	size_t n = text_fields(l, s, FIELDS), at = 1;
	uint64_t v;

	if (n < 3 || s[0].len != 5 || !span_u64(s[0], &v))
		return 0;
	if (n > 3 && span_u64(s[1], &v) && span_u64(s[2], &v))
		at = 3;
	at += ipfw_moment(s + at, n - at);
	while (at + 2 < n && (span_is(s[at], "set") || span_is(s[at], "prob")))
		at += 2;
	return span_one_of(s[at], ipfw_verbs) ? at + 1 : 0;
}

static size_t
iptables_rule(const struct line *l, struct span s[FIELDS])
{
	size_t n = text_fields(l, s, FIELDS);
	size_t at = n > 0 && *s[0].p == '[' ? 1 : 0;

	return n > at + 1 && span_is(s[at], "-A") ? at + 1 : 0;
}

/* The rest of iptables-save: comments, tables, policies with counters. */
static bool
iptables_other(const struct line *l)
{
	return l->len > 0 && strchr("#*:C", *l->p) != NULL &&
	    (*l->p != 'C' || line_begins(l, "COMMIT"));
}

static size_t
npf_rule(const struct line *l, struct span s[FIELDS])
{
	size_t n = text_fields(l, s, FIELDS);

	return n > 1 && (span_is(s[0], "pass") || span_is(s[0], "block")) ? 1
									  : 0;
}

/* npf's "# id=..." behind a rule, where mail has broken it off: no prompt */
static bool
is_identity(const struct line *l)
{
	return line_begins(l, "# id=");
}

static bool
npf_other(const struct line *l)
{
	struct span s[1];

	return l->len == 0 || l->indent > 0 || *l->p == '}' || *l->p == '$' ||
	    (*l->p == '#' && !is_identity(l)) ||
	    (text_fields(l, s, 1) == 1 &&
		(span_is(s[0], "group") || span_is(s[0], "map") ||
		    span_is(s[0], "table") || span_is(s[0], "procedure") ||
		    span_is(s[0], "ruleset") || span_is(s[0], "alg") ||
		    span_is(s[0], "set")));
}

/* "  [ Evaluations: 12 Packets: 3 ... ]" below a rule, with -v. */
static bool
pf_other(const struct line *l)
{
	return l->indent > 0 && l->len > 0 && *l->p == '[';
}

static bool
nothing(const struct line *l)
{
	(void)l;
	return false;
}

struct dialect {
	/* 0: no rule. Else the field behind the verb, which counts on. */
	size_t (*rule)(const struct line *, struct span s[FIELDS]);
	bool (*other)(const struct line *); /* belongs to it, and is no rule */
	rules_say *count; /* NULL: without counters */
	void (*end)(struct rules_count *); /* NULL: each line says it all */
};

static const struct dialect pf = { pf_rule, pf_other, rules_count_pf, NULL };
static const struct dialect ipf = { pf_rule, nothing, rules_count_ipf, NULL };
static const struct dialect ipfw = { ipfw_rule, nothing, rules_count_ipfw,
	NULL };
static const struct dialect iptables = { iptables_rule, iptables_other,
	rules_count_iptables, rules_count_iptables_end };
static const struct dialect npf = { npf_rule, npf_other, NULL, NULL };

/* A line and what mail broke off it. */
static size_t
whole_line(const struct reading *r, const struct dialect *d)
{
	const struct line *l = &r->line[r->used];
	size_t n = r->n - r->used, used = 1;
	struct span s[FIELDS];

	while (used < n && used < WRAPS && line_breaks(&l[used - 1]) &&
	    d->rule(&l[used], s) == 0 && !d->other(&l[used]) &&
	    !parse_known(NULL, &l[used], n - used) &&
	    (!prompt_line(&l[used], &s[0]) || is_identity(&l[used])))
		used++;
	return used;
}

uint64_t
rules_hash(uint64_t hash, struct line l, const char *from)
{
	size_t at = (size_t)(from - l.p);
	const char *blank = "";
	struct span s;

	for (; text_next(&l, &at, &s); blank = " ") {
		hash = finger_hash(hash, blank, strlen(blank));
		hash = finger_hash(hash, s.p, s.len);
	}
	return finger_hash(hash, "\n", 1);
}

static void
read_rules(struct reading *r, const struct dialect *d)
{
	uint64_t hash = FINGER_HASH_START, rules = 0;
	struct rules_count count = { .r = r };
	struct span s[FIELDS];
	char text[20];
	size_t lines;

	r->data = value_new(r->arena, VALUE_OBJECT);
	for (; r->used < r->n; r->used += lines) {
		struct line l;
		size_t at;

		lines = whole_line(r, d);
		l = text_joined(r->arena, &r->line[r->used], lines);
		l.indent = r->line[r->used].indent;
		at = d->rule(&l, s);
		if (at == 0 && !d->other(&l))
			break;
		if (d->count != NULL)
			d->count(&count, &l, s, at > 0 ? &s[at - 1] : NULL);
		if (at == 0)
			continue;
		rules++;
		/* from the verb on, and ipfw's number: never the counters */
		if (d == &ipfw)
			hash = finger_hash(hash, s[0].p, s[0].len);
		hash = rules_hash(hash, l, s[at - 1].p);
	}
	if (d->end != NULL)
		d->end(&count);
	while (r->used > 0 && r->line[r->used - 1].len == 0)
		r->used--;
	value_u64(r->arena, r->data, "rules", rules);
	snprintf(text, sizeof(text), "%016" PRIx64, hash);
	value_text(r->arena, r->data, "hash", text);
}

/* ---- pf, and ipf, which looks the same ------------------------------------- */

static bool
pf_begins(const struct line *l, size_t n)
{
	struct span s[FIELDS];

	return n > 0 && pf_rule(l, s) > 0;
}

/*
 * "block all of it" is English too: by the command, or two in a row. Only ipf
 * has a count in front of a rule.
 */
static void
pf_parse(struct reading *r)
{
	struct span s[FIELDS];
	bool counts = isdigit((unsigned char)*r->line->p);

	if (r->command != NULL ? strstr(r->command, "pf") == NULL
			       : r->n < 2 ||
		    (pf_rule(&r->line[1], s) == 0 && !pf_other(&r->line[1])))
		return;
	if (r->command == NULL ? !counts : strstr(r->command, "ipf") == NULL) {
		read_rules(r, &pf);
		return;
	}
	read_rules(r, &ipf);
	r->kind = "ipf_rules";
}

const struct parser parse_pf_rules = {
	.kind = "pf_rules",
	.begins = pf_begins,
	.parse = pf_parse,
};

const struct parser parse_ipf_rules = {
	.kind = "ipf_rules",
	.begins = pf_begins,
	.parse = pf_parse,
};

/* ---- ipfw ------------------------------------------------------------------- */

static bool
ipfw_begins(const struct line *l, size_t n)
{
	struct span s[FIELDS];

	return n > 0 && ipfw_rule(l, s) > 0;
}

static void
ipfw_parse(struct reading *r)
{
	read_rules(r, &ipfw);
}

const struct parser parse_ipfw_rules = {
	.kind = "ipfw_rules",
	.begins = ipfw_begins,
	.parse = ipfw_parse,
};

/* ---- npf -------------------------------------------------------------------- */

static bool
npf_begins(const struct line *l, size_t n)
{
	return n > 1 && line_begins(l, "# filtering:");
}

static void
npf_parse(struct reading *r)
{
	struct span s[3];
	bool active =
	    text_fields(r->line, s, 3) == 3 && span_is(s[2], "active");

	read_rules(r, &npf);
	value_bool(r->arena, r->data, "enabled", active);
	r->found_os = "NetBSD";
}

const struct parser parse_npf_rules = {
	.kind = "npf_rules",
	.begins = npf_begins,
	.parse = npf_parse,
};

/* ---- iptables --------------------------------------------------------------- */

/* "*filter": what may stand for itself where comments were left out */
static bool
is_table(const struct line *l)
{
	static const char *const tables[] = { "*filter", "*nat", "*mangle",
		"*raw", "*security", NULL };

	return span_one_of((struct span){ l->p, l->len }, tables);
}

static bool
iptables_begins(const struct line *l, size_t n)
{
	return n > 1 &&
	    (line_begins(l, "# Generated by iptables") ||
		line_begins(l, "# Generated by ip6tables") ||
		(*l->p == '*' && *l[1].p == ':' && is_table(l)));
}

static void
iptables_parse(struct reading *r)
{
	read_rules(r, &iptables);
	r->found_os = "Linux";
}

const struct parser parse_iptables_rules = {
	.kind = "iptables_rules",
	.begins = iptables_begins,
	.parse = iptables_parse,
};
