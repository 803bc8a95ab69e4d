/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <string.h>

#include "lib/version.h"
#include "netblast/show.h"

static const uint64_t ns_per_s = 1000000000;

static void
show_addresses(const struct options *o, const struct setup *s, FILE *out)
{
	const struct frame_spec *spec = &s->spec;
	char a[ADDR_TEXT], b[ADDR_TEXT], m[MAC_TEXT], n[MAC_TEXT];

	fprintf(out, "engine %s, interface %s\n", s->engine->name,
	    s->link.name[0] != '\0' ? s->link.name : "(none)");
	fprintf(out, "ethernet %s > %s", mac_text(spec->src_mac, m),
	    mac_text(spec->dst_mac, n));
	for (int i = 0; i < spec->tags; i++)
		fprintf(out, ", tag %s VID %u PCP %u",
		    i == 0 && spec->tags == 2 ? "802.1ad" : "802.1Q",
		    spec->tci[i] & 0xfffu, spec->tci[i] >> 13);
	fprintf(out,
	    "\nIPv%d %s > %s\nUDP %u > %u, checksum %s, %" PRIu32 " flows\n",
	    spec->src.family, addr_text(&spec->src, a),
	    addr_text(&spec->dst, b), o->flows.src_port, o->flows.dst_port,
	    spec->no_udp_checksum ? "zero" : "full", o->flows.flows);
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

void
show_frame(
    const struct options *o, const struct setup *s, uint16_t tag, FILE *out)
{
	struct stamp stamp = {
		.seq = o->first_seq, .tag = tag, .stream = (uint16_t)o->stream
	};
	const struct wire *w = &s->wire;
	uint8_t copy[FRAME_MAX];

	show_addresses(o, s, out);
	fprintf(out,
	    "bytes: payload %" PRIu32 ", IP packet %" PRIu32
	    ", frame as built %" PRIu32 ", with FCS %" PRIu32
	    ", on the wire %" PRIu32 "\n",
	    w->payload_bytes, w->l3_bytes, w->l2_bytes, w->frame_bytes,
	    w->wire_bytes);
	memcpy(copy, s->frame.buf, s->frame.len);
	frame_patch(
	    &s->frame, copy, o->flows.src_port, o->flows.dst_port, &stamp);
	show_bytes(copy, s->frame.len, out);
}

void
show_engines(FILE *out)
{
	struct fail why;

	for (int i = 0; tx_engines[i] != NULL; i++) {
		const struct tx_engine *e = tx_engines[i];
		int usable = e->usable(&why);

		fprintf(out, "%-8s %s\n", e->name, e->help);
		if (usable < 0)
			fprintf(out, "%-8s not now: %s\n", "", why.text);
	}
	for (int i = 0; tx_absent[i].name != NULL; i++)
		fprintf(out, "%-8s not built in: %s\n", tx_absent[i].name,
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
show_progress(const struct blast *b, uint64_t now_ns, void *arg)
{
	struct progress *p = arg;
	uint64_t since = p->last_ns != 0 ? p->last_ns : b->start_ns;
	uint64_t ran = now_ns - b->start_ns;
	char total[NUM_TEXT], pps[NUM_TEXT], refused[NUM_TEXT];
	double rate = (double)(b->taken - p->last_taken) * ns_per_s /
	    (double)(now_ns > since ? now_ns - since : 1);

	fprintf(stderr,
	    "%s%6" PRIu64 ".%" PRIu64 " s  %s frames  %s/s  %s refused%s",
	    p->terminal ? "\r\033[K" : "", ran / ns_per_s,
	    ran % ns_per_s / 100000000, num_group(b->taken, total),
	    num_group((uint64_t)rate, pps),
	    num_group(b->tx->count.refused, refused), p->terminal ? "" : "\n");
	p->last_ns = now_ns;
	p->last_taken = b->taken;
}
