/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the program of the engine xdp keeps, and which stream a frame is of.
 */
#ifndef NETRECEIVE_RX_XDP_STREAMS_BPF_H
#define NETRECEIVE_RX_XDP_STREAMS_BPF_H

#include "netreceive/rx_xdp.bpf.h"

#define STAMP_NUMBER 0x7fff

/* Sizes that depend on the run are set before the program is loaded. */
const volatile struct xcount_rules rules;
const volatile uint64_t limits[XCOUNT_EXPECT]; /* of the n-th stream */
struct xcount_shared shared;

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(map_flags, BPF_F_MMAPABLE);
	__uint(max_entries, 1); /* one a CPU */
	__uint(key_size, sizeof(__u32));
	__uint(value_size, sizeof(struct xcount_cpu));
} cpus SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(map_flags, BPF_F_MMAPABLE);
	__uint(max_entries, 1); /* rules.streams */
	__uint(key_size, sizeof(__u32));
	__uint(value_size, sizeof(struct xcount_stream));
} streams SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(map_flags, BPF_F_MMAPABLE);
	__uint(max_entries, 1); /* rules.intervals */
	__uint(key_size, sizeof(__u32));
	__uint(value_size, sizeof(__u64));
} series SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(map_flags, BPF_F_MMAPABLE);
	__uint(max_entries, 65536);
	__uint(key_size, sizeof(__u32));
	__uint(value_size, sizeof(__u64));
} tags SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, XCOUNT_STREAMS);
	__uint(key_size, sizeof(struct xcount_key));
	__uint(value_size, sizeof(__u32));
} numberless SEC(".maps");

/* The run that a frame says it is of; 0: it does not. */
static __always_inline uint32_t
tag_of(const struct look *k)
{
	return k->kind == STREAM_OWN ? k->tag : 0;
}

static __always_inline void
count_tag(const struct look *k)
{
	uint32_t tag = tag_of(k);
	uint64_t *n = bpf_map_lookup_elem(&tags, &tag);

	if (n != NULL)
		__sync_fetch_and_add(n, 1);
}

/* Is it of this run? The first undamaged frame decides where --tag does not. */
static __always_inline bool
tag_matches(const struct look *k)
{
	uint32_t tag = tag_of(k);
	uint32_t ours = *(volatile uint32_t *)&shared.tag;

	if (ours == tag)
		return true;
	if (k->damaged)
		return false;
	if (ours == XCOUNT_NO_TAG) {
		ours = __sync_val_compare_and_swap(
		    &shared.tag, XCOUNT_NO_TAG, tag);
		if (ours == XCOUNT_NO_TAG || ours == tag)
			return true;
	}
	count_tag(k);
	return false;
}

static __always_inline void
set_source(struct xcount_stream *s, const struct look *k)
{
	s->source_high = k->source_high;
	s->source_low = k->source_low;
	s->src_port = get16(k->l4);
	s->dst_port = get16(k->l4 + 2);
	*(volatile uint32_t *)&s->family = k->family;
}

/*
 * Room for a stream, filled in but not yet known to anybody; its number, or
 * XCOUNT_STREAMS: none left.
 */
static __always_inline uint32_t
new_stream(const struct look *k, uint16_t number)
{
	struct xcount_stream *s;
	uint32_t i = XCOUNT_STREAMS, nth;

	if (*(volatile uint32_t *)&shared.used < rules.streams)
		i = __sync_fetch_and_add(&shared.used, 1);
	if (i >= rules.streams) {
		shared.full = 1;
		return XCOUNT_STREAMS;
	}
	s = bpf_map_lookup_elem(&streams, &i);
	if (s == NULL)
		return XCOUNT_STREAMS;
	s->kind = k->kind;
	s->number = number;
	s->other = k->other;
	if (k->other == OTHER_IPERF3)
		shared.iperf3 = 1;
	if (k->kind != STREAM_OWN)
		set_source(s, k);
	nth = i;
	if (k->kind == STREAM_OWN)
		nth = (uint32_t)number - rules.stream_min;
	s->limit = nth < XCOUNT_EXPECT ? limits[nth] : UINT64_MAX;
	return i;
}

static __always_inline uint32_t
own_stream(const struct look *k)
{
	uint32_t number = k->id & STAMP_NUMBER, i, was;

	if (number < rules.stream_min || number > rules.stream_max)
		return XCOUNT_STREAMS;
	i = *(volatile uint32_t *)&shared.by_number[number];
	if (i != 0)
		return i - 1;
	i = new_stream(k, number);
	if (i >= XCOUNT_STREAMS)
		return i;
	was = __sync_val_compare_and_swap(&shared.by_number[number], 0, i + 1);
	return was == 0 ? i : was - 1;
}

/* Streams without a number are known by their addresses. */
static __always_inline void
set_key(struct xcount_key *key, const struct look *k, uint16_t kind)
{
	key->source_high = k->source_high;
	key->source_low = k->source_low;
	key->src_port = get16(k->l4);
	key->dst_port = get16(k->l4 + 2);
	key->kind = kind;
	key->family = k->family;
}

static __always_inline uint32_t
numberless_stream(const struct look *k)
{
	struct xcount_key key;
	uint32_t *known, i;

	set_key(&key, k, k->kind);
	known = bpf_map_lookup_elem(&numberless, &key);
	if (known != NULL)
		return *known;
	if (k->damaged) /* its addresses may be nobody's */
		return XCOUNT_STREAMS;
	i = new_stream(k, 0);
	if (i < XCOUNT_STREAMS &&
	    bpf_map_update_elem(&numberless, &key, &i, BPF_NOEXIST) == 0)
		return i;
	known = bpf_map_lookup_elem(&numberless, &key); /* another CPU's */
	return known != NULL ? *known : XCOUNT_STREAMS;
}

/*
 * Frames of other generators, which are counted and not read. A flow of ours
 * may come to the number that is iperf3's hello, but after others.
 */
static __always_inline void
other_generator(struct look *k, const uint8_t *end)
{
	struct xcount_stream *s;
	struct xcount_key key;
	uint32_t *known;

	k->other = look_other(k, end);
	if (k->other == OTHER_IPERF3) {
		set_key(&key, k, STREAM_CLASSIC);
		k->hello = bpf_map_lookup_elem(&numberless, &key) == NULL;
		if (!k->hello)
			k->other = OTHER_NONE;
	} else if (k->other == OTHER_NONE &&
	    *(volatile uint32_t *)&shared.iperf3 != 0) {
		set_key(&key, k, STREAM_BARE);
		known = bpf_map_lookup_elem(&numberless, &key);
		s = known != NULL ? bpf_map_lookup_elem(&streams, known) : NULL;
		k->other = s != NULL ? s->other : OTHER_NONE;
	}
	if (k->other != OTHER_NONE)
		k->kind = STREAM_BARE;
}

/* Where a stream comes from is decided by its first undamaged frame. */
static __always_inline void
check_source(struct xcount_stream *s, const struct look *k)
{
	uint32_t family = *(volatile uint32_t *)&s->family;

	if (family == k->family && s->source_low == k->source_low &&
	    s->source_high == k->source_high)
		return;
	if (family == 0 && __sync_val_compare_and_swap(&s->family, 0, 1) == 0)
		set_source(s, k);
	else if (family > 1 && !rules.any_source)
		s->collision = 1;
}

#endif
