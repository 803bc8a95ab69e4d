/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The half of the engine xdp that runs in the kernel, for every frame that
 * the interface receives. Frames that are ours (UDP without fragments, to the
 * ports asked for: those of tapfilter.h) are judged here as tally.c does, and
 * end here; all others go on as if there were no program.
 */
#include "netreceive/rx_xdp.bpf.h"

#define STAMP_NUMBER 0x7fff
#define STAMP_UNCOUNTED 0x8000

/* Sizes that depend on the run are set before the program is loaded. */
const volatile struct xcount_rules rules;
const volatile uint64_t limits[XCOUNT_EXPECT]; /* of the n-th stream */
struct xcount_shared shared;

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(map_flags, BPF_F_MMAPABLE);
	__uint(max_entries, 1); /* one a CPU */
	__type(key, __u32);
	__type(value, struct xcount_cpu);
} cpus SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(map_flags, BPF_F_MMAPABLE);
	__uint(max_entries, 1); /* rules.streams */
	__type(key, __u32);
	__type(value, struct xcount_stream);
} streams SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(map_flags, BPF_F_MMAPABLE);
	__uint(max_entries, 1); /* rules.intervals */
	__type(key, __u32);
	__type(value, __u64);
} series SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(map_flags, BPF_F_MMAPABLE);
	__uint(max_entries, 65536);
	__type(key, __u32);
	__type(value, __u64);
} tags SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, XCOUNT_STREAMS);
	__type(key, struct xcount_key);
	__type(value, __u32);
} numberless SEC(".maps");

static __always_inline int
ours(void)
{
	return rules.pass ? XDP_PASS : XDP_DROP;
}

static __always_inline int
foreign(struct xcount_cpu *c, enum foreign why)
{
	c->foreign[why]++;
	return ours();
}

static __always_inline bool
is_port(const uint8_t *l4)
{
	uint16_t port = get16(l4 + 2);

	return port >= rules.port_min && port <= rules.port_max;
}

static __always_inline void
count_tag(uint32_t tag)
{
	uint64_t *n = bpf_map_lookup_elem(&tags, &tag);

	if (n != NULL)
		__sync_fetch_and_add(n, 1);
}

/* Is it of this run? The first undamaged frame decides where --tag does not. */
static __always_inline bool
tag_matches(const struct look *k)
{
	uint32_t tag = k->kind == STREAM_OWN ? k->tag : 0;
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
	count_tag(tag);
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
	if (k->kind != STREAM_OWN)
		set_source(s, k);
	nth = k->kind == STREAM_OWN ? number - rules.stream_min : i;
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
static __always_inline uint32_t
numberless_stream(const struct look *k)
{
	struct xcount_key key = { .kind = k->kind, .family = k->family };
	uint32_t *known, i;

	key.source_high = k->source_high;
	key.source_low = k->source_low;
	key.src_port = get16(k->l4);
	key.dst_port = get16(k->l4 + 2);
	known = bpf_map_lookup_elem(&numberless, &key);
	if (known != NULL)
		return *known;
	i = new_stream(k, 0);
	if (i < XCOUNT_STREAMS &&
	    bpf_map_update_elem(&numberless, &key, &i, BPF_NOEXIST) == 0)
		return i;
	known = bpf_map_lookup_elem(&numberless, &key); /* another CPU's */
	return known != NULL ? *known : XCOUNT_STREAMS;
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

/* On to the interval that this time belongs to. */
static __always_inline void
next_slot(struct xcount_cpu *c, uint64_t now)
{
	uint32_t slot = (uint32_t)c->slot;
	uint64_t *n = bpf_map_lookup_elem(&series, &slot);

	if (n != NULL)
		__sync_fetch_and_add(n, c->slot_frames);
	else
		__sync_fetch_and_add(&shared.after, c->slot_frames);
	c->slot_frames = 0;
	c->slot = (now - rules.start_ns) / rules.interval_ns;
	c->slot_end_ns = rules.start_ns + (c->slot + 1) * rules.interval_ns;
	if (c->slot >= rules.intervals) {
		c->slot = rules.intervals;
		c->slot_end_ns = UINT64_MAX;
	}
}

/* 1: distinct, 0: not, -1: corrupt. */
static __always_inline int
track(struct xcount_stream *s, struct xcount_frames *n, const struct look *k)
{
	uint64_t seq = k->seq;

	if (k->kind == STREAM_BARE) {
		n->bare++;
		return 1;
	}
	if (k->kind == STREAM_CLASSIC &&
	    !seqtrack_widen(
		rules.first_seq, xcount_load(&s->next), (uint32_t)seq, &seq)) {
		n->corrupt++;
		return -1;
	}
	switch (xcount_track(s, rules.first_seq, seq, rules.alone)) {
	case SEQ_NEW:
		n->unique++;
		return 1;
	case SEQ_REORDERED:
		n->unique++;
		n->reordered++;
		return 1;
	case SEQ_DUPLICATE:
		n->duplicate++;
		return 0;
	case SEQ_UNJUDGED:
		n->unjudged++;
		return 0;
	case SEQ_CORRUPT:
		break;
	}
	n->impossible++;
	return -1;
}

/* A frame that is whole and of this run. */
static __always_inline void
count(struct xcount_cpu *c, struct xcount_frames *n, struct xcount_stream *s,
    const struct look *k, const uint8_t *end)
{
	int distinct = track(s, n, k);
	uint64_t now;

	if (distinct < 0) {
		count_tag(k->kind == STREAM_OWN ? k->tag : 0);
		return;
	}
	if (k->unverified)
		c->unverified++;
	now = read_clock(c, rules.latency);
	if (now > xcount_load(&shared.stop_ns))
		n->late++;
	if (n->first_ns == 0)
		n->first_ns = now;
	n->last_ns = now;
	if (distinct == 0)
		return;
	if (now >= c->slot_end_ns)
		next_slot(c, now);
	c->slot_frames++;
	if (rules.latency && k->kind == STREAM_OWN)
		delay(c, k, end, now + rules.clock_offset);
}

static __always_inline int
judge(struct xcount_cpu *c, struct look *k, const uint8_t *end)
{
	struct xcount_stream *s;
	uint32_t i;

	if (!look_stamp(k, end, (enum rx_stamp)rules.stamp))
		return foreign(c, FOREIGN_STAMP);
	if (!tag_matches(k))
		return foreign(c, FOREIGN_TAG);
	i = k->kind == STREAM_OWN ? own_stream(k) : numberless_stream(k);
	s = bpf_map_lookup_elem(&streams, &i);
	if (s == NULL || i >= XCOUNT_STREAMS) {
		if (!k->damaged)
			count_tag(k->kind == STREAM_OWN ? k->tag : 0);
		return foreign(c, FOREIGN_STREAM);
	}
	if (k->damaged) {
		c->stream[i].corrupt++;
		return ours();
	}
	check_source(s, k);
	if (k->kind == STREAM_OWN && (k->id & STAMP_UNCOUNTED) != 0) {
		c->stream[i].uncounted++;
		count_tag(k->tag);
		return ours();
	}
	count(c, &c->stream[i], s, k, end);
	if (k->kind == STREAM_OWN)
		k->stream = i;
	return ours();
}

/* Like the last one: only sequence and time are new. */
static __always_inline int
count_usual(struct xcount_cpu *c, const uint8_t *p, const uint8_t *end)
{
	uint32_t i = c->usual.stream;
	struct xcount_stream *s = bpf_map_lookup_elem(&streams, &i);
	struct look k = { .kind = STREAM_OWN };

	if (s == NULL || i >= XCOUNT_STREAMS)
		return XDP_ABORTED; /* never: it was counted there before */
	k.l4 = p + 34;
	k.bytes = c->usual.bytes;
	k.seq = get32(p + 42) | (uint64_t)get16(p + 50) << 32;
	k.tag = get16(p + 46);
	count(c, &c->stream[i], s, &k, end);
	return ours();
}

static __always_inline bool
vlans_match(const struct look *k)
{
	if (rules.vlans == 0)
		return true;
	if (rules.vlans != k->vlans || (k->outer & 0xfff) != rules.vlan[0])
		return false;
	return k->vlans < 2 || (k->inner & 0xfff) == rules.vlan[1];
}

static __always_inline void
check(struct look *k, const uint8_t *end)
{
	switch (check_udp(k, end)) {
	case UDP_RIGHT:
		break;
	case UDP_WRONG:
		k->damaged = true;
		break;
	case UDP_UNFINISHED:
		k->damaged = !rules.unfinished;
		break;
	case UDP_UNVERIFIED:
		k->unverified = true;
	}
}

/*
 * A zero that the verifier does not know. With it a pointer into the frame is
 * one to an unknown place, so what follows is verified once for all kinds of
 * headers; and what is found out about one such pointer (how far it can be
 * followed) is not found out about another, which would make every length of
 * a sum a case of its own.
 */
static __always_inline uint32_t
unseen_zero(void)
{
	return *(volatile uint32_t *)&shared.zero & 1;
}

static __always_inline int
look(struct xdp_md *ctx, struct xcount_cpu *c, const uint8_t *p,
    const uint8_t *end)
{
	struct look k = { .stream = XCOUNT_STREAMS };
	uint32_t wire, at;
	int verdict;

	if (!look_headers(&k, p, end, unseen_zero()))
		return XDP_PASS;
	at = k.l3 + k.header + unseen_zero();
	k.l4 = p + at;
	k.sum = p + k.l3 + k.header + unseen_zero();
	if (k.l4 + 4 > end || !is_port(k.l4))
		return XDP_PASS;
	wire = (uint32_t)(end - k.l4);
	if (k.left > wire) /* the rest is elsewhere, or was never there */
		wire = (uint32_t)bpf_xdp_get_buff_len(ctx) - at;
	if (k.strange || !look_udp(&k, end, wire))
		return foreign(c, FOREIGN_FRAME);
	if (!vlans_match(&k))
		return foreign(c, FOREIGN_VLAN);
	if (!k.damaged)
		check(&k, end);
	verdict = judge(c, &k, end);
	if (p + USUAL_BYTES <= end)
		remember(&c->usual, p, &k);
	return verdict;
}

SEC("xdp.frags")
int
netreceive_xdp(struct xdp_md *ctx)
{
	const uint8_t *p = (void *)(long)ctx->data,
		      *end = (void *)(long)ctx->data_end;
	uint32_t cpu = bpf_get_smp_processor_id();
	struct xcount_cpu *c = bpf_map_lookup_elem(&cpus, &cpu);

	if (c == NULL)
		return XDP_PASS;
	if (p + USUAL_BYTES <= end && is_usual(&c->usual, p))
		return count_usual(c, p, end);
	return look(ctx, c, p, end);
}

char licence[] SEC("license") = "Dual BSD/GPL";
