/* SPDX-License-Identifier: BSD-2-Clause */
/* Listings with a time in front of each line, and logs that stay. */
#include "tests/unit.h"

#include <stdio.h>

#include "collector/stamped.h"

Suite *stamped_suite(void);

static void
opens(const char *text, const char *want)
{
	struct arena a = { .broken = false };
	size_t len = strlen(text);
	const char *open = stamped_open(&a, text, &len);

	ck_assert_ptr_nonnull(open);
	ck_assert_msg(len == strlen(want) && memcmp(open, want, len) == 0,
	    "\"%.*s\" from \"%s\"", (int)len, open, text);
	arena_free(&a);
}

static const char *const times[] = { "Dec 01 12:00:01", "Dec  1 12:00:01",
	"Mon Dec  1 02:00:00 UTC 2025", "Mon Dec 11 02:00:00 CEST 2025",
	"2025-12-01 12:00:01", "2025-12-01T12:00:01", "12:00:01",
	"12:00:01.123456", "[12:00:01]", "12:00:01:", "1700000000",
	"1700000000.123" };

START_TEST(each_form)
{
	static const char table[] =
	    "            input            ix0           output\n"
	    "   packets  errs idrops      bytes    packets  errs\n"
	    "    148809     0    12    8928540          1     0\n";
	char text[600] = "$ netstat -w 1\n", want[600];
	size_t n = strlen(text);

	snprintf(want, sizeof(want), "%s%s\nr7 kernel: up\n", text, table);
	for (const char *p = table; *p != '\0'; p += strcspn(p, "\n") + 1)
		n += (size_t)snprintf(text + n, sizeof(text) - n, "%s %.*s",
		    times[_i], (int)strcspn(p, "\n") + 1, p);
	snprintf(text + n, sizeof(text) - n, "%s\nr7 kernel: up\n", times[_i]);
	opens(text, want);
}
END_TEST

static const char *const others[] = {
	"",
	"12:00:01",
	("Dec 01 12:00:01 r7 kernel: em0: watchdog timeout\n"
	 "Dec 01 12:00:02 r7 kernel: packets lost\n"),
	"1700000000 1 2 3\n1700000001 1 2 3\n",
	"12:00:01 input ix0 output\n12:00:01 1 2 3\n",
	"12:00:01 input ix0 output\n12:00:01",
	"input (Total) output\npackets errs bytes packets errs bytes colls\n",
	/* two forms */
	"12:00:01 input ix0 output\n1700000000 packets errs bytes\n",
};

START_TEST(others_stay)
{
	opens(others[_i], others[_i]);
}
END_TEST

Suite *
stamped_suite(void)
{
	Suite *s = suite_create("stamped");
	TCase *t = tcase_create("stamped");

	tcase_add_loop_test(t, each_form, 0, COUNT(times));
	tcase_add_loop_test(t, others_stay, 0, COUNT(others));
	suite_add_tcase(s, t);
	return s;
}
