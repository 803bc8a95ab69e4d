/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/unit.h"

#include <stdlib.h>

#include "lib/flow.h"
#include "lib/flowseq.h"
#include "lib/pace.h"

Suite *flowseq_suite(void);

static const struct {
	uint32_t flows, streams;
	bool random;
	uint64_t first;
} plans[] = {
	{ 1, 1, false, 0 },
	{ 2, 1, false, 0 },
	{ 7, 1, false, 100 },
	{ 7, 3, false, 0 },
	{ 3, 7, false, 5 },
	{ 4, 4, false, 0 },
	{ 4, 2, false, 0 },
	{ 1000, 1, true, 0 },
	{ 1000, 3, true, 9 },
	{ 5, 8, true, 0 },
	{ 64, 64, true, 0 },
};

/* Number by number it is what the generator sends: lib/pace.h, lib/flow.h. */
START_TEST(the_flow)
{
	struct flowseq_plan p = { .first = plans[_i].first,
		.streams = plans[_i].streams,
		.flows = plans[_i].flows,
		.random = plans[_i].random,
		.seed = 42 };
	struct flow_space space = {
		.flows = p.flows, .random = p.random, .seed = 42
	};
	uint64_t next[1000] = { 0 };

	flowseq_plan(&p);
	for (uint32_t s = 0; s < p.streams; s++) {
		struct pace pace = {
			.threads = p.streams, .thread = s, .burst = 1
		};
		struct flowseq q;

		flowseq_init(&q, &p, next, s);
		for (uint64_t k = 0; k < 3000; k++) {
			/* in order, twice, and with jumps both ways */
			uint64_t j = k % 100 == 99 ? k * 7919 % 5000 : k;
			uint64_t n = pace_number(&pace, j);

			ck_assert_uint_eq(flowseq_flow(&q, &p, p.first + j),
			    flow_of_frame(&space, n));
			ck_assert_uint_eq(flowseq_flow(&q, &p, p.first + j),
			    flow_of_frame(&space, n));
		}
	}
}
END_TEST

/* Two flows: 0 2 4 and 1 3 5. What overtakes in the other flow is no news. */
START_TEST(order)
{
	static const struct {
		uint64_t s[8];
		int n;
		uint64_t reordered;
	} rows[] = {
		{ { 0, 1, 2, 3, 4, 5 }, 6, 0 },
		{ { 1, 3, 5, 0, 2, 4 }, 6, 0 }, /* by stream: 3 */
		{ { 1, 0, 3, 2, 5, 4 }, 6, 0 },
		{ { 2, 1, 0, 3 }, 4, 1 },
		{ { 4, 2, 0, 5, 3, 1 }, 6, 4 },
		{ { 0, 1, 4, 5, 2, 3 }, 6, 2 },
	};
	uint64_t next[2] = { 0 };
	struct flowseq_plan p = { .streams = 1, .flows = 2 };
	struct flowseq q;

	flowseq_plan(&p);
	flowseq_init(&q, &p, next, 0);
	for (int i = 0; i < rows[_i].n; i++)
		flowseq_add(&q, &p, rows[_i].s[i]);
	ck_assert_uint_eq(q.reordered, rows[_i].reordered);
}
END_TEST

/* A million flows: whole rounds swapped are order lost in every flow. */
START_TEST(million)
{
	enum { FLOWS = 1000000 };
	uint64_t *next = calloc(FLOWS, sizeof(*next));
	struct flowseq_plan p = {
		.streams = 1, .flows = FLOWS, .random = true, .seed = 3
	};
	struct flowseq q;

	ck_assert_ptr_nonnull(next);
	flowseq_plan(&p);
	flowseq_init(&q, &p, next, 0);
	for (uint64_t i = 0; i < FLOWS; i++)
		flowseq_add(&q, &p, FLOWS + i);
	ck_assert_uint_eq(q.reordered, 0);
	for (uint64_t i = 0; i < FLOWS; i++)
		flowseq_add(&q, &p, FLOWS - 1 - i);
	ck_assert_uint_eq(q.reordered, FLOWS);
	free(next);
}
END_TEST

Suite *
flowseq_suite(void)
{
	Suite *s = suite_create("flowseq");
	TCase *t = tcase_create("flowseq");

	tcase_set_timeout(t, 60);
	tcase_add_loop_test(t, the_flow, 0, COUNT(plans));
	tcase_add_loop_test(t, order, 0, 6);
	tcase_add_test(t, million);
	suite_add_tcase(s, t);
	return s;
}
