/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/unit.h"

#include <math.h>

#include "harness/report_frame.h"
#include "harness/report_num.h"

Suite *report_num_suite(void);

#define SP REPORT_NBSP

static const struct {
	double v;
	int decimals;
	const char *text;
} numbers[] = {
	{ 0, 0, "0" },
	{ 5976399, 0, "5,976,399" },
	{ 999.6, 0, "1,000" },
	{ -1000, 0, REPORT_MINUS "1,000" },
	{ -0.2, 0, "0" },
	{ 1234567.891, 2, "1,234,567.89" },
	{ NAN, 0, REPORT_UNKNOWN },
	{ INFINITY, 0, REPORT_UNKNOWN },
	{ -1e300, 0, REPORT_UNKNOWN },
};

START_TEST(number)
{
	char buf[REPORT_NUM];

	ck_assert_str_eq(report_num(numbers[_i].v, numbers[_i].decimals, buf),
	    numbers[_i].text);
}
END_TEST

START_TEST(count)
{
	char buf[REPORT_NUM];

	ck_assert_str_eq(report_count(0, buf), "0");
	ck_assert_str_eq(report_count(INT64_MIN, buf),
	    REPORT_MINUS "9,223,372,036,854,775,808");
	ck_assert_str_eq(
	    report_count(INT64_MAX, buf), "9,223,372,036,854,775,807");
}
END_TEST

static const struct {
	double v;
	const char *text;
} shorts[] = {
	{ 0, "0" },
	{ 0.456, "0.46" },
	{ 9.994, "9.99" },
	{ 9.996, "10.0" },
	{ 99.94, "99.9" },
	{ 99.96, "100" },
	{ -41.26, REPORT_MINUS "41.3" },
	{ 2484.4, "2,484" },
	{ NAN, REPORT_UNKNOWN },
};

START_TEST(three_figures)
{
	char buf[REPORT_NUM];

	ck_assert_str_eq(report_short(shorts[_i].v, buf), shorts[_i].text);
}
END_TEST

static const struct {
	double v;
	const char *text;
} times[] = {
	{ 0, "0" SP "ms" },
	{ 0.46, "0.46" SP "ms" },
	{ 999.4, "999" SP "ms" },
	{ 999.6, "1.00" SP "s" },
	{ 2000, "2.00" SP "s" },
	{ NAN, REPORT_UNKNOWN },
};

START_TEST(milliseconds)
{
	char buf[REPORT_NUM];

	ck_assert_str_eq(report_ms(times[_i].v, buf), times[_i].text);
}
END_TEST

static const struct {
	double v;
	const char *text;
} percents[] = {
	{ 0, "0" SP "%" },
	{ 0.4193, "41.93" SP "%" },
	{ 1, "100.00" SP "%" },
	{ 0.99994, "99.99" SP "%" },
	{ 0.99996, "99.996" SP "%" },
	{ 1 - 3e-7, "99.99997" SP "%" },
	{ 0.001, "0.10" SP "%" },
	{ 0.000061, "0.0061" SP "%" },
	{ 0.00000012, "0.000012" SP "%" },
	{ -0.0001, REPORT_MINUS "0.010" SP "%" },
	{ NAN, REPORT_UNKNOWN },
};

START_TEST(percent)
{
	char buf[REPORT_NUM];

	ck_assert_str_eq(
	    report_percent(percents[_i].v, buf), percents[_i].text);
}
END_TEST

static const struct {
	int64_t lost, sent;
	const char *text;
} losses[] = {
	{ 0, 500000,
	    "0 (< 0.00060" SP "% at 95" SP "%, n" SP "=" SP "500,000)" },
	{ 0, 2, "0 (< 100.00" SP "% at 95" SP "%, n" SP "=" SP "2)" },
	{ 1, 500000, "0.00020" SP "%" },
	{ 2505720, 5976399, "41.93" SP "%" },
	{ 5, 5, "100.00" SP "%" },
	{ 0, 0, REPORT_UNKNOWN },
	{ 3, -1, REPORT_UNKNOWN },
};

START_TEST(loss)
{
	char buf[REPORT_NUM];

	ck_assert_str_eq(report_loss(losses[_i].lost, losses[_i].sent, buf),
	    losses[_i].text);
}
END_TEST

static const struct {
	double v;
	const char *text;
} letters[] = {
	{ 0, "0" },
	{ 500, "500" },
	{ 1000, "1k" },
	{ 250000, "250k" },
	{ 1500000, "1.5M" },
	{ 2e9, "2G" },
	{ -50000, "-50k" },
	{ 0.5, "0.5" },
};

START_TEST(si)
{
	char buf[REPORT_NUM];

	ck_assert_str_eq(report_si(letters[_i].v, buf), letters[_i].text);
}
END_TEST

static const struct {
	double low, high;
	int steps;
	struct report_axis axis;
} axes[] = {
	{ 0, 782689, 6, { 0, 800000, 200000 } },
	{ 0, 800000, 4, { 0, 800000, 200000 } },
	{ 0, 2552, 6, { 0, 3000, 500 } },
	{ -12, 88, 5, { -20, 100, 20 } },
	{ 5, 9, 5, { 0, 10, 2 } },
	{ 0, 0, 4, { 0, 1, 0.5 } },
	{ -10, -5, 5, { -10, 0, 2 } },
};

START_TEST(axis)
{
	struct report_axis a =
	    report_axis(axes[_i].low, axes[_i].high, axes[_i].steps);

	ck_assert_double_eq_tol(a.low, axes[_i].axis.low, 1e-9);
	ck_assert_double_eq_tol(a.high, axes[_i].axis.high, 1e-9);
	ck_assert_double_eq_tol(a.step, axes[_i].axis.step, 1e-9);
}
END_TEST

static const struct {
	const char *text;
	size_t max;
	const char *cut;
} cuts[] = {
	{ "router", 6, "router" },
	{ "router", 5, "rout\xe2\x80\xa6" },
	{ "", 3, "" },
	{ "\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9", 3,
	    "\xc3\xa9\xc3\xa9\xe2\x80\xa6" },
	{ "netns:nb-0123456789-generator", 40,
	    "netns:nb-0123456789-g"
	    "\xe2\x80\xa6" },
};

START_TEST(cut)
{
	char buf[25];

	ck_assert_str_eq(
	    report_cut(cuts[_i].text, cuts[_i].max, buf, sizeof(buf)),
	    cuts[_i].cut);
}
END_TEST

static const struct {
	const char *text;
	double px;
	size_t chars;
} fits[] = {
	{ "iiii", 100, 4 },
	{ "iiii", 10, 2 },
	{ "mmmm", 28, 2 },
	{ "", 10, 0 },
	{ "\xc3\xa9\xc3\xa9\xc3\xa9", 30, 2 },
	{ "nftables, 100 rules before the accepting one", 322, 44 },
};

START_TEST(fit)
{
	ck_assert_uint_eq(
	    report_fit(fits[_i].text, fits[_i].px, 14), fits[_i].chars);
}
END_TEST

START_TEST(wall_time)
{
	char buf[REPORT_NUM];

	ck_assert_str_eq(
	    report_time(1165001022659075049, buf), "2006-12-01 19:23 UTC");
	ck_assert_str_eq(report_time(0, buf), REPORT_UNKNOWN);
}
END_TEST

Suite *
report_num_suite(void)
{
	Suite *s = suite_create("report_num");
	TCase *t = tcase_create("text");

	tcase_add_loop_test(t, number, 0, COUNT(numbers));
	tcase_add_test(t, count);
	tcase_add_loop_test(t, three_figures, 0, COUNT(shorts));
	tcase_add_loop_test(t, milliseconds, 0, COUNT(times));
	tcase_add_loop_test(t, percent, 0, COUNT(percents));
	tcase_add_loop_test(t, loss, 0, COUNT(losses));
	tcase_add_loop_test(t, si, 0, COUNT(letters));
	tcase_add_loop_test(t, axis, 0, COUNT(axes));
	tcase_add_loop_test(t, cut, 0, COUNT(cuts));
	tcase_add_loop_test(t, fit, 0, COUNT(fits));
	tcase_add_test(t, wall_time);
	suite_add_tcase(s, t);
	return s;
}
