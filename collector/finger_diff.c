/* SPDX-License-Identifier: BSD-2-Clause */
/* What of a fingerprint changed between two moments. */
#include <stdio.h>
#include <string.h>

#include "collector/finger.h"

/* "eth0.5" of "if.eth0.5.mtu", of those that were met; NULL: no such key. */
static const char *
port_of(const struct finger *f, const char *key)
{
	const char *best = NULL;

	if (strncmp(key, "if.", 3) != 0)
		return NULL;
	for (size_t i = 0; i < f->n_port; i++) {
		size_t len = strlen(f->port[i]);

		/* eth0.5 has a port eth0 too: the longest counts */
		if (strncmp(key + 3, f->port[i], len) == 0 &&
		    key[3 + len] == '.' && (best == NULL || len > strlen(best)))
			best = f->port[i];
	}
	return best;
}

/*
 * Not known on one side is no change, unless its interface came or went: a
 * listing may have been read only once.
 */
static bool
is_change(const struct finger *mine, const struct fp_key *k,
    const struct finger *other, const struct fp_key *o)
{
	const char *port;

	if (k->value == NULL)
		return false;
	if (o != NULL && o->value != NULL)
		return strcmp(k->value, o->value) != 0;
	port = o == NULL && other->n_port > 0 ? port_of(mine, k->name) : NULL;
	return port != NULL && !finger_knows_port(other, port);
}

static bool
moves(const char *key)
{
	static const char *const keys[] = { "clock.mhz", "cpu.steal_ticks",
		"cpu.throttled", "firewall.states", NULL };

	return text_one_of(key, keys);
}

struct comparison {
	const struct finger *before, *after;
	bool moving;
	struct finger_changes sum;
	void (*put)(void *, const struct finger_change *);
	void *to;
};

/* A key of `mine`; o: the other side's, NULL where it has no such key. */
static void
compare(struct comparison *c, const struct finger *mine, const struct fp_key *k,
    const struct fp_key *o)
{
	bool first = mine == c->before;
	const char *theirs = o == NULL ? NULL : o->value;
	struct finger_change change = {
		.class = k->class,
		.key = k->name,
		.before = first ? k->value : theirs,
		.after = first ? theirs : k->value,
	};

	if (moves(k->name) != c->moving)
		return;
	if (is_change(mine, k, first ? c->after : c->before, o)) {
		c->sum.changed++;
		c->put(c->to, &change);
	} else if (k->value != NULL && theirs != NULL) {
		c->sum.unchanged++;
	} else {
		c->sum.unknown++;
	}
}

static void
compare_class(struct comparison *c, enum fp_class class)
{
	const struct fingerprint *a = &c->before->keys, *b = &c->after->keys;

	for (size_t i = 0; i < a->n; i++)
		if (a->v[i].class == class)
			compare(c, c->before, &a->v[i],
			    fp_find(b, class, a->v[i].name));
	for (size_t i = 0; i < b->n; i++)
		if (b->v[i].class == class &&
		    fp_find(a, class, b->v[i].name) == NULL)
			compare(c, c->after, &b->v[i], NULL);
}

struct finger_changes
finger_diff(const struct finger *before, const struct finger *after,
    bool moving, void (*put)(void *, const struct finger_change *), void *to)
{
	struct comparison c = { .before = before,
		.after = after,
		.moving = moving,
		.put = put,
		.to = to };

	for (int class = 0; class < FP_CLASSES; class ++)
		compare_class(&c, (enum fp_class) class);
	return c.sum;
}
