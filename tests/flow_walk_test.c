/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/unit.h"

#include "lib/flow_walk.h"

Suite *flow_walk_suite(void);

static const uint32_t steps[] = { 1, 2, 3, 5, 7, 64, 1000 };

static const struct shape {
	uint32_t srcs, dsts, flows; /* flows 0: all */
	uint16_t src_ports, dst_ports;
	bool random;
} shapes[] = {
	{ 1, 1, 0, 1, 1, false },
	{ 1, 1, 0, 2, 1, false },
	{ 1, 3, 0, 1, 1, false },
	{ 1, 254, 0, 1, 1, false },
	{ 1, 1, 0, 1000, 1, false },
	{ 1, 1, 1000, 1, 65535, false },
	{ 3, 5, 0, 7, 2, false },
	{ 3, 5, 209, 7, 2, false },
	{ 3, 5, 16, 7, 2, false },
	{ 256, 256, 0, 1000, 1, false },
	{ 1, 1, 0, 1, 1, true },
	{ 3, 5, 209, 7, 2, true },
	{ 256, 256, 0, 1000, 1, true },
};

static struct flow_space
space(const struct shape *shape)
{
	struct flow_space s = { .src = { .n = shape->srcs },
		.dst = { .n = shape->dsts },
		.src_port = 1000,
		.src_ports = shape->src_ports,
		.dst_port = 1,
		.dst_ports = shape->dst_ports,
		.random = shape->random,
		.seed = 7 };

	addr_parse("", "198.18.255.254", &s.src.first, NULL);
	/* runs over the end of the four bytes */
	addr_parse("", "2001:2::ffff:fffe", &s.dst.first, NULL);
	s.flows = shape->flows != 0 ? shape->flows : flow_most(&s);
	return s;
}

/* 1 where the walk differs from the formula. */
static uint32_t
differs(const struct flow_walk *w, const struct flow_space *s, uint64_t n)
{
	uint32_t number = flow_of_frame(s, n);
	struct flow want = flow_at(s, number);

	return w->number != number || w->flow.dst != want.dst ||
	    w->flow.src != want.src || w->flow.src_port != want.src_port ||
	    w->flow.dst_port != want.dst_port;
}

START_TEST(as_the_formula)
{
	struct flow_space s = space(&shapes[_i]);
	uint32_t wrong = 0;

	for (size_t k = 0; k < COUNT(steps); k++) {
		struct flow_walk w;
		uint64_t n = 0;

		flow_walk_start(&w, &s, steps[k]);
		for (int i = 0; i < 3000; i++, n += steps[k]) {
			flow_walk_to(&w, n);
			wrong += differs(&w, &s, n);
		}
	}
	ck_assert_uint_eq(wrong, 0);
}
END_TEST

/* Frames that were refused come again, bursts of threads leap. */
START_TEST(to_and_fro)
{
	static const uint64_t to[] = { 5, 6, 6, 7, 3, 4, 0, 1, 0, 104,
		(1ULL << 47) - 1, 1ULL << 47, (1ULL << 47) + 1, 0, 1, 2 };
	struct flow_space s = space(&shapes[_i]);
	struct flow_walk w;

	flow_walk_start(&w, &s, 1);
	ck_assert_uint_eq(differs(&w, &s, 0), 0);
	for (size_t i = 0; i < COUNT(to); i++) {
		flow_walk_to(&w, to[i]);
		ck_assert_uint_eq(differs(&w, &s, to[i]), 0);
	}
}
END_TEST

Suite *
flow_walk_suite(void)
{
	Suite *s = suite_create("flow_walk");
	TCase *t = tcase_create("flow_walk");

	tcase_add_loop_test(t, as_the_formula, 0, COUNT(shapes));
	tcase_add_loop_test(t, to_and_fro, 0, COUNT(shapes));
	suite_add_tcase(s, t);
	return s;
}
