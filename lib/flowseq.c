/* SPDX-License-Identifier: BSD-2-Clause */
#include "lib/flow_order.h"
#include "lib/flowseq.h"

void
flowseq_plan(struct flowseq_plan *p)
{
	p->bits = flow_bits(p->flows);
}

static void
seek(struct flowseq *s, const struct flowseq_plan *p, uint64_t number)
{
	uint64_t frame = (number - p->first) * p->streams + s->stream;

	s->number = number;
	s->place = (uint32_t)(frame % p->flows);
	s->key = flow_key(p->seed, frame / p->flows);
}

void
flowseq_init(struct flowseq *s, const struct flowseq_plan *p, uint64_t *next,
    uint32_t stream)
{
	*s = (struct flowseq){ .next = next, .stream = stream };
	seek(s, p, p->first);
}

/* Without a division where a number follows the last one in its round. */
uint32_t
flowseq_flow(struct flowseq *s, const struct flowseq_plan *p, uint64_t number)
{
	uint64_t place = (uint64_t)s->place + p->streams;

	if (number == s->number + 1 && place < p->flows) {
		s->number = number;
		s->place = (uint32_t)place;
	} else if (number != s->number) {
		seek(s, p, number);
	}
	if (!p->random)
		return s->place;
	return flow_permuted(s->place, p->flows, p->bits, s->key);
}
