/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The streams of a run. Own streams are found by their number, classic ones
 * by source address, source port and destination port. All memory is taken
 * by streams_new: a bitmap of SEQTRACK_WINDOW bits and a ring of steps each, of
 * which the system backs only what is touched. The steps (struct reorder) are
 * shared out evenly, up to STREAMS_STEPS_EACH a stream: the fewer streams
 * --streams names, the further back their order is remembered. So are the
 * blocks of --block. With --flows a stream takes 8 bytes for each flow, as
 * long as there is room.
 */
#ifndef NETRECEIVE_STREAMS_H
#define NETRECEIVE_STREAMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/addr.h"
#include "lib/blocks.h"
#include "lib/delayvar.h"
#include "lib/flowseq.h"
#include "lib/reorder.h"
#include "lib/seqtrack.h"
#include "netreceive/kinds.h"
#include "netreceive/options.h"
#include "netreceive/others.h"

#define STREAMS_MAX 1024
#define STREAMS_NUMBERS 32768
#define STREAMS_HASH 4096 /* power of two, over 2 * STREAMS_MAX */
#define STREAMS_STEPS (1U << 22) /* 64 MiB */
#define STREAMS_STEPS_EACH (1U << 16)
#define STREAMS_BLOCKS (1U << 22) /* 16 MiB */
#define STREAMS_BLOCKS_EACH (1U << 20)
#define STREAMS_FLOWS (1U << 21) /* streams times flows: 16 MiB */

struct stream {
	enum stream_kind kind;
	uint16_t number; /* STREAM_OWN; else its place among all */
	struct addr source; /* of its first frame; family 0: none came */
	uint16_t src_port, dst_port;
	struct seqtrack seq;
	struct reorder order; /* not with by_flow */
	bool by_flow; /* order is judged within each flow */
	struct flowseq flows; /* flows.next NULL: no room, not judged */
	struct blocks blocks; /* size 0: none */
	struct delayvar delay; /* of stamps that carry time */
	uint64_t bare; /* frames of STREAM_BARE */
	enum other other; /* whose they are */
	uint64_t corrupt; /* beside seq.corrupt: checksum, length */
	uint64_t whole_sums; /* last frames in a row with all checksums */
	uint64_t uncounted, late;
	uint64_t first_ns, last_ns; /* counted frames; 0: none */
	bool expected; /* by --expect */
	uint64_t expect;
	bool collision; /* came from two addresses */
	bool split; /* several threads had it: nobody saw all in order */
};

struct streams {
	struct stream *v;
	size_t n;
	bool iperf3; /* there is a stream of it */
	bool full; /* a stream had no room: its frames are foreign */
	uint64_t *windows;
	struct reorder_step *steps;
	uint32_t steps_each; /* a power of two */
	uint32_t *blocks; /* NULL: not asked for */
	uint32_t blocks_each;
	struct flowseq_plan plan;
	uint64_t *flows; /* NULL: not asked for, or not even one fits */
	uint64_t flows_used;
	uint16_t *by_number; /* index + 1; 0: none */
	uint16_t *by_hash;
	const struct rx_options *o;
	struct hist run_lengths; /* of numbers that never came */
	struct hist extents; /* of reordered frames */
	struct delayvar_spread spread; /* of transit times */
	struct lossruns absent; /* announced streams that never came */
	/* set before the first frame: struct lossruns; NULL: nobody */
	void (*tell)(void *arg, uint32_t id, uint64_t first, uint64_t last);
	void *arg;
};

struct stream_key { /* of a frame */
	enum stream_kind kind;
	enum other other; /* of STREAM_BARE */
	uint16_t number;
	const struct addr *source;
	uint16_t src_port, dst_port;
	bool damaged; /* no source to go by */
};

/* -1: no memory. The options must outlive the streams. */
int streams_new(struct streams *, const struct rx_options *, struct fail *);
void streams_free(struct streams *);

/*
 * Find or make; NULL where there is no room (`full` is set), or where a
 * damaged frame has no number and is of none that came.
 */
struct stream *streams_get(struct streams *, const struct stream_key *);

/* Not for STREAM_OWN: NULL where it did not come yet. */
const struct stream *
streams_find(const struct streams *, const struct stream_key *);

/* Did the stream come that --expect has in this place? */
bool streams_came(const struct streams *, size_t expect);

/* Nothing comes any more: what is lost is final. Once. */
void streams_finish(struct streams *);

/* A distinct frame of a stream with numbers. */
static inline void
stream_distinct(struct streams *s, struct stream *st, uint64_t seq, bool behind)
{
	if (!st->by_flow)
		reorder_add(&st->order, seq, !behind);
	else if (st->flows.next != NULL)
		flowseq_add(&st->flows, &s->plan, seq);
	if (st->blocks.size != 0)
		blocks_add(&st->blocks, seq);
}

/* How many frames were out of order; false: there is no telling. */
bool stream_reordered(const struct stream *, uint64_t *);

uint64_t stream_received(const struct stream *);

#endif
