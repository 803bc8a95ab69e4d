/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Order within each flow of a stream, where frames of different flows may
 * overtake each other by right (a router with many queues). A generator makes
 * flow and number from one count (lib/flow.h), so the number alone says which
 * flow a frame is of: 8 bytes a flow are all that is kept.
 */
#ifndef LIB_FLOWSEQ_H
#define LIB_FLOWSEQ_H

#include <stdbool.h>
#include <stdint.h>

/*
 * How the generator counts: frame (number - first) * streams + place of the
 * stream among them (lib/pace.h at burst 1).
 */
struct flowseq_plan {
	uint64_t first;
	uint32_t streams; /* 1 or more, 32,768 at most */
	uint32_t flows; /* 1 or more */
	bool random; /* order within a round */
	uint64_t seed;
	unsigned bits; /* set by flowseq_plan */
};

struct flowseq {
	uint64_t *next; /* by flow, the caller's zeros: highest number + 1 */
	uint64_t reordered; /* numbers below their flow's highest */
	/* the frame in hand */
	uint32_t stream; /* place among the streams */
	uint32_t place; /* in the round */
	uint64_t number, key;
};

/* Ready for use with the fields above set. */
void flowseq_plan(struct flowseq_plan *);

void flowseq_init(struct flowseq *, const struct flowseq_plan *, uint64_t *next,
    uint32_t stream);

/* The flow of this number; any number not below `first`. */
uint32_t
flowseq_flow(struct flowseq *, const struct flowseq_plan *, uint64_t number);

/* A distinct frame. */
static inline void
flowseq_add(struct flowseq *s, const struct flowseq_plan *p, uint64_t number)
{
	uint64_t *next = &s->next[flowseq_flow(s, p, number)];

	if (number < *next)
		s->reordered++;
	else
		*next = number + 1;
}

#endif
