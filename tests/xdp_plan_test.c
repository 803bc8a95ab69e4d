/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The engine xdp without a kernel: what its program is told, and the
 * arithmetic that it steps by. What it sends, tests/lab/xdp.sh sees.
 */
#include "tests/unit.h"

#include <string.h>

#include "lib/csum.h"
#include "netblast/xdp_plan.h"

Suite *xdp_plan_suite(void);

#define S 1000000000ULL
#define DAY (86400 * S)

static const struct rate rates[] = {
	{ 148809523, 1 },
	{ 14880951, 1 },
	{ 9999999999, 1 },
	{ 9999999999, 1000 },
	{ 700001, 1 },
	{ 20000, 1 },
	{ 2469, 2 },
	{ 3, 1 },
	{ 7, 1000 },
	{ 1, 10 },
	{ 0, 1 },
};
#define RATES ((int)(sizeof(rates) / sizeof(*rates)))

static const uint32_t bursts[] = { 1, 2, 7, 64, 1000 };
static const uint32_t teams[] = { 1, 2, 3, 8, 64 };

static const struct frame no_frame;

/* A job of this pace in the space of so many flows and sizes. */
static void
plan(struct xdp_state *s, const struct pace *p, uint32_t flows, uint32_t period)
{
	struct flow_space space = { .flows = flows, .seed = 5 };
	struct sizes sizes = { .kinds = 1, .period = period };
	struct tx tx = {
		.flows = &space, .sizes = &sizes, .frames = &no_frame
	};
	struct tx_job job = { .pace = *p };

	xdp_plan_state(&tx, &job, s);
}

/* The program's steps and lib/pace.h say the same of frame j. */
static bool
agrees(const struct xdp_state *s, const struct pace *p, uint64_t j)
{
	uint64_t number = pace_number(p, j);

	return s->flow.at == number % s->flow.n &&
	    s->flow.round == number / s->flow.n &&
	    s->size.at == number % s->size.n &&
	    (p->rate.frames == 0 || xdp_due_ns(&s->pace) == pace_next_ns(p, j));
}

/* The first frame where they do not, or `frames` (assertions are slow). */
static uint64_t
compare(const struct pace *p, uint64_t frames)
{
	struct xdp_state s;
	uint64_t j = 0;

	plan(&s, p, 37, 12);
	for (; j < frames && agrees(&s, p, j); j++) {
		bool jump = xdp_pace_step(&s.pace);

		xdp_count_step(&s.flow, jump);
		xdp_count_step(&s.size, jump);
	}
	return j;
}

START_TEST(steps_of_the_schedule)
{
	for (size_t b = 0; b < 5; b++)
		for (size_t t = 0; t < 5; t++) {
			struct pace p = { .rate = rates[_i],
				.t0_ns = 5 * DAY + 1,
				.burst = bursts[b],
				.threads = teams[t],
				.thread = teams[t] - 1 };

			ck_assert_uint_eq(compare(&p, 3000), 3000);
		}
}
END_TEST

/* Burst by burst through ten days at the rate of 10 Gbit/s and 64 bytes. */
START_TEST(steps_of_ten_days)
{
	struct pace p = { .rate = { 148809523, 1 },
		.t0_ns = 1,
		.burst = 1U << 26,
		.threads = 3,
		.thread = 1 };
	struct xdp_state s;
	uint64_t j = 0;

	plan(&s, &p, 1, 1);
	while (xdp_due_ns(&s.pace) < 10 * DAY &&
	    xdp_due_ns(&s.pace) == pace_next_ns(&p, j)) {
		s.pace.left = 1;
		xdp_pace_step(&s.pace);
		j += p.burst;
	}
	/* ceil((864000 * 148809523 / 2^26 - 1) / 3) bursts */
	ck_assert_uint_eq(j, 638621ULL * p.burst);
}
END_TEST

START_TEST(batches)
{
	struct pace p = { .burst = 1, .threads = 1 };

	ck_assert_uint_eq(xdp_plan_batch(&p), 64);
	p.rate = (struct rate){ 1, 10 };
	ck_assert_uint_eq(xdp_plan_batch(&p), 1);
	p.rate = (struct rate){ 600000, 1 };
	ck_assert_uint_eq(xdp_plan_batch(&p), 1);
	p.burst = 2;
	ck_assert_uint_eq(xdp_plan_batch(&p), 8);
	p.rate = (struct rate){ 4000000, 1 };
	ck_assert_uint_eq(xdp_plan_batch(&p), 64);
	p.threads = 2; /* each of them every 500 ns */
	ck_assert_uint_eq(xdp_plan_batch(&p), 8);
}
END_TEST

/* Two sizes, QinQ: where things are, what is written, what adds up. */
START_TEST(shape_and_kinds)
{
	static struct frame frames[2];
	struct frame_spec spec = { .src = { 4, { 198, 18, 0, 1 } },
		.dst = { 4, { 198, 18, 0, 2 } },
		.src_port = 1000,
		.dst_port = 9,
		.tci = { 100, 200 },
		.tags = 2,
		.payload_bytes = 10 };
	struct flow_space space = { .src = { spec.src, 1 },
		.dst = { spec.dst, 1 },
		.src_port = 1000,
		.src_ports = 1,
		.dst_port = 9,
		.dst_ports = 1,
		.flows = 1 };
	struct sizes sizes = { .kinds = 2, .period = 2, .order = { 0, 1 } };
	struct tx tx = { .flows = &space, .sizes = &sizes, .frames = frames };
	struct tx_job job = { .tag = 7, .stream = 3, .uncounted = true };
	struct stamp stamp = { .tag = 7, .stream = 3, .uncounted = true };
	struct xdp_kind kinds[XDP_KINDS];
	struct xdp_shape shape;
	uint8_t want[FRAME_HEAD];
	struct flow flow = flow_at(&space, 0);
	struct fail f;

	ck_assert_int_eq(frame_build(&frames[0], &spec, &f), 0);
	spec.payload_bytes = 1000;
	ck_assert_int_eq(frame_build(&frames[1], &spec, &f), 0);
	xdp_plan_shape(&tx, &shape);
	ck_assert_uint_eq(shape.l3, 22);
	ck_assert_uint_eq(shape.payload, 50);
	ck_assert_uint_eq(shape.head, 68);
	ck_assert_uint_eq(shape.longest, 1050);
	ck_assert_uint_eq(shape.stamp_bytes, 18);
	ck_assert(shape.sizes && shape.ipv4);
	xdp_plan_kinds(&tx, &job, kinds);
	for (int i = 0; i < 2; i++) {
		uint64_t sum = kinds[i].udp_sum;

		frame_put(&frames[i], want, &flow, &stamp);
		ck_assert_mem_eq(kinds[i].head, want, FRAME_HEAD);
		/* sequence and time are 0 here, so nothing is missing */
		ck_assert_uint_eq(
		    csum_udp_finish(sum), (unsigned)(want[48] << 8 | want[49]));
	}
	ck_assert_uint_eq(kinds[0].len, 60);
	ck_assert_uint_eq(kinds[0].stamp_bytes, 10);
	ck_assert_uint_eq(kinds[1].len, 1050);
	ck_assert_uint_eq(kinds[1].stamp_bytes, 18);
}
END_TEST

START_TEST(series_of_slots)
{
	static uint64_t slots[XDP_SLOTS];
	uint64_t v[3] = { 0 };
	struct series series;
	struct xdp_state s = { .made = 0 };

	xdp_plan_slots(NULL, &s);
	ck_assert_uint_eq(s.slot_end_ns, UINT64_MAX);
	series_init(&series, v, 3, 1000, 100);
	xdp_plan_slots(&series, &s);
	ck_assert_uint_eq(s.slot_end_ns, 1100);
	slots[0] = 7;
	slots[2] = 5;
	slots[XDP_SLOTS - 1] = 2;
	xdp_plan_series(&s, slots, &series);
	ck_assert_uint_eq(v[0], 7);
	ck_assert_uint_eq(v[1], 0);
	ck_assert_uint_eq(v[2], 5);
	ck_assert_uint_eq(series.after, 2);
}
END_TEST

Suite *
xdp_plan_suite(void)
{
	Suite *s = suite_create("xdp_plan");
	TCase *t = tcase_create("xdp_plan");

	suite_add_tcase(s, t);
	tcase_set_timeout(t, 60);
	tcase_add_loop_test(t, steps_of_the_schedule, 0, RATES);
	tcase_add_test(t, steps_of_ten_days);
	tcase_add_test(t, batches);
	tcase_add_test(t, shape_and_kinds);
	tcase_add_test(t, series_of_slots);
	return s;
}
