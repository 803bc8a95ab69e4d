/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The half of the engine xdp that runs in the kernel, for every frame that
 * the interface receives. Frames that are ours (UDP without fragments, to the
 * ports asked for: those of tapfilter.h) are judged here as tally.c does, and
 * end here; all others go on as if there were no program.
 */
#include "netreceive/rx_xdp_streams.bpf.h"

#define STAMP_UNCOUNTED 0x8000

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

/*
 * A global function, so that the verifier follows it once, on its own, and
 * not for each way to get there.
 */
__noinline int
try_number(uint32_t i, uint64_t seq)
{
	struct xcount_stream *s = bpf_map_lookup_elem(&streams, &i);

	if (s == NULL)
		return SEQ_CORRUPT;
	return xcount_try(s, rules.first_seq, seq, rules.alone);
}

static __always_inline int
judge_number(uint32_t i, uint64_t seq)
{
	for (int n = 0; n < XCOUNT_TRIES; n++) {
		int verdict = try_number(i, seq);

		if (verdict != XCOUNT_AGAIN)
			return verdict;
	}
	return SEQ_UNJUDGED;
}

/* 1: distinct, 0: not, -1: corrupt. */
static __always_inline int
track(uint32_t i, const struct xcount_stream *s, struct xcount_frames *n,
    const struct look *k)
{
	uint64_t seq = k->seq;

	if (k->kind == STREAM_BARE) {
		n->bare++;
		return 1;
	}
	if (k->kind == STREAM_CLASSIC &&
	    !seqtrack_widen(rules.first_seq,
		xcount_next(xcount_load(&s->state)), (uint32_t)seq, &seq)) {
		n->corrupt++;
		return -1;
	}
	switch (judge_number(i, seq)) {
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

/* Counted, and when. */
static __always_inline void
arrive(struct xcount_cpu *c, struct xcount_frames *n, const struct look *k,
    const uint8_t *end, bool distinct)
{
	uint64_t now = read_clock(c, rules.latency);

	if (now > xcount_load(&shared.stop_ns))
		n->late++;
	if (n->first_ns == 0)
		n->first_ns = now;
	n->last_ns = now;
	if (!distinct)
		return;
	if (now >= c->slot_end_ns)
		next_slot(c, now);
	c->slot_frames++;
	if (rules.latency && k->kind == STREAM_OWN)
		delay(c, k, end, now + rules.clock_offset);
}

/* A frame that is whole and of this run. */
static __always_inline void
count(struct xcount_cpu *c, uint32_t i, const struct xcount_stream *s,
    const struct look *k, const uint8_t *end)
{
	struct xcount_frames *n = &c->stream[i & (XCOUNT_STREAMS - 1)];
	int distinct = track(i, s, n, k);

	if (distinct < 0) {
		count_tag(k);
		return;
	}
	if (k->unverified)
		c->unverified++;
	arrive(c, n, k, end, distinct != 0);
}

/* As looks_pending() of tally.c. */
static __always_inline bool
looks_pending(struct xcount_frames *n, const struct look *k)
{
	bool chance = k->pending && n->whole_sums >= RX_WHOLE_SUMS;

	if (k->pending)
		n->whole_sums = 0;
	else if (!k->unverified)
		n->whole_sums++;
	return chance;
}

static __always_inline int
judge(struct xcount_cpu *c, struct look *k, const uint8_t *end)
{
	struct xcount_stream *s;
	uint32_t i;

	if (!look_stamp(k, end, (enum rx_stamp)rules.stamp))
		return foreign(c, FOREIGN_STAMP);
	if (rules.stamp == RX_STAMP_AUTO)
		other_generator(k, end);
	if (!tag_matches(k))
		return foreign(c, FOREIGN_TAG);
	i = k->kind == STREAM_OWN ? own_stream(k) : numberless_stream(k);
	s = bpf_map_lookup_elem(&streams, &i);
	if (s == NULL || i >= XCOUNT_STREAMS) {
		if (k->damaged && k->kind != STREAM_OWN) {
			c->corrupt++;
			return ours();
		}
		if (!k->damaged)
			count_tag(k);
		return foreign(c, FOREIGN_STREAM);
	}
	if (k->damaged) {
		c->stream[i].corrupt++;
		return ours();
	}
	check_source(s, k);
	if (looks_pending(&c->stream[i], k)) {
		c->stream[i].corrupt++;
		count_tag(k);
		return ours();
	}
	if (k->hello ||
	    (k->kind == STREAM_OWN && (k->id & STAMP_UNCOUNTED) != 0)) {
		c->stream[i].uncounted++;
		count_tag(k);
		return ours();
	}
	count(c, i, s, k, end);
	if (k->kind == STREAM_OWN)
		k->stream = i;
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
		k->pending = true;
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

static __noinline int
look(struct xdp_md *ctx, struct xcount_cpu *c)
{
	const uint8_t *p = (void *)(long)ctx->data,
		      *end = (void *)(long)ctx->data_end;
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

/*
 * Like the last one, and the next in order: then only the state, the counts
 * and the times change. False: it is to be looked at as a whole.
 */
static __always_inline bool
count_usual(struct xcount_cpu *c, const uint8_t *p, const uint8_t *end)
{
	uint32_t i = c->usual.stream;
	struct xcount_stream *s = bpf_map_lookup_elem(&streams, &i);
	struct xcount_frames *n = &c->stream[i & (XCOUNT_STREAMS - 1)];
	struct look k = { .kind = STREAM_OWN, .l4 = p + 34 };
	uint64_t seq, state;

	if (s == NULL)
		return false;
	seq = get32(p + 42) | c->usual.seq_high;
	state = xcount_load(&s->state);
	if (seq != xcount_next(state) || seq >= s->limit)
		return false;
	if (xcount_begins_word(seq)) {
		if (try_number(i, seq) != SEQ_NEW)
			return false;
	} else if (!xcount_change(
		       &s->state, state, xcount_longer(state), rules.alone)) {
		return false;
	}
	n->unique++;
	n->whole_sums++;
	if (!rules.latency) {
		c->slot_frames++;
		return true;
	}
	k.bytes = c->usual.bytes;
	arrive(c, n, &k, end, true);
	return true;
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
	/* within a tick nothing that depends on the time changes */
	if ((rules.latency || c->tick == bpf_jiffies64()) &&
	    p + USUAL_BYTES <= end && is_usual(&c->usual, p) &&
	    count_usual(c, p, end))
		return ours();
	return look(ctx, c);
}

char licence[] SEC("license") = "Dual BSD/GPL";
