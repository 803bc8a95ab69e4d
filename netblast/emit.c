/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>

#include "lib/clock.h"
#include "lib/result_data.h"
#include "netblast/emit_part.h"

#define NAME(e)       \
	{             \
		e, #e \
	}

static const struct {
	int error;
	const char *name;
} errno_names[] = {
	NAME(ENOBUFS),
	NAME(EAGAIN),
	NAME(ECONNREFUSED),
	NAME(EPERM),
	NAME(EACCES),
	NAME(ENETDOWN),
	NAME(ENETUNREACH),
	NAME(EHOSTUNREACH),
	NAME(ENOMEM),
	NAME(EMSGSIZE),
	NAME(EINVAL),
	NAME(ENXIO),
	NAME(ENODEV),
	NAME(EIO),
	NAME(EBADF),
	NAME(EPIPE),
	NAME(ENOTCONN),
	NAME(EADDRNOTAVAIL),
	NAME(EDESTADDRREQ),
};

const char *
emit_errno(int error, char buf[32])
{
	for (size_t i = 0; i < sizeof(errno_names) / sizeof(*errno_names); i++)
		if (errno_names[i].error == error)
			return errno_names[i].name;
	snprintf(buf, 32, "errno_%d", error);
	return buf;
}

struct result *
emit_begin(void)
{
	struct result *r = result_new("netblast", "netblast");

	if (r == NULL)
		return NULL;
	result_clock(r, "clock_start");
	return r;
}

static void
put_errors(struct result *r, const struct tx_count *c)
{
	char text[32];

	result_object(r, "errors");
	for (int i = 0; i < TX_ERRNO_KINDS && c->errors[i].error != 0; i++)
		result_u64(
		    r, emit_errno(c->errors[i].error, text), c->errors[i].n);
	if (c->short_returns > 0)
		result_u64(r, "short", c->short_returns);
	result_end(r);
}

static void
put_counts(struct result *r, const struct outcome *u)
{
	const struct team_sum *sum = &u->sum;

	result_object(r, "counts");
	result_known(r, "wanted", sum->wanted_known, sum->wanted);
	result_u64(r, "taken", sum->taken);
	result_known(r, "sent", u->sent_known, u->sent);
	result_known(r, "completed",
	    u->moved.known && (u->setup->engine->caps & TX_NO_WIRE) == 0,
	    u->moved.tx_packets);
	result_u64(r, "uncounted", sum->uncounted);
	result_u64(r, "refused", sum->count.refused);
	put_errors(r, &sum->count);
	result_u64(r, "stalls", sum->stalls);
	result_u64(r, "stalled_ns", sum->stalled_ns);
	result_u64(r, "waits", sum->waits);
	result_u64(r, "largest_burst", sum->largest_burst);
	result_end(r);
}

static void
put_times(struct result *r, const struct outcome *u)
{
	const struct team_sum *sum = &u->sum;
	uint64_t elapsed = sum->finish_ns - sum->start_ns;

	result_object(r, "rate");
	put_rate(r, "requested_pps", &u->setup->rate);
	if (elapsed > 0)
		result_real(r, "achieved_pps",
		    (double)sum->taken * CLOCK_NS_PER_S / (double)elapsed);
	else
		result_null(r, "achieved_pps");
	result_end(r);
	result_object(r, "time");
	result_u64(r, "start_ns", sum->start_ns);
	result_u64(r, "finish_ns", sum->finish_ns);
	result_u64(r, "elapsed_ns", elapsed);
	result_u64(r, "cpu_ns", sum->cpu_ns);
	result_i64(r, "wall_moved_ns", u->wall_moved_ns);
	result_end(r);
	result_object(r, "gaps");
	result_hist(r, &sum->gaps, true);
	result_end(r);
}

static void
put_stream(struct result *r, const struct outcome *u, const struct worker *w)
{
	const struct setup *s = u->setup;
	const struct tx *tx = &w->tx;
	uint16_t port =
	    tx->local_port != 0 ? tx->local_port : s->flows.src_port;

	result_object(r, NULL);
	result_u64(r, "stream", u->options->stream + tx->thread);
	result_given(r, "tag", u->team->tag);
	put_addr(r, "source",
	    tx->local.family != 0 ? &tx->local : &s->flows.src.first);
	put_addr(r, "destination", &s->flows.dst.first);
	result_u64(r, "source_port", port);
	result_u64(r, "destination_port", s->flows.dst_port);
	result_u64(r, "flows", s->flows.flows);
	result_u64(r, "first_seq", u->options->first_seq);
	result_u64(r, "taken", w->blast.taken);
	result_u64(r, "uncounted", w->uncounted);
	result_end(r);
}

static void
put_interface(struct result *r, const char *key, const struct link_counters *c)
{
	result_object(r, key);
	result_known(r, "tx_packets", c->known, c->tx_packets);
	result_known(r, "tx_dropped", c->known, c->tx_dropped);
	result_known(r, "tx_errors", c->known, c->tx_errors);
	result_known(r, "qdisc_dropped", c->qdisc_known, c->qdisc_dropped);
	result_known(
	    r, "udp_sndbuf_errors", c->udp_known, c->udp_sndbuf_errors);
	result_known(r, "neigh_discards", c->neigh_known, c->neigh_discards);
	result_end(r);
}

/* The threads' series have the same intervals: added up into the first. */
static void
put_series(struct result *r, const struct team *t)
{
	struct series *sum = &t->worker[0].series;

	for (uint32_t i = 1; i < t->n; i++)
		series_merge(sum, &t->worker[i].series);
	result_object(r, "series");
	result_series(r, "taken", sum);
	result_u64(r, "after", sum->after);
	result_end(r);
	result_end(r);
}

static void
put_limit(struct result *r, const struct outcome *u)
{
	bool line = u->facts.speed_bps != 0;

	result_object(r, "limit");
	result_text(r, "by", limit_name(u->limit));
	result_text(r, "text", limit_text(u->limit));
	result_known(r, "speed_bps", line, u->facts.speed_bps);
	result_known(
	    r, "line_rate_permille", line, limit_line_permille(&u->facts));
	result_end(r);
}

/* What ran before the run, and that its frames are not among the taken. */
static void
put_phases(struct result *r, const struct team *t)
{
	result_array(r, "phases");
	for (unsigned i = 0; i < t->phases; i++) {
		result_object(r, NULL);
		result_text(r, "name", t->phase[i].name);
		put_rate(r, "requested_pps", &t->phase[i].rate);
		result_given(r, "duration_ns", t->phase[i].duration_ns);
		result_bool(r, "counted", !t->phase[i].uncounted);
		result_end(r);
	}
	result_end(r);
}

void
emit_end(struct result *r, const struct outcome *u)
{
	result_clock(r, "clock_end");
	emit_config(r, u);
	emit_sizes(r, u->setup, u->options->tags);
	emit_mix(r, &u->setup->sizes, u->setup->wire);
	emit_engine(r, u);
	put_phases(r, u->team);
	put_counts(r, u);
	put_times(r, u);
	put_limit(r, u);
	result_array(r, "streams");
	for (uint32_t i = 0; i < u->team->n; i++)
		put_stream(r, u, &u->team->worker[i]);
	result_end(r);
	put_interface(r, "interface_before", &u->before);
	put_interface(r, "interface_after", &u->after);
	put_series(r, u->team);
	result_array(r, "notes");
	for (int i = 0; i < OUTCOME_NOTES && u->notes[i][0] != '\0'; i++)
		result_text(r, NULL, u->notes[i]);
	result_end(r);
	result_bool(r, "valid", u->valid);
	result_text(r, "error", u->valid ? NULL : u->error);
}
