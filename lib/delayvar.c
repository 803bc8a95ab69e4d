/* SPDX-License-Identifier: BSD-2-Clause */
#include "lib/delayvar.h"

#define CHOSEN (DELAYVAR_HELD + 1)
#define P999 99900

/* a - b, where wrong stamps may make them anything. */
static int64_t
difference(int64_t a, int64_t b)
{
	return (int64_t)((uint64_t)a - (uint64_t)b);
}

static uint64_t
size(int64_t ns)
{
	return ns < 0 ? 0 - (uint64_t)ns : (uint64_t)ns;
}

static void
spread(struct delayvar *d, int64_t transit_ns)
{
	int64_t ns = difference(transit_ns, d->least_ns);

	hist_add(ns < 0 ? &d->spread->below : &d->spread->above, size(ns));
}

static void
choose(struct delayvar *d)
{
	d->least_ns = d->held[0];
	for (uint32_t i = 1; i < d->held_n; i++)
		if (d->held[i] < d->least_ns)
			d->least_ns = d->held[i];
	for (uint32_t i = 0; i < d->held_n; i++)
		spread(d, d->held[i]);
	d->held_n = CHOSEN;
}

static void
hold(struct delayvar *d, int64_t transit_ns)
{
	if (d->held_n == CHOSEN) {
		spread(d, transit_ns);
		return;
	}
	d->held[d->held_n++] = transit_ns;
	if (d->held_n == DELAYVAR_HELD)
		choose(d);
}

static void
range(struct delayvar_range *r, int64_t ns)
{
	if (r->n == 0 || ns < r->min)
		r->min = ns;
	if (r->n == 0 || ns > r->max)
		r->max = ns;
	r->n++;
	r->sum = (int64_t)((uint64_t)r->sum + (uint64_t)ns);
}

void
delayvar_add(
    struct delayvar *d, uint64_t number, int64_t transit_ns, bool distinct)
{
	uint64_t step = size(difference(transit_ns, d->transit_ns));

	if (d->any)
		d->jitter_16 += step - (d->jitter_16 + 8) / 16;
	d->any = true;
	d->transit_ns = transit_ns;
	if (!distinct)
		return;
	if (d->distinct && number == d->number + 1)
		range(&d->ipdv, difference(transit_ns, d->number_ns));
	d->distinct = true;
	d->number = number;
	d->number_ns = transit_ns;
	hold(d, transit_ns);
}

void
delayvar_add32(
    struct delayvar *d, uint64_t number, uint32_t transit_ns, bool distinct)
{
	int32_t step = (int32_t)(transit_ns - (uint32_t)d->transit_ns);

	delayvar_add(d, number, d->transit_ns + step, distinct);
}

void
delayvar_finish(struct delayvar *d)
{
	if (d->held_n > 0 && d->held_n != CHOSEN)
		choose(d);
}

void
delayvar_range_merge(
    struct delayvar_range *to, const struct delayvar_range *from)
{
	if (from->n == 0)
		return;
	if (to->n == 0 || from->min < to->min)
		to->min = from->min;
	if (to->n == 0 || from->max > to->max)
		to->max = from->max;
	to->n += from->n;
	to->sum += from->sum;
}

void
delayvar_spread_merge(
    struct delayvar_spread *to, const struct delayvar_spread *from)
{
	hist_merge(&to->above, &from->above);
	hist_merge(&to->below, &from->below);
}

/* Nearest rank: the values below the reference come first. */
uint64_t
delayvar_pdv(const struct delayvar_spread *s)
{
	uint64_t below = s->below.count, n = below + s->above.count;
	uint64_t rank = hist_rank(n, P999);

	if (n == 0)
		return 0;
	if (rank <= below)
		return s->below.max - hist_nth(&s->below, below + 1 - rank);
	if (below > 0)
		return s->below.max + hist_nth(&s->above, rank - below);
	return hist_nth(&s->above, rank) - s->above.min;
}
