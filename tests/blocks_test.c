/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/unit.h"

#include <string.h>

#include "lib/blocks.h"

Suite *blocks_suite(void);

#define CAP 8

static const struct {
	const char *name;
	uint64_t first, size;
	uint64_t numbers[12];
	int n;
	uint32_t v[CAP];
	size_t end;
	uint64_t beyond;
} cases[] = {
	{ "nothing", 0, 10, { 0 }, 0, { 0 }, 0, 0 },
	{ "one", 0, 10, { 0 }, 1, { 1 }, 1, 0 },
	{ "borders", 0, 10, { 0, 9, 10, 19, 20 }, 5, { 2, 2, 1 }, 3, 0 },
	{ "an empty block between", 0, 10, { 5, 25 }, 2, { 1, 0, 1 }, 3, 0 },
	{ "only a later block", 0, 10, { 30 }, 1, { 0, 0, 0, 1 }, 4, 0 },
	{ "from a number on", 100, 10, { 100, 109, 110 }, 3, { 2, 1 }, 2, 0 },
	{ "back and forth", 0, 10, { 0, 10, 1, 11, 2, 12 }, 6, { 3, 3 }, 2, 0 },
	{ "blocks of one", 0, 1, { 0, 2, 1, 7 }, 4, { 1, 1, 1, 0, 0, 0, 0, 1 },
	    8, 0 },
	{ "no room", 0, 10, { 79, 80, 81, 1ULL << 47, 3 }, 5,
	    { 1, 0, 0, 0, 0, 0, 0, 1 }, 8, 3 },
	{ "over 2^32", (1ULL << 32) - 2, 2,
	    { (1ULL << 32) - 2, (1ULL << 32) - 1, 1ULL << 32 }, 3, { 2, 1 }, 2,
	    0 },
};

START_TEST(counting)
{
	uint32_t v[CAP] = { 0 };
	struct blocks b;

	blocks_init(&b, v, CAP, cases[_i].first, cases[_i].size);
	for (int i = 0; i < cases[_i].n; i++)
		blocks_add(&b, cases[_i].numbers[i]);
	ck_assert_msg(memcmp(v, cases[_i].v, sizeof(v)) == 0, "%s: %u %u %u",
	    cases[_i].name, v[0], v[1], v[2]);
	ck_assert_uint_eq(b.end, cases[_i].end);
	ck_assert_uint_eq(b.beyond, cases[_i].beyond);
}
END_TEST

Suite *
blocks_suite(void)
{
	Suite *s = suite_create("blocks");
	TCase *t = tcase_create("blocks");

	tcase_add_loop_test(t, counting, 0, COUNT(cases));
	suite_add_tcase(s, t);
	return s;
}
