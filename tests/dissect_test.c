/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/unit.h"

#include <stdlib.h>
#include <string.h>

#include "lib/dissect.h"

Suite *dissect_suite(void);

/*
 * UDP from port 49152 to port 9 with the payload 00000005 0007 0000 0000,
 * made by other code than ours; tshark calls every checksum good.
 */
static const char v4[] =
    "020000000002020000000001080045000026000040004011ae9fc6120001"
    "c6130001c00000090012b38c000000050007000000000000000000000000";
static const char v4_tag[] =
    "0200000000020200000000018100a064080045000026000040004011ae9f"
    "c6120001c6130001c00000090012b38c0000000500070000000000000000";
static const char v4_qinq[] =
    "02000000000202000000000188a800c88100006408004500002600004000"
    "4011ae9fc6120001c6130001c00000090012b38c00000005000700000000";
static const char v4_opts[] =
    "02000000000202000000000108004600002a0000400040111997c6120001"
    "c613000194040000c00000090012b38c0000000500070000000000000000";
static const char v6[] =
    "02000000000202000000000186dd60000000001211402001000200000000"
    "000000000000000120010002000000000000000000000002c00000090012"
    "ffab00000005000700000000";
static const char v6_hop[] =
    "02000000000202000000000186dd60000000001a00402001000200000000"
    "000000000000000120010002000000000000000000000002110001040000"
    "0000c00000090012ffab00000005000700000000";
static const char v6_dest_routing[] =
    "02000000000202000000000186dd6000000000323c402001000200000000"
    "0000000000000001200100020000000000000000000000022b0001040000"
    "0000110204000000000000000000000000000000000000000000c0000009"
    "0012ffab00000005000700000000";

#define KEEP 0xffff /* change no byte */
#define ALL 0 /* captured whole */

static const struct {
	const char *name, *hex;
	int at, byte; /* one byte changed */
	unsigned len, wire_len; /* ALL or bytes */
	int verdict, tags;
	unsigned payload, bytes, captured;
	int ip_csum, udp_csum;
} cases[] = {
	{ "IPv4", v4, KEEP, 0, ALL, ALL, DISSECT_UDP, 0, 42, 10, 10,
	    DISSECT_CSUM_GOOD, DISSECT_CSUM_GOOD },
	{ "one tag", v4_tag, KEEP, 0, ALL, ALL, DISSECT_UDP, 1, 46, 10, 10,
	    DISSECT_CSUM_GOOD, DISSECT_CSUM_GOOD },
	{ "two tags", v4_qinq, KEEP, 0, ALL, ALL, DISSECT_UDP, 2, 50, 10, 10,
	    DISSECT_CSUM_GOOD, DISSECT_CSUM_GOOD },
	{ "old QinQ type", v4_qinq, 12, 0x91, ALL, ALL, DISSECT_OTHER, 0, 0, 0,
	    0, 0, 0 },
	{ "options", v4_opts, KEEP, 0, ALL, ALL, DISSECT_UDP, 0, 46, 10, 10,
	    DISSECT_CSUM_GOOD, DISSECT_CSUM_GOOD },
	{ "IPv6", v6, KEEP, 0, ALL, ALL, DISSECT_UDP, 0, 62, 10, 10,
	    DISSECT_CSUM_ABSENT, DISSECT_CSUM_GOOD },
	{ "IPv6 hop-by-hop", v6_hop, KEEP, 0, ALL, ALL, DISSECT_UDP, 0, 70, 10,
	    10, DISSECT_CSUM_ABSENT, DISSECT_CSUM_GOOD },
	{ "IPv6 destination, routing", v6_dest_routing, KEEP, 0, ALL, ALL,
	    DISSECT_UDP, 0, 94, 10, 10, DISSECT_CSUM_ABSENT,
	    DISSECT_CSUM_GOOD },
	{ "IPv6 fragment", v6, 20, 44, ALL, ALL, DISSECT_FRAGMENT, 0, 0, 0, 0,
	    0, 0 },
	{ "IPv6 TCP", v6, 20, 6, ALL, ALL, DISSECT_OTHER, 0, 0, 0, 0, 0, 0 },
	{ "IPv6 header chain out of the frame", v6_hop, 55, 9, ALL, ALL,
	    DISSECT_BROKEN, 0, 0, 0, 0, 0, 0 },
	{ "ARP", v4, 13, 6, ALL, ALL, DISSECT_OTHER, 0, 0, 0, 0, 0, 0 },
	{ "TCP", v4, 23, 6, ALL, ALL, DISSECT_OTHER, 0, 0, 0, 0, 0, 0 },
	{ "version 6 in type IPv4", v4, 14, 0x65, ALL, ALL, DISSECT_OTHER, 0, 0,
	    0, 0, 0, 0 },
	{ "version 4 in type IPv6", v6, 14, 0x40, ALL, ALL, DISSECT_OTHER, 0, 0,
	    0, 0, 0, 0 },
	{ "header of 4 words", v4, 14, 0x44, ALL, ALL, DISSECT_BROKEN, 0, 0, 0,
	    0, 0, 0 },
	{ "more fragments", v4, 20, 0x20, ALL, ALL, DISSECT_FRAGMENT, 0, 0, 0,
	    0, 0, 0 },
	{ "later fragment", v4, 21, 1, ALL, ALL, DISSECT_FRAGMENT, 0, 0, 0, 0,
	    0, 0 },
	{ "IP longer than the frame", v4, 17, 47, ALL, ALL, DISSECT_BROKEN, 0,
	    0, 0, 0, 0, 0 },
	{ "IP as long as the frame", v4, 17, 46, ALL, ALL, DISSECT_UDP, 0, 42,
	    10, 10, DISSECT_CSUM_BAD, DISSECT_CSUM_GOOD },
	{ "IP shorter than its UDP header", v4, 17, 27, ALL, ALL,
	    DISSECT_BROKEN, 0, 0, 0, 0, 0, 0 },
	{ "UDP longer than IP: into the padding", v4, 39, 19, ALL, ALL,
	    DISSECT_BROKEN, 0, 0, 0, 0, 0, 0 },
	{ "UDP under 8", v4, 39, 7, ALL, ALL, DISSECT_BROKEN, 0, 0, 0, 0, 0,
	    0 },
	{ "UDP shorter than IP", v4, 39, 16, ALL, ALL, DISSECT_UDP, 0, 42, 8, 8,
	    DISSECT_CSUM_GOOD, DISSECT_CSUM_BAD },
	{ "empty UDP", v4, 39, 8, ALL, ALL, DISSECT_UDP, 0, 42, 0, 0,
	    DISSECT_CSUM_GOOD, DISSECT_CSUM_BAD },
	{ "IP header damaged", v4, 22, 63, ALL, ALL, DISSECT_UDP, 0, 42, 10, 10,
	    DISSECT_CSUM_BAD, DISSECT_CSUM_GOOD },
	{ "address damaged", v4, 29, 9, ALL, ALL, DISSECT_UDP, 0, 42, 10, 10,
	    DISSECT_CSUM_BAD, DISSECT_CSUM_BAD },
	{ "payload damaged", v4, 51, 1, ALL, ALL, DISSECT_UDP, 0, 42, 10, 10,
	    DISSECT_CSUM_GOOD, DISSECT_CSUM_BAD },
	{ "padding damaged", v4, 52, 1, ALL, ALL, DISSECT_UDP, 0, 42, 10, 10,
	    DISSECT_CSUM_GOOD, DISSECT_CSUM_GOOD },
	{ "IPv6 payload damaged", v6, 71, 1, ALL, ALL, DISSECT_UDP, 0, 62, 10,
	    10, DISSECT_CSUM_ABSENT, DISSECT_CSUM_BAD },
	{ "cut in the payload", v4, KEEP, 0, 46, 60, DISSECT_UDP, 0, 42, 10, 4,
	    DISSECT_CSUM_GOOD, DISSECT_CSUM_CUT },
	{ "cut behind UDP", v4, KEEP, 0, 42, 60, DISSECT_UDP, 0, 42, 10, 0,
	    DISSECT_CSUM_GOOD, DISSECT_CSUM_CUT },
	{ "cut in UDP", v4, KEEP, 0, 41, 60, DISSECT_CUT, 0, 0, 0, 0, 0, 0 },
	{ "cut in IP", v4, KEEP, 0, 33, 60, DISSECT_CUT, 0, 0, 0, 0, 0, 0 },
	{ "short, not cut", v4, KEEP, 0, 33, 33, DISSECT_BROKEN, 0, 0, 0, 0, 0,
	    0 },
	{ "no room for the type", v4, KEEP, 0, 13, 13, DISSECT_OTHER, 0, 0, 0,
	    0, 0, 0 },
	{ "no room for the tag", v4_tag, KEEP, 0, 17, 17, DISSECT_OTHER, 0, 0,
	    0, 0, 0, 0 },
	{ "nothing", v4, KEEP, 0, 1, 1, DISSECT_OTHER, 0, 0, 0, 0, 0, 0 },
};

/* An exact heap copy, so that valgrind and ASan see every step outside. */
static uint8_t *
bytes_of(const char *hex, size_t *len)
{
	uint8_t *out;

	*len = strlen(hex) / 2;
	out = malloc(*len);
	ck_assert_ptr_nonnull(out);
	for (size_t i = 0; i < *len; i++) {
		char pair[3] = { hex[2 * i], hex[2 * i + 1], '\0' };

		out[i] = (uint8_t)strtoul(pair, NULL, 16);
	}
	return out;
}

START_TEST(frames)
{
	struct dissect d;
	size_t len;
	uint8_t *whole = bytes_of(cases[_i].hex, &len), *frame;
	uint32_t wire = (uint32_t)len;

	if (cases[_i].at != KEEP)
		whole[cases[_i].at] = (uint8_t)cases[_i].byte;
	if (cases[_i].len != ALL) {
		len = cases[_i].len;
		wire = cases[_i].wire_len;
	}
	frame = malloc(len);
	ck_assert_ptr_nonnull(frame);
	memcpy(frame, whole, len);
	ck_assert_msg((int)dissect_frame(frame, (uint32_t)len, wire, &d) ==
		cases[_i].verdict,
	    "%s: another verdict", cases[_i].name);
	if (cases[_i].verdict == DISSECT_UDP) {
		ck_assert_uint_eq(d.tags, (unsigned)cases[_i].tags);
		ck_assert_uint_eq(d.payload, cases[_i].payload);
		ck_assert_uint_eq(d.payload_bytes, cases[_i].bytes);
		ck_assert_uint_eq(d.captured_bytes, cases[_i].captured);
		ck_assert_uint_eq(d.src_port, 49152);
		ck_assert_uint_eq(d.dst_port, 9);
		ck_assert_int_eq(
		    (int)dissect_ip_csum(frame, &d), cases[_i].ip_csum);
		ck_assert_int_eq(
		    (int)dissect_udp_csum(frame, (uint32_t)len, &d),
		    cases[_i].udp_csum);
	}
	free(frame);
	free(whole);
}
END_TEST

START_TEST(fields)
{
	struct dissect d;
	size_t len;
	uint8_t *frame = bytes_of(v4_qinq, &len);
	char text[ADDR_TEXT];

	ck_assert_int_eq(dissect_frame(frame, (uint32_t)len, (uint32_t)len, &d),
	    DISSECT_UDP);
	ck_assert_uint_eq(d.tci[0], 200);
	ck_assert_uint_eq(d.tci[1], 100);
	ck_assert_str_eq(addr_text(&d.src, text), "198.18.0.1");
	ck_assert_str_eq(addr_text(&d.dst, text), "198.19.0.1");
	frame[12] = 0x91;
	frame[13] = 0x00;
	ck_assert_int_eq(dissect_frame(frame, (uint32_t)len, (uint32_t)len, &d),
	    DISSECT_UDP);
	free(frame);
	frame = bytes_of(v6, &len);
	ck_assert_int_eq(dissect_frame(frame, (uint32_t)len, (uint32_t)len, &d),
	    DISSECT_UDP);
	ck_assert_str_eq(addr_text(&d.src, text), "2001:2::1");
	ck_assert_str_eq(addr_text(&d.dst, text), "2001:2::2");
	free(frame);
}
END_TEST

/* RFC 768: 0 means no checksum, over IPv4 only (RFC 8200 section 8.1). */
START_TEST(no_checksum)
{
	struct dissect d;
	size_t len;
	uint8_t *frame = bytes_of(v4, &len);

	frame[40] = frame[41] = 0;
	dissect_frame(frame, (uint32_t)len, (uint32_t)len, &d);
	ck_assert_int_eq(
	    dissect_udp_csum(frame, (uint32_t)len, &d), DISSECT_CSUM_ABSENT);
	free(frame);
	frame = bytes_of(v6, &len);
	frame[60] = frame[61] = 0;
	dissect_frame(frame, (uint32_t)len, (uint32_t)len, &d);
	ck_assert_int_eq(
	    dissect_udp_csum(frame, (uint32_t)len, &d), DISSECT_CSUM_BAD);
	free(frame);
}
END_TEST

static const struct {
	const char *hex;
	int at; /* of the checksum */
	uint8_t high, low;
	int verdict;
} sums[] = {
	{ v4, 40, 0x8c, 0x4b, DISSECT_CSUM_PARTIAL },
	{ v4, 40, 0x8c, 0x4c, DISSECT_CSUM_BAD },
	{ v4, 40, 0x73, 0xb4, DISSECT_CSUM_BAD }, /* inverted */
	{ v6, 60, 0x40, 0x2c, DISSECT_CSUM_PARTIAL },
	{ v6, 60, 0x40, 0x2b, DISSECT_CSUM_BAD },
};

/* The pseudo headers' sums, by hand: a card would have added the rest. */
START_TEST(left_to_the_card)
{
	struct dissect d;
	size_t len;
	uint8_t *frame = bytes_of(sums[_i].hex, &len);

	frame[sums[_i].at] = sums[_i].high;
	frame[sums[_i].at + 1] = sums[_i].low;
	dissect_frame(frame, (uint32_t)len, (uint32_t)len, &d);
	ck_assert_int_eq(
	    dissect_udp_csum(frame, (uint32_t)len, &d), sums[_i].verdict);
	free(frame);
}
END_TEST

/* Every frame cut at every length: no verdict reads outside (ASan). */
START_TEST(every_cut)
{
	static const char *const all[] = { v4, v4_tag, v4_qinq, v4_opts, v6,
		v6_hop, v6_dest_routing };
	size_t len;
	uint8_t *whole = bytes_of(all[_i], &len);

	for (size_t cut = 1; cut <= len; cut++) {
		uint8_t *frame = malloc(cut);
		struct dissect d;

		ck_assert_ptr_nonnull(frame);
		memcpy(frame, whole, cut);
		if (dissect_frame(frame, (uint32_t)cut, (uint32_t)len, &d) ==
		    DISSECT_UDP) {
			ck_assert_uint_le(d.payload + d.captured_bytes, cut);
			dissect_ip_csum(frame, &d);
			dissect_udp_csum(frame, (uint32_t)cut, &d);
		}
		free(frame);
	}
	free(whole);
}
END_TEST

Suite *
dissect_suite(void)
{
	Suite *s = suite_create("dissect");
	TCase *t = tcase_create("dissect");

	tcase_add_loop_test(t, frames, 0, COUNT(cases));
	tcase_add_test(t, fields);
	tcase_add_test(t, no_checksum);
	tcase_add_loop_test(t, left_to_the_card, 0, COUNT(sums));
	tcase_add_loop_test(t, every_cut, 0, 7);
	suite_add_tcase(s, t);
	return s;
}
