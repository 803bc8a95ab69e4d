/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>

#include "lib/result_data.h"
#include "netreceive/emit.h"
#include "netreceive/emit_part.h"
#include "netreceive/others.h"

#define TAGS_LISTED 1000

const char *
sink_invalid(const struct sink *s, const struct tally_counts *c)
{
	if (s->end == SINK_BROKEN)
		return "the engine failed: what was counted is not all";
	if (s->tally.cut > 0)
		return "frames were cut by the capture before their number "
		       "(counts.cut): what is lost is not known";
	if (s->tally.merged > 0)
		return "a host on the way merged datagrams into one frame "
		       "(counts.merged; Linux: rx-udp-gro-forwarding, "
		       "rx-gro-list): what is lost is not known";
	if (c->unjudged > 0)
		return "frames came later than the window remembers: unique "
		       "and duplicate are not exact";
	if (c->collision)
		return "a stream came from two addresses: two generators "
		       "use the same tag and stream (--any-source allows it)";
	if (s->tally.streams.full)
		return "more streams than there is room for";
	if (hostcount_answers(&s->host) > 0)
		return "this host sent ICMP unreachable during the run: "
		       "answers to the frames load the router too";
	return NULL;
}

/* Senders without a counter have the same number always, or any. */
const char *
sink_hint(const struct tally_counts *c)
{
	if (c->sequenced && c->unique > 0 && c->duplicate >= 9 * c->unique)
		return "nearly every frame has a number that came before: if "
		       "the sender has no counter of this kind (iperf3 has "
		       "its own), use --stamp none";
	if (c->corrupt > 9 && c->corrupt >= 9 * c->received)
		return "nearly every frame is corrupt: if the sender writes "
		       "no stamp of this kind, use --stamp none";
	return NULL;
}

static void
put_list(struct result *r, const char *key, const uint64_t *v, size_t n)
{
	if (n == 0) {
		result_null(r, key);
		return;
	}
	result_array(r, key);
	for (size_t i = 0; i < n; i++)
		result_u64(r, NULL, v[i]);
	result_end(r);
}

static void
put_range(struct result *r, const char *key, uint64_t a, uint64_t b)
{
	char text[48];

	snprintf(text, sizeof(text), "%llu-%llu", (unsigned long long)a,
	    (unsigned long long)b);
	result_text(r, key, text);
}

void
sink_emit_start(struct result *r, const struct rx_options *o,
    const struct rx_engine *engine)
{
	result_object(r, "config");
	result_text(r, "engine", engine->name);
	result_text(r, "interface", o->interface);
	result_text(r, "lost", o->lost);
	result_text(r, "read", o->read);
	put_range(r, "port", o->port.min, o->port.max);
	put_list(r, "vlan", o->vlan.vid, o->vlan.n);
	result_text(r, "stamp", rx_stamp_name(o->stamp));
	result_given(r, "tag", o->tag);
	put_range(r, "streams", o->streams.min, o->streams.max);
	result_u64(r, "first-seq", o->first_seq);
	result_u64(r, "flows", o->flows.n);
	result_text(r, "flow-order", o->flows.random ? "random" : "round");
	result_u64(r, "seed", o->flows.seed);
	result_given(r, "block", o->block);
	result_bool(r, "pass", o->pass);
	result_bool(r, "any-source", o->any_source);
	result_bool(r, "same-clock", o->same_clock);
	if (o->clock_offset.set)
		result_i64(r, "clock-offset", o->clock_offset.ns);
	else
		result_null(r, "clock-offset");
	result_bool(r, "no-latency", o->no_latency);
	put_list(r, "expect", o->expect.frames, o->expect.n);
	result_given(r, "duration", o->duration_ns);
	result_given(r, "count", o->count);
	result_given(r, "idle", o->idle_ns);
	result_u64(r, "grace", o->grace_ns);
	result_given(r, "rcvbuf", o->rcvbuf);
	result_u64(r, "threads", o->threads);
	result_cpus(r, "cpus", &o->cpus);
	result_given(r, "announce", o->announce_ns);
	result_given(r, "interval", o->progress_ns);
	result_bool(r, "ready", o->ready);
	result_bool(r, "classic", o->classic);
	result_end(r);
	result_clock(r, "clock_start");
}

static void
put_counts(struct result *r, const struct sink *s, const struct tally_counts *c)
{
	result_object(r, "counts");
	result_u64(r, "received", c->received);
	result_known(r, "unique", c->sequenced, c->unique);
	result_known(r, "lost", c->lost_known, c->lost);
	result_known(r, "missing", c->sequenced, c->missing);
	result_known(r, "duplicate", c->sequenced, c->duplicate);
	result_known(r, "reordered", c->order_known, c->reordered);
	result_u64(r, "late", c->late);
	result_u64(r, "uncounted", c->uncounted);
	result_u64(r, "unjudged", c->unjudged);
	result_u64(r, "corrupt", c->corrupt);
	result_u64(r, "foreign", c->foreign);
	result_object(r, "foreign_reasons");
	for (int i = 0; i < FOREIGN_KINDS; i++)
		result_u64(
		    r, foreign_name((enum foreign)i), s->tally.foreign[i]);
	result_end(r);
	result_u64(r, "cut", s->tally.cut);
	result_u64(r, "merged", s->tally.merged);
	result_u64(r, "unverified", s->tally.unverified);
	result_known(r, "sink_drops", s->drops.known, s->drops.buffer);
	result_end(r);
}

static void
put_stream(struct result *r, const struct stream *st, const struct tally *t)
{
	const struct seqtrack *q = &st->seq;
	bool own = st->kind == STREAM_OWN, seq = st->kind != STREAM_BARE;
	uint64_t reordered;
	bool judged = stream_reordered(st, &reordered);
	char text[ADDR_TEXT];

	result_object(r, NULL);
	result_known(r, "stream", own, st->number);
	result_known(r, "tag", own, t->tag);
	result_text(r, "source", addr_text(&st->source, text));
	result_u64(r, "source_port", st->src_port);
	result_u64(r, "destination_port", st->dst_port);
	result_text(r, "sender", other_name(st->other));
	result_u64(r, "received", stream_received(st));
	result_known(r, "unique", seq, q->unique);
	result_known(r, "lost", st->expected && seq && t->cut + t->merged == 0,
	    st->expect - q->unique);
	result_known(r, "missing", seq, seqtrack_missing(q));
	emit_runs(r, seq && !t->runs_unknown && !st->split ? &q->runs : NULL);
	result_known(r, "duplicate", seq, q->duplicate);
	result_known(r, "reordered", judged, reordered);
	emit_stream_order(r,
	    seq && !st->by_flow && !t->in_kernel && !st->split ? &st->order
							       : NULL);
	emit_blocks(r, t->runs_unknown ? NULL : &st->blocks);
	emit_variation(r, st->split || t->times_moved ? NULL : &st->delay);
	result_u64(r, "late", st->late);
	result_u64(r, "uncounted", st->uncounted);
	result_u64(r, "unjudged", q->unjudged);
	result_u64(r, "corrupt", st->corrupt + q->corrupt);
	result_bool(r, "collision", st->collision);
	result_known(r, "first_seq", seq, q->first);
	result_known(r, "highest_seq", q->any, q->highest);
	result_given(r, "first_ns", st->first_ns);
	result_given(r, "last_ns", st->last_ns);
	result_end(r);
}

/* With them the streams' losses are the sum of all. */
static void
put_absent(struct result *r, const struct tally *t)
{
	const struct streams *s = &t->streams;

	result_array(r, "absent");
	for (size_t i = 0; i < s->o->expect.n; i++) {
		if (streams_came(s, i))
			continue;
		result_object(r, NULL);
		result_u64(r, "stream", s->o->streams.min + i);
		result_known(
		    r, "lost", t->cut + t->merged == 0, s->o->expect.frames[i]);
		result_end(r);
	}
	result_end(r);
}

static void
put_tags(struct result *r, const struct tally *t)
{
	size_t listed = 0, omitted = 0;

	result_array(r, "tags");
	for (unsigned tag = 0; tag < TALLY_TAGS; tag++) {
		if (t->tags[tag] == 0)
			continue;
		if (listed++ == TAGS_LISTED) {
			omitted++;
			listed--;
			continue;
		}
		result_object(r, NULL);
		result_u64(r, "tag", tag);
		result_u64(r, "frames", t->tags[tag]);
		result_end(r);
	}
	result_end(r);
	result_u64(r, "tags_omitted", omitted);
}

static void
put_series(struct result *r, const struct series *s)
{
	result_object(r, "series");
	result_series(r, "received", s);
	result_u64(r, "outside", s->before + s->after);
	result_end(r);
	result_end(r);
}

static void
put_notes(struct result *r, const struct sink *s, const struct tally_counts *c)
{
	const char *why = sink_invalid(s, c);
	int64_t moved = s->wall_moved_ns;
	char text[160];

	result_array(r, "notes");
	if (c->split)
		result_text(r, NULL,
		    "a stream came to several threads, and none of them saw "
		    "all its numbers in order: runs of lost numbers, order "
		    "and variation of delay are not known, counts are "
		    "(--threads 1; with --flows order is known too)");
	else if (c->sequenced && !c->order_known)
		result_text(r, NULL,
		    "more flows than the order can be remembered of: "
		    "reordered is not known, everything else is");
	if (why != NULL)
		result_text(r, NULL, why);
	if (sink_hint(c) != NULL)
		result_text(r, NULL, sink_hint(c));
	if (s->o->tag == 0 && s->tally.foreign[FOREIGN_TAG] > 0)
		result_text(r, NULL,
		    "frames of more than one run came: those of the first tag "
		    "that was seen are counted (--tag names another)");
	emit_sender_notes(r, &s->tally.streams);
	if (sinklimit_text(sink_limit(s)) != NULL)
		result_text(r, NULL, sinklimit_text(sink_limit(s)));
	if (s->tally.runs_unknown)
		result_text(r, NULL,
		    "this program was held up for so long that it could not "
		    "read which numbers were missing: missing_runs is null, "
		    "and a list of --lost is not complete; the counts are");
	if (s->lost.omitted > 0)
		result_text(r, NULL,
		    "losses came faster than they could be written: the "
		    "list of --lost is not complete");
	if (s->lost.failed)
		result_text(r, NULL,
		    "the list of --lost could not be written, or not all");
	if (s->tally.outgoing > 0) {
		snprintf(text, sizeof(text),
		    "%llu frames were left out, which the host that captured "
		    "them sent",
		    (unsigned long long)s->tally.outgoing);
		result_text(r, NULL, text);
	}
	if (s->tally.times_moved) {
		snprintf(text, sizeof(text),
		    "the wall clock was moved by %lld ns during the run: "
		    "arrival times are off by up to that much, and delays are "
		    "not known",
		    (long long)moved);
		result_text(r, NULL, text);
	}
	result_end(r);
}

static void
put_engine(struct result *r, const struct sink *s)
{
	result_object(r, "engine");
	result_text(r, "name", s->rx.engine->name);
	result_text(r, "interface", s->rx.interface);
	result_given(r, "rcvbuf_bytes", s->rx.rcvbuf_got);
	result_text(r, "quiet", s->rx.quiet);
	result_text(r, "mode", s->rx.mode);
	result_end(r);
}

void
sink_emit_end(struct result *r, const struct sink *s, const char *error)
{
	struct tally_counts c;

	tally_counts(&s->tally, &c);
	result_clock(r, "clock_end");
	put_engine(r, s);
	result_object(r, "time");
	result_text(
	    r, "clock", s->tally.wall_less_mono_ns != 0 ? "monotonic" : "unix");
	result_given(r, "start_ns", s->start_ns);
	result_given(r, "stop_ns", s->stop_ns);
	result_given(r, "finish_ns", s->finish_ns);
	result_given(r, "first_ns", c.first_ns);
	result_given(r, "last_ns", c.last_ns);
	if (s->rx.file != NULL || s->tally.in_kernel)
		result_null(r, "wall_moved_ns");
	else
		result_i64(r, "wall_moved_ns", s->wall_moved_ns);
	result_end(r);
	result_text(r, "stopped_by", sink_end_name(s->end));
	put_counts(r, s, &c);
	result_known(r, "tag", s->tally.tag_known, s->tally.tag);
	result_array(r, "streams");
	for (size_t i = 0; i < s->tally.streams.n; i++)
		put_stream(r, &s->tally.streams.v[i], &s->tally);
	result_end(r);
	put_absent(r, &s->tally);
	put_tags(r, &s->tally);
	emit_missing(r, s, &c);
	emit_order(r, s, &c);
	emit_latency(r, &s->tally, &c);
	emit_limit(r, s);
	emit_host(r, s);
	emit_announced(r, s);
	emit_threads(r, s);
	put_series(r, &s->tally.series);
	put_notes(r, s, &c);
	result_bool(r, "valid", sink_invalid(s, &c) == NULL);
	result_text(r, "error", error);
}

void
sink_emit_failure(struct result *r, const char *error)
{
	result_clock(r, "clock_end");
	result_array(r, "notes");
	result_end(r);
	result_bool(r, "valid", false);
	result_text(r, "error", error);
}
