/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

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
	return 0;
}

static int
pick_named(struct setup *s, const struct options *o, struct fail *f)
{
	const char *name = o->write != NULL ? "file" : o->engine;
	const char *why = tx_absent_why(name);
	char names[128];

	s->engine = tx_find(name);
	if (s->engine == NULL && why != NULL)
		return fail(f, "--engine: %s is not built in: %s", name, why);
	if (s->engine == NULL)
		return fail(f,
		    "--engine: \"%s\" is no engine; built in are: null, %s",
		    name, names_with(0, names, sizeof(names)));
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
	const struct addr *source = o->source.family != 0 ? &o->source : NULL;
	bool given = o->interface != NULL && source != NULL && o->mac_given;
	unsigned index = 0;

	if (o->interface != NULL) {
		if (link_read(o->interface, 0, &s->link, f) < 0)
			return -1;
		index = s->link.index;
	}
	/* a source of somebody else has no route: ask without it */
	if (link_route(&o->dest, index, source, &s->route, NULL) < 0 &&
	    link_route(&o->dest, index, NULL, &s->route, f) < 0) {
		s->route.source.family = 0;
		return given || offline ? 0 : -1;
	}
	if (index == 0 && s->route.index != 0)
		return link_read(NULL, s->route.index, &s->link, f);
	return 0;
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
	return 0;
}

static int
check_size(const struct setup *s, const struct options *o, struct fail *f)
{
	if (s->link.mtu == 0 || s->wire.l3_bytes <= s->link.mtu ||
	    (s->engine->caps & TX_NO_WIRE) != 0)
		return 0;
	if (o->form != FORM_OPTIONS && s->engine->layer == TX_PAYLOAD)
		return 0; /* as the original: the kernel fragments */
	return fail(f,
	    "--payload: %" PRIu32 " bytes make IP packets of %" PRIu32
	    "; the MTU of %s is %" PRIu32,
	    s->wire.payload_bytes, s->wire.l3_bytes, s->link.name, s->link.mtu);
}

static int
fill_spec(struct setup *s, const struct options *o, struct fail *f)
{
	struct frame_spec *spec = &s->spec;

	spec->dst = o->dest;
	spec->src = o->source.family != 0 ? o->source : s->route.source;
	if (spec->src.family == 0)
		return fail(f,
		    "--source: no address of this host leads there; give one");
	spec->src_port = o->flows.src_port;
	spec->dst_port = o->flows.dst_port;
	spec->tags = o->tags;
	memcpy(spec->tci, o->tci, sizeof(spec->tci));
	spec->no_udp_checksum = o->zero_checksum;
	spec->classic = o->form != FORM_OPTIONS;
	return options_payload(o, &spec->payload_bytes, f);
}

int
setup_make(struct setup *s, const struct options *o, struct fail *f)
{
	bool offline = o->write != NULL || o->show ||
	    (o->engine != NULL && strcmp(o->engine, "null") == 0);
	bool named = o->engine != NULL || o->write != NULL;

	memset(s, 0, sizeof(*s));
	if (find_way(s, o, offline, f) < 0 ||
	    (named ? pick_named(s, o, f) : pick_best(s, o, f)) < 0 ||
	    fill_spec(s, o, f) < 0)
		return -1;
	wire_sizes(
	    s->spec.payload_bytes, s->spec.dst.family, s->spec.tags, &s->wire);
	s->macs = s->engine->layer == TX_ETHERNET || o->show;
	if (check_size(s, o, f) < 0 ||
	    (s->macs && fill_macs(s, o, offline, f) < 0))
		return -1;
	return frame_build(&s->frame, &s->spec, f);
}

void
setup_tx(const struct setup *s, const struct options *o, struct tx *tx)
{
	memset(tx, 0, sizeof(*tx));
	tx->engine = s->engine;
	tx->link = &s->link;
	tx->frame = &s->frame;
	tx->spec = &s->spec;
	tx->flows = &o->flows;
	tx->file = o->write;
	tx->sndbuf = o->sndbuf;
	tx->fragment = o->form != FORM_OPTIONS;
}
