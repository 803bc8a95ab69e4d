/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "lib/stamp.h"
#include "netreceive/tally.h"
#include "netreceive/unmerged.h"
#include "netreceive/view.h"

#define COUNTER_BYTES 4 /* of a stamp: the number of a classic sender */
#define SHORT_BYTES 10 /* all but the time */

static const char *const foreign_names[] = {
	[FOREIGN_FRAME] = "frame",
	[FOREIGN_PORT] = "port",
	[FOREIGN_VLAN] = "vlan",
	[FOREIGN_STAMP] = "stamp",
	[FOREIGN_TAG] = "tag",
	[FOREIGN_STREAM] = "stream",
};

const char *
foreign_name(enum foreign kind)
{
	return foreign_names[kind];
}

int
tally_new(struct tally *t, const struct rx_options *o, enum rx_layer layer,
    uint64_t start_ns, struct fail *f)
{
	uint64_t *v = calloc(TALLY_INTERVALS, sizeof(*v));

	memset(t, 0, sizeof(*t));
	t->o = o;
	t->layer = layer;
	t->stop_ns = UINT64_MAX;
	t->tag_known = o->tag != 0;
	t->tag = (uint16_t)o->tag;
	t->tags = calloc(TALLY_TAGS, sizeof(*t->tags));
	series_init(
	    &t->series, v, TALLY_INTERVALS, start_ns, TALLY_INTERVAL_NS);
	if (v == NULL || t->tags == NULL) {
		tally_free(t);
		return fail(f, "out of memory for the counters");
	}
	if (streams_new(&t->streams, o, f) < 0) {
		tally_free(t);
		return -1;
	}
	return 0;
}

void
tally_free(struct tally *t)
{
	free(t->series.v);
	free(t->tags);
	streams_free(&t->streams);
	memset(t, 0, sizeof(*t));
}

/* Which kind of stream the stamp makes it; -1: not the kind asked for. */
static int
kind_of(enum rx_stamp want, const struct view *v)
{
	bool own = v->form >= STAMP_SHORT && v->stamp.tag != 0;

	switch (want) {
	case RX_STAMP_NONE:
		return STREAM_BARE;
	case RX_STAMP_OWN:
		return own ? STREAM_OWN : -1;
	case RX_STAMP_CLASSIC:
		return v->form == STAMP_NONE ? -1 : STREAM_CLASSIC;
	case RX_STAMP_AUTO:
		break;
	}
	if (own)
		return STREAM_OWN;
	return v->form == STAMP_NONE ? STREAM_BARE : STREAM_CLASSIC;
}

/* The tag that a thread was first to see is that of all. */
static uint16_t
agree(struct tally *t, uint16_t tag)
{
	unsigned had = 0;

	if (t->agreed == NULL ||
	    atomic_compare_exchange_strong(t->agreed, &had, 1U + tag))
		return tag;
	return (uint16_t)(had - 1);
}

/* Is it of this run? The first undamaged frame decides where --tag does not. */
static bool
tag_matches(struct tally *t, const struct view *v, enum stream_kind kind)
{
	uint16_t tag = kind == STREAM_OWN ? v->stamp.tag : 0;

	if (!v->damaged)
		t->tags[tag]++;
	if (!t->tag_known && !v->damaged) {
		t->tag_known = true;
		t->tag = agree(t, tag);
	}
	return t->tag_known && t->tag == tag;
}

/*
 * Frames of other generators, which are counted and not read. A flow of ours
 * may come to the number that is iperf3's hello, but after others.
 */
static bool
other_generator(struct tally *t, struct view *v, struct stream_key *key)
{
	const struct stream *st;

	key->other = other_payload(v->payload, v->bytes, v->captured);
	if (key->other == OTHER_IPERF3) {
		key->kind = STREAM_CLASSIC;
		v->hello = streams_find(&t->streams, key) == NULL;
		if (!v->hello)
			key->other = OTHER_NONE;
	} else if (key->other == OTHER_NONE && t->streams.iperf3) {
		key->kind = STREAM_BARE;
		st = streams_find(&t->streams, key);
		key->other = st != NULL ? st->other : OTHER_NONE;
	}
	return key->other != OTHER_NONE;
}

/* What must have been captured of a payload to tell its number. */
static uint32_t
needed(enum rx_stamp want, uint32_t bytes)
{
	uint32_t whole = stamp_bytes(bytes), most = SHORT_BYTES;

	if (want == RX_STAMP_NONE)
		most = 0;
	else if (want == RX_STAMP_CLASSIC)
		most = COUNTER_BYTES;
	return whole < most ? whole : most;
}

/* As much of the stamp as is there; of its time all or nothing. */
static uint32_t
readable(const struct view *v)
{
	uint32_t there = stamp_bytes(v->captured);

	return there > SHORT_BYTES && there < stamp_bytes(v->bytes)
	    ? SHORT_BYTES
	    : there;
}

/* The kind of stream, or -1. */
static int
read_stamp(struct tally *t, struct view *v, struct stream_key *key)
{
	enum rx_stamp want = t->o->stamp;
	bool other = want == RX_STAMP_AUTO && other_generator(t, v, key);

	v->cut = !other && v->captured < needed(want, v->bytes);
	if (v->cut)
		return -1;
	v->form = stamp_get(v->payload, readable(v), &v->stamp);
	return other ? STREAM_BARE : kind_of(want, v);
}

static struct stream *
stream_of(struct tally *t, struct view *v)
{
	struct stream_key key = { .source = v->source,
		.src_port = v->src_port,
		.dst_port = v->dst_port,
		.damaged = v->damaged };
	struct stream *st = NULL;
	int kind = read_stamp(t, v, &key);

	if (kind < 0) {
		t->cut += v->cut;
		t->foreign[FOREIGN_STAMP]++;
		return NULL;
	}
	key.kind = (enum stream_kind)kind;
	key.number = v->stamp.stream;
	if (!tag_matches(t, v, key.kind)) {
		t->foreign[FOREIGN_TAG]++;
		return NULL;
	}
	if (key.kind != STREAM_OWN ||
	    (key.number >= t->o->streams.min &&
		key.number <= t->o->streams.max))
		st = streams_get(&t->streams, &key);
	if (st == NULL && v->damaged && key.kind != STREAM_OWN)
		t->corrupt++;
	else if (st == NULL)
		t->foreign[FOREIGN_STREAM]++;
	return st;
}

/* New or not: true where the frame is distinct. False with -1 as corrupt. */
static int
track(struct tally *t, struct stream *st, const struct view *v)
{
	uint64_t seq = v->stamp.seq;
	enum seq_verdict verdict;

	if (st->kind == STREAM_BARE) {
		st->bare++;
		return 1;
	}
	if (st->kind == STREAM_CLASSIC &&
	    seqtrack_extend32(&st->seq, (uint32_t)seq, &seq) < 0) {
		st->corrupt++;
		return -1;
	}
	verdict = seqtrack_add(&st->seq, seq);
	if (verdict == SEQ_CORRUPT)
		return -1;
	if (verdict != SEQ_NEW && verdict != SEQ_REORDERED)
		return 0;
	stream_distinct(&t->streams, st, seq, verdict == SEQ_REORDERED);
	return 1;
}

/* One-way delay where the clocks allow, and its variation anyhow. */
static void
delay(struct tally *t, struct stream *st, const struct view *v,
    uint64_t arrival_ns, bool distinct)
{
	uint64_t transit_ns =
	    arrival_ns + (uint64_t)t->o->clock_offset.ns - v->stamp.time_ns;
	int64_t ns = (int64_t)transit_ns;

	if (v->form == STAMP_TIME64) {
		delayvar_add(&st->delay, v->stamp.seq, ns, distinct);
	} else if (v->form == STAMP_TIME32) {
		/* within 2^31 ns (2.1 s) of each other the low bits suffice */
		ns = (int32_t)transit_ns;
		delayvar_add32(
		    &st->delay, v->stamp.seq, (uint32_t)transit_ns, distinct);
	} else {
		return;
	}
	if (!distinct)
		return;
	if (ns < 0)
		t->latency_negative++;
	else
		hist_add(&t->latency, (uint64_t)ns);
}

/* A frame of a capture may have no time; a live one has ours. */
static bool
timed(const struct tally *t, const struct rx_pkt *p)
{
	return p->t_ns != 0 || t->o->read == NULL;
}

/*
 * A sender leaves its checksums to its card or does not. After many frames with
 * whole ones, one that looks left is a damaged one whose 16 bits happen to be
 * those; two in a row are believed. A single whole one says nothing: what is
 * left to a card happens to be right, too.
 */
static bool
looks_pending(struct stream *st, const struct view *v)
{
	bool chance = v->pending && st->whole_sums >= RX_WHOLE_SUMS;

	if (v->pending)
		st->whole_sums = 0;
	else if (!v->unverified)
		st->whole_sums++;
	return chance;
}

void
tally_packet(struct tally *t, const struct rx_pkt *p, uint64_t now_ns)
{
	uint64_t arrival_ns = now_ns;
	struct view v = { 0 };
	struct dissect d;
	struct stream *st;
	int distinct;
	enum foreign why;

	if (p->outgoing) {
		t->outgoing++;
		return;
	}
	why = t->layer == RX_PAYLOAD ? view_payload(t->o, p, &v)
				     : view_ethernet(t->o, p, &d, &v);

	if (why != FOREIGN_KINDS) {
		t->cut += v.cut;
		t->foreign[why]++;
		return;
	}
	st = stream_of(t, &v);
	if (st == NULL)
		return;
	if (v.damaged || looks_pending(st, &v)) {
		st->corrupt++;
		return;
	}
	if (st->kind == STREAM_OWN && t->layer == RX_ETHERNET)
		t->merged +=
		    p->oversize || merged_payload(v.payload, v.captured);
	if (v.hello || (st->kind == STREAM_OWN && v.stamp.uncounted)) {
		st->uncounted++;
		return;
	}
	distinct = track(t, st, &v);
	if (distinct < 0)
		return;
	if (p->t_ns != 0)
		arrival_ns = p->t_ns - (uint64_t)t->wall_less_mono_ns;
	else
		t->own_times++;
	t->received++;
	t->unverified += v.unverified;
	if (arrival_ns > t->stop_ns)
		st->late++;
	if (st->first_ns == 0)
		st->first_ns = arrival_ns;
	if (arrival_ns > st->last_ns)
		st->last_ns = arrival_ns;
	if (st->kind == STREAM_OWN && !t->o->no_latency && timed(t, p))
		delay(t, st, &v, arrival_ns, distinct != 0);
	if (distinct != 0)
		series_add(&t->series, arrival_ns, 1);
}

void
tally_finish(struct tally *t)
{
	streams_finish(&t->streams);
}

/*
 * A capture of before this host's start has times since 1970, which no
 * sender's clock counts from; an offset can be from there.
 */
bool
tally_latency_known(const struct tally *t)
{
	bool of_1970 = t->o->read != NULL && t->wall_less_mono_ns == 0;

	return ((t->o->same_clock && !of_1970) || t->o->clock_offset.set) &&
	    !t->times_moved && t->latency_negative == 0 && t->latency.count > 0;
}

bool
tally_variation_known(const struct tally *t, const struct tally_counts *c)
{
	return !t->in_kernel && !c->split && !t->times_moved;
}
