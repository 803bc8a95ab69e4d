/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/unit.h"

#include <string.h>

#include "lib/csum.h"
#include "lib/stamp.h"

Suite *stamp_suite(void);

static const struct stamp full = {
	.seq = 0x456789abcdef,
	.time_ns = 0x0102030405060708,
	.tag = 0x1234,
	.stream = 7,
	.uncounted = true,
};

/* What `full` looks like in 18 bytes; every shorter form is a piece of it. */
static const uint8_t wire_bytes[] = {
	0x89, 0xab, 0xcd, 0xef, /* sequence, low: FreeBSD's counter */
	0x12, 0x34, /* tag */
	0x80, 0x07, /* uncounted, stream 7 */
	0x45, 0x67, /* sequence, high */
	0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08, /* time */
};

static const struct {
	size_t len;
	enum stamp_form form;
	uint32_t bytes;
} forms[] = {
	{ 0, STAMP_NONE, 0 },
	{ 3, STAMP_NONE, 0 },
	{ 4, STAMP_COUNTER, 4 },
	{ 9, STAMP_COUNTER, 4 },
	{ 10, STAMP_SHORT, 10 },
	{ 13, STAMP_SHORT, 10 },
	{ 14, STAMP_TIME32, 14 },
	{ 17, STAMP_TIME32, 14 },
	{ 18, STAMP_TIME64, 18 },
	{ 1472, STAMP_TIME64, 18 },
};

START_TEST(layout)
{
	uint8_t buf[1472], want[1472];
	enum stamp_form form = forms[_i].form;
	uint32_t bytes = forms[_i].bytes;
	uint64_t sum;

	ck_assert_int_eq(stamp_form(forms[_i].len), form);
	ck_assert_uint_eq(stamp_bytes(forms[_i].len), bytes);
	memset(buf, 0xee, sizeof(buf));
	memset(want, 0xee, sizeof(want));
	memcpy(want, wire_bytes, bytes);
	if (form == STAMP_TIME32) /* the low half stands in bytes 10-13 */
		memcpy(want + 10, wire_bytes + 14, 4);
	sum = stamp_put(buf, forms[_i].len, &full);
	ck_assert_uint_eq(
	    csum_finish(sum), csum_finish(csum_add(0, buf, bytes)));
	ck_assert_mem_eq(buf, want, sizeof(buf));
}
END_TEST

START_TEST(reads_back)
{
	uint8_t buf[1472];
	struct stamp got;
	enum stamp_form form = forms[_i].form;

	stamp_put(buf, forms[_i].len, &full);
	ck_assert_int_eq(stamp_get(buf, forms[_i].len, &got), form);
	ck_assert_uint_eq(got.seq,
	    form == STAMP_NONE		? 0
		: form == STAMP_COUNTER ? 0x89abcdef
					: full.seq);
	ck_assert_uint_eq(got.tag, form >= STAMP_SHORT ? full.tag : 0);
	ck_assert_uint_eq(got.stream, form >= STAMP_SHORT ? 7 : 0);
	ck_assert_int_eq(got.uncounted, form >= STAMP_SHORT);
	ck_assert_uint_eq(got.time_ns,
	    form == STAMP_TIME64       ? full.time_ns
		: form == STAMP_TIME32 ? 0x05060708
				       : 0);
}
END_TEST

START_TEST(extremes)
{
	struct stamp s = { .seq = STAMP_SEQ_MASK,
		.time_ns = UINT64_MAX,
		.tag = STAMP_TAG_MAX,
		.stream = STAMP_STREAM_MAX };
	struct stamp got;
	uint8_t buf[18];

	stamp_put(buf, sizeof(buf), &s);
	stamp_get(buf, sizeof(buf), &got);
	ck_assert_uint_eq(got.seq, STAMP_SEQ_MASK);
	ck_assert_uint_eq(got.stream, STAMP_STREAM_MAX);
	ck_assert_uint_eq(got.tag, STAMP_TAG_MAX);
	ck_assert_uint_eq(got.time_ns, UINT64_MAX);
	ck_assert(!got.uncounted);
}
END_TEST

Suite *
stamp_suite(void)
{
	Suite *s = suite_create("stamp");
	TCase *t = tcase_create("stamp");

	tcase_add_loop_test(t, layout, 0, COUNT(forms));
	tcase_add_loop_test(t, reads_back, 0, COUNT(forms));
	tcase_add_test(t, extremes);
	suite_add_tcase(s, t);
	return s;
}
