/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>

#include "lib/clock.h"
#include "lib/result.h"
#include "netblast/emit.h"

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

static void
put_rate(struct result *r, const char *key, const struct rate *rate)
{
	if (rate->frames == 0)
		result_null(r, key);
	else if (rate->seconds == 1)
		result_u64(r, key, rate->frames);
	else
		result_real(
		    r, key, (double)rate->frames / (double)rate->seconds);
}

static void
put_addr(struct result *r, const char *key, const struct addr *a)
{
	char text[ADDR_TEXT];

	result_text(r, key, a->family != 0 ? addr_text(a, text) : NULL);
}

static void
put_mac(struct result *r, const char *key, bool given, const uint8_t mac[6])
{
	char text[MAC_TEXT];

	result_text(r, key, given ? mac_text(mac, text) : NULL);
}

static void
put_range(struct result *r, const char *key, uint16_t first, uint16_t n)
{
	result_array(r, key);
	result_u64(r, NULL, first);
	result_u64(r, NULL, (uint64_t)first + n - 1);
	result_end(r);
}

static void
put_tags(struct result *r, const struct options *o)
{
	char text[16];

	result_array(r, "vlan");
	for (int i = 0; i < o->tags; i++) {
		snprintf(text, sizeof(text), "%u.%u", o->tci[i] & 0xfffu,
		    o->tci[i] >> 13);
		result_text(r, NULL, text);
	}
	result_end(r);
}

/* How many frames were to go at once, whatever -B said. */
static uint64_t
burst(const struct outcome *u)
{
	return u->blast->pace.burst;
}

static void
put_config(struct result *r, const struct outcome *u)
{
	const struct options *o = u->options;
	const struct setup *s = u->setup;
	static const char *const forms[] = { "options", "netblast", "netsend" };

	result_object(r, "config");
	result_text(r, "form", forms[o->form]);
	put_addr(r, "destination", &o->dest);
	result_text(r, "engine", s->engine->name);
	result_text(
	    r, "interface", s->link.name[0] != '\0' ? s->link.name : NULL);
	put_rate(r, "rate", &o->rate);
	result_given(r, "duration", o->duration_ns);
	result_given(r, "count", o->count);
	result_u64(r, "payload", s->wire.payload_bytes);
	result_u64(r, "frame", s->wire.frame_bytes);
	put_tags(r, o);
	put_addr(r, "source", &s->spec.src);
	put_range(r, "port", o->flows.dst_port, o->flows.dst_ports);
	put_range(r, "source-port", o->flows.src_port, o->flows.src_ports);
	result_u64(r, "flows", o->flows.flows);
	result_text(r, "flow-order", "round");
	result_u64(r, "burst", burst(u));
	put_mac(r, "mac", s->macs, s->spec.dst_mac);
	put_mac(r, "source-mac", s->macs, s->spec.src_mac);
	result_text(r, "stall", u->blast->pace.catchup ? "catchup" : "slip");
	result_bool(r, "strict", o->strict);
	result_given(r, "tag", u->blast->tag);
	result_u64(r, "stream", o->stream);
	result_u64(r, "first-seq", o->first_seq);
	result_text(r, "udp-checksum", o->zero_checksum ? "zero" : "full");
	result_given(r, "sndbuf", o->sndbuf);
	result_bool(r, "any-address", o->any_address);
	result_text(r, "write", o->write);
	result_given(r, "interval", o->progress_ns);
	result_bool(r, "ready", o->ready);
	result_end(r);
}

static void
put_sizes(struct result *r, const struct wire *w, int tags)
{
	result_object(r, "sizes");
	result_u64(r, "payload_bytes", w->payload_bytes);
	result_u64(r, "l3_bytes", w->l3_bytes);
	result_u64(r, "l2_bytes", w->l2_bytes);
	result_u64(r, "frame_bytes", w->frame_bytes);
	result_u64(r, "wire_bytes", w->wire_bytes);
	result_i64(r, "tags", tags);
	result_text(r, "who_tags", tags > 0 ? "host" : "none");
	result_end(r);
}

static void
put_engine(struct result *r, const struct outcome *u)
{
	const struct setup *s = u->setup;

	result_object(r, "engine");
	result_text(r, "name", s->engine->name);
	result_text(
	    r, "interface", s->link.name[0] != '\0' ? s->link.name : NULL);
	put_mac(r, "source_mac", s->macs, s->spec.src_mac);
	put_mac(r, "destination_mac", s->macs, s->spec.dst_mac);
	result_given(r, "sndbuf_bytes", u->tx->sndbuf_got);
	result_text(
	    r, "qdisc", s->link.qdisc[0] != '\0' ? s->link.qdisc : NULL);
	result_bool(r, "qdisc_bypass", u->tx->qdisc_bypass);
	result_given(r, "mtu_bytes", s->link.mtu);
	result_end(r);
}

struct result *
emit_begin(const struct outcome *u)
{
	struct result *r = result_new("netblast", "netblast");

	if (r == NULL)
		return NULL;
	put_config(r, u);
	put_sizes(r, &u->setup->wire, u->options->tags);
	put_engine(r, u);
	result_clock(r, "clock_start");
	return r;
}

static void
put_counts(struct result *r, const struct outcome *u)
{
	const struct tx_count *c = &u->tx->count;
	const struct blast *b = u->blast;
	uint64_t wanted;
	bool known = blast_wanted(b, &wanted), moved;
	char text[32];

	moved = u->before.known && u->after.known &&
	    (u->setup->engine->caps & TX_NO_WIRE) == 0;
	result_object(r, "counts");
	result_known(r, "wanted", known, wanted);
	result_u64(r, "taken", b->taken);
	result_known(
	    r, "completed", moved, u->after.tx_packets - u->before.tx_packets);
	result_u64(r, "refused", c->refused);
	result_object(r, "errors");
	for (int i = 0; i < TX_ERRNO_KINDS && c->errors[i].error != 0; i++)
		result_u64(
		    r, emit_errno(c->errors[i].error, text), c->errors[i].n);
	if (c->short_returns > 0)
		result_u64(r, "short", c->short_returns);
	result_end(r);
	result_u64(r, "stalls", b->pace.stalls);
	result_u64(r, "stalled_ns", b->pace.stalled_ns);
	result_u64(r, "waits", b->waits);
	result_end(r);
}

static void
put_rates(struct result *r, const struct blast *b)
{
	uint64_t elapsed = b->finish_ns - b->start_ns;

	result_object(r, "rate");
	put_rate(r, "requested_pps", &b->pace.rate);
	if (elapsed > 0)
		result_real(r, "achieved_pps",
		    (double)b->taken * CLOCK_NS_PER_S / (double)elapsed);
	else
		result_null(r, "achieved_pps");
	result_end(r);
	result_object(r, "time");
	result_u64(r, "start_ns", b->start_ns);
	result_u64(r, "finish_ns", b->finish_ns);
	result_u64(r, "elapsed_ns", elapsed);
	result_end(r);
}

static void
put_stream(struct result *r, const struct outcome *u)
{
	const struct options *o = u->options;
	const struct tx *tx = u->tx;
	uint16_t port =
	    tx->local_port != 0 ? tx->local_port : o->flows.src_port;

	result_array(r, "streams");
	result_object(r, NULL);
	result_u64(r, "stream", o->stream);
	result_given(r, "tag", u->blast->tag);
	put_addr(r, "source",
	    tx->local.family != 0 ? &tx->local : &u->setup->spec.src);
	put_addr(r, "destination", &o->dest);
	result_u64(r, "source_port", port);
	result_u64(r, "destination_port", o->flows.dst_port);
	result_u64(r, "flows", o->flows.flows);
	result_u64(r, "first_seq", o->first_seq);
	result_u64(r, "taken", u->blast->taken);
	result_end(r);
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
	result_end(r);
}

static void
put_series(struct result *r, const struct series *s)
{
	result_object(r, "series");
	result_object(r, "taken");
	result_u64(r, "interval_ns", s->interval_ns);
	result_array(r, "t_ns");
	for (size_t i = s->first; i < s->end; i++)
		result_u64(r, NULL, series_end_ns(s, i));
	result_end(r);
	result_array(r, "v");
	for (size_t i = s->first; i < s->end; i++)
		result_u64(r, NULL, s->v[i]);
	result_end(r);
	result_u64(r, "after", s->after);
	result_end(r);
	result_end(r);
}

void
emit_end(struct result *r, const struct outcome *u)
{
	result_clock(r, "clock_end");
	put_counts(r, u);
	put_rates(r, u->blast);
	put_stream(r, u);
	put_interface(r, "interface_before", &u->before);
	put_interface(r, "interface_after", &u->after);
	put_series(r, u->blast->series);
	result_array(r, "notes");
	if (u->note[0] != '\0')
		result_text(r, NULL, u->note);
	result_end(r);
	result_bool(r, "valid", u->valid);
	result_text(r, "error", u->valid ? NULL : u->error);
}
