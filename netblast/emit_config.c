/* SPDX-License-Identifier: BSD-2-Clause */
/* The part of the document that is known before the run. */
#include <stdio.h>

#include "lib/result_data.h"
#include "netblast/emit_part.h"

void
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

void
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
put_ports(struct result *r, const char *key, uint16_t first, uint16_t n)
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

/* Addresses, ports, flows: who is on the way. */
static void
put_traffic(struct result *r, const struct setup *s)
{
	const struct flow_space *flows = &s->flows;

	put_addr(r, "destination", &flows->dst.first);
	result_u64(r, "destinations", flows->dst.n);
	put_addr(r, "source", &flows->src.first);
	result_u64(r, "sources", flows->src.n);
	put_ports(r, "port", flows->dst_port, flows->dst_ports);
	put_ports(r, "source-port", flows->src_port, flows->src_ports);
	result_u64(r, "flows", flows->flows);
	result_text(r, "flow-order", flows->random ? "random" : "round");
	result_u64(r, "seed", flows->seed);
}

static void
put_schedule(struct result *r, const struct outcome *u)
{
	const struct options *o = u->options;
	const struct pace *pace = &u->team->worker[0].blast.pace;

	put_rate(r, "rate", &u->setup->rate);
	result_given(r, "duration", o->duration_ns);
	result_given(r, "count", o->count);
	result_u64(r, "threads", o->threads);
	result_cpus(r, "cpus", &o->cpus);
	result_u64(r, "burst", pace->burst);
	result_given(r, "warmup", o->warmup_ns);
	result_given(r, "ramp", o->ramp_ns);
	result_text(r, "stall", pace->catchup ? "catchup" : "slip");
	result_bool(r, "strict", o->strict);
}

/* The way that was taken; null where nothing leaves. */
static void
put_qdisc(struct result *r, const struct options *o, unsigned caps)
{
	bool through = (caps & TX_BYPASS) == 0 || o->qdisc == QDISC_THROUGH;

	result_text(r, "qdisc",
	    (caps & TX_NO_WIRE) != 0 ? NULL
		: through	     ? "through"
				     : "bypass");
}

void
emit_config(struct result *r, const struct outcome *u)
{
	const struct options *o = u->options;
	const struct setup *s = u->setup;
	static const char *const forms[] = { "options", "netblast", "netsend" };

	result_object(r, "config");
	result_text(r, "form", forms[o->form]);
	result_text(r, "engine", s->engine->name);
	result_text(
	    r, "interface", s->link.name[0] != '\0' ? s->link.name : NULL);
	put_traffic(r, s);
	put_schedule(r, u);
	result_u64(r, "payload", s->wire[0].payload_bytes);
	result_u64(r, "frame", s->wire[0].frame_bytes);
	result_text(r, "mix", o->mix);
	put_tags(r, o);
	put_mac(r, "mac", s->macs, s->spec.dst_mac);
	put_mac(r, "source-mac", s->macs, s->spec.src_mac);
	result_given(r, "tag", u->team->tag);
	result_u64(r, "stream", o->stream);
	result_u64(r, "first-seq", o->first_seq);
	result_text(r, "udp-checksum", o->zero_checksum ? "zero" : "full");
	put_qdisc(r, o, s->engine->caps);
	result_given(r, "sndbuf", o->sndbuf);
	result_bool(r, "any-address", o->any_address);
	result_text(r, "write", o->write);
	result_given(r, "interval", o->progress_ns);
	result_bool(r, "ready", o->ready);
	result_end(r);
}

static void
put_wire(struct result *r, const struct wire *w)
{
	result_u64(r, "payload_bytes", w->payload_bytes);
	result_u64(r, "l3_bytes", w->l3_bytes);
	result_u64(r, "l2_bytes", w->l2_bytes);
	result_u64(r, "frame_bytes", w->frame_bytes);
	result_u64(r, "wire_bytes", w->wire_bytes);
}

/* Of a mix no one size is said: whoever needs one must choose. */
void
emit_sizes(struct result *r, const struct setup *s, int tags)
{
	static const char *const keys[] = { "payload_bytes", "l3_bytes",
		"l2_bytes", "frame_bytes", "wire_bytes" };

	result_object(r, "sizes");
	if (s->sizes.kinds == 1)
		put_wire(r, &s->wire[0]);
	else
		for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++)
			result_null(r, keys[i]);
	result_i64(r, "tags", tags);
	result_text(r, "who_tags", tags > 0 ? "host" : "none");
	result_end(r);
}

void
emit_mix(struct result *r, const struct sizes *sizes, const struct wire *wire)
{
	char text[SIZES_TEXT];

	if (sizes->kinds == 1) {
		result_null(r, "mix");
		return;
	}
	result_object(r, "mix");
	result_array(r, "kinds");
	for (unsigned i = 0; i < sizes->kinds; i++) {
		result_object(r, NULL);
		put_wire(r, &wire[i]);
		result_u64(r, "of_period", sizes_count(sizes, i));
		result_end(r);
	}
	result_end(r);
	result_u64(r, "period", sizes->period);
	result_text(r, "order", sizes_text(sizes, text));
	result_end(r);
}

void
emit_engine(struct result *r, const struct outcome *u)
{
	const struct setup *s = u->setup;
	const struct tx *tx = &u->team->worker[0].tx;

	result_object(r, "engine");
	result_text(r, "name", s->engine->name);
	result_text(
	    r, "interface", s->link.name[0] != '\0' ? s->link.name : NULL);
	put_mac(r, "source_mac", s->macs, s->spec.src_mac);
	put_mac(r, "destination_mac", s->macs, s->spec.dst_mac);
	result_given(r, "sndbuf_bytes", tx->sndbuf_got);
	result_text(
	    r, "qdisc", s->link.qdisc[0] != '\0' ? s->link.qdisc : NULL);
	result_bool(r, "qdisc_bypass", tx->qdisc_bypass);
	result_text(r, "mode", tx->mode);
	result_given(r, "mtu_bytes", s->link.mtu);
	result_end(r);
}
