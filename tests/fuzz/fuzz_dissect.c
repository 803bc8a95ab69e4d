/* SPDX-License-Identifier: BSD-2-Clause */
/* Any frame: what is said to be payload lies inside of it. */
#include "lib/dissect.h"
#include "tests/fuzz/fuzz.h"

int fuzz_dissect(const uint8_t *, size_t);

static void
udp(uint8_t *frame, uint32_t len, const struct dissect *d)
{
	enum dissect_csum ip = dissect_ip_csum(frame, d);
	enum dissect_csum sum = dissect_udp_csum(frame, len, d);

	HOLDS(d->tags <= DISSECT_TAGS);
	HOLDS(d->family == 4 || d->family == 6);
	HOLDS(d->src.family == d->family && d->dst.family == d->family);
	HOLDS(d->l3 == 14u + 4u * d->tags);
	HOLDS(d->l4 >= d->l3 + (d->family == 4 ? 20 : 40));
	HOLDS(d->payload == d->l4 + 8 && d->payload <= len);
	HOLDS(d->captured_bytes <= d->payload_bytes);
	HOLDS(d->captured_bytes <= len - d->payload);
	HOLDS(d->src_port == (frame[d->l4] << 8 | frame[d->l4 + 1]));
	HOLDS(d->dst_port == (frame[d->l4 + 2] << 8 | frame[d->l4 + 3]));
	HOLDS(d->family == 4 || ip != DISSECT_CSUM_BAD);
	if (sum == DISSECT_CSUM_CUT)
		HOLDS(d->captured_bytes < d->payload_bytes);
	/* one other bit and a good checksum is bad */
	if (sum == DISSECT_CSUM_GOOD && d->payload_bytes > 0) {
		frame[d->payload] ^= 0x10;
		HOLDS(dissect_udp_csum(frame, len, d) == DISSECT_CSUM_BAD);
		frame[d->payload] ^= 0x10;
	}
}

int
fuzz_dissect(const uint8_t *data, size_t len)
{
	struct dissect d;
	uint8_t *frame;
	uint32_t wire;

	if (len < 1)
		return 0;
	frame = malloc(len);
	if (frame == NULL)
		abort();
	memcpy(frame, data + 1, len - 1);
	/* on the wire it was up to 255 bytes longer */
	wire = (uint32_t)(len - 1) + data[0];
	if (dissect_frame(frame, (uint32_t)(len - 1), wire, &d) == DISSECT_UDP)
		udp(frame, (uint32_t)(len - 1), &d);
	free(frame);
	return 0;
}
