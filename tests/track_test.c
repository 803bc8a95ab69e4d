/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/unit.h"

#include <stdio.h>

#include "collector/track.h"

Suite *track_suite(void);

static void
sample(struct track *t, uint64_t t_ns, uint64_t em0, uint64_t em1, uint64_t mtu)
{
	struct counters c = { .n = 0 };
	struct track_sample s = { t_ns, t_ns };

	ck_assert_int_eq(counters_add(&c, "if.rx.packets", "em0", em0, 64), 0);
	if (em1 != 0)
		counters_add(&c, "if.rx.packets", "em1", em1, 32);
	ck_assert_int_eq(counters_add(&c, "still", "", mtu, 64), 0);
	ck_assert_int_eq(track_add(t, &s, &c), 0);
	counters_free(&c);
}

START_TEST(series)
{
	struct track t = { .n = 0 };
	uint64_t delta;

	sample(&t, 1000, 5, 4294967290, 9);
	ck_assert_ptr_null(track_busiest(&t, "if.rx.packets", &delta));
	sample(&t, 2000, 15, 10, 9);
	ck_assert_uint_eq(t.n_series, 3);
	/* em1 wrapped: 16; em0: 10 */
	ck_assert_str_eq(
	    track_busiest(&t, "if.rx.packets", &delta)->first.instance, "em1");
	ck_assert_uint_eq(delta, 16);
	ck_assert_ptr_null(track_busiest(&t, "if.tx.packets", &delta));
	/* an interface that is gone has no value, not 0 */
	sample(&t, 3000, 16, 0, 9);
	ck_assert_uint_eq(t.series[1].n, 2);
	ck_assert_str_eq(
	    track_busiest(&t, "if.rx.packets", &delta)->first.instance, "em0");
	ck_assert_uint_eq(delta, 1);
	sample(&t, 4000, 17, 12, 9);
	ck_assert_uint_eq(t.series[1].n, 3);
	ck_assert_uint_eq(t.series[1].at[2], 3);
	ck_assert_uint_eq(t.series[1].v[2], 12);
	ck_assert(t.series[0].moved);
	ck_assert(!t.series[2].moved);
	track_free(&t);
}
END_TEST

static const struct {
	uint64_t a, b, gap;
} gaps[] = {
	{ 0, 1000, 0 }, { 0, 1499, 0 }, { 0, 1500, 1500 },
	{ 7000, 12000, 5000 },
	{ 2000, 1000, 0 }, /* a clock that was set back is no gap */
};

START_TEST(gap)
{
	struct track t = { .n = 0 };

	sample(&t, gaps[_i].a, 1, 1, 1);
	sample(&t, gaps[_i].b, 1, 1, 1);
	ck_assert_uint_eq(track_gap_ns(&t, 0, 1000), 0);
	ck_assert_uint_eq(track_gap_ns(&t, 1, 1000), gaps[_i].gap);
	ck_assert_uint_eq(track_gap_ns(&t, 2, 1000), 0);
	track_free(&t);
}
END_TEST

START_TEST(many)
{
	struct track t = { .n = 0 };

	for (uint64_t i = 0; i < 1000; i++)
		sample(&t, i, i * i, 1 + i, 3);
	ck_assert_uint_eq(t.n, 1000);
	ck_assert_uint_eq(t.series[0].n, 1000);
	ck_assert_uint_eq(t.series[0].v[999], 999 * 999);
	track_free(&t);
}
END_TEST

Suite *
track_suite(void)
{
	Suite *s = suite_create("track");
	TCase *c = tcase_create("track");

	tcase_add_test(c, series);
	tcase_add_loop_test(c, gap, 0, sizeof(gaps) / sizeof(gaps[0]));
	tcase_add_test(c, many);
	suite_add_tcase(s, c);
	return s;
}
