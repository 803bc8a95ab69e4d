/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The half of the engine xdp that runs in the kernel: BPF_PROG_RUN calls it
 * again and again, each time with a frame of the length that the call gave.
 * Such frames are recycled and not restored, so all that a path could have
 * changed, the headers, is written anew. What is behind the head is zero and
 * stays so.
 *
 * A run makes one frame, or none because none is due.
 */
#include <linux/bpf.h>
#include <bpf/bpf_endian.h>
#include <bpf/bpf_helpers.h>

#include "lib/flow_order.h"
#include "lib/hist.h"
#include "lib/pace_late.h"
#include "netblast/tx_xdp.h"

const volatile struct xdp_shape shape;
struct xdp_kind kinds[XDP_KINDS];
uint8_t order[XDP_PERIOD];
struct xdp_state state;
struct xdp_control control;
struct hist gaps;
uint64_t slots[XDP_SLOTS]; /* frames by time; the last: all behind them */

struct {
	__uint(type, BPF_MAP_TYPE_DEVMAP);
	__uint(max_entries, 1);
	__type(key, __u32);
	__type(value, __u32);
} interfaces SEC(".maps");

/*
 * What passed since the hand-over before; 0: there was none. A global
 * function, so that the verifier looks at its branches once, on their own.
 */
__noinline int
add_gap(uint64_t gap)
{
	size_t bucket = hist_bucket(gap);

	if (gap == 0 || bucket >= HIST_BUCKETS)
		return 0;
	gaps.n[bucket]++;
	gaps.count++;
	gaps.sum += gap;
	if (gap > gaps.max)
		gaps.max = gap;
	if (gap < gaps.min || gaps.count == 1)
		gaps.min = gap;
	return 0;
}

/* The slot of the series that this time belongs to. */
static __always_inline void
find_slot(struct xdp_state *s, uint64_t now)
{
	if (now < s->slot_end_ns)
		return;
	s->slot = (now - s->slot_start_ns) / s->slot_interval_ns;
	s->slot_end_ns = s->slot_start_ns + (s->slot + 1) * s->slot_interval_ns;
}

/* The clock was read, and a frame goes out. */
static __always_inline void
set_now(struct xdp_state *s, uint64_t now, bool new_gap)
{
	if (new_gap)
		add_gap(s->made != 0 ? now - s->now_ns : 0);
	find_slot(s, now);
	s->now_ns = now;
}

/* Nothing goes out any more. */
static __always_inline bool
finish(struct xdp_state *s, uint64_t now)
{
	s->finish_ns = now;
	control.done = true;
	return false;
}

/* As fast as possible. */
static __always_inline bool
may_go(struct xdp_state *s)
{
	uint64_t now;

	if (s->made % XDP_BATCH != 0)
		return true;
	now = bpf_ktime_get_ns();
	if (now >= s->end_ns)
		return finish(s, now);
	set_now(s, now, true);
	return true;
}

static __always_inline uint64_t
wait_for(struct xdp_state *s, uint64_t due, uint64_t now)
{
	if (!s->waiting) {
		s->waiting = true;
		s->waits++;
		s->together = 0;
	}
	for (uint32_t i = 0; i < XDP_TRIES && i < s->tries && now < due; i++)
		now = bpf_ktime_get_ns();
	return now;
}

/* By the schedule: not before the frame is due. */
static __always_inline bool
may_go_paced(struct xdp_state *s)
{
	uint64_t due = xdp_due_ns(&s->pace), now = bpf_ktime_get_ns();

	if (due >= s->end_ns || now - PACE_SLACK_NS >= s->end_ns)
		return finish(s, now);
	if (now < due)
		now = wait_for(s, due, now);
	if (now < due)
		return false;
	s->waiting = false;
	s->pace.floor_ns += pace_late(
	    now - due, s->catchup, &s->behind_ns, &s->stalls, &s->stalled_ns);
	set_now(s, now, s->pace.left == s->pace.burst);
	return true;
}

/* The digit of a number whose lowest one counts to n; the rest goes on. */
static __always_inline uint32_t
digit(uint32_t *number, uint32_t n)
{
	uint32_t all = *number;

	if (all < n) { /* division is dear, and rarely needed */
		*number = 0;
		return all;
	}
	*number = all / n;
	return all % n;
}

static __always_inline void
put16(uint8_t *p, uint16_t v)
{
	*(uint16_t *)p = bpf_htons(v);
}

static __always_inline void
put32(uint8_t *p, uint32_t v)
{
	*(uint32_t *)p = bpf_htonl(v);
}

static __always_inline uint16_t
fold(uint64_t sum)
{
	sum = (sum & 0xffffffff) + (sum >> 32);
	sum = (sum & 0xffff) + (sum >> 16);
	sum = (sum & 0xffff) + (sum >> 16);
	sum = (sum & 0xffff) + (sum >> 16);
	return (uint16_t)~sum;
}

/* Addresses and ports of the flow in hand; returns their sum. */
static __always_inline uint64_t
put_flow(uint8_t *p, struct xdp_state *s, const struct xdp_kind *k)
{
	uint32_t number = s->flow.at, dst, src;
	uint16_t src_port, dst_port;

	if (shape.random)
		number = flow_permuted(
		    number, shape.flows, shape.flow_bits, s->flow_key);
	dst = shape.dst + digit(&number, shape.dsts);
	src = shape.src + digit(&number, shape.srcs);
	src_port = shape.src_port + digit(&number, shape.src_ports);
	dst_port = shape.dst_port + number;
	put32(p + shape.low_src, src);
	put32(p + shape.low_dst, dst);
	put16(p + shape.l4, src_port);
	put16(p + shape.l4 + 2, dst_port);
	if (shape.ipv4)
		put16(p + shape.l3 + 10, fold(k->ip_sum + (uint64_t)src + dst));
	return (uint64_t)src + dst + src_port + dst_port;
}

/*
 * Sequence and time; returns their sum. Tag and stream are in the head. What
 * no stamp has is known when the program is loaded, what this one has is not.
 */
static __always_inline uint64_t
put_stamp(uint8_t *p, const struct xdp_state *s, const struct xdp_kind *k)
{
	uint32_t low = (uint32_t)s->seq, bytes = k->stamp_bytes;
	uint16_t high = (uint16_t)(s->seq >> 32);
	uint32_t time_high = (uint32_t)(s->now_ns >> 32);
	uint32_t time_low = (uint32_t)s->now_ns;
	uint64_t sum = low;

	if (shape.stamp_bytes < 4 || bytes < 4)
		return 0;
	put32(p, low);
	if (shape.stamp_bytes < 10 || bytes < 10)
		return sum;
	put16(p + 8, high);
	sum += high;
	if (shape.stamp_bytes < 14 || bytes < 14)
		return sum;
	sum += time_low;
	if (shape.stamp_bytes < 18 || bytes < 18) {
		put32(p + 10, time_low);
		return sum;
	}
	put32(p + 10, time_high);
	put32(p + 14, time_low);
	return sum + time_high;
}

static __always_inline void
put_head(uint8_t *p, const struct xdp_kind *k)
{
	const uint8_t *from = (const uint8_t *)k->head;
	uint32_t head = shape.head, at = 0;

#pragma unroll
	for (int i = 0; i < XDP_HEAD / 8; i++)
		if (head >= 8U * i + 8)
			((uint64_t *)p)[i] = k->head[i];
	at = head & ~7U;
	if ((head & 4) != 0 && at < XDP_HEAD - 4) {
		*(uint32_t *)(p + at) = *(const uint32_t *)(from + at);
		at += 4;
	}
	if ((head & 2) != 0 && at < XDP_HEAD - 2)
		*(uint16_t *)(p + at) = *(const uint16_t *)(from + at);
}

static __always_inline void
put_frame(uint8_t *p, struct xdp_state *s, const struct xdp_kind *k)
{
	uint64_t sum = k->udp_sum;
	uint16_t checksum;

	put_head(p, k);
	if (shape.flows > 1)
		sum += put_flow(p, s, k);
	sum += put_stamp(p + shape.payload, s, k);
	if (!shape.udp_checksum)
		return;
	checksum = fold(sum);
	put16(p + shape.l4 + 6, checksum != 0 ? checksum : 0xffff);
}

/* On to the next frame. */
static __always_inline void
step(struct xdp_state *s)
{
	uint64_t round = s->flow.round, slot = s->slot;
	bool paced = s->pace.frames != 0;
	/* without a rate there are no bursts: threads take turns by frames */
	bool jump = !paced || xdp_pace_step(&s->pace);

	slots[slot < XDP_SLOTS ? slot : XDP_SLOTS - 1]++;
	if (++s->made == s->frames)
		finish(s, bpf_ktime_get_ns());
	if (s->seq_every == 1 || --s->seq_left == 0) {
		s->seq = (s->seq + 1) & 0xffffffffffffULL;
		s->seq_left = s->seq_every;
	}
	if (shape.flows > 1)
		xdp_count_step(&s->flow, jump);
	if (shape.random && s->flow.round != round)
		s->flow_key = flow_key(shape.seed, s->flow.round);
	if (shape.sizes)
		xdp_count_step(&s->size, jump);
	if (paced && ++s->together > s->largest_burst)
		s->largest_burst = s->together;
}

/* Is it for this program to make a frame? */
static __always_inline bool
my_turn(struct xdp_control *c, uint64_t turn)
{
	uint64_t go = *(volatile uint64_t *)&c->go;

	if (++c->runs[turn] > XDP_RUNS)
		return false;
	if (c->done && go != c->going && (go & 1) == turn) {
		/* what was planned is read behind `go`, on any machine */
		__sync_fetch_and_add(&c->barrier, 1);
		c->going = go;
		c->done = false;
	}
	return !c->done && !c->stop && (c->going & 1) == turn;
}

static __always_inline int
run(struct xdp_md *ctx, uint64_t turn)
{
	uint8_t *p = (void *)(long)ctx->data,
		*end = (void *)(long)ctx->data_end;
	struct xdp_state *s = &state;
	const struct xdp_kind *k = &kinds[0];

	if (!my_turn(&control, turn) || p + shape.head > end)
		return XDP_DROP;
	if (!(s->pace.frames == 0 ? may_go(s) : may_go_paced(s)))
		return XDP_DROP;
	if (shape.sizes)
		k = &kinds[order[s->size.at % XDP_PERIOD] % XDP_KINDS];
	put_frame(p, s, k);
	if (shape.sizes && k->len < shape.longest)
		bpf_xdp_adjust_tail(ctx, (int)k->len - (int)shape.longest);
	/* the kernel takes an interface that is removed out of the map */
	if (bpf_redirect_map(&interfaces, 0, XDP_DROP) != XDP_REDIRECT) {
		control.gone = true;
		finish(s, bpf_ktime_get_ns());
		return XDP_DROP;
	}
	step(s);
	return XDP_REDIRECT;
}

SEC("xdp")
int
program_0(struct xdp_md *ctx)
{
	return run(ctx, 0);
}

SEC("xdp")
int
program_1(struct xdp_md *ctx)
{
	return run(ctx, 1);
}

char licence[] SEC("license") = "Dual BSD/GPL";
