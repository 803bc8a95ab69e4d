/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The flow of one frame after the other: what flow_of_frame and flow_at say,
 * without their divisions where the next frame is `step` behind the last one.
 * With them a flow costs about as much as the rest of its frame.
 */
#ifndef LIB_FLOW_WALK_H
#define LIB_FLOW_WALK_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/flow.h"

struct flow_walk {
	uint32_t number; /* of the flow in hand */
	struct flow flow;
	/* the walk's own */
	const struct flow_space *space;
	uint64_t frame, step;
	struct flow first, by; /* flow 0; what a step adds to each digit */
	uint64_t key; /* of the round, for the random order */
	uint32_t place; /* in the round */
	unsigned bits;
};

/* At frame 0. `space` must outlive the walk. */
void
flow_walk_start(struct flow_walk *, const struct flow_space *, uint32_t step);

/* To any frame, whatever was before. */
void flow_walk_seek(struct flow_walk *, uint64_t frame);

/* One digit of a mixed radix: the carry. */
static inline uint32_t
flow_walk_add(uint32_t *digit, uint32_t first, uint32_t n, uint32_t more)
{
	uint32_t sum = *digit + more;
	bool carry = sum - first >= n;

	*digit = carry ? sum - n : sum;
	return carry;
}

/* Round robin, within the round. */
static inline void
flow_walk_step(struct flow_walk *w)
{
	const struct flow_space *s = w->space;
	const struct flow *first = &w->first, *by = &w->by;
	struct flow f = w->flow;
	uint32_t src_port = f.src_port, dst_port = f.dst_port, carry;

	carry = flow_walk_add(&f.dst, first->dst, s->dst.n, by->dst);
	carry = flow_walk_add(&f.src, first->src, s->src.n, by->src + carry);
	carry = flow_walk_add(
	    &src_port, first->src_port, s->src_ports, by->src_port + carry);
	dst_port += by->dst_port + carry;
	f.src_port = (uint16_t)src_port;
	f.dst_port = (uint16_t)dst_port;
	w->flow = f;
}

/* To frame + step. */
static inline void
flow_walk_next(struct flow_walk *w)
{
	const struct flow_space *s = w->space;
	uint64_t place = w->place + w->step;
	bool wraps = place >= s->flows;

	w->frame += w->step;
	w->place = (uint32_t)(wraps ? place - s->flows : place);
	if (s->random) {
		if (wraps)
			w->key = flow_key(s->seed, w->frame / s->flows);
		w->number = flow_permuted(w->place, s->flows, w->bits, w->key);
		w->flow = flow_at(s, w->number);
		return;
	}
	w->number = w->place;
	if (wraps)
		w->flow = flow_at(s, w->number);
	else
		flow_walk_step(w);
}

/* To any frame: without a division where it is `step` behind this one. */
static inline void
flow_walk_to(struct flow_walk *w, uint64_t frame)
{
	if (w->space->flows == 1)
		return;
	if (frame == w->frame + w->step && w->step <= w->space->flows)
		flow_walk_next(w);
	else if (frame != w->frame)
		flow_walk_seek(w, frame);
}

#endif
