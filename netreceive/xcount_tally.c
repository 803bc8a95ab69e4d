/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "lib/clock.h"
#include "netreceive/xcount_tally.h"
#include "netreceive/xcount_track.h"

#define FOLLOW_WORDS (1U << 20) /* of a stream in one call: milliseconds */
#define STOP_AHEAD_NS 100000ULL

/* Memory is taken for all of them: few, unless more are announced. */
static uint16_t
room(const struct rx_options *o)
{
	uint32_t streams = o->streams.max - o->streams.min + 1U;

	if (streams > XCOUNT_STREAMS)
		streams = XCOUNT_STREAMS_USUAL;
	if (streams < o->expect.n)
		streams = (uint32_t)o->expect.n;
	return (uint16_t)streams;
}

void
xcount_plan(const struct rx_options *o, uint64_t start_ns,
    struct xcount_rules *r, uint64_t *limits)
{
	memset(r, 0, sizeof(*r));
	r->port_min = o->port.min;
	r->port_max = o->port.max;
	r->stream_min = o->streams.min;
	r->stream_max = o->streams.max;
	r->streams = room(o);
	r->vlans = (uint8_t)o->vlan.n;
	for (size_t i = 0; i < o->vlan.n; i++)
		r->vlan[i] = (uint16_t)o->vlan.vid[i];
	r->stamp = (uint8_t)o->stamp;
	r->pass = o->pass;
	r->any_source = o->any_source;
	r->latency = !o->no_latency;
	r->first_seq = o->first_seq;
	r->clock_offset = (uint64_t)o->clock_offset.ns;
	r->start_ns = start_ns;
	r->interval_ns = TALLY_INTERVAL_NS;
	r->intervals = TALLY_INTERVALS;
	for (size_t i = 0; i < XCOUNT_EXPECT; i++)
		limits[i] = i < o->expect.n ? o->first_seq + o->expect.frames[i]
					    : XCOUNT_LIMIT;
}

void
xcount_start(struct xcount *x, const struct rx_options *o)
{
	x->shared->stop_ns = UINT64_MAX;
	x->shared->tag = o->tag != 0 ? (uint32_t)o->tag : XCOUNT_NO_TAG;
	for (unsigned i = 0; i < x->n_cpus; i++)
		x->cpus[i].latency.min = UINT64_MAX;
	for (size_t i = 0; i < XCOUNT_STREAMS; i++)
		x->left[i] = o->first_seq / 64;
}

/* The program must know the stop before it is there: so a moment ahead. */
static void
pass_on_stop(struct xcount *x, struct tally *t)
{
	if (t->stop_ns == UINT64_MAX || x->shared->stop_ns != UINT64_MAX)
		return;
	do {
		t->stop_ns = clock_mono_ns() + STOP_AHEAD_NS;
		__atomic_store_n(
		    &x->shared->stop_ns, t->stop_ns, __ATOMIC_SEQ_CST);
	} while (clock_mono_ns() >= t->stop_ns);
}

/* Of one stream, over the CPUs; false: nothing was counted. */
static bool
sum_frames(const struct xcount *x, size_t i, struct xcount_frames *sum)
{
	memset(sum, 0, sizeof(*sum));
	for (unsigned cpu = 0; cpu < x->n_cpus; cpu++) {
		const struct xcount_frames *n = &x->cpus[cpu].stream[i];

		sum->unique += n->unique;
		sum->duplicate += n->duplicate;
		sum->reordered += n->reordered;
		sum->unjudged += n->unjudged;
		sum->impossible += n->impossible;
		sum->corrupt += n->corrupt;
		sum->uncounted += n->uncounted;
		sum->late += n->late;
		sum->bare += n->bare;
		if (n->first_ns != 0 &&
		    (sum->first_ns == 0 || n->first_ns < sum->first_ns))
			sum->first_ns = n->first_ns;
		if (n->last_ns > sum->last_ns)
			sum->last_ns = n->last_ns;
	}
	return (sum->unique | sum->duplicate | sum->unjudged | sum->impossible |
		   sum->corrupt | sum->uncounted | sum->bare) != 0;
}

static struct stream *
find_stream(struct tally *t, const struct xcount_stream *s)
{
	struct addr source = { .family = 0 };
	struct stream_key key = { .kind = (enum stream_kind)s->kind,
		.other = (enum other)s->other,
		.number = s->number,
		.source = &source,
		.src_port = s->src_port,
		.dst_port = s->dst_port,
		.damaged = s->family <= 1 };

	if (s->family > 1)
		source.family = (uint8_t)s->family;
	if (s->family == 6) {
		memcpy(source.b, &s->source_high, 8);
		memcpy(source.b + 8, &s->source_low, 8);
	} else {
		memcpy(source.b, &s->source_low, 4);
	}
	return streams_get(&t->streams, &key);
}

static void
add_blocks(struct blocks *b, uint64_t first, uint64_t came)
{
	for (; b->size != 0 && came != 0; came &= came - 1)
		blocks_add(b, first + (uint64_t)__builtin_ctzll(came));
}

/*
 * One word of 64 numbers that left the window, or all that were skipped at
 * once with it. Returns how many: `most` at most, 0 where they are no longer
 * known.
 */
static uint64_t
leave(const struct xcount_stream *s, uint64_t state, uint64_t word,
    uint64_t most, struct stream *st)
{
	uint64_t came, n = xcount_leapt_words(s, word);

	if (n > 0) {
		n = n < most ? n : most;
		lossruns_lost(&st->seq.runs, word * 64, n * 64);
		return n;
	}
	if (!xcount_came(s, state, word * 64, &came))
		return 0;
	add_blocks(&st->blocks, word * 64, came);
	seqtrack_leave(&st->seq, word, word * 64 + 63, came);
	return 1;
}

/*
 * Words that left the window tell which numbers came; at the end those within
 * it do, for whose losses the window of lib/seqtrack is filled. Where some
 * were overwritten before, no losses are told, and the rest does not matter.
 */
static void
follow(struct xcount *x, size_t i, uint64_t state, struct stream *st, bool last)
{
	const struct xcount_stream *s = &x->streams[i];
	struct seqtrack *q = &st->seq;
	uint64_t top = q->highest / 64, came, *w = &x->left[i];
	uint64_t end = top < SEQTRACK_WORDS ? 0 : top - SEQTRACK_WORDS + 1, n;
	unsigned steps = 0;

	while (*w < end && !x->overrun) {
		if (!last && ++steps > FOLLOW_WORDS)
			return;
		n = leave(s, state, *w, end - *w, st);
		x->overrun = n == 0;
		*w += n;
	}
	if (*w < end)
		*w = end;
	for (uint64_t in = *w; last && in <= top; in++) {
		xcount_came(s, state, in * 64, &came);
		add_blocks(&st->blocks, in * 64, came);
		q->window[in % SEQTRACK_WORDS] = came;
	}
}

/* Frames of the stream that were received. */
static uint64_t
update(struct xcount *x, size_t i, struct tally *t, bool last)
{
	const struct xcount_stream *s = &x->streams[i];
	struct xcount_frames n;
	struct stream *st;
	uint64_t state;

	if (!sum_frames(x, i, &n))
		return 0;
	st = find_stream(t, s);
	if (st == NULL)
		return 0;
	state = __atomic_load_n(&s->state, __ATOMIC_ACQUIRE);
	st->collision = s->collision != 0;
	st->bare = n.bare;
	st->corrupt = n.corrupt;
	st->uncounted = n.uncounted;
	st->late = n.late;
	st->first_ns = n.first_ns;
	st->last_ns = n.last_ns;
	st->seq.received = n.unique + n.duplicate + n.unjudged;
	st->seq.unique = n.unique;
	st->seq.duplicate = n.duplicate;
	st->seq.reordered = n.reordered;
	st->seq.unjudged = n.unjudged;
	st->seq.corrupt = n.impossible;
	if (state != 0) {
		st->seq.any = true;
		st->seq.highest = xcount_next(state) - 1;
		follow(x, i, state, st, last);
	}
	return stream_received(st);
}

static void
update_series(const struct xcount *x, struct series *s)
{
	uint64_t at = s->start_ns;

	for (size_t i = 0; i < s->cap; i++, at += s->interval_ns)
		if (x->series[i] != 0)
			series_add(s, at, x->series[i]);
	s->after += x->shared->after;
	for (unsigned cpu = 0; cpu < x->n_cpus; cpu++)
		if (x->cpus[cpu].slot_frames != 0)
			series_add(s,
			    s->start_ns + x->cpus[cpu].slot * s->interval_ns,
			    x->cpus[cpu].slot_frames);
}

static void
update_latency(struct xcount *x, struct tally *t)
{
	for (unsigned cpu = 0; cpu < x->n_cpus; cpu++) {
		struct hist *h = &x->cpus[cpu].latency;

		h->count = 0;
		for (size_t i = 0; i < HIST_BUCKETS; i++)
			h->count += h->n[i];
		hist_merge(&t->latency, h);
		t->latency_negative += x->cpus[cpu].negative;
	}
}

/* The program counts received frames by stream only. */
static void
update_tags(const struct xcount *x, struct tally *t)
{
	for (size_t i = 0; i < TALLY_TAGS; i++)
		t->tags[i] = x->tags[i];
	if (t->tag_known)
		t->tags[t->tag] += t->received;
}

void
xcount_tally(struct xcount *x, struct tally *t, bool last)
{
	uint32_t used = __atomic_load_n(&x->shared->used, __ATOMIC_ACQUIRE);
	uint32_t tag = __atomic_load_n(&x->shared->tag, __ATOMIC_ACQUIRE);

	pass_on_stop(x, t);
	t->in_kernel = true;
	t->tag_known = tag != XCOUNT_NO_TAG;
	t->tag = (uint16_t)tag;
	t->received = 0;
	if (used > x->n_streams)
		used = x->n_streams;
	for (size_t i = 0; i < used; i++)
		t->received += update(x, i, t, last);
	t->streams.full = t->streams.full || x->shared->full != 0;
	t->runs_unknown = x->overrun;
	t->corrupt = t->unverified = 0;
	memset(t->foreign, 0, sizeof(t->foreign));
	for (unsigned cpu = 0; cpu < x->n_cpus; cpu++) {
		t->corrupt += x->cpus[cpu].corrupt;
		t->unverified += x->cpus[cpu].unverified;
		for (int i = 0; i < FOREIGN_KINDS; i++)
			t->foreign[i] += x->cpus[cpu].foreign[i];
	}
	if (!last)
		return;
	update_series(x, &t->series);
	update_latency(x, t);
	update_tags(x, t);
}
