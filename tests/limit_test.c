/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/unit.h"

#include "netblast/limit.h"

Suite *limit_suite(void);

#define S 1000000000ULL
#define GIGABIT 1000000000ULL

/* 672 bits: a 64-byte frame on the wire */
static const struct {
	struct limit_facts x;
	enum limit_by by;
	uint64_t permille;
} runs[] = {
	/* a rate that was reached, and just not */
	{ { 10000, 10000, 0, 0, S, S, 1, 6720000, 0 }, LIMIT_NONE, 0 },
	{ { 10000, 9990, 50, 0, S, S, 1, 6713280, 0 }, LIMIT_NONE, 0 },
	{ { 10000, 9989, 0, 0, S, S, 1, 6712608, 0 }, LIMIT_CPU, 0 },
	/* 100 ms of 1 s held up: 1,000 frames missing, or 3,000 */
	{ { 10000, 9000, 0, S / 10, S, S, 1, 6048000, 0 }, LIMIT_STALLS, 0 },
	{ { 10000, 7000, 0, S / 10, S, S, 1, 4704000, 0 }, LIMIT_CPU, 0 },
	/* refusals */
	{ { 10000, 7000, 8, 0, S, S, 1, 4704000, 0 }, LIMIT_RING, 0 },
	{ { 10000, 7000, 7, 0, S, S, 1, 4704000, 0 }, LIMIT_CPU, 0 },
	/* as fast as possible; two threads have two CPUs' time */
	{ { 0, 1000000, 0, 0, S, S, 1, 672000000, 0 }, LIMIT_CPU, 0 },
	{ { 0, 1000000, 0, 0, S, S, 2, 672000000, 0 }, LIMIT_WAIT, 0 },
	{ { 0, 1000000, 0, 0, S, 2 * S, 2, 672000000, 0 }, LIMIT_CPU, 0 },
	/* a gigabit takes 1,488,095 of them (RFC 2544: line rate) */
	{ { 0, 1488095, 9999, 0, S, S, 1, 999999840, GIGABIT }, LIMIT_LINK,
	    999 },
	{ { 2000000, 1488095, 0, 0, S, S, 1, 999999840, GIGABIT }, LIMIT_LINK,
	    999 },
	{ { 0, 1000000, 0, 0, S, S, 1, 672000000, GIGABIT }, LIMIT_CPU, 672 },
	/* more than a wire can carry */
	{ { 0, 3000000, 0, 0, S, S, 1, 2016000000, GIGABIT }, LIMIT_LINK,
	    2016 },
	/* half a second */
	{ { 0, 744047, 0, 0, S / 2, S / 2, 1, 499999584, GIGABIT }, LIMIT_LINK,
	    999 },
	/* ended at once */
	{ { 0, 0, 0, 0, 0, 0, 1, 0, GIGABIT }, LIMIT_NONE, 0 },
};

START_TEST(what_limits)
{
	ck_assert_int_eq(limit_of(&runs[_i].x), runs[_i].by);
	ck_assert_uint_eq(limit_line_permille(&runs[_i].x), runs[_i].permille);
}
END_TEST

/* RFC 2544's maximum frame rates; simple IMIX is 353.83 bytes (CSIT). */
static const struct {
	uint64_t speed_bps, period_bits;
	uint32_t period;
	struct rate percent;
	uint64_t pps;
} shares[] = {
	{ GIGABIT, 672, 1, { 100, 1 }, 1488095 },
	{ GIGABIT, 672, 1, { 50, 1 }, 744047 },
	{ GIGABIT, 672, 1, { 199, 2 }, 1480654 }, /* 99.5 % */
	{ GIGABIT, 12304, 1, { 100, 1 }, 81274 }, /* 1518 */
	{ 100 * GIGABIT, 672, 1, { 100, 1 }, 148809523 },
	{ GIGABIT, 8ULL * (7 * 84 + 4 * 590 + 1538), 12, { 100, 1 }, 334373 },
	{ 10000000, 672, 1, { 1, 1000 }, 0 }, /* 0.001 % of 14,880 */
	{ 800 * GIGABIT, 672 * 4096, 4096, { 100, 1 }, 1190476190 },
};

START_TEST(line_shares)
{
	ck_assert_uint_eq(
	    limit_line_share(shares[_i].speed_bps, shares[_i].period_bits,
		shares[_i].period, &shares[_i].percent),
	    shares[_i].pps);
}
END_TEST

START_TEST(names)
{
	ck_assert_ptr_null(limit_name(LIMIT_NONE));
	ck_assert_ptr_null(limit_text(LIMIT_NONE));
	for (int by = LIMIT_STALLS; by <= LIMIT_WAIT; by++) {
		ck_assert_ptr_nonnull(limit_name((enum limit_by)by));
		ck_assert_ptr_nonnull(limit_text((enum limit_by)by));
	}
}
END_TEST

Suite *
limit_suite(void)
{
	Suite *s = suite_create("limit");
	TCase *t = tcase_create("limit");

	tcase_add_loop_test(t, what_limits, 0, COUNT(runs));
	tcase_add_loop_test(t, line_shares, 0, COUNT(shares));
	tcase_add_test(t, names);
	suite_add_tcase(s, t);
	return s;
}
