/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "lib/dissect.h"
#include "lib/stamp.h"
#include "netreceive/tally.h"

struct view { /* one frame, whatever the engine */
	const uint8_t *payload;
	uint32_t bytes; /* as sent */
	uint32_t captured;
	bool damaged; /* a checksum or length is wrong */
	bool unverified; /* too little was captured to know */
	const struct addr *source;
	uint16_t src_port, dst_port;
	struct stamp stamp;
	enum stamp_form form;
	bool hello; /* of iperf3: before its numbers begin */
};

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

/* Tags as on the wire: the one that the kernel took off comes first. */
static bool
vlans_match(
    const struct rx_options *o, const struct rx_pkt *p, const struct dissect *d)
{
	size_t stripped = p->tagged ? 1 : 0;

	if (o->vlan.n == 0)
		return true;
	if (o->vlan.n != stripped + d->tags)
		return false;
	if (p->tagged && (p->tci & 0xfff) != o->vlan.vid[0])
		return false;
	for (size_t i = 0; i < d->tags; i++)
		if ((d->tci[i] & 0xfff) != o->vlan.vid[stripped + i])
			return false;
	return true;
}

static bool
checksums_wrong(
    const struct rx_pkt *p, const struct dissect *d, bool *unverified)
{
	enum dissect_csum udp;

	if (dissect_ip_csum(p->data, d) == DISSECT_CSUM_BAD)
		return true;
	if (p->csum_pending)
		return false;
	udp = dissect_udp_csum(p->data, p->len, d);
	*unverified = udp == DISSECT_CSUM_CUT;
	if (udp == DISSECT_CSUM_PARTIAL)
		return !p->csum_unknown;
	return udp == DISSECT_CSUM_BAD;
}

/* A frame into a view; -1: foreign, counted. */
static int
look_ethernet(
    struct tally *t, const struct rx_pkt *p, struct dissect *d, struct view *v)
{
	enum dissect_verdict verdict =
	    dissect_frame(p->data, p->len, p->wire_len, d);

	if (verdict == DISSECT_BROKEN && d->dst_port != 0 &&
	    p->len > d->l4 + 8) {
		/* a wrong length: is it one of ours that was damaged? */
		v->damaged = true;
		d->payload = d->l4 + 8;
		d->payload_bytes = d->captured_bytes = p->len - d->payload;
	} else if (verdict != DISSECT_UDP) {
		t->foreign[FOREIGN_FRAME]++;
		return -1;
	}
	if (!vlans_match(t->o, p, d)) {
		t->foreign[FOREIGN_VLAN]++;
		return -1;
	}
	v->payload = p->data + d->payload;
	v->bytes = d->payload_bytes;
	v->captured = d->captured_bytes;
	v->source = &d->src;
	v->src_port = d->src_port;
	v->dst_port = d->dst_port;
	v->damaged = v->damaged || checksums_wrong(p, d, &v->unverified);
	return 0;
}

static void
look_payload(const struct rx_pkt *p, struct view *v)
{
	v->payload = p->data;
	v->bytes = p->wire_len;
	v->captured = p->len;
	v->source = &p->src;
	v->src_port = p->src_port;
	v->dst_port = p->dst_port;
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

static struct stream *
stream_of(struct tally *t, struct view *v)
{
	uint32_t len = v->bytes < STAMP_MAX ? v->bytes : STAMP_MAX;
	struct stream_key key = { .source = v->source,
		.src_port = v->src_port,
		.dst_port = v->dst_port,
		.damaged = v->damaged };
	struct stream *st = NULL;
	int kind = -1;

	if (v->captured >= len) {
		v->form = stamp_get(v->payload, len, &v->stamp);
		kind =
		    t->o->stamp == RX_STAMP_AUTO && other_generator(t, v, &key)
		    ? STREAM_BARE
		    : kind_of(t->o->stamp, v);
	}
	if (kind < 0) {
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
	if (st == NULL)
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

void
tally_packet(struct tally *t, const struct rx_pkt *p, uint64_t now_ns)
{
	uint64_t arrival_ns = now_ns;
	struct view v = { 0 };
	struct dissect d;
	struct stream *st;
	int distinct;

	if (t->layer == RX_PAYLOAD)
		look_payload(p, &v);
	else if (look_ethernet(t, p, &d, &v) < 0)
		return;
	if (v.dst_port < t->o->port.min || v.dst_port > t->o->port.max) {
		t->foreign[FOREIGN_PORT]++;
		return;
	}
	st = stream_of(t, &v);
	if (st == NULL)
		return;
	if (v.damaged) {
		st->corrupt++;
		return;
	}
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
	st->last_ns = arrival_ns;
	if (st->kind == STREAM_OWN && !t->o->no_latency)
		delay(t, st, &v, arrival_ns, distinct != 0);
	if (distinct != 0)
		series_add(&t->series, arrival_ns, 1);
}

void
tally_finish(struct tally *t)
{
	streams_finish(&t->streams);
}

bool
tally_latency_known(const struct tally *t)
{
	return (t->o->same_clock || t->o->clock_offset.set) &&
	    t->latency_negative == 0 && t->latency.count > 0;
}

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
	for (size_t i = 0; i < t->o->expect.n; i++)
		c->lost += t->o->expect.frames[i];
	for (size_t i = 0; i < t->streams.n; i++)
		add_stream(t, &t->streams.v[i], c);
	add_runs(&t->streams.absent, c);
	for (int i = 0; i < FOREIGN_KINDS; i++)
		c->foreign += t->foreign[i];
	c->lost_known = t->o->expect.n > 0 && c->sequenced && !c->unexpected;
}
