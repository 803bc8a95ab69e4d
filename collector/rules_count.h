/* SPDX-License-Identifier: BSD-2-Clause */
/* What the rules of a firewall counted, as its listing shows it. */
#ifndef COLLECTOR_RULES_COUNT_H
#define COLLECTOR_RULES_COUNT_H

#include "collector/parse.h"

#define RULES_FIELDS 12 /* up to the verb, behind all that -a, -t and -S show */

struct rules_line {
	struct line l;
	struct rules_line *next;
};

struct rules_count { /* zeroed but for the reading */
	struct reading *r;
	struct value *list; /* NULL: nothing was counted yet */
	uint64_t rules, same; /* seen, and in a row of one number */
	uint64_t dropping;
	struct span number; /* of the last rule */
	/* the rule whose counters are to come */
	char rule[COUNTER_INSTANCE];
	bool drops, lends; /* ends packets; gives them to somebody else */
	bool vague; /* nobody tells which rules these are */
	/* of iptables, whose chains are all to be known first */
	struct rules_line *first, *last;
};

/*
 * A line of a listing, and its first fields: `verb` is where the action
 * stands, NULL where the line is no rule.
 */
typedef void rules_say(struct rules_count *, const struct line *,
    const struct span s[RULES_FIELDS], const struct span *verb);

extern rules_say rules_count_pf, rules_count_ipf, rules_count_ipfw,
    rules_count_iptables;

/* All lines were said: what is forwarded, and what became of it. */
void rules_count_iptables_end(struct rules_count *);

/* c->rule: number, then the words of the line from there on, cut to fit. */
void rules_count_name(struct rules_count *, const char *number,
    const struct line *, const char *from);
/* The rule called c->rule, that c->drops or c->lends. */
void rules_count_put(
    struct rules_count *, bool counted, uint64_t packets, uint64_t bytes);
/* The same of figures that may be missing or rounded: those tell no drops. */
void
rules_count_cells(struct rules_count *, struct cell packets, struct cell bytes);

/* Word by word from there on: tabs and runs of blanks are the mailer's. */
uint64_t rules_hash(uint64_t hash, struct line, const char *from);

#endif
