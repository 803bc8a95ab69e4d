/* SPDX-License-Identifier: BSD-2-Clause */
/* Sums over the streams. */
#include <string.h>

#include "netreceive/tally.h"

static void
add_runs(const struct lossruns *r, struct tally_counts *c)
{
	c->runs.count += r->count;
	c->runs.frames += r->frames;
	if (r->longest > c->runs.longest)
		c->runs.longest = r->longest;
}

static void
add_stream(
    const struct tally *t, const struct stream *st, struct tally_counts *c)
{
	uint64_t reordered;

	c->received += stream_received(st);
	c->sequenced = c->sequenced && st->kind != STREAM_BARE;
	c->unique += st->seq.unique;
	c->duplicate += st->seq.duplicate;
	c->order_known = stream_reordered(st, &reordered) && c->order_known;
	c->reordered += reordered;
	c->by_flow = c->by_flow || st->by_flow;
	c->split = c->split || st->split;
	c->unjudged += st->seq.unjudged;
	c->corrupt += st->corrupt + st->seq.corrupt;
	c->missing += seqtrack_missing(&st->seq);
	c->late += st->late;
	c->uncounted += st->uncounted;
	c->collision = c->collision || st->collision;
	add_runs(&st->seq.runs, c);
	reorder_merge(&c->order, &st->order);
	delayvar_range_merge(&c->ipdv, &st->delay.ipdv);
	if (delayvar_jitter(&st->delay) > c->jitter_ns)
		c->jitter_ns = delayvar_jitter(&st->delay);
	if (st->expected)
		c->lost -= st->seq.unique;
	c->unexpected =
	    c->unexpected || (t->o->threads > 1 && st->kind == STREAM_CLASSIC);
	if (st->first_ns != 0 &&
	    (c->first_ns == 0 || st->first_ns < c->first_ns))
		c->first_ns = st->first_ns;
	if (st->last_ns > c->last_ns)
		c->last_ns = st->last_ns;
}

/*
 * Loss is what was expected less what came of the expected streams; a stream
 * that never came is lost whole. unique never exceeds expect: seqtrack
 * refuses numbers beyond it.
 */
void
tally_counts(const struct tally *t, struct tally_counts *c)
{
	memset(c, 0, sizeof(*c));
	c->sequenced = c->order_known = true;
	c->corrupt = t->corrupt;
	for (size_t i = 0; i < t->o->expect.n; i++)
		c->lost += t->o->expect.frames[i];
	for (size_t i = 0; i < t->streams.n; i++)
		add_stream(t, &t->streams.v[i], c);
	add_runs(&t->streams.absent, c);
	for (int i = 0; i < FOREIGN_KINDS; i++)
		c->foreign += t->foreign[i];
	c->lost_known = t->o->expect.n > 0 && c->sequenced && !c->unexpected &&
	    t->cut + t->merged == 0;
}
