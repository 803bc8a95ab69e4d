/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/unit.h"

#include <string.h>

#include "lib/utf8.h"

Suite *utf8_suite(void);

#define R "\xef\xbf\xbd" /* U+FFFD */
#define TEXT(s) s, sizeof(s) - 1

/* The boundaries of RFC 3629 section 4, on both sides. */
static const struct {
	const char *in;
	size_t len;
	const char *out;
} cases[] = {
	{ TEXT(""), "" },
	{ TEXT("plain\r\n\t\x01\x7f"), "plain\r\n\t\x01\x7f" },
	{ TEXT("a\0b"), "a" R "b" },
	{ TEXT("\xc2\x80\xdf\xbf"), "\xc2\x80\xdf\xbf" },
	{ TEXT("\xe0\xa0\x80\xef\xbf\xbf"), "\xe0\xa0\x80\xef\xbf\xbf" },
	{ TEXT("\xed\x9f\xbf\xee\x80\x80"), "\xed\x9f\xbf\xee\x80\x80" },
	{ TEXT("\xf0\x90\x80\x80\xf4\x8f\xbf\xbf"),
	    "\xf0\x90\x80\x80\xf4\x8f\xbf\xbf" },
	/* a continuation byte alone, bytes that never occur */
	{ TEXT("\x80"), R },
	{ TEXT("\xbf"), R },
	{ TEXT("\xf5\xfe\xff"), R R R },
	/* overlong forms */
	{ TEXT("\xc0\x80"), R R },
	{ TEXT("\xc1\xbf"), R R },
	{ TEXT("\xe0\x9f\xbf"), R R R },
	{ TEXT("\xf0\x8f\xbf\xbf"), R R R R },
	/* surrogates, above U+10FFFF */
	{ TEXT("\xed\xa0\x80"), R R R },
	{ TEXT("\xed\xbf\xbf"), R R R },
	{ TEXT("\xf4\x90\x80\x80"), R R R R },
	/* cut, at the end and before a good byte */
	{ TEXT("\xc3"), R },
	{ TEXT("\xe2\x82"), R R },
	{ TEXT("\xf0\x9f\x92"), R R R },
	{ TEXT("\xc3"
	       "A"),
	    R "A" },
	{ TEXT("\xe2\x82"
	       "A"),
	    R R "A" },
	{ TEXT("\xf0\x9f\x92"
	       "A"),
	    R R R "A" },
	{ TEXT("\xe2\xc3\xa4"), R "\xc3\xa4" },
	/* Latin-1 from an old mail */
	{ TEXT("M\xfcller"), "M" R "ller" },
};

START_TEST(clean)
{
	char out[64 * UTF8_GROWTH + 1];
	size_t n;

	memset(out, 'x', sizeof(out));
	n = utf8_clean(cases[_i].in, cases[_i].len, out);
	ck_assert_str_eq(out, cases[_i].out);
	ck_assert_uint_eq(n, strlen(cases[_i].out));
}
END_TEST

Suite *
utf8_suite(void)
{
	Suite *s = suite_create("utf8");
	TCase *t = tcase_create("utf8");

	tcase_add_loop_test(t, clean, 0, COUNT(cases));
	suite_add_tcase(s, t);
	return s;
}
