/* SPDX-License-Identifier: BSD-2-Clause */
#include "lib/flow_walk.h"

void
flow_walk_start(struct flow_walk *w, const struct flow_space *s, uint32_t step)
{
	w->space = s;
	w->step = step;
	w->bits = flow_bits(s->flows);
	w->first = flow_at(s, 0);
	w->by = flow_at(s, step % s->flows);
	w->by.dst -= w->first.dst;
	w->by.src -= w->first.src;
	w->by.src_port = (uint16_t)(w->by.src_port - w->first.src_port);
	w->by.dst_port = (uint16_t)(w->by.dst_port - w->first.dst_port);
	flow_walk_seek(w, 0);
}

void
flow_walk_seek(struct flow_walk *w, uint64_t frame)
{
	const struct flow_space *s = w->space;

	w->frame = frame;
	w->place = (uint32_t)(frame % s->flows);
	w->key = flow_key(s->seed, frame / s->flows);
	w->number = s->random
	    ? flow_permuted(w->place, s->flows, w->bits, w->key)
	    : w->place;
	w->flow = flow_at(s, w->number);
}
