/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Counters of rules: `pfctl -vsr`, `ipfw show`, `ipfstat -hio`. A packet that
 * ipfw denies or pf blocks is counted by the one rule that did. Of ipf a rule
 * counts what it matched, although a later one may decide: those are shown,
 * and `ipfstat` counts what was blocked.
 */
#include <stdio.h>
#include <string.h>

#include "collector/rules_count.h"

/* ipfw(8): these end a packet */
static const char *const ipfw_drops[] = { "deny", "drop", "reject", "reset",
	"reset6", "unreach", "unreach6", "abort", "abort6", NULL };
/* and these give it to what may drop it, and counts that elsewhere if at all */
static const char *const ipfw_lends[] = { "pipe", "queue", "divert", "netgraph",
	NULL };

/* "ipfw 00100 deny ip from any to any", cut where there is no more room. */
void
rules_count_name(struct rules_count *c, const char *number,
    const struct line *l, const char *from)
{
	size_t at = (size_t)(from - l->p);
	struct span s;

	snprintf(c->rule, sizeof(c->rule), "%s", number);
	while (text_next(l, &at, &s)) {
		size_t len = strlen(c->rule);

		snprintf(c->rule + len, sizeof(c->rule) - len, " %.*s",
		    (int)s.len, s.p);
	}
}

static void
put_figure(struct arena *a, struct value *row, const char *key, struct cell c)
{
	struct value *pair;

	if (!c.known) {
		value_null(a, row, key);
	} else if (c.low == c.high) {
		value_u64(a, row, key, c.low);
	} else {
		pair = value_put(a, row, key, VALUE_ARRAY);
		value_u64(a, pair, NULL, c.low);
		value_u64(a, pair, NULL, c.high);
	}
}

static struct value *
put_row(struct rules_count *c, struct cell packets)
{
	struct arena *a = c->r->arena;
	struct value *row;

	if (c->list == NULL)
		c->list = value_put(a, c->r->data, "counted", VALUE_ARRAY);
	row = value_put(a, c->list, NULL, VALUE_OBJECT);
	value_text(a, row, "rule", arena_text(a, c->rule, strlen(c->rule)));
	value_bool(a, row, "drops", c->drops);
	put_figure(a, row, "packets", packets);
	return row;
}

void
rules_count_cells(struct rules_count *c, struct cell packets, struct cell bytes)
{
	bool exact = !c->vague && packets.known && packets.low == packets.high;
	bool lent = c->lends && (!packets.known || packets.high > 0);

	put_figure(c->r->arena, put_row(c, packets), "bytes", bytes);
	c->dropping += c->drops;
	if (lent || (c->drops && !exact))
		parse_count(c->r, "filter.uncounted", c->rule, 1, 64);
	if (exact)
		parse_count(c->r, c->drops ? "filter.drops" : "filter.packets",
		    c->rule, packets.low, 64);
}

void
rules_count_put(
    struct rules_count *c, bool counted, uint64_t packets, uint64_t bytes)
{
	rules_count_cells(c, (struct cell){ counted, packets, packets },
	    (struct cell){ counted, bytes, bytes });
}

void
rules_count_ipfw(struct rules_count *c, const struct line *l,
    const struct span s[RULES_FIELDS], const struct span *verb)
{
	uint64_t packets, bytes;
	char number[32];

	if (verb == NULL || verb < s + 3 || !span_u64(s[1], &packets) ||
	    !span_u64(s[2], &bytes))
		return;
	/* several rules may have one number */
	c->same = c->number.len == s[0].len &&
		memcmp(c->number.p, s[0].p, s[0].len) == 0
	    ? c->same + 1
	    : 1;
	c->number = s[0];
	if (c->same == 1)
		snprintf(
		    number, sizeof(number), "ipfw %.*s", (int)s[0].len, s[0].p);
	else
		snprintf(number, sizeof(number), "ipfw %.*s.%llu",
		    (int)s[0].len, s[0].p, (unsigned long long)c->same);
	rules_count_name(c, number, l, verb->p);
	c->drops = span_one_of(*verb, ipfw_drops);
	c->lends = span_one_of(*verb, ipfw_lends);
	rules_count_put(c, true, packets, bytes);
	/* the default rule is the last one: nothing was cut off */
	if (span_is(s[0], "65535"))
		parse_count(c->r, "filter.rules", "ipfw", c->dropping, 64);
}

/* "[ Evaluations: 9  Packets: 3  Bytes: 180  States: 0 ]" */
static bool
pf_counters(const struct line *l, uint64_t *packets, uint64_t *bytes)
{
	struct span s[11];

	return text_fields(l, s, 11) == 10 && span_is(s[1], "Evaluations:") &&
	    span_is(s[3], "Packets:") && span_u64(s[4], packets) &&
	    span_is(s[5], "Bytes:") && span_u64(s[6], bytes) &&
	    span_is(s[9], "]");
}

void
rules_count_pf(struct rules_count *c, const struct line *l,
    const struct span s[RULES_FIELDS], const struct span *verb)
{
	uint64_t packets, bytes;
	char number[32];

	(void)s;
	if (verb != NULL) {
		snprintf(number, sizeof(number), "pf #%llu",
		    (unsigned long long)c->rules++);
		rules_count_name(c, number, l, verb->p);
		c->drops = span_is(*verb, "block");
		c->lends = span_is(*verb, "anchor"); /* rules of its own */
		return;
	}
	if (c->rule[0] == '\0' || !pf_counters(l, &packets, &bytes))
		return;
	rules_count_put(c, true, packets, bytes);
	c->rule[0] = '\0';
}

void
rules_count_ipf(struct rules_count *c, const struct line *l,
    const struct span s[RULES_FIELDS], const struct span *verb)
{
	uint64_t hits;

	if (verb == NULL || verb == s || !span_u64(s[0], &hits))
		return;
	rules_count_name(c, "ipf", l, verb->p);
	c->drops = span_is(*verb, "block");
	put_row(c, (struct cell){ true, hits, hits });
}
