/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/unit.h"

#include <string.h>

#include "lib/wire.h"

Suite *wire_suite(void);

static const uint64_t speeds[] = { 10000000, 100000000, 1000000000, 10000000000,
	25000000000, 40000000000, 100000000000 };

/* Maximum frame rates, RFC 2544 section 20: floor, not rounded. */
static const struct {
	uint32_t frame_bytes;
	uint64_t pps[COUNT(speeds)];
} maxima[] = {
	{ 64,
	    { 14880, 148809, 1488095, 14880952, 37202380, 59523809,
		148809523 } },
	{ 68,
	    { 14204, 142045, 1420454, 14204545, 35511363, 56818181,
		142045454 } },
	{ 78,
	    { 12755, 127551, 1275510, 12755102, 31887755, 51020408,
		127551020 } },
	{ 128, { 8445, 84459, 844594, 8445945, 21114864, 33783783, 84459459 } },
	{ 256, { 4528, 45289, 452898, 4528985, 11322463, 18115942, 45289855 } },
	{ 512, { 2349, 23496, 234962, 2349624, 5874060, 9398496, 23496240 } },
	{ 1024, { 1197, 11973, 119731, 1197318, 2993295, 4789272, 11973180 } },
	{ 1280, { 961, 9615, 96153, 961538, 2403846, 3846153, 9615384 } },
	{ 1518, { 812, 8127, 81274, 812743, 2031859, 3250975, 8127438 } },
	{ 1522, { 810, 8106, 81063, 810635, 2026588, 3242542, 8106355 } },
	{ 9018, { 138, 1383, 13830, 138304, 345762, 553219, 1383049 } },
	/* one 802.1Q tag more than the sizes of RFC 2544 section 9.1 */
	{ 132, { 8223, 82236, 822368, 8223684, 20559210, 32894736, 82236842 } },
	{ 260, { 4464, 44642, 446428, 4464285, 11160714, 17857142, 44642857 } },
	{ 516, { 2332, 23320, 233208, 2332089, 5830223, 9328358, 23320895 } },
	{ 1028, { 1192, 11927, 119274, 1192748, 2981870, 4770992, 11927480 } },
	{ 1284, { 958, 9585, 95858, 958588, 2396472, 3834355, 9585889 } },
};

START_TEST(maximum_rates)
{
	for (size_t i = 0; i < COUNT(speeds); i++)
		ck_assert_uint_eq(
		    wire_max_pps(speeds[i], maxima[_i].frame_bytes),
		    maxima[_i].pps[i]);
}
END_TEST

static const struct {
	uint32_t payload;
	int family, tags;
	struct wire want;
} sizes[] = {
	/* payload, l3, l2 as built, frame with FCS, on the wire */
	{ 10, 4, 0, { 10, 38, 52, 64, 84 } }, /* the 2006 blast */
	{ 10, 4, 1, { 10, 38, 56, 64, 84 } }, /* tagged before padding */
	{ 18, 4, 0, { 18, 46, 60, 64, 84 } }, /* largest in 64 */
	{ 19, 4, 0, { 19, 47, 61, 65, 85 } },
	{ 14, 4, 1, { 14, 42, 60, 64, 84 } },
	{ 15, 4, 1, { 15, 43, 61, 65, 85 } },
	{ 10, 4, 2, { 10, 38, 60, 64, 84 } },
	{ 0, 4, 0, { 0, 28, 42, 64, 84 } },
	{ 0, 6, 0, { 0, 48, 62, 66, 86 } },
	{ 4, 6, 0, { 4, 52, 66, 70, 90 } },
	{ 10, 6, 0, { 10, 58, 72, 76, 96 } },
	{ 18, 6, 0, { 18, 66, 80, 84, 104 } },
	{ 18, 6, 1, { 18, 66, 84, 88, 108 } },
	{ 1472, 4, 0, { 1472, 1500, 1514, 1518, 1538 } },
	{ 65507, 4, 2, { 65507, 65535, 65557, 65561, 65581 } },
};

START_TEST(size_model)
{
	struct wire w;

	wire_sizes(sizes[_i].payload, sizes[_i].family, sizes[_i].tags, &w);
	ck_assert_mem_eq(&w, &sizes[_i].want, sizeof(w));
}
END_TEST

START_TEST(payload_of_frame)
{
	struct fail f;
	struct wire w;
	uint32_t p;

	for (int tags = 0; tags <= 2; tags++)
		for (uint32_t frame = 86; frame < 1600; frame++) {
			ck_assert_int_eq(
			    wire_payload("-l", frame, 6, tags, &p, &f), 0);
			wire_sizes(p, 6, tags, &w);
			ck_assert_uint_eq(w.frame_bytes, frame);
		}
	ck_assert_int_eq(wire_payload("-l", 64, 4, 0, &p, &f), 0);
	ck_assert_uint_eq(p, 18);
	ck_assert_int_eq(wire_payload("-l", 64, 4, 1, &p, &f), 0);
	ck_assert_uint_eq(p, 14);
	ck_assert_int_eq(wire_payload("-l", 1518, 4, 0, &p, &f), 0);
	ck_assert_uint_eq(p, 1472);
	ck_assert_int_eq(wire_payload("-l", 63, 4, 0, &p, &f), -1);
	ck_assert_str_eq(f.text,
	    "-l: 63 is not a frame size from 64 to 65553 bytes with FCS "
	    "(IPv4, 0 tags)");
	ck_assert_int_eq(wire_payload("-l", 65, 6, 0, &p, &f), -1);
	ck_assert_int_eq(wire_payload("-l", 65553, 4, 0, &p, &f), 0);
	ck_assert_uint_eq(p, 65507);
	ck_assert_int_eq(wire_payload("-l", 65554, 4, 0, &p, &f), -1);
}
END_TEST

Suite *
wire_suite(void)
{
	Suite *s = suite_create("wire");
	TCase *t = tcase_create("wire");

	tcase_add_loop_test(t, maximum_rates, 0, COUNT(maxima));
	tcase_add_loop_test(t, size_model, 0, COUNT(sizes));
	tcase_add_test(t, payload_of_frame);
	suite_add_tcase(s, t);
	return s;
}
