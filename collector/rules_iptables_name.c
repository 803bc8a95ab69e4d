/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * `iptables -L` and `-S` show one table, or one chain of it, and say neither
 * which nor whether it is of IPv4. The built-in chains tell the table.
 */
#include <stdio.h>
#include <string.h>

#include "collector/prompt.h"
#include "collector/rules_iptables.h"

enum { PREROUTING = 1, INPUT = 2, FORWARD = 4, OUTPUT = 8, POSTROUTING = 16 };

static const char *const hooks[] = { "PREROUTING", "INPUT", "FORWARD", "OUTPUT",
	"POSTROUTING" };

static unsigned
hook_of(struct span chain)
{
	for (unsigned i = 0; i < 5; i++)
		if (span_is(chain, hooks[i]))
			return 1U << i;
	return 0;
}

/* nat has had INPUT since Linux 2.6.36 */
static const struct {
	const char *table;
	unsigned has;
} shapes[] = {
	{ "mangle", PREROUTING | INPUT | FORWARD | OUTPUT | POSTROUTING },
	{ "filter", INPUT | FORWARD | OUTPUT },
	{ "security", INPUT | FORWARD | OUTPUT },
	{ "nat", PREROUTING | OUTPUT | POSTROUTING },
	{ "raw", PREROUTING | OUTPUT },
};

#define SHAPES (sizeof(shapes) / sizeof(shapes[0]))

static unsigned
hooks_seen(const struct ipt_table *t)
{
	unsigned seen = 0;

	for (const struct ipt_entry *e = t->first; e != NULL; e = e->next)
		if (!e->rule)
			seen |= hook_of(e->chain);
	return seen;
}

/* "nat" of "iptables -t nat -L", where that is the whole command. */
static bool
table_typed(const char *command, struct span *name)
{
	return command != NULL && strpbrk(command, ";&|") == NULL &&
	    (prompt_behind(command, "-t", name) ||
		prompt_behind(command, "--table", name)) &&
	    span_one_of(*name, ipt_tables);
}

static void
name_table(const struct reading *r, struct ipt_table *t)
{
	unsigned seen = hooks_seen(t);
	size_t i = 0, typed;
	struct span name;

	while (i < SHAPES && (seen & shapes[i].has) != shapes[i].has)
		i++;
	t->whole = i < SHAPES;
	if (table_typed(r->command, &name)) {
		for (typed = 0; typed < SHAPES; typed++)
			if (span_is(name, shapes[typed].table))
				t->whole = (seen & shapes[typed].has) ==
				    shapes[typed].has;
		t->name = name;
		return;
	}
	if (i == SHAPES && (seen & (PREROUTING | POSTROUTING)) != 0)
		t->unsure = true; /* nat, raw or mangle */
	t->name = (struct span){ i < SHAPES ? shapes[i].table : "filter", 0 };
	t->name.len = strlen(t->name.p);
}

void
ipt_name(const struct reading *r, struct ipt_table *t, bool ip4, bool ip6)
{
	const char *command = r->command != NULL ? r->command : "";
	bool four = strstr(command, "iptables") != NULL;
	bool six = strstr(command, "ip6tables") != NULL;

	if (four == six) {
		t->unsure = four && ip4 == ip6; /* one of two, untold */
		six = ip6 && !ip4;
	}
	t->program = six ? "ip6tables" : "iptables";
	name_table(r, t);
	if (t->unsure) /* not to be taken for another listing's */
		t->program = "tables";
}

/* What such a listing shows. */
static const char *
variant(struct arena *a, const struct ipt_table *t, char form)
{
	struct span chain = t->first->chain;
	char text[128];

	for (const struct ipt_entry *e = t->first; e != NULL; e = e->next)
		if (e->chain.len != chain.len ||
		    memcmp(e->chain.p, chain.p, chain.len) != 0)
			chain.len = 0;
	snprintf(text, sizeof(text), "%c %s %.*s %.*s", form, t->program,
	    (int)t->name.len, t->name.p, (int)(chain.len < 64 ? chain.len : 64),
	    chain.p);
	return arena_text(a, text, strlen(text));
}

bool
ipt_next_table(const struct ipt_table *t, struct span chain)
{
	unsigned hook = hook_of(chain);

	for (const struct ipt_entry *e = t->first; e != NULL; e = e->next)
		if (!e->rule &&
		    (hook == PREROUTING ||
			(e->chain.len == chain.len &&
			    memcmp(e->chain.p, chain.p, chain.len) == 0)))
			return true;
	return false;
}

/*
 * Nothing in the listing marks its end: only what was printed behind it tells
 * that no rule was cut off.
 */
static bool
ended(const struct reading *r)
{
	size_t i = r->used;

	while (i < r->n && r->line[i].len == 0)
		i++;
	return prompt_follows(&r->line[i], r->n - i) ||
	    (i < r->n &&
		(parse_iptables_s.begins(&r->line[i], r->n - i) ||
		    parse_iptables_l.begins(&r->line[i], r->n - i)));
}

void
ipt_read(struct reading *r, struct ipt_table *t, char form)
{
	struct rules_count count = { .r = r };

	r->data = value_new(r->arena, VALUE_OBJECT);
	ipt_count(&count, t);
	if (t->whole && !t->unsure && span_is(t->name, "filter") && ended(r))
		parse_count(r, "filter.rules", t->program, count.dropping, 64);
	r->variant = variant(r->arena, t, form);
	r->found_os = "Linux";
}

bool
ipt_policy(struct span s)
{
	static const char *const policies[] = { "ACCEPT", "DROP", "QUEUE",
		"RETURN", NULL };

	return span_one_of(s, policies);
}
