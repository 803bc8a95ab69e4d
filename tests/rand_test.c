/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/unit.h"

#include "lib/rand.h"

Suite *rand_suite(void);

START_TEST(known_values)
{
	/* splitmix64 of seed 0 and of 1234567: the reference sequences */
	ck_assert_uint_eq(rand_at(0, 0), 0xe220a8397b1dcdaf);
	ck_assert_uint_eq(rand_at(0, 1), 0x6e789e6aa1b965f4);
	ck_assert_uint_eq(rand_at(1234567, 0), 6457827717110365317ULL);
	ck_assert_uint_eq(rand_at(1234567, 1), 3203168211198807973ULL);
	ck_assert_uint_eq(rand_at(1234567, 4), 16408922859458223821ULL);
}
END_TEST

Suite *
rand_suite(void)
{
	Suite *s = suite_create("rand");
	TCase *t = tcase_create("rand");

	tcase_add_test(t, known_values);
	suite_add_tcase(s, t);
	return s;
}
