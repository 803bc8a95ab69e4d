/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the engine xdp and its program in the kernel share: fixed-width types
 * and pure arithmetic only, because both compile it, and the unit test too.
 *
 * The program cannot ask lib/pace.h when a frame is due, for that divides by
 * the rate; it steps from burst to burst and keeps the remainder, which gives
 * the same nanosecond for every frame (tests/xdp_plan_test.c compares the two).
 */
#ifndef NETBLAST_TX_XDP_H
#define NETBLAST_TX_XDP_H

#include <stdbool.h>
#include <stdint.h>

#define XDP_HEAD 96 /* most bytes of headers and stamp */
#define XDP_KINDS 16 /* SIZES_KINDS */
#define XDP_PERIOD 4096 /* SIZES_PERIOD */
#define XDP_SLOTS 36003 /* of the series: an hour by tenths of a second */
#define XDP_BATCH 64 /* without a rate; the clock is read once for each */
#define XDP_TRIES 32 /* looks at the clock in a run: about a microsecond */

/* One frame of a size, but for sequence and time, and what flows change. */
struct xdp_kind {
	uint64_t head[XDP_HEAD / 8];
	uint32_t len; /* bytes to send */
	uint32_t stamp_bytes;
	uint64_t ip_sum; /* of the IPv4 header without its addresses */
	uint64_t udp_sum; /* of the datagram without what is written below */
};

/* What does not change while the engine is open: constants to the verifier. */
struct xdp_shape {
	uint32_t l3, l4, payload; /* offsets */
	uint32_t low_src, low_dst; /* of the addresses' last four bytes */
	uint32_t head; /* bytes of a frame that are written */
	uint32_t longest; /* bytes that the kernel hands out */
	uint32_t stamp_bytes; /* of the longest stamp */
	uint32_t flows, flow_bits, dsts, srcs, src_ports; /* lib/flow.h */
	uint32_t src, dst; /* last four bytes of the first, host order */
	uint16_t src_port, dst_port;
	uint64_t seed;
	bool random, ipv4, udp_checksum;
	bool sizes; /* there are several */
};

/* Where in the schedule: the burst in hand is due at floor_ns, rounded up. */
struct xdp_pace {
	uint64_t floor_ns, rest; /* and rest / frames of a nanosecond */
	uint64_t step_ns, step_rest, frames; /* frames 0: as fast as possible */
	uint32_t burst, left; /* frames of the burst still to come */
};

static inline uint64_t
xdp_due_ns(const struct xdp_pace *p)
{
	return p->floor_ns + (p->rest != 0);
}

/* The next frame; true: it begins a burst. */
static inline bool
xdp_pace_step(struct xdp_pace *p)
{
	if (--p->left != 0)
		return false;
	p->left = p->burst;
	p->floor_ns += p->step_ns;
	p->rest += p->step_rest;
	if (p->rest >= p->frames && p->frames != 0) {
		p->rest -= p->frames;
		p->floor_ns++;
	}
	return true;
}

/*
 * g modulo n and g / n of the frames that follow each other in a thread: one
 * on within a burst, `jump` on from its last frame to the next burst.
 */
struct xdp_count {
	uint64_t round; /* g / n */
	uint32_t at, n; /* g mod n */
	uint32_t jump_at;
	uint64_t jump_round;
};

static inline void
xdp_count_step(struct xdp_count *c, bool jump)
{
	uint64_t at = (uint64_t)c->at + (jump ? c->jump_at : 1);

	if (jump)
		c->round += c->jump_round;
	if (at >= c->n) {
		at -= c->n;
		c->round++;
	}
	c->at = (uint32_t)at;
}

/*
 * Who may make frames, while calls come and go. There are two programs, 0 and
 * 1, so that a call whose end is still being waited for can be told from the
 * one behind it. `go` is a number of the phase, times 2, plus the program
 * whose phase it is: writing it starts the phase that was planned before.
 */
struct xdp_control {
	uint64_t go; /* asked for */
	uint64_t going; /* taken up by that program */
	uint64_t runs[2]; /* of each, also those that made no frame */
	uint64_t barrier;
	bool done; /* the program's: the phase `going` is over */
	bool stop; /* ours: nothing more, even so */
	bool gone; /* the interface was removed */
};

/* Runs of one call; its program makes no frame in those behind them. */
#define XDP_RUNS 0xffffff00U

/* Set before each phase, then the program's own. */
struct xdp_state {
	struct xdp_pace pace;
	struct xdp_count flow, size;
	uint64_t flow_key; /* of flow.round */
	uint64_t frames, end_ns; /* where to stop; UINT64_MAX: no limit */
	uint64_t seq; /* of the next frame */
	uint32_t seq_every, seq_left; /* frames that get it, still get it */
	uint32_t tries; /* looks at the clock in one run before it gives up */
	bool catchup;
	/* what came out */
	bool waiting;
	uint64_t made, waits, stalls, stalled_ns;
	uint64_t behind_ns; /* of the stall that is being caught up */
	uint64_t together, largest_burst; /* by the schedule: without a wait */
	uint64_t slot_start_ns, slot_interval_ns, slot_end_ns;
	uint64_t slot; /* of the series, in hand */
	uint64_t finish_ns; /* when it was done */
	uint64_t now_ns; /* the clock as it was read last for a frame */
};

#endif
