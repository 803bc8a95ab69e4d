/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/unit.h"

#include <string.h>

#include "lib/csum.h"
#include "lib/frame.h"

Suite *frame_suite(void);

/*
 * Expected bytes, written out by a program that shares no code with
 * lib/frame.c.
 */
/* clang-format off */
static const uint8_t plain[] = {
	0x02, 0x00, 0x5e, 0x10, 0x00, 0x01, /* to 02:00:5e:10:00:01 */
	0x02, 0x00, 0x5e, 0x10, 0x00, 0x02, /* from 02:00:5e:10:00:02 */
	0x08, 0x00, /* IPv4 */
	0x45, 0x00, 0x00, 0x26, /* version 4, header 20, TOS 0, length 38 */
	0x00, 0x00, 0x40, 0x00, /* id 0, DF */
	0x40, 0x11, 0xad, 0x9f, /* TTL 64, UDP, header checksum */
	0xc6, 0x12, 0x00, 0x01, /* 198.18.0.1 */
	0xc6, 0x12, 0x01, 0x02, /* 198.18.1.2 */
	0xc0, 0x00, 0x00, 0x09, /* 49152 to 9 */
	0x00, 0x12, 0x83, 0x5a, /* length 18, checksum 0x835a */
	0x89, 0xab, 0xcd, 0xef, /* sequence, low */
	0x12, 0x34, /* tag */
	0x80, 0x07, /* uncounted, stream 7 */
	0x45, 0x67, /* sequence, high */
	0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, /* padding to 60 */
};

static const uint8_t tagged[] = {
	0x02, 0x00, 0x5e, 0x10, 0x00, 0x01, /* to 02:00:5e:10:00:01 */
	0x02, 0x00, 0x5e, 0x10, 0x00, 0x02, /* from 02:00:5e:10:00:02 */
	0x81, 0x00, /* 802.1Q */
	0xa0, 0x2c, /* PCP 5, VID 44 */
	0x08, 0x00, /* IPv4 */
	0x45, 0x00, 0x00, 0x26, /* version 4, header 20, TOS 0, length 38 */
	0x00, 0x00, 0x40, 0x00, /* id 0, DF */
	0x40, 0x11, 0xad, 0x9f, /* TTL 64, UDP, header checksum */
	0xc6, 0x12, 0x00, 0x01, /* 198.18.0.1 */
	0xc6, 0x12, 0x01, 0x02, /* 198.18.1.2 */
	0xc0, 0x00, 0x00, 0x09, /* 49152 to 9 */
	0x00, 0x12, 0x83, 0x5a, /* length 18, checksum 0x835a */
	0x89, 0xab, 0xcd, 0xef, /* sequence, low */
	0x12, 0x34, /* tag */
	0x80, 0x07, /* uncounted, stream 7 */
	0x45, 0x67, /* sequence, high */
	0x00, 0x00, 0x00, 0x00, /* padding to 60 */
};

static const uint8_t qinq6[] = {
	0x02, 0x00, 0x5e, 0x10, 0x00, 0x01, /* to 02:00:5e:10:00:01 */
	0x02, 0x00, 0x5e, 0x10, 0x00, 0x02, /* from 02:00:5e:10:00:02 */
	0x88, 0xa8, 0x60, 0x64, /* 802.1ad, PCP 3, VID 100 */
	0x81, 0x00, 0xef, 0xfe, /* 802.1Q, PCP 7, VID 4094 */
	0x86, 0xdd, /* IPv6 */
	0x60, 0x00, 0x00, 0x00, /* version 6, class 0, flow 0 */
	0x00, 0x1a, 0x11, 0x40, /* length 26, UDP, hop limit 64 */
	0x20, 0x01, 0x00, 0x02, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, /* 2001:2::1 */
	0x00, 0x00, 0x00, 0x00, 0x00, 0x01,
	0x20, 0x01, 0x00, 0x02, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, /* 2001:2:0:1::2 */
	0x00, 0x00, 0x00, 0x00, 0x00, 0x02,
	0xc0, 0x01, 0x13, 0x89, /* 49153 to 5001 */
	0x00, 0x1a, 0xac, 0xd3, /* length 26, checksum 0xacd3 */
	0x89, 0xab, 0xcd, 0xef, /* sequence, low */
	0x12, 0x34, /* tag */
	0x80, 0x07, /* uncounted, stream 7 */
	0x45, 0x67, /* sequence, high */
	0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, /* time */
};
/* clang-format on */

static const struct stamp stamp = {
	.seq = 0x456789abcdef,
	.time_ns = 0x0102030405060708,
	.tag = 0x1234,
	.stream = 7,
	.uncounted = true,
};

static struct frame_spec
spec_of(const char *src, const char *dst, uint32_t payload)
{
	struct frame_spec s = { .dst_mac = { 2, 0, 0x5e, 0x10, 0, 1 },
		.src_mac = { 2, 0, 0x5e, 0x10, 0, 2 },
		.src_port = 49152,
		.dst_port = 9,
		.payload_bytes = payload };

	ck_assert_int_eq(addr_parse("src", src, &s.src, NULL), 0);
	ck_assert_int_eq(addr_parse("dst", dst, &s.dst, NULL), 0);
	return s;
}

static struct frame_spec
spec4(uint32_t payload)
{
	return spec_of("198.18.0.1", "198.18.1.2", payload);
}

static struct flow
flow_of(const struct frame_spec *s, uint16_t sport, uint16_t dport)
{
	return (
	    struct flow){ addr_low(&s->src), addr_low(&s->dst), sport, dport };
}

/* Build, patch a copy with `stamp`, compare with the expected bytes. */
static void
expect(const struct frame_spec *s, uint16_t sport, uint16_t dport,
    const uint8_t *want, size_t len)
{
	static struct frame fr;
	static uint8_t copy[FRAME_MAX];
	struct fail f = { "" };
	struct flow flow;

	ck_assert_msg(frame_build(&fr, s, &f) == 0, "%s", f.text);
	ck_assert_uint_eq(fr.len, len);
	memcpy(copy, fr.buf, fr.len);
	flow = flow_of(s, sport, dport);
	frame_patch(&fr, copy, &flow, &stamp);
	for (size_t i = 0; i < len; i++)
		ck_assert_msg(copy[i] == want[i],
		    "byte %zu is 0x%02x, expected 0x%02x", i, copy[i], want[i]);
}

START_TEST(untagged)
{
	struct frame_spec s = spec4(10);

	expect(&s, 49152, 9, plain, sizeof(plain));
}
END_TEST

START_TEST(one_tag)
{
	struct frame_spec s = spec4(10);

	s.tags = 1;
	s.tci[0] = 5 << 13 | 44;
	expect(&s, 49152, 9, tagged, sizeof(tagged));
}
END_TEST

START_TEST(two_tags_ipv6)
{
	struct frame_spec s = spec_of("2001:2::1", "2001:2:0:1::2", 18);

	s.tags = 2;
	s.tci[0] = 3 << 13 | 100;
	s.tci[1] = 7 << 13 | 4094;
	expect(&s, 49153, 5001, qinq6, sizeof(qinq6));
}
END_TEST

START_TEST(no_checksum)
{
	struct frame_spec s = spec4(10);
	uint8_t want[sizeof(plain)];

	s.no_udp_checksum = true;
	memcpy(want, plain, sizeof(want));
	want[40] = want[41] = 0;
	expect(&s, 49152, 9, want, sizeof(want));
}
END_TEST

/* Only the counter is written, and the checksum is right for it. */
START_TEST(classic)
{
	struct frame_spec s = spec4(10);
	uint8_t want[sizeof(plain)];

	s.classic = true;
	memcpy(want, plain, sizeof(want));
	memset(want + 46, 0, 6);
	want[40] = 0x5a; /* 835a + 1234 + 8007 + 4567, carries round */
	want[41] = 0xfd;
	expect(&s, 49152, 9, want, sizeof(want));
}
END_TEST

/* The sum over pseudo-header and datagram is 0xffff (RFC 1071) always. */
static const uint32_t payloads[] = { 0, 1, 3, 4, 5, 9, 10, 11, 13, 14, 15, 17,
	18, 19, 63, 64, 1471, 1472, 9000, 65507 };

START_TEST(checksum_of_any_size)
{
	static struct frame fr;
	static uint8_t copy[FRAME_MAX];
	struct frame_spec s = spec4(payloads[_i]);
	uint32_t udp_len = 8 + payloads[_i];
	uint64_t sum = 17 + udp_len;
	struct flow flow = { 0xdeadbeef, 0xffffffff, 65535, 1 };

	ck_assert_int_eq(frame_build(&fr, &s, NULL), 0);
	ck_assert_uint_eq(fr.payload, 42);
	ck_assert_uint_eq(fr.len, payloads[_i] < 18 ? 60 : 42 + payloads[_i]);
	memset(fr.buf, 0xff, FRAME_HEAD);
	ck_assert_int_eq(frame_build(&fr, &s, NULL), 0);
	frame_put(&fr, copy, &flow, &stamp);
	memcpy(fr.buf, copy, fr.len);
	sum = csum_add(sum, fr.buf + fr.l3 + 12, 8);
	ck_assert_uint_eq(
	    csum_finish(csum_add(sum, fr.buf + fr.l4, udp_len)), 0);
	ck_assert_uint_eq(csum_finish(csum_add(0, fr.buf + fr.l3, 20)), 0);
	ck_assert_uint_eq(
	    fr.buf[fr.l3 + 2] << 8 | fr.buf[fr.l3 + 3], 20 + udp_len);
	ck_assert_uint_eq(fr.buf[38] << 8 | fr.buf[39], udp_len);
}
END_TEST

/* Other addresses: as if the frame had been built with them. */
START_TEST(addresses)
{
	static struct frame fr, other;
	static uint8_t copy[FRAME_MAX];
	static const char *const to[2][2] = { { "198.18.0.1", "198.19.255.7" },
		{ "2001:2::1", "2001:2::fffe:3" } };
	struct frame_spec a = spec_of(to[_i][0], to[_i][0], 18);
	struct frame_spec b = spec_of(to[_i][1], to[_i][1], 18);
	struct flow flow = flow_of(&b, 49152, 9);
	struct flow same = flow;

	ck_assert_int_eq(frame_build(&fr, &a, NULL), 0);
	ck_assert_int_eq(frame_build(&other, &b, NULL), 0);
	frame_put(&fr, copy, &flow, &stamp);
	frame_patch(&other, other.buf, &same, &stamp);
	ck_assert_mem_eq(copy, other.buf, other.len);
}
END_TEST

/* A sum that comes out 0 is sent as ffff, which says the same. */
START_TEST(computed_zero)
{
	static struct frame fr;
	struct frame_spec s = spec4(4);
	struct stamp st = { .seq = 0 };
	struct flow flow = flow_of(&s, 49152, 9);

	ck_assert_int_eq(frame_build(&fr, &s, NULL), 0);
	frame_patch(&fr, fr.buf, &flow, &st);
	/* put the checksum of counter 0 into the counter */
	st.seq = (uint64_t)(fr.buf[40] << 8 | fr.buf[41]);
	frame_patch(&fr, fr.buf, &flow, &st);
	ck_assert_uint_eq(fr.buf[40], 0xff);
	ck_assert_uint_eq(fr.buf[41], 0xff);
}
END_TEST

START_TEST(refusals)
{
	static struct frame fr;
	struct frame_spec s = spec4(65508);
	struct fail f;

	ck_assert_int_eq(frame_build(&fr, &s, &f), -1);
	ck_assert_str_eq(f.text,
	    "payload: 65508 is not from 0 to 65507 bytes (UDP over IPv4)");
	s = spec4(10);
	addr_parse("dst", "::1", &s.dst, NULL);
	ck_assert_int_eq(frame_build(&fr, &s, &f), -1);
	s = spec4(10);
	s.tags = 3;
	ck_assert_int_eq(frame_build(&fr, &s, &f), -1);
	s = spec_of("::1", "::1", 10);
	s.no_udp_checksum = true;
	ck_assert_int_eq(frame_build(&fr, &s, &f), -1);
}
END_TEST

/* 14 + 2 x 4 + 40 + 65535 */
START_TEST(longest)
{
	struct frame_spec s = spec_of("::1", "::1", 65527);
	struct frame fr;

	s.tags = 2;
	ck_assert_int_eq(frame_build(&fr, &s, NULL), 0);
	ck_assert_uint_eq(fr.len, 65597);
	ck_assert_uint_eq(fr.len, FRAME_MAX);
	/* payload length of IPv6, length of UDP: 65535 both */
	ck_assert_mem_eq(fr.buf + fr.l3 + 4, "\xff\xff", 2);
	ck_assert_mem_eq(fr.buf + fr.l4 + 4, "\xff\xff", 2);
	s.payload_bytes++;
	ck_assert_int_eq(frame_build(&fr, &s, NULL), -1);
}
END_TEST

Suite *
frame_suite(void)
{
	Suite *s = suite_create("frame");
	TCase *t = tcase_create("frame");

	tcase_add_test(t, untagged);
	tcase_add_test(t, one_tag);
	tcase_add_test(t, two_tags_ipv6);
	tcase_add_test(t, no_checksum);
	tcase_add_test(t, classic);
	tcase_add_loop_test(t, checksum_of_any_size, 0, COUNT(payloads));
	tcase_add_loop_test(t, addresses, 0, 2);
	tcase_add_test(t, computed_zero);
	tcase_add_test(t, refusals);
	tcase_add_test(t, longest);
	suite_add_tcase(s, t);
	return s;
}
