/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Several threads' tallies into one. A flow is always of one thread, so a
 * duplicate has its first by its side and the sums of distinct frames are
 * exact. A stream that came to one thread only is taken over as it is. Of one
 * that is split over several nobody saw all numbers in their order: runs of
 * lost numbers, order (but within flows) and delay variation stay unknown.
 */
#include "netreceive/tally.h"

static void
add_seq(struct seqtrack *to, const struct seqtrack *from)
{
	to->received += from->received;
	to->unique += from->unique;
	to->duplicate += from->duplicate;
	to->reordered += from->reordered;
	to->unjudged += from->unjudged;
	to->corrupt += from->corrupt;
	if (from->any && (!to->any || from->highest > to->highest))
		to->highest = from->highest;
	to->any = to->any || from->any;
}

static void
add_blocks(struct blocks *to, const struct blocks *from)
{
	for (size_t i = 0; i < from->end; i++)
		to->v[i] += from->v[i];
	if (from->end > to->end)
		to->end = from->end;
	to->beyond += from->beyond;
}

/* What numbers say, whole; but who is told of more is `to`. */
static void
take_over(struct stream *to, const struct stream *from)
{
	struct lossruns ears = to->seq.runs;
	struct delayvar_spread *spread = to->delay.spread;
	uint64_t corrupt = to->seq.corrupt;

	to->seq = from->seq;
	to->seq.corrupt += corrupt;
	to->seq.runs.lengths = ears.lengths;
	to->seq.runs.tell = ears.tell;
	to->seq.runs.arg = ears.arg;
	to->order = from->order;
	to->flows = from->flows;
	to->blocks = from->blocks;
	to->delay = from->delay;
	to->delay.spread = spread;
	to->bare = from->bare;
}

static void
add_split(struct stream *to, const struct stream *from)
{
	to->split = true;
	add_seq(&to->seq, &from->seq);
	add_blocks(&to->blocks, &from->blocks);
	to->flows.reordered += from->flows.reordered;
	if (from->flows.next == NULL)
		to->flows.next = NULL;
	to->bare += from->bare;
}

static void
add_times(struct stream *to, const struct stream *from)
{
	if (from->first_ns != 0 &&
	    (to->first_ns == 0 || from->first_ns < to->first_ns)) {
		to->first_ns = from->first_ns;
		to->source = from->source;
		to->src_port = from->src_port;
		to->dst_port = from->dst_port;
	}
	if (from->last_ns > to->last_ns)
		to->last_ns = from->last_ns;
}

static void
add_stream(struct streams *s, const struct stream *from)
{
	const struct stream_key key = { .kind = from->kind,
		.other = from->other,
		.number = from->number,
		.source = &from->source,
		.src_port = from->src_port,
		.dst_port = from->dst_port,
		.damaged = from->source.family == 0 };
	struct stream *to = streams_get(s, &key);

	if (to == NULL)
		return;
	if (stream_received(from) == 0)
		to->seq.corrupt += from->seq.corrupt;
	else if (stream_received(to) == 0)
		take_over(to, from);
	else
		add_split(to, from);
	to->corrupt += from->corrupt;
	to->uncounted += from->uncounted;
	to->late += from->late;
	to->collision = to->collision || from->collision;
	add_times(to, from);
}

void
tally_merge(struct tally *to, const struct tally *from)
{
	for (size_t i = 0; i < from->streams.n; i++)
		add_stream(&to->streams, &from->streams.v[i]);
	to->streams.iperf3 = to->streams.iperf3 || from->streams.iperf3;
	to->streams.full = to->streams.full || from->streams.full;
	hist_merge(&to->streams.run_lengths, &from->streams.run_lengths);
	hist_merge(&to->streams.extents, &from->streams.extents);
	delayvar_spread_merge(&to->streams.spread, &from->streams.spread);
	for (unsigned i = 0; i < TALLY_TAGS; i++)
		to->tags[i] += from->tags[i];
	if (from->tag_known) {
		to->tag_known = true;
		to->tag = from->tag;
	}
	for (int i = 0; i < FOREIGN_KINDS; i++)
		to->foreign[i] += from->foreign[i];
	to->cut += from->cut;
	to->merged += from->merged;
	to->corrupt += from->corrupt;
	to->unverified += from->unverified;
	to->received += from->received;
	to->own_times += from->own_times;
	hist_merge(&to->latency, &from->latency);
	to->latency_negative += from->latency_negative;
	series_merge(&to->series, &from->series);
}
