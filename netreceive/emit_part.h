/* SPDX-License-Identifier: BSD-2-Clause */
/* Parts of the result document: what became of the order, losses, delays. */
#ifndef NETRECEIVE_EMIT_PART_H
#define NETRECEIVE_EMIT_PART_H

#include "lib/result.h"
#include "netreceive/sink.h"

/* "missing_runs" of a stream; NULL: no sequence. */
void emit_runs(struct result *, const struct lossruns *);

/* "missing_runs" of all streams, and "lost_list". */
void
emit_missing(struct result *, const struct sink *, const struct tally_counts *);

/* "blocks" of a stream: null where none were asked for. */
void emit_blocks(struct result *, const struct blocks *);

/* "order" of a stream; NULL: no sequence, or by flow. */
void emit_stream_order(struct result *, const struct reorder *);

/* "host_counts": what the host lost and answered. */
void emit_host(struct result *, const struct sink *);

/* "announced": by --announce. */
void emit_announced(struct result *, const struct sink *);

/* "threads": what each of them took and had to do. */
void emit_threads(struct result *, const struct sink *);

/* "limit": was it the sink? */
void emit_limit(struct result *, const struct sink *);

/* "order" of all streams. */
void
emit_order(struct result *, const struct sink *, const struct tally_counts *);

/* "jitter_ns" and "ipdv" of a stream; NULL: not known. */
void emit_variation(struct result *, const struct delayvar *);

/* "latency": null where no stamp carried time. */
void emit_latency(
    struct result *, const struct tally *, const struct tally_counts *);

/* Into the open array of notes. */
void emit_sender_notes(struct result *, const struct streams *);

#endif
