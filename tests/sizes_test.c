/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/unit.h"

#include <string.h>

#include "lib/sizes.h"

#define MTU_FRAME 1518

Suite *sizes_suite(void);

/* In exactly this order: the seed must not matter. */
static const struct {
	const char *text, *order;
	unsigned kinds;
	uint32_t bytes[SIZES_KINDS];
} fixed[] = {
	{ "64", "A", 1, { 64 } },
	{ "65601", "A", 1, { 65601 } },
	{ "64,128,64,1518", "ABAC", 3, { 64, 128, 1518 } },
	{ "1518,64,64", "ABB", 2, { 1518, 64 } },
	{ "aaaaaaaccccg", "AAAAAAABBBBC", 3, { 64, 256, 1518 } },
	{ "abcdefghij", "ABCDEFGHIJ", 10,
	    { 64, 128, 256, 512, 1024, 1280, 1518, 2112, 9000, 16000 } },
	{ "az", "AB", 2, { 64, MTU_FRAME } },
	{ "gz", "AA", 1, { 1518 } }, /* one size, however it is called */
	{ "3xab", "ABABAB", 2, { 64, 128 } },
	{ "2xabc,c,1xa", "ABCABCCA", 3, { 64, 128, 256 } },
	{ "64,65,66,67,68,69,70,71,72,73,74,75,76,77,78,79", "ABCDEFGHIJKLMNOP",
	    16,
	    { 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78,
		79 } },
};

START_TEST(in_order)
{
	char text[SIZES_TEXT];
	struct sizes s;

	for (uint64_t seed = 0; seed < 3; seed++) {
		ck_assert_int_eq(sizes_parse("--mix", fixed[_i].text, seed,
				     MTU_FRAME, &s, NULL),
		    0);
		ck_assert(s.frames);
		ck_assert_uint_eq(s.kinds, fixed[_i].kinds);
		ck_assert_mem_eq(
		    s.bytes, fixed[_i].bytes, sizeof(fixed[_i].bytes));
		ck_assert_str_eq(sizes_text(&s, text), fixed[_i].order);
		ck_assert_uint_eq(s.period, strlen(fixed[_i].order));
	}
}
END_TEST

START_TEST(simple_imix)
{
	char a[SIZES_TEXT], b[SIZES_TEXT];
	struct sizes imix, list;

	ck_assert_int_eq(sizes_parse("-m", "imix", 1, 0, &imix, NULL), 0);
	ck_assert_int_eq(
	    sizes_parse("-m", "64:7,570:4,1518:1", 1, 0, &list, NULL), 0);
	ck_assert_mem_eq(&imix, &list, sizeof(imix));
	ck_assert_uint_eq(imix.kinds, 3);
	ck_assert_uint_eq(imix.period, 12);
	ck_assert_uint_eq(imix.bytes[1], 570);
	ck_assert_uint_eq(sizes_count(&imix, 0), 7);
	ck_assert_uint_eq(sizes_count(&imix, 1), 4);
	ck_assert_uint_eq(sizes_count(&imix, 2), 1);
	/* these orders are part of results: they must never change */
	ck_assert_str_eq(sizes_text(&imix, a), "AAAABBABACAB");
	sizes_parse("-m", "imix", 2, 0, &list, NULL);
	ck_assert_str_eq(sizes_text(&list, b), "AAABABBCABAA");
}
END_TEST

/* Each of the 3 orders of 2:1 about equally often. */
START_TEST(shuffles_evenly)
{
	unsigned at[3] = { 0 };
	struct sizes s;

	for (uint64_t seed = 0; seed < 3000; seed++) {
		sizes_parse("-m", "64:2,128:1", seed, 0, &s, NULL);
		for (unsigned i = 0; i < 3; i++)
			at[i] += s.order[i] == 1;
	}
	ck_assert_uint_eq(at[0] + at[1] + at[2], 3000);
	for (unsigned i = 0; i < 3; i++)
		ck_assert(at[i] > 900 && at[i] < 1100);
}
END_TEST

START_TEST(kinds)
{
	struct sizes s;

	sizes_parse("-m", "64,128,64,1518", 0, 0, &s, NULL);
	ck_assert_uint_eq(sizes_kind(&s, 0), 0);
	ck_assert_uint_eq(sizes_kind(&s, 3), 2);
	ck_assert_uint_eq(sizes_kind(&s, 4), 0);
	ck_assert_uint_eq(sizes_kind(&s, 5), 1);
	ck_assert_uint_eq(sizes_kind(&s, UINT64_MAX), 2);
	sizes_one(&s, 18, false);
	ck_assert(!s.frames);
	ck_assert_uint_eq(s.bytes[0], 18);
	ck_assert_uint_eq(sizes_kind(&s, UINT64_MAX), 0);
	ck_assert_uint_eq(sizes_count(&s, 0), 1);
}
END_TEST

/* Forwards by any step, and back, as sizes_kind has it. */
START_TEST(walk)
{
	static const uint64_t to[] = { 0, 1, 2, 3, 4, 4, 2, 9, 10, 4095, 4096,
		8191, 3, 1, 1ULL << 47, (1ULL << 47) + 1, 0, 5000 };
	static const char *const mix[] = { "64,128,64,1518", "imix", "a",
		"64:4095,128:1" };
	struct sizes_walk w = { 0 };
	struct sizes s;

	ck_assert_int_eq(sizes_parse("-m", mix[_i], 1, 0, &s, NULL), 0);
	for (size_t i = 0; i < COUNT(to); i++)
		ck_assert_uint_eq(
		    sizes_walk(&w, &s, to[i]), sizes_kind(&s, to[i]));
	for (uint64_t n = 0; n < 20000; n += 1 + n % 3)
		ck_assert_uint_eq(sizes_walk(&w, &s, n), sizes_kind(&s, n));
}
END_TEST

START_TEST(longest)
{
	struct sizes s;

	ck_assert_int_eq(sizes_parse("-m", "64:4095,128:1", 7, 0, &s, NULL), 0);
	ck_assert_uint_eq(s.period, 4096);
	ck_assert_uint_eq(sizes_count(&s, 0), 4095);
	ck_assert_uint_eq(sizes_count(&s, 1), 1);
	ck_assert_int_eq(sizes_parse("-m", "4096xa", 7, 0, &s, NULL), 0);
	ck_assert_uint_eq(s.period, 4096);
}
END_TEST

static const struct {
	const char *text, *says;
} bad[] = {
	{ "", "--mix, size 1: \"\" is not a whole number from 64 to 65601" },
	{ "63", "\"63\" is not a whole number from 64 to 65601" },
	{ "65602", "\"65602\"" },
	{ "64,,65", "size 2: \"\"" },
	{ "64,", "size 2: \"\"" },
	{ ",64", "size 1: \"\"" },
	{ "-64", "\"-64\"" },
	{ " 64", "\" 64\"" },
	{ "1e3", "size 1: \"1e3\"" },
	{ "64:7,570:4,15l8:1", "size 3: \"15l8\"" },
	{ "64:0", "weight 1: \"0\" is not a whole number from 1 to 4096" },
	{ "64:4097", "weight 1: \"4097\"" },
	{ "64:", "weight 1: \"\"" },
	{ "64:1:1", "weight 1: \"1:1\"" },
	{ "64:7,570", "weights for 1 of 2 sizes: all or none" },
	{ "64:4096,65:1", "more than 4096 frames" },
	{ "64,65,66,67,68,69,70,71,72,73,74,75,76,77,78,79,80",
	    "more than 16 different sizes" },
	{ "0000000000000000000064", "size 1: \"00000000000000000000...\"" },
	{ "k", "part 1: \"k\" is no size of an RFC 6985 genome (a to j, z)" },
	{ "aaB", "\"B\" is no size" },
	{ "AAB", "size 1: \"AAB\"" },
	{ "imixx", "repetition 1: \"imi\"" },
	{ "a,2xk", "part 2: \"k\"" },
	{ "0xa", "repetition 1: \"0\" is not a whole number from 1 to 4096" },
	{ "4097xa", "repetition 1: \"4097\"" },
	{ "2049xab", "more than 4096 frames" },
	{ "2x", "part 1: no letters" },
	{ "a,", "part 2: no letters" },
	{ "2xaxb", "\"x\" is no size" },
	{ "az", "z fills the MTU" },
};

START_TEST(refuses)
{
	struct fail f = { "" };
	struct sizes s;

	ck_assert_int_eq(sizes_parse("--mix", bad[_i].text, 1, 0, &s, &f), -1);
	ck_assert_ptr_eq(strstr(f.text, "--mix"), f.text);
	ck_assert_msg(strstr(f.text, bad[_i].says) != NULL, "%s: %s",
	    bad[_i].text, f.text);
}
END_TEST

Suite *
sizes_suite(void)
{
	Suite *s = suite_create("sizes");
	TCase *t = tcase_create("sizes");

	tcase_add_loop_test(t, in_order, 0, COUNT(fixed));
	tcase_add_test(t, simple_imix);
	tcase_add_test(t, shuffles_evenly);
	tcase_add_test(t, kinds);
	tcase_add_loop_test(t, walk, 0, 4);
	tcase_add_test(t, longest);
	tcase_add_loop_test(t, refuses, 0, COUNT(bad));
	suite_add_tcase(s, t);
	return s;
}
