/* SPDX-License-Identifier: BSD-2-Clause */
#include "lib/result_data.h"
#include "netreceive/emit_part.h"

static void
put_runs(struct result *r, const struct lossruns *runs)
{
	result_object(r, "missing_runs");
	result_u64(r, "count", runs->count);
	result_u64(r, "frames", runs->frames);
	result_u64(r, "longest", runs->longest);
}

void
emit_runs(struct result *r, const struct lossruns *runs)
{
	if (runs == NULL) {
		result_null(r, "missing_runs");
		return;
	}
	put_runs(r, runs);
	result_end(r);
}

void
emit_missing(
    struct result *r, const struct sink *s, const struct tally_counts *c)
{
	const struct lostlist *list = &s->lost;

	if (c->sequenced && !s->tally.runs_unknown && !c->split) {
		put_runs(r, &c->runs);
		result_counted(r, "lengths", &s->tally.streams.run_lengths);
		result_end(r);
	} else {
		result_null(r, "missing_runs");
	}
	if (list->path == NULL) {
		result_null(r, "lost_list");
		return;
	}
	result_object(r, "lost_list");
	result_text(r, "file", list->path);
	result_known(r, "runs", !list->failed, list->written);
	result_u64(r, "left_out", list->omitted);
	result_end(r);
}

static void
put_n(struct result *r, const struct reorder *o)
{
	unsigned most = reorder_most(o);

	result_u64(r, "tcp_reordered", reorder_n(o, REORDER_TCP));
	result_array(r, "n_reordered");
	for (unsigned n = 1; n <= most; n++)
		result_u64(r, NULL, reorder_n(o, n));
	result_end(r);
}

void
emit_stream_order(struct result *r, const struct reorder *o)
{
	bool late = o != NULL && o->count > 0;

	if (o == NULL) {
		result_null(r, "order");
		return;
	}
	result_object(r, "order");
	result_known(r, "extent_min", late, o->extent_min);
	if (late)
		result_real(
		    r, "extent_mean", (double)o->extent_sum / (double)o->count);
	else
		result_null(r, "extent_mean");
	result_known(r, "extent_max", late, o->extent_max);
	result_u64(r, "at_least", o->at_least);
	put_n(r, o);
	result_end(r);
}

void
emit_order(struct result *r, const struct sink *s, const struct tally_counts *c)
{
	const struct streams *streams = &s->tally.streams;

	if (!c->sequenced || (c->split && !c->by_flow)) {
		result_null(r, "order");
		return;
	}
	result_object(r, "order");
	result_text(r, "by", c->by_flow ? "flow" : "stream");
	if (c->by_flow || s->tally.in_kernel) {
		result_null(r, "extent");
		result_null(r, "at_least");
		result_null(r, "steps_remembered");
		result_null(r, "tcp_reordered");
		result_null(r, "n_reordered");
		result_end(r);
		return;
	}
	result_counted(r, "extent", &streams->extents);
	result_u64(r, "at_least", c->order.at_least);
	result_u64(r, "steps_remembered", streams->steps_each);
	put_n(r, &c->order);
	result_end(r);
}

void
emit_blocks(struct result *r, const struct blocks *b)
{
	if (b == NULL || b->size == 0) {
		result_null(r, "blocks");
		return;
	}
	result_object(r, "blocks");
	result_u64(r, "frames_per_block", b->size);
	result_u64(r, "first", b->first);
	result_array(r, "v");
	for (size_t i = 0; i < b->end; i++)
		result_u64(r, NULL, b->v[i]);
	result_end(r);
	result_u64(r, "beyond", b->beyond);
	result_end(r);
}

static void
put_ipdv(struct result *r, const struct delayvar_range *range)
{
	if (range == NULL || range->n == 0) {
		result_null(r, "ipdv");
		return;
	}
	result_object(r, "ipdv");
	result_u64(r, "count", range->n);
	result_i64(r, "min_ns", range->min);
	result_real(r, "mean_ns", (double)range->sum / (double)range->n);
	result_i64(r, "max_ns", range->max);
	result_end(r);
}

void
emit_variation(struct result *r, const struct delayvar *d)
{
	bool known = d != NULL && d->any;

	result_known(r, "jitter_ns", known, known ? delayvar_jitter(d) : 0);
	put_ipdv(r, known ? &d->ipdv : NULL);
}

/* Whose arrival time it was. */
static const char *
timestamp_source(const struct tally *t)
{
	if (t->o->read != NULL)
		return "capture";
	if (t->own_times == 0)
		return "kernel";
	return t->own_times == t->received ? "user" : "mixed";
}

/*
 * Stamp and arrival are comparable only under one kernel, which this program
 * cannot prove, or with a measured offset: it says so, and gives no
 * percentiles, unless it is told. Variation needs neither.
 */
void
emit_latency(
    struct result *r, const struct tally *t, const struct tally_counts *c)
{
	const struct hist *h = &t->latency;
	bool known = tally_latency_known(t);
	bool variation = tally_variation_known(t, c);
	const char *clock = t->o->same_clock ? "same-host" : "offset";

	if (h->count == 0 && t->latency_negative == 0) {
		result_null(r, "latency");
		return;
	}
	result_object(r, "latency");
	result_text(r, "clock", known ? clock : "unproven");
	result_text(r, "stamp", timestamp_source(t));
	result_u64(r, "negative", t->latency_negative);
	result_hist(r, h, known);
	result_known(r, "jitter_ns", variation, c->jitter_ns);
	result_known(r, "pdv_ns", variation, delayvar_pdv(&t->streams.spread));
	put_ipdv(r, variation ? &c->ipdv : NULL);
	result_end(r);
}
