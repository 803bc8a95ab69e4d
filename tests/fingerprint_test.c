/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/unit.h"

#include <stdio.h>
#include <string.h>

#include "lib/fingerprint.h"

Suite *fingerprint_suite(void);

static struct fingerprint a, b;
static struct fp_diff d;

static void
empty(void)
{
	fingerprint_free(&a);
	fingerprint_free(&b);
}

/* One key on both sides; "-" leaves it out, NULL is unknown. */
static const struct {
	enum fp_class class;
	const char *name, *left, *right, *axis;
	enum fp_verdict verdict;
	const char *differing, *unknown, *subject;
} pairs[] = {
	{ FP_METHOD, "tag", "1", "1", NULL, FP_EQUAL, "", "", "" },
	{ FP_METHOD, "tag", "1", "0", NULL, FP_DIFFERENT, "tag", "", "" },
	{ FP_METHOD, "tag", "1", NULL, NULL, FP_AS_FAR_AS_KNOWN, "", "tag",
	    "" },
	{ FP_METHOD, "tag", NULL, NULL, NULL, FP_AS_FAR_AS_KNOWN, "", "tag",
	    "" },
	{ FP_METHOD, "tag", "1", "-", NULL, FP_AS_FAR_AS_KNOWN, "", "tag", "" },
	{ FP_METHOD, "tag", "-", "1", NULL, FP_AS_FAR_AS_KNOWN, "", "tag", "" },
	{ FP_METHOD, "tag", "1", "0", "tag", FP_DIFFERENT, "tag", "", "" },
	{ FP_BENCH, "cpu", "a", "b", NULL, FP_DIFFERENT, "cpu", "", "" },
	{ FP_BENCH, "cpu", "a", "b", "cpu", FP_EQUAL, "", "", "cpu" },
	{ FP_BENCH, "cpu", "a", "b", "nic", FP_DIFFERENT, "cpu", "", "" },
	{ FP_SUBJECT, "os", "a", "b", NULL, FP_EQUAL, "", "", "os" },
	{ FP_SUBJECT, "os", "a", "a", NULL, FP_EQUAL, "", "", "" },
	{ FP_SUBJECT, "os", "a", NULL, NULL, FP_EQUAL, "", "", "os" },
	{ FP_SUBJECT, "os", NULL, NULL, NULL, FP_EQUAL, "", "", "" },
	{ FP_NOTES, "host", "a", "b", NULL, FP_EQUAL, "", "", "" },
	{ FP_NOTES, "host", "a", "-", NULL, FP_EQUAL, "", "", "" },
	/* 1 % of the longer one, both ways */
	{ FP_METHOD, "t_ns", "9900", "10000", NULL, FP_EQUAL, "", "", "" },
	{ FP_METHOD, "t_ns", "10000", "9900", NULL, FP_EQUAL, "", "", "" },
	{ FP_METHOD, "t_ns", "9899", "10000", NULL, FP_DIFFERENT, "t_ns", "",
	    "" },
	{ FP_METHOD, "t_ns", "0", "0", NULL, FP_EQUAL, "", "", "" },
	{ FP_METHOD, "t_ns", "0", "1", NULL, FP_DIFFERENT, "t_ns", "", "" },
	{ FP_METHOD, "t_ns", "1e4", "10000", NULL, FP_DIFFERENT, "t_ns", "",
	    "" },
	/* only durations: a frame of 1518 is not one of 1514 */
	{ FP_METHOD, "frame_bytes", "1518", "1514", NULL, FP_DIFFERENT,
	    "frame_bytes", "", "" },
};

START_TEST(one_key)
{
	if (pairs[_i].left == NULL || strcmp(pairs[_i].left, "-") != 0)
		ck_assert_int_eq(
		    fp_put(&a, pairs[_i].class, pairs[_i].name, pairs[_i].left),
		    0);
	if (pairs[_i].right == NULL || strcmp(pairs[_i].right, "-") != 0)
		ck_assert_int_eq(fp_put(&b, pairs[_i].class, pairs[_i].name,
				     pairs[_i].right),
		    0);
	ck_assert_int_eq(
	    fingerprint_compare(&a, &b, pairs[_i].axis, &d), pairs[_i].verdict);
	ck_assert_str_eq(d.differing, pairs[_i].differing);
	ck_assert_str_eq(d.unknown, pairs[_i].unknown);
	ck_assert_str_eq(d.subject, pairs[_i].subject);
	empty();
}
END_TEST

START_TEST(several_keys)
{
	fp_put(&a, FP_METHOD, "streams", "1");
	fp_put(&b, FP_METHOD, "streams", "2");
	fp_put_u64(&a, FP_METHOD, "frame_bytes", 64);
	fp_put_u64(&b, FP_METHOD, "frame_bytes", 68);
	fp_put(&a, FP_BENCH, "streams", "x"); /* a class is a name space */
	fp_put(&b, FP_BENCH, "streams", "x");
	ck_assert_int_eq(fingerprint_compare(&a, &b, NULL, &d), FP_DIFFERENT);
	ck_assert_str_eq(d.differing, "streams, frame_bytes");
	/* setting again replaces; unknown after known too */
	fp_put(&a, FP_METHOD, "streams", "2");
	fp_put(&a, FP_METHOD, "frame_bytes", NULL);
	ck_assert_uint_eq(a.n, 3);
	ck_assert_int_eq(
	    fingerprint_compare(&a, &b, NULL, &d), FP_AS_FAR_AS_KNOWN);
	ck_assert_str_eq(d.unknown, "frame_bytes");
	ck_assert_str_eq(fp_find(&a, FP_METHOD, "streams")->value, "2");
	ck_assert_ptr_null(fp_find(&a, FP_NOTES, "streams"));
	ck_assert_str_eq(fp_class_name(FP_SUBJECT), "subject");
	empty();
}
END_TEST

/* A full list ends in "..." and never overflows nor loses the verdict. */
START_TEST(many_differences)
{
	char name[40];

	for (int i = 0; i < 100; i++) {
		snprintf(name, sizeof(name), "a_rather_long_name_%d", i);
		fp_put(&a, FP_METHOD, name, "1");
		fp_put(&b, FP_METHOD, name, "2");
	}
	ck_assert_int_eq(fingerprint_compare(&a, &b, NULL, &d), FP_DIFFERENT);
	ck_assert_uint_lt(strlen(d.differing), FP_LIST);
	ck_assert_str_eq(d.differing + strlen(d.differing) - 5, ", ...");
	empty();
}
END_TEST

Suite *
fingerprint_suite(void)
{
	Suite *s = suite_create("fingerprint");
	TCase *t = tcase_create("fingerprint");

	tcase_add_loop_test(t, one_key, 0, COUNT(pairs));
	tcase_add_test(t, several_keys);
	tcase_add_test(t, many_differences);
	suite_add_tcase(s, t);
	return s;
}
