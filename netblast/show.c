/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <string.h>

#include "lib/clock.h"
#include "lib/version.h"
#include "netblast/show.h"

static const uint64_t ns_per_s = CLOCK_NS_PER_S;

static void
show_addresses(const struct options *o, const struct setup *s, FILE *out)
{
	const struct frame_spec *spec = &s->spec;
	const struct flow_range *src = &s->flows.src, *dst = &s->flows.dst;
	char a[ADDR_RANGE_TEXT], b[ADDR_RANGE_TEXT], m[MAC_TEXT], n[MAC_TEXT];

	fprintf(out, "engine %s, interface %s\n", s->engine->name,
	    s->link.name[0] != '\0' ? s->link.name : "(none)");
	fprintf(out, "ethernet %s > %s", mac_text(spec->src_mac, m),
	    mac_text(spec->dst_mac, n));
	for (int i = 0; i < spec->tags; i++)
		fprintf(out, ", tag %s VID %u PCP %u",
		    i == 0 && spec->tags == 2 ? "802.1ad" : "802.1Q",
		    spec->tci[i] & 0xfffu, spec->tci[i] >> 13);
	fprintf(out,
	    "\nIPv%d %s > %s\nUDP %u to %u > %u to %u, checksum %s, %" PRIu32
	    " flow%s%s\n",
	    spec->src.family, addr_range_text(&src->first, src->n, a),
	    addr_range_text(&dst->first, dst->n, b), o->flows.src_port,
	    o->flows.src_port + o->flows.src_ports - 1, o->flows.dst_port,
	    o->flows.dst_port + o->flows.dst_ports - 1,
	    spec->no_udp_checksum ? "zero" : "full", s->flows.flows,
	    s->flows.flows == 1 ? "" : "s",
	    s->flows.random ? " in random order" : "");
}

static void
show_bytes(const uint8_t *p, uint32_t len, FILE *out)
{
	for (uint32_t i = 0; i < len; i++) {
		if (i % 16 == 0)
			fprintf(out, "%s%04" PRIx32 " ", i > 0 ? "\n" : "", i);
		fprintf(out, " %02x", p[i]);
	}
	fputc('\n', out);
}

static void
show_sizes(const struct setup *s, FILE *out)
{
	char text[SIZES_TEXT];

	for (unsigned i = 0; i < s->sizes.kinds; i++) {
		const struct wire *w = &s->wire[i];
		const char kind[] = { ' ', (char)('A' + i), '\0' };

		fprintf(out,
		    "bytes%s: payload %" PRIu32 ", IP packet %" PRIu32
		    ", frame as built %" PRIu32 ", with FCS %" PRIu32
		    ", on the wire %" PRIu32 "\n",
		    s->sizes.kinds > 1 ? kind : "", w->payload_bytes,
		    w->l3_bytes, w->l2_bytes, w->frame_bytes, w->wire_bytes);
	}
	if (s->sizes.period > 1)
		fprintf(out, "order: %s, again and again\n",
		    sizes_text(&s->sizes, text));
}

void
show_frame(
    const struct options *o, const struct setup *s, uint16_t tag, FILE *out)
{
	struct stamp stamp = {
		.seq = o->first_seq, .tag = tag, .stream = (uint16_t)o->stream
	};
	struct flow flow = flow_at(&s->flows, flow_of_frame(&s->flows, 0));
	const struct frame *frame = &s->frames[sizes_kind(&s->sizes, 0)];
	uint8_t copy[FRAME_MAX];

	show_addresses(o, s, out);
	show_sizes(s, out);
	memcpy(copy, frame->buf, frame->len);
	frame_patch(frame, copy, &flow, &stamp);
	show_bytes(copy, frame->len, out);
}

void
show_engines(FILE *out)
{
	struct fail why;

	for (int i = 0; tx_engines[i] != NULL; i++) {
		const struct tx_engine *e = tx_engines[i];
		int usable = e->usable(&why);

		fprintf(out, "%-10s %s\n", e->name, e->help);
		if (usable < 0)
			fprintf(out, "%-10s not now: %s\n", "", why.text);
	}
	for (int i = 0; tx_absent[i].name != NULL; i++)
		fprintf(out, "%-10s not built in: %s\n", tx_absent[i].name,
		    tx_absent[i].why);
}

void
show_version(FILE *out)
{
	fprintf(out, "netblast %s, engines:", NETBLAST_VERSION);
	for (int i = 0; tx_engines[i] != NULL; i++)
		fprintf(out, " %s", tx_engines[i]->name);
	fputc('\n', out);
}

void
show_progress(const struct team *t, void *arg)
{
	struct progress *p = arg;
	uint64_t now = clock_mono_ns(), taken, refused;
	uint64_t t0 = atomic_load(&t->t0_ns), since, ran, rate;
	char total[NUM_TEXT], pps[NUM_TEXT], errors[NUM_TEXT];

	if (t0 == 0 || now < t0) /* not begun */
		return;
	since = p->last_ns != 0 ? p->last_ns : t0;
	ran = now - t0;
	team_seen(t, &taken, &refused);
	if (taken < p->last_taken) /* a new phase counts from 0 */
		p->last_taken = 0;
	rate = now > since ? (uint64_t)((double)(taken - p->last_taken) *
				 CLOCK_NS_PER_S / (double)(now - since))
			   : 0;
	fprintf(stderr,
	    "%s%6" PRIu64 ".%" PRIu64 " s  %s frames  %s/s  %s refused%s",
	    p->terminal ? "\r\033[K" : "", ran / ns_per_s,
	    ran % ns_per_s / 100000000, num_group(taken, total),
	    num_group(rate, pps), num_group(refused, errors),
	    p->terminal ? "" : "\n");
	p->last_ns = now;
	p->last_taken = taken;
}

void
show_stuck(const struct team *t, void *arg)
{
	const struct progress *p = arg;
	const struct link *link = &t->setup->link;

	fprintf(stderr,
	    "%snetblast: nothing has been taken for 1 s: engine %s%s%s "
	    "refuses every frame\n",
	    p->terminal && p->last_ns != 0 ? "\n" : "", t->setup->engine->name,
	    link->name[0] != '\0' ? ", interface " : "", link->name);
}
