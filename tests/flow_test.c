/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/unit.h"

#include <stdlib.h>

#include "lib/flow.h"

Suite *flow_suite(void);

static struct flow_space
space(uint32_t srcs, uint32_t dsts, uint16_t sports, uint16_t dports)
{
	struct flow_space s = { .src = { .n = srcs },
		.dst = { .n = dsts },
		.src_port = 1000,
		.src_ports = sports,
		.dst_port = 9,
		.dst_ports = dports };

	addr_parse("", "198.18.0.1", &s.src.first, NULL);
	addr_parse("", "198.18.255.254", &s.dst.first, NULL);
	s.flows = flow_most(&s);
	return s;
}

#define SRC 0xc6120001u
#define DST 0xc612fffeu

START_TEST(addresses_run_faster_than_ports)
{
	const struct flow_space s = space(2, 3, 2, 2);
	static const struct flow want[] = {
		{ SRC, DST, 1000, 9 },
		{ SRC, DST + 1, 1000, 9 },
		{ SRC, DST + 2, 1000, 9 },
		{ SRC + 1, DST, 1000, 9 },
		{ SRC + 1, DST + 1, 1000, 9 },
		{ SRC + 1, DST + 2, 1000, 9 },
		{ SRC, DST, 1001, 9 },
	};
	struct flow last = flow_at(&s, 23);

	ck_assert_uint_eq(s.flows, 24);
	for (uint32_t i = 0; i < COUNT(want); i++) {
		struct flow got = flow_at(&s, i);

		ck_assert_uint_eq(got.src, want[i].src);
		ck_assert_uint_eq(got.dst, want[i].dst);
		ck_assert_uint_eq(got.src_port, want[i].src_port);
		ck_assert_uint_eq(got.dst_port, want[i].dst_port);
	}
	ck_assert_uint_eq(last.src, SRC + 1);
	ck_assert_uint_eq(last.dst, DST + 2); /* 198.19.0.0 */
	ck_assert_uint_eq(last.src_port, 1001);
	ck_assert_uint_eq(last.dst_port, 10);
}
END_TEST

START_TEST(round_robin)
{
	struct flow_space s = space(1, 1, 7, 1);

	for (uint64_t n = 0; n < 50; n++)
		ck_assert_uint_eq(flow_of_frame(&s, n), n % 7);
	ck_assert_uint_eq(flow_of_frame(&s, 1ULL << 47), (1ULL << 47) % 7);
	s.flows = 1;
	ck_assert_uint_eq(flow_of_frame(&s, 12345), 0);
}
END_TEST

/* Each round has every flow once, and rounds and seeds differ. */
static const uint32_t sizes[] = { 1, 2, 3, 4, 5, 7, 64, 100, 1000, 65536, 65537,
	100000 };

START_TEST(random_order)
{
	struct flow_space s = space(1, 1, 1, 1);
	uint32_t flows = sizes[_i], wrong = 0, moved = 0, other = 0;
	uint8_t *seen = calloc(flows, 1);

	s.random = true;
	s.seed = 42;
	s.flows = flows;
	for (uint64_t round = 0; round < 3; round++) {
		for (uint32_t i = 0; i < flows; i++) {
			uint64_t n = (round + 1000000007) * flows + i;
			uint32_t flow = flow_of_frame(&s, n);

			wrong += flow >= flows || seen[flow]++ != round;
			moved += flow != i;
			s.seed = 43;
			other += flow_of_frame(&s, n) != flow;
			s.seed = 42;
		}
	}
	free(seen);
	ck_assert_uint_eq(wrong, 0);
	if (flows < 64)
		return;
	/* at random one flow in each round stays where it is */
	ck_assert_uint_ge(moved, 3 * flows - 20);
	ck_assert_uint_ge(other, 3 * flows - 20);
}
END_TEST

/* A million flows: where the round puts neighbours is no pattern. */
START_TEST(random_is_spread)
{
	struct flow_space s = space(1, 1, 1, 1);
	uint32_t quarter[4] = { 0 }, ups = 0, last = 0;

	s.random = true;
	s.flows = 1000000;
	for (uint64_t n = 0; n < 100000; n++) {
		uint32_t flow = flow_of_frame(&s, n);

		quarter[flow / 250000]++;
		ups += flow > last;
		last = flow;
	}
	/* 25,000 and 50,000 expected; sd 137 and about 91 */
	for (int i = 0; i < 4; i++) {
		ck_assert_uint_ge(quarter[i], 25000 - 700);
		ck_assert_uint_le(quarter[i], 25000 + 700);
	}
	ck_assert_uint_ge(ups, 50000 - 500);
	ck_assert_uint_le(ups, 50000 + 500);
}
END_TEST

START_TEST(limits)
{
	struct flow_space s = space(1, 1, 65535, 65535);
	struct fail f;

	ck_assert_uint_eq(s.flows, 65535u * 65535u);
	ck_assert_int_eq(flow_check(&s, &f), 0);
	s = space(2, 1, 65535, 65535);
	ck_assert_uint_eq(s.flows, UINT32_MAX);
	s = space(65536, 65536, 1, 1);
	ck_assert_uint_eq(s.flows, UINT32_MAX);
	s.flows = 0;
	ck_assert_int_eq(flow_check(&s, &f), -1);
	s = space(1, 2, 3, 1);
	s.flows = 7;
	ck_assert_int_eq(flow_check(&s, &f), -1);
	ck_assert_str_eq(f.text,
	    "--flows: 7 is not from 1 to 6 (1 source addresses x 2 "
	    "destination addresses x 3 source ports x 1 destination ports)");
}
END_TEST

Suite *
flow_suite(void)
{
	Suite *s = suite_create("flow");
	TCase *t = tcase_create("flow");

	tcase_add_test(t, addresses_run_faster_than_ports);
	tcase_add_test(t, round_robin);
	tcase_add_loop_test(t, random_order, 0, COUNT(sizes));
	tcase_add_test(t, random_is_spread);
	tcase_add_test(t, limits);
	suite_add_tcase(s, t);
	return s;
}
