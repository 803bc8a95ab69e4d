/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>

#include "lib/ledger.h"

const char ledger_in_sum[] = "counted for both directions together";

/* Stops at the ends: counters of this world do not come near them. */
static int64_t
plus(int64_t a, int64_t b)
{
	if (a > 0 && b > INT64_MAX - a)
		return INT64_MAX;
	if (a < 0 && b < INT64_MIN - a)
		return INT64_MIN;
	return a + b;
}

/* The counters of both, and in words; what is of both of them once. */
static void
add_parts(struct ledger_place *v, const struct ledger_place *other)
{
	size_t own = v->parts, len = strlen(v->from);

	for (size_t i = 0; i < other->parts; i++) {
		const struct ledger_part *c = &other->part[i];
		bool again = v->parts == LEDGER_PARTS;

		for (size_t k = 0; k < own; k++)
			again |= strcmp(v->part[k].name, c->name) == 0 &&
			    strcmp(v->part[k].instance, c->instance) == 0;
		if (!again)
			v->part[v->parts++] = *c;
	}
	if (other->from[0] != '\0' && strcmp(v->from, other->from) != 0)
		snprintf(v->from + len, sizeof(v->from) - len, "%s%s",
		    len > 0 ? "; " : "", other->from);
}

static void
add(struct ledger *sum, const struct ledger *other)
{
	sum->sent += other->sent;
	sum->received_known = sum->received_known && other->received_known;
	sum->received += other->received;
	for (int p = 0; p < PLACES; p++) {
		struct ledger_place *v = &sum->place[p];

		v->known = v->known && other->place[p].known;
		v->frames = plus(v->frames, other->place[p].frames);
		add_parts(v, &other->place[p]);
	}
	sum->residual = plus(sum->residual, other->residual);
	sum->foreign = plus(sum->foreign, other->foreign);
	sum->foreign_known = sum->foreign_known && other->foreign_known;
	sum->background = plus(sum->background, other->background);
	sum->background_known =
	    sum->background_known && other->background_known;
	/* of two directions there is no one way in and out */
	sum->in_known = sum->out_known = false;
}

/* A place whose frames are in the sum alone. */
static void
leave(struct ledger *way, int at)
{
	struct ledger_place *v = &way->place[at];

	way->residual = plus(way->residual, v->frames);
	memset(v, 0, sizeof(*v));
	memcpy(v->from, ledger_in_sum, sizeof(ledger_in_sum));
}

/* Of all ways together, once. */
static int64_t
whole_of(const struct ledger way[], int ways, int at)
{
	int64_t least = way[0].place[at].whole;

	for (int d = 1; d < ways; d++)
		if (way[d].place[at].whole < least)
			least = way[d].place[at].whole;
	return least;
}

void
ledger_sum(struct ledger *sum, struct ledger way[], int ways)
{
	*sum = way[0];
	for (int d = 1; d < ways; d++)
		add(sum, &way[d]);
	for (int p = 0; p < PLACES && ways > 1; p++) {
		int64_t whole = whole_of(way, ways, p), twice = 0;
		struct ledger_place *v = &sum->place[p];

		for (int d = 1; d < ways; d++)
			twice = plus(twice, whole);
		if (twice != 0) {
			v->frames -= twice;
			sum->residual = plus(sum->residual, twice);
			for (int d = 0; d < ways; d++)
				leave(&way[d], p);
		}
		/* one of them did not measure it: no part of the sum then */
		if (!v->known && p != PLACE_GENERATOR_REFUSED) {
			sum->residual = plus(sum->residual, v->frames);
			v->frames = 0;
		}
	}
}
