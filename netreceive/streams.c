/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "netreceive/streams.h"

static bool
same_address(const struct addr *a, const struct addr *b)
{
	return a->family == b->family &&
	    memcmp(a->b, b->b, a->family == 4 ? 4 : 16) == 0;
}

static void
listen(struct streams *s, struct lossruns *runs, size_t id)
{
	runs->lengths = &s->run_lengths;
	runs->tell = s->tell;
	runs->arg = s->arg;
	runs->id = (uint32_t)id;
}

/* Without --streams each stream is a generator of its own. */
static void
take_flows(struct streams *s, struct stream *st)
{
	uint32_t place =
	    s->o->streams.set ? st->number - (uint32_t)s->o->streams.min : 0;

	if (s->flows == NULL || s->plan.flows > STREAMS_FLOWS - s->flows_used)
		return;
	flowseq_init(&st->flows, &s->plan, s->flows + s->flows_used, place);
	s->flows_used += s->plan.flows;
}

/*
 * The i-th number of --expect is for the i-th stream; with several threads
 * nobody knows which of those without a number of their own came when.
 */
static struct stream *
add(struct streams *s, enum stream_kind kind, size_t expect)
{
	struct stream *st = &s->v[s->n];
	uint64_t limit = UINT64_MAX;

	st->kind = kind;
	st->number = (uint16_t)(kind == STREAM_OWN ? expect + s->o->streams.min
						   : expect);
	if (expect < s->o->expect.n &&
	    (kind == STREAM_OWN || s->o->threads <= 1)) {
		st->expected = true;
		st->expect = s->o->expect.frames[expect];
		limit = s->o->first_seq + st->expect;
	}
	seqtrack_init(&st->seq, s->windows + s->n * SEQTRACK_WORDS,
	    s->o->first_seq, limit);
	listen(s, &st->seq.runs, st->number);
	reorder_init(
	    &st->order, s->steps + s->n * s->steps_each, s->steps_each);
	st->order.extents = &s->extents;
	st->delay.spread = &s->spread;
	if (s->blocks != NULL)
		blocks_init(&st->blocks, s->blocks + s->n * s->blocks_each,
		    s->blocks_each, s->o->first_seq, s->o->block);
	st->by_flow = kind == STREAM_OWN && s->o->flows.n > 1;
	if (st->by_flow)
		take_flows(s, st);
	s->n++;
	return st;
}

/* Of `all`, for each stream that may come; a power of two up to `each`. */
static uint32_t
share(const struct rx_options *o, uint32_t all, uint32_t each)
{
	uint32_t streams = o->streams.max - o->streams.min + 1U;

	if (streams > STREAMS_MAX || o->stamp == RX_STAMP_CLASSIC)
		streams = STREAMS_MAX;
	while (each > all / streams)
		each /= 2;
	return each;
}

/* What was asked for beside the counts. -1: no memory. */
static int
take_extras(struct streams *s)
{
	const struct rx_options *o = s->o;

	if (o->block > 0) {
		s->blocks_each = share(o, STREAMS_BLOCKS, STREAMS_BLOCKS_EACH);
		s->blocks = calloc(STREAMS_BLOCKS, sizeof(*s->blocks));
		if (s->blocks == NULL)
			return -1;
	}
	s->plan = (struct flowseq_plan){ .first = o->first_seq,
		.streams =
		    o->streams.set ? o->streams.max - o->streams.min + 1U : 1,
		.flows = (uint32_t)o->flows.n,
		.random = o->flows.random,
		.seed = o->flows.seed };
	flowseq_plan(&s->plan);
	if (o->flows.n > 1 && o->flows.n <= STREAMS_FLOWS) {
		s->flows = calloc(STREAMS_FLOWS, sizeof(*s->flows));
		if (s->flows == NULL)
			return -1;
	}
	return 0;
}

int
streams_new(struct streams *s, const struct rx_options *o, struct fail *f)
{
	memset(s, 0, sizeof(*s));
	s->o = o;
	s->v = calloc(STREAMS_MAX, sizeof(*s->v));
	s->windows =
	    calloc((size_t)STREAMS_MAX * SEQTRACK_WORDS, sizeof(*s->windows));
	s->steps_each = share(o, STREAMS_STEPS, STREAMS_STEPS_EACH);
	s->steps = calloc(STREAMS_STEPS, sizeof(*s->steps));
	s->by_number = calloc(STREAMS_NUMBERS, sizeof(*s->by_number));
	s->by_hash = calloc(STREAMS_HASH, sizeof(*s->by_hash));
	if (s->v == NULL || s->windows == NULL || s->steps == NULL ||
	    s->by_number == NULL || s->by_hash == NULL || take_extras(s) < 0) {
		streams_free(s);
		return fail(f, "out of memory for %d streams", STREAMS_MAX);
	}
	return 0;
}

void
streams_free(struct streams *s)
{
	free(s->v);
	free(s->windows);
	free(s->steps);
	free(s->blocks);
	free(s->flows);
	free(s->by_number);
	free(s->by_hash);
	memset(s, 0, sizeof(*s));
}

static struct stream *
get_own(struct streams *s, const struct stream_key *key)
{
	uint16_t *slot = &s->by_number[key->number];
	struct stream *st;

	if (*slot != 0)
		return &s->v[*slot - 1];
	if (s->n == STREAMS_MAX) {
		s->full = true;
		return NULL;
	}
	st = add(s, STREAM_OWN, key->number - s->o->streams.min);
	*slot = (uint16_t)s->n;
	return st;
}

/* FNV-1a (its published constants): a few bytes, no adversary. */
static uint32_t
hash(const struct stream_key *key)
{
	const uint16_t ports[2] = { key->src_port, key->dst_port };
	uint32_t h = 2166136261U;

	for (size_t i = 0; i < sizeof(key->source->b); i++)
		h = (h ^ key->source->b[i]) * 16777619U;
	for (size_t i = 0; i < 2; i++)
		h = (h ^ ports[i]) * 16777619U;
	return (h ^ h >> 16) % STREAMS_HASH;
}

static bool
matches(const struct stream *st, const struct stream_key *key)
{
	return st->kind == key->kind && st->src_port == key->src_port &&
	    st->dst_port == key->dst_port &&
	    same_address(&st->source, key->source);
}

/* Where it is in by_hash, or belongs. */
static uint32_t
place(const struct streams *s, const struct stream_key *key)
{
	uint32_t h = hash(key);

	for (; s->by_hash[h] != 0; h = (h + 1) % STREAMS_HASH)
		if (matches(&s->v[s->by_hash[h] - 1], key))
			break;
	return h;
}

const struct stream *
streams_find(const struct streams *s, const struct stream_key *key)
{
	uint32_t h = place(s, key);

	return s->by_hash[h] != 0 ? &s->v[s->by_hash[h] - 1] : NULL;
}

static struct stream *
get_classic(struct streams *s, const struct stream_key *key)
{
	uint32_t h = place(s, key);
	struct stream *st;

	if (s->by_hash[h] != 0)
		return &s->v[s->by_hash[h] - 1];
	if (key->damaged) /* its addresses may be nobody's */
		return NULL;
	if (s->n == STREAMS_MAX) {
		s->full = true;
		return NULL;
	}
	st = add(s, key->kind, s->n);
	st->other = key->other;
	s->iperf3 = s->iperf3 || key->other == OTHER_IPERF3;
	st->source = *key->source;
	st->src_port = key->src_port;
	st->dst_port = key->dst_port;
	s->by_hash[h] = (uint16_t)s->n;
	return st;
}

struct stream *
streams_get(struct streams *s, const struct stream_key *key)
{
	struct stream *st;

	if (key->kind != STREAM_OWN)
		return get_classic(s, key);
	st = get_own(s, key);
	if (st == NULL || key->damaged)
		return st;
	if (st->source.family == 0) {
		st->source = *key->source;
		st->src_port = key->src_port;
		st->dst_port = key->dst_port;
	} else if (!same_address(&st->source, key->source)) {
		st->collision = !s->o->any_source;
	}
	return st;
}

bool
streams_came(const struct streams *s, size_t expect)
{
	if (s->by_number[s->o->streams.min + expect] != 0)
		return true;
	return expect < s->n && s->v[expect].kind != STREAM_OWN;
}

void
streams_finish(struct streams *s)
{
	for (size_t i = 0; i < s->n; i++) {
		if (s->v[i].kind != STREAM_BARE && !s->v[i].split)
			seqtrack_finish(&s->v[i].seq);
		delayvar_finish(&s->v[i].delay);
	}
	for (size_t i = 0; i < s->o->expect.n; i++) {
		if (streams_came(s, i))
			continue;
		listen(s, &s->absent, s->o->streams.min + i);
		lossruns_lost(
		    &s->absent, s->o->first_seq, s->o->expect.frames[i]);
		lossruns_close(&s->absent);
	}
}

bool
stream_reordered(const struct stream *st, uint64_t *n)
{
	*n = st->by_flow ? st->flows.reordered : st->seq.reordered;
	if (st->kind == STREAM_BARE || (st->split && !st->by_flow))
		return false;
	return !st->by_flow || st->flows.next != NULL;
}

uint64_t
stream_received(const struct stream *st)
{
	return st->kind == STREAM_BARE ? st->bare : st->seq.received;
}
