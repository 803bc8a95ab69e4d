/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Generator against sink: every frame that frame.h builds is understood by
 * dissect.h, says the same, and has right checksums.
 */
#include "lib/dissect.h"
#include "lib/frame.h"
#include "tests/fuzz/fuzz.h"

int fuzz_frame(const uint8_t *, size_t);

static void
take_addr(struct input *in, struct addr *a, int family)
{
	a->family = (uint8_t)family;
	for (int i = 0; i < (family == 4 ? 4 : 16); i++)
		a->b[i] = (uint8_t)take(in, 1);
}

static void
compare(const struct frame *frame, const struct frame_spec *spec,
    const uint8_t *buf, const struct stamp *s)
{
	struct dissect d;
	struct stamp got;
	enum dissect_csum sum;

	HOLDS(dissect_frame(buf, frame->len, frame->len, &d) == DISSECT_UDP);
	HOLDS(d.l3 == frame->l3 && d.l4 == frame->l4);
	HOLDS(d.payload == frame->payload);
	HOLDS(d.payload_bytes == spec->payload_bytes);
	HOLDS(d.tags == spec->tags && d.family == spec->src.family);
	for (int i = 0; i < spec->tags; i++)
		HOLDS(d.tci[i] == spec->tci[i]);
	HOLDS(d.src_port == 1234 && d.dst_port == 4321);
	HOLDS(memcmp(d.src.b, spec->src.b, d.family == 4 ? 4 : 16) == 0);
	HOLDS(memcmp(d.dst.b, spec->dst.b, d.family == 4 ? 4 : 16) == 0);
	HOLDS(d.family == 6 || dissect_ip_csum(buf, &d) == DISSECT_CSUM_GOOD);
	sum = dissect_udp_csum(buf, frame->len, &d);
	HOLDS(sum ==
	    (spec->no_udp_checksum ? DISSECT_CSUM_ABSENT : DISSECT_CSUM_GOOD));
	if (stamp_get(buf + d.payload, d.payload_bytes, &got) >= STAMP_SHORT)
		HOLDS(got.seq == s->seq && got.tag == s->tag);
}

int
fuzz_frame(const uint8_t *data, size_t len)
{
	static struct frame frame;
	static uint8_t buf[FRAME_MAX];
	struct input in = { data, len };
	unsigned flags = (unsigned)take(&in, 1);
	int family = flags & 1 ? 6 : 4;
	struct frame_spec spec = { .tags = (int)(flags >> 1) % 3,
		.no_udp_checksum = flags & 8,
		.payload_bytes = (uint32_t)take(&in, 2),
		.src_port = (uint16_t)take(&in, 2),
		.dst_port = (uint16_t)take(&in, 2),
		.tci = { (uint16_t)take(&in, 2), (uint16_t)take(&in, 2) } };
	struct stamp s = { take(&in, 6), take(&in, 8), (uint16_t)take(&in, 2),
		(uint16_t)(take(&in, 2) & STAMP_STREAM_MAX), take(&in, 1) & 1 };
	struct fail f = { "" };
	struct flow flow, other = { 1, 2, 7, 9 };

	if (flags & 16)
		spec.payload_bytes &= 63;
	take_addr(&in, &spec.src, family);
	take_addr(&in, &spec.dst, family);
	if (frame_build(&frame, &spec, &f) < 0) {
		HOLDS(f.text[0] != '\0');
		return 0;
	}
	HOLDS(frame.len >= 60 && frame.len <= FRAME_MAX);
	flow = (struct flow){ addr_low(&spec.src), addr_low(&spec.dst), 1234,
		4321 };
	memcpy(buf, frame.buf, frame.len);
	frame_patch(&frame, buf, &flow, &s);
	compare(&frame, &spec, buf, &s);
	/* patched twice is as patched once */
	frame_patch(&frame, buf, &other, &(struct stamp){ 0 });
	frame_patch(&frame, buf, &flow, &s);
	compare(&frame, &spec, buf, &s);
	return 0;
}
