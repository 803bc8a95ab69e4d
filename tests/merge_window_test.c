/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/unit.h"

#include "harness/merge.h"

Suite *merge_window_suite(void);

#define S 1000000000LL /* ns */

static const struct {
	long long from, to; /* in ms */
	uint64_t frames, window_ms;
} windows[] = {
	{ 1000, 1500, 5 + 6 + 8, 500 }, /* 7 and 9 did not come at all */
	{ 950, 1550, 5 + 6 + 8, 500 },
	{ 900, 1500, 4 + 5 + 6 + 8, 600 },
	{ 1001, 1500, 6 + 8, 400 },
	{ 1000, 1050, 0, 0 },
	{ 1500, 2000, 0, 500 }, /* nothing came: time counts all the same */
	{ 1000, 1000, 0, 0 },
};

/* intervals end at 1.0, 1.1, 1.2, 1.4 s; those between are empty */
START_TEST(window)
{
	json_t *s = json_pack("{s:I,s:[IIII],s:[iiii]}", "interval_ns",
	    (json_int_t)(S / 10), "t_ns", (json_int_t)S,
	    (json_int_t)(S / 10 * 11), (json_int_t)(S / 10 * 12),
	    (json_int_t)(S / 10 * 14), "v", 4, 5, 6, 8);
	uint64_t window_ns = 1;
	uint64_t frames = merge_window(s, (uint64_t)windows[_i].from * 1000000,
	    (uint64_t)windows[_i].to * 1000000, &window_ns);

	ck_assert_uint_eq(frames, windows[_i].frames);
	ck_assert_uint_eq(window_ns, windows[_i].window_ms * 1000000);
	json_decref(s);
}
END_TEST

Suite *
merge_window_suite(void)
{
	Suite *s = suite_create("merge_window");
	TCase *t = tcase_create("merge_window");

	tcase_add_loop_test(t, window, 0, (int)COUNT(windows));
	suite_add_tcase(s, t);
	return s;
}
