/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "netblast/limit.h"
#include "netblast/setup.h"

#define NEIGHBOUR_MS 2000

/* Names of the engines that have all these caps, for messages. */
static const char *
names_with(unsigned caps, char *buf, size_t size)
{
	size_t used = 0;

	buf[0] = '\0';
	for (int i = 0; tx_engines[i] != NULL; i++)
		if ((tx_engines[i]->caps & caps) == caps &&
		    (tx_engines[i]->caps & TX_NO_WIRE) == 0 && used < size)
			used += (size_t)snprintf(buf + used, size - used,
			    "%s%s", used > 0 ? ", " : "", tx_engines[i]->name);
	return buf;
}

/* Through the interface's queueing discipline, or past it? */
static int
can_queue(const struct tx_engine *e, enum qdisc way, struct fail *f)
{
	unsigned cap = way == QDISC_BYPASS ? TX_BYPASS : TX_THROUGH;
	char names[128];

	if (way == QDISC_DEFAULT || (e->caps & (cap | TX_NO_WIRE)) != 0)
		return 0;
	return fail(f,
	    "--qdisc: engine %s cannot send %s the queueing discipline; these "
	    "can: %s",
	    e->name, way == QDISC_BYPASS ? "past" : "through",
	    names_with(cap, names, sizeof(names)));
}

/* Can this engine do what is asked? */
static int
can(const struct tx_engine *e, const struct setup *s, const struct options *o,
    struct fail *f)
{
	char names[128];

	if (o->tags > 0 && (e->caps & TX_TAGS) == 0)
		return fail(f,
		    "--vlan: engine %s cannot send tagged frames; these can: "
		    "%s",
		    e->name, names_with(TX_TAGS, names, sizeof(names)));
	if (e->layer == TX_ETHERNET && (e->caps & TX_NO_WIRE) == 0 &&
	    !s->link.ethernet && !s->link.loopback)
		return fail(f, "engine %s: %s has no Ethernet frames", e->name,
		    s->link.name[0] != '\0' ? s->link.name : "no interface");
	return can_queue(e, o->qdisc, f);
}

static int
pick_named(struct setup *s, const struct options *o, struct fail *f)
{
	const char *name = o->write != NULL ? "file" : o->engine;
	const char *why = tx_absent_why(name);
	struct fail unusable;
	char names[128];

	s->engine = tx_find(name);
	if (s->engine == NULL && why != NULL)
		return fail(f, "--engine: %s is not built in: %s", name, why);
	if (s->engine == NULL)
		return fail(f,
		    "--engine: \"%s\" is no engine; built in are: null, %s",
		    name, names_with(0, names, sizeof(names)));
	if (!o->show && (s->engine->caps & TX_NO_WIRE) == 0 &&
	    s->engine->usable(&unusable) < 0)
		return fail(f, "--engine: %s: %s", name, unusable.text);
	return can(s->engine, s, o, f);
}

/* The last one in the table that can do it; whole frames on Ethernet only. */
static int
pick_best(struct setup *s, const struct options *o, struct fail *f)
{
	struct fail why = { "none is built in" };
	int i = 0;

	while (tx_engines[i] != NULL)
		i++;
	while (--i >= 0) {
		const struct tx_engine *e = tx_engines[i];

		if ((e->caps & TX_NO_WIRE) != 0 ||
		    (e->layer == TX_ETHERNET && !s->link.ethernet))
			continue;
		if (can(e, s, o, &why) == 0 && e->usable(&why) == 0) {
			s->engine = e;
			return 0;
		}
	}
	return fail(f, "no engine can do this here: %s", why.text);
}

/* Route and interface. Without a wire, and where all is given, neither. */
static int
find_way(struct setup *s, const struct options *o, bool offline, struct fail *f)
{
	const struct addr *dest = &o->flows.dst.first;
	const struct addr *source =
	    o->flows.src.first.family != 0 ? &o->flows.src.first : NULL;
	bool given = o->interface != NULL && source != NULL && o->mac_given;
	unsigned index = 0;

	if (o->interface != NULL) {
		if (link_read(o->interface, 0, &s->link, f) < 0)
			return -1;
		index = s->link.index;
	}
	/* a source of somebody else has no route: ask without it */
	if (link_route(dest, index, source, &s->route, NULL) < 0 &&
	    link_route(dest, index, NULL, &s->route, f) < 0) {
		s->route.source.family = 0;
		return given || offline ? 0 : -1;
	}
	if (index == 0 && s->route.index != 0)
		return link_read(NULL, s->route.index, &s->link, f);
	return 0;
}

/*
 * One frame has one next hop. Destinations that are neighbours themselves,
 * or have different gateways, would each need a link address of its own.
 */
static int
one_next_hop(const struct setup *s, const struct options *o, struct fail *f)
{
	struct addr last = addr_nth(&o->flows.dst.first, o->flows.dst.n - 1);
	struct link_route r;
	char text[ADDR_TEXT];

	if (link_route(&last, s->link.index, NULL, &r, f) < 0)
		return -1;
	if (addr_equal(&r.next, &s->route.next))
		return 0;
	return fail(f,
	    "DEST: %s has a next hop of its own, not that of the first; a "
	    "range needs one gateway for all, or --mac",
	    addr_text(&last, text));
}

static int
fill_macs(
    struct setup *s, const struct options *o, bool offline, struct fail *f)
{
	struct frame_spec *spec = &s->spec;

	memcpy(spec->src_mac, o->source_mac_given ? o->source_mac : s->link.mac,
	    6);
	if (o->mac_given) {
		memcpy(spec->dst_mac, o->mac, 6);
		return 0;
	}
	if (!s->link.ethernet || strcmp(s->engine->name, "null") == 0)
		return 0; /* loopback and nowhere: zeros */
	if (link_neighbour(s->link.index, &s->route.next, NEIGHBOUR_MS,
		spec->dst_mac, f) < 0)
		return offline ? 0 : -1;
	if (o->flows.dst.n > 1 && !offline)
		return one_next_hop(s, o, f);
	return 0;
}

/*
 * Bytes of tags that count against the MTU: one 802.1Q tag is allowed on top
 * of it, two are not (packet_snd of Linux: EMSGSIZE).
 */
static uint32_t
within_mtu(const struct options *o)
{
	return o->tags == 2 ? 2 * WIRE_TAG : 0;
}

static int
check_size(const struct setup *s, const struct options *o, const struct wire *w,
    struct fail *f)
{
	const char *what = !s->sizes.frames ? "--payload"
	    : o->mix != NULL		    ? "--mix"
					    : "--frame";
	uint32_t bytes = s->sizes.frames ? w->frame_bytes : w->payload_bytes;
	uint32_t mtu = s->link.mtu;

	if (mtu == 0 || w->l3_bytes + within_mtu(o) <= mtu ||
	    (s->engine->caps & TX_NO_WIRE) != 0)
		return 0;
	if (o->form != FORM_OPTIONS && s->engine->layer == TX_PAYLOAD)
		return 0; /* as the original: the kernel fragments */
	if (w->l3_bytes <= mtu)
		return fail(f,
		    "%s: %" PRIu32 " bytes and two tags need an MTU of %" PRIu32
		    "; the MTU of %s is %" PRIu32,
		    what, bytes, w->l3_bytes + within_mtu(o), s->link.name,
		    mtu);
	return fail(f,
	    "%s: %" PRIu32 " bytes make IP packets of %" PRIu32
	    "; the MTU of %s is %" PRIu32,
	    what, bytes, w->l3_bytes, s->link.name, mtu);
}

static int
fill_sizes(struct setup *s, const struct options *o, struct fail *f)
{
	/* the frame that fills the MTU, for a genome's z */
	uint32_t most = s->link.mtu == 0 ? 0
					 : s->link.mtu + WIRE_ETHER + WIRE_FCS +
		(uint32_t)o->tags * WIRE_TAG - within_mtu(o);

	if (o->mix != NULL)
		return sizes_parse(
		    "--mix", o->mix, o->seed, most, &s->sizes, f);
	if (o->frame_bytes != 0)
		sizes_one(&s->sizes, (uint32_t)o->frame_bytes, true);
	else
		sizes_one(&s->sizes, (uint32_t)o->payload_bytes, false);
	return 0;
}

/* All but the sizes. */
static int
fill_spec(struct setup *s, const struct options *o, struct fail *f)
{
	struct frame_spec *spec = &s->spec;

	s->flows = o->flows;
	if (s->flows.src.first.family == 0)
		s->flows.src.first = s->route.source;
	spec->dst = s->flows.dst.first;
	spec->src = s->flows.src.first;
	if (spec->src.family == 0)
		return fail(f,
		    "--source: no address of this host leads there; give one");
	spec->src_port = s->flows.src_port;
	spec->dst_port = s->flows.dst_port;
	spec->tags = o->tags;
	memcpy(spec->tci, o->tci, sizeof(spec->tci));
	spec->no_udp_checksum = o->zero_checksum;
	spec->classic = o->form != FORM_OPTIONS;
	return 0;
}

static int
build_kind(struct setup *s, const struct options *o, unsigned i, struct fail *f)
{
	struct frame_spec spec = s->spec;
	const char *what = o->mix != NULL ? "--mix" : "--frame";

	spec.payload_bytes = s->sizes.bytes[i];
	if (s->sizes.frames &&
	    wire_payload(what, s->sizes.bytes[i], spec.dst.family, spec.tags,
		&spec.payload_bytes, f) < 0)
		return -1;
	wire_sizes(spec.payload_bytes, spec.dst.family, spec.tags, &s->wire[i]);
	s->period_bits +=
	    8ULL * s->wire[i].wire_bytes * sizes_count(&s->sizes, i);
	if (check_size(s, o, &s->wire[i], f) < 0)
		return -1;
	if (i == 0)
		s->spec.payload_bytes = spec.payload_bytes;
	return frame_build(&s->frames[i], &spec, f);
}

static int
fill_rate(struct setup *s, const struct options *o, struct fail *f)
{
	const struct rate *percent = &o->line_percent;

	s->rate = o->rate;
	if (percent->frames == 0)
		return 0;
	if (s->link.speed_bps == 0)
		return fail(f,
		    "--rate: %s %s; give frames/s instead of a share of it",
		    s->link.name[0] != '\0' ? s->link.name : "no interface",
		    s->link.is_virtual ? "is virtual and has no line rate"
				       : "does not say its line rate");
	s->rate.frames = limit_line_share(
	    s->link.speed_bps, s->period_bits, s->sizes.period, percent);
	if (s->rate.frames == 0)
		return fail(f, "--rate: not one frame per second");
	return 0;
}

/* An interface that is down takes nothing: said before, not after the run. */
static int
check_up(const struct setup *s, bool offline, struct fail *f)
{
	if (offline || s->link.index == 0 || s->link.up ||
	    (s->engine->caps & TX_NO_WIRE) != 0)
		return 0;
	return fail(f,
	    "--interface: %s is down or has no carrier; it must be up",
	    s->link.name);
}

/* Way, engine, addresses, sizes, frames: each needs those before. */
int
setup_make(struct setup *s, const struct options *o, struct fail *f)
{
	bool offline = o->write != NULL || o->show ||
	    (o->engine != NULL && strcmp(o->engine, "null") == 0);
	bool named = o->engine != NULL || o->write != NULL;

	memset(s, 0, sizeof(*s));
	if (find_way(s, o, offline, f) < 0 ||
	    (named ? pick_named(s, o, f) : pick_best(s, o, f)) < 0 ||
	    check_up(s, offline, f) < 0 || fill_spec(s, o, f) < 0 ||
	    fill_sizes(s, o, f) < 0)
		return -1;
	s->frames = calloc(s->sizes.kinds, sizeof(*s->frames));
	if (s->frames == NULL)
		return fail(f, "out of memory");
	s->macs = s->engine->layer == TX_ETHERNET || o->show;
	if (s->macs && fill_macs(s, o, offline, f) < 0)
		return -1;
	for (unsigned i = 0; i < s->sizes.kinds; i++)
		if (build_kind(s, o, i, f) < 0)
			return -1;
	return fill_rate(s, o, f);
}

void
setup_free(struct setup *s)
{
	free(s->frames);
	s->frames = NULL;
}

void
setup_tx(const struct setup *s, const struct options *o, struct tx *tx)
{
	memset(tx, 0, sizeof(*tx));
	tx->engine = s->engine;
	tx->link = &s->link;
	tx->frames = s->frames;
	tx->sizes = &s->sizes;
	tx->spec = &s->spec;
	tx->flows = &s->flows;
	tx->room = tx_room(s->frames, s->sizes.kinds);
	tx->threads = (uint32_t)o->threads;
	tx->cpu = -1;
	tx->file = o->write;
	tx->sndbuf = o->sndbuf;
	tx->qdisc_through = o->qdisc == QDISC_THROUGH;
	tx->qdisc_bypass = link_has_qdisc(&s->link) &&
	    (s->engine->caps & (TX_BYPASS | TX_THROUGH)) == TX_BYPASS;
	tx->bind_link = o->interface != NULL;
	tx->fragment = o->form != FORM_OPTIONS;
}
