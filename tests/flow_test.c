/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/unit.h"

#include <string.h>

#include "lib/flow.h"

Suite *flow_suite(void);

START_TEST(source_ports_run_fastest)
{
	const struct flow_space s = { .src_port = 1000,
		.src_ports = 3,
		.dst_port = 9,
		.dst_ports = 2,
		.flows = 6 };
	static const struct flow want[] = { { 1000, 9 }, { 1001, 9 },
		{ 1002, 9 }, { 1000, 10 }, { 1001, 10 }, { 1002, 10 } };

	ck_assert_int_eq(flow_check(&s, NULL), 0);
	for (uint32_t i = 0; i < COUNT(want); i++) {
		struct flow got = flow_at(&s, i);

		ck_assert_uint_eq(got.src_port, want[i].src_port);
		ck_assert_uint_eq(got.dst_port, want[i].dst_port);
	}
}
END_TEST

START_TEST(round_robin)
{
	struct flow_space s = { 1, 7, 1, 1, 7 };

	for (uint64_t n = 0; n < 50; n++)
		ck_assert_uint_eq(flow_of_frame(&s, n), n % 7);
	ck_assert_uint_eq(flow_of_frame(&s, 1ULL << 47), (1ULL << 47) % 7);
	s.flows = 1;
	ck_assert_uint_eq(flow_of_frame(&s, 12345), 0);
}
END_TEST

START_TEST(limits)
{
	struct flow_space s = { 1, 65535, 1, 65535, 65535u * 65535u };
	struct fail f;

	ck_assert_int_eq(flow_check(&s, &f), 0);
	ck_assert_uint_eq(flow_at(&s, s.flows - 1).src_port, 65535);
	ck_assert_uint_eq(flow_at(&s, s.flows - 1).dst_port, 65535);
	s.flows = 0;
	ck_assert_int_eq(flow_check(&s, &f), -1);
	s = (struct flow_space){ 1000, 3, 9, 1, 4 };
	ck_assert_int_eq(flow_check(&s, &f), -1);
	ck_assert_str_eq(f.text,
	    "--flows: 4 is not from 1 to 3 (3 source ports x 1 destination "
	    "ports)");
}
END_TEST

Suite *
flow_suite(void)
{
	Suite *s = suite_create("flow");
	TCase *t = tcase_create("flow");

	tcase_add_test(t, source_ports_run_fastest);
	tcase_add_test(t, round_robin);
	tcase_add_test(t, limits);
	suite_add_tcase(s, t);
	return s;
}
