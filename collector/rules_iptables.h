/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One table of iptables, from whichever of its listings, and what of it counts
 * for packets that are forwarded.
 */
#ifndef COLLECTOR_RULES_IPTABLES_H
#define COLLECTOR_RULES_IPTABLES_H

#include "collector/rules_count.h"

extern const char *const ipt_tables[]; /* their names; ends in NULL */

struct ipt_entry { /* a rule; else a chain and its policy */
	bool rule;
	struct span chain;
	/* the policy, "-": none; of a rule len 0: it only counts */
	struct span target;
	struct line text;
	const char *from, *match; /* in it: all of the rule; behind the chain */
	struct cell packets, bytes; /* not known: not counted */
	struct ipt_entry *next;
};

struct ipt_table { /* zeroed but for name and program */
	struct span name;
	const char *program; /* "iptables", "ip6tables" */
	const char *hash; /* the key of the hash; NULL: "hash" */
	bool whole; /* nothing was cut off */
	bool unsure; /* of which program or table this is */
	struct ipt_entry *first, *last;
};

/* Append an empty one; NULL without memory. */
struct ipt_entry *ipt_add(struct arena *, struct ipt_table *);

/* Is the word behind this one between quotes, where this one is `quoted`? */
bool ipt_quoted(bool quoted, struct span);

/* "-A FORWARD -s 10.0.0.0/8 -j DROP" from l->p + at on. */
bool ipt_rule(const struct line *, size_t at, struct ipt_entry *);

/* ---- listings that tell neither program nor table (rules_iptables_name.c) */

/*
 * The program by r->command, or by the family of the addresses seen; the table
 * by r->command, or by its chains; whether it is whole, by those too.
 */
void ipt_name(const struct reading *, struct ipt_table *, bool ip4, bool ip6);
/* All that is told of the table; `form` is a letter of r->variant. */
void ipt_read(struct reading *, struct ipt_table *, char form);
/* Does a chain of this name begin another table, behind those of this one? */
bool ipt_next_table(const struct ipt_table *, struct span chain);
/* Is this what the command of a policy can be? */
bool ipt_policy(struct span);

/* Into the reading: counters, "counted", and the table's rules and hash. */
void ipt_count(struct rules_count *, const struct ipt_table *);

#endif
