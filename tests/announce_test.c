/* SPDX-License-Identifier: BSD-2-Clause */
/* The bytes; tests/lab/announce.sh has them read by tshark. */
#include "tests/unit.h"

#include "lib/csum.h"
#include "lib/frame_announce.h"

Suite *announce_suite(void);

static const uint8_t mac[6] = { 0x02, 0x00, 0x5e, 0x10, 0x00, 0x0b };

/* clang-format off */
static const uint8_t arp[60] = {
	0xff, 0xff, 0xff, 0xff, 0xff, 0xff, /* to all */
	0x02, 0x00, 0x5e, 0x10, 0x00, 0x0b, /* from us */
	0x08, 0x06, /* ARP */
	0x00, 0x01, 0x08, 0x00, 6, 4, /* Ethernet, IPv4 */
	0x00, 0x01, /* request */
	0x02, 0x00, 0x5e, 0x10, 0x00, 0x0b, 198, 18, 0, 2,
	0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 198, 18, 0, 2,
};

static const uint8_t na[86] = {
	0x33, 0x33, 0x00, 0x00, 0x00, 0x01, /* to ff02::1 */
	0x02, 0x00, 0x5e, 0x10, 0x00, 0x0b, /* from us */
	0x86, 0xdd, /* IPv6 */
	0x60, 0x00, 0x00, 0x00, /* version 6 */
	0x00, 0x20, 58, 255, /* 32 bytes of ICMPv6, hop limit 255 */
	0x20, 0x01, 0x00, 0x02, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x02,
	0xff, 0x02, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x01,
	136, 0, 0xb6, 0x7a, /* neighbour advertisement, checksum */
	0x20, 0x00, 0x00, 0x00, /* override */
	0x20, 0x01, 0x00, 0x02, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x02,
	2, 1, 0x02, 0x00, 0x5e, 0x10, 0x00, 0x0b, /* target link address */
};
/* clang-format on */

START_TEST(ipv4)
{
	const struct addr a = { 4, { 198, 18, 0, 2 } };
	struct frame_announce fr;
	struct fail f = { "" };

	ck_assert_msg(frame_announce(&fr, mac, &a, &f) == 0, "%s", f.text);
	ck_assert_uint_eq(fr.len, 60);
	ck_assert_mem_eq(fr.buf, arp, sizeof(arp));
}
END_TEST

START_TEST(ipv6)
{
	const struct addr a = { 6,
		{ 0x20, 1, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2 } };
	const uint8_t pseudo[8] = { 0, 0, 0, 32, 0, 0, 0, 58 };
	struct frame_announce fr;
	struct fail f = { "" };
	uint64_t sum;

	ck_assert_msg(frame_announce(&fr, mac, &a, &f) == 0, "%s", f.text);
	ck_assert_uint_eq(fr.len, sizeof(na));
	ck_assert_mem_eq(fr.buf, na, sizeof(na));
	/* a right checksum makes the sum over all of it 0 */
	sum = csum_add(0, pseudo, sizeof(pseudo));
	sum += csum_add(0, fr.buf + 22, 64);
	ck_assert_uint_eq(csum_finish(sum), 0);
}
END_TEST

Suite *
announce_suite(void)
{
	Suite *s = suite_create("announce");
	TCase *t = tcase_create("announce");

	tcase_add_test(t, ipv4);
	tcase_add_test(t, ipv6);
	suite_add_tcase(s, t);
	return s;
}
