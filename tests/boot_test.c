/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/unit.h"

#include "collector/boot.h"

Suite *boot_suite(void);

/* As `sysctl -n kern.boottime` prints it, and ids of other systems. */
static const struct {
	const char *a, *b;
	bool same;
} boots[] = {
	{ "", "", true },
	{ "5b1c-11", "5b1c-11", true },
	{ "5b1c-11", "5b1c-12", false },
	/* FreeBSD, DragonFly */
	{ "{ sec = 1164921243, usec = 123 } Thu Nov 30 21:14:03 2006",
	    "{ sec = 1164921245, usec = 9 } Thu Nov 30 21:14:05 2006", true },
	{ "{ sec = 1164921253, usec = 0 } Thu Nov 30 21:14:13 2006",
	    "{ sec = 1164921243, usec = 0 } Thu Nov 30 21:14:03 2006", true },
	{ "{ sec = 1164921254, usec = 0 } Thu Nov 30 21:14:14 2006",
	    "{ sec = 1164921243, usec = 0 } Thu Nov 30 21:14:03 2006", false },
	/* OpenBSD */
	{ "1164921243", "1164921240", true },
	{ "1164921243", "1164921300", false },
	/* NetBSD; over the end of a month, of February, of a year */
	{ "Thu Nov 30 23:59:58 2006", "Fri Dec  1 00:00:01 2006", true },
	{ "Tue Feb 28 23:59:58 2006", "Wed Mar  1 00:00:01 2006", true },
	{ "Thu Feb 28 23:59:58 2008", "Sat Mar  1 00:00:01 2008", false },
	{ "Sun Dec 31 23:59:58 2006", "Mon Jan  1 00:00:01 2007", true },
	{ "Thu Nov 30 21:14:03 2006", "Thu Nov 30 21:14:14 2006", false },
	{ "Thu Nov 30 21:14:03 2006", "Thu Xyz 30 21:14:03 2006", false },
	/* never one with another kind; an id that begins like a number */
	{ "1164921243", "{ sec = 1164921243, usec = 0 }", false },
	{ "1164921243", "1164921243-a", false },
	{ "", "1164921243", false },
};

START_TEST(same)
{
	ck_assert_int_eq(boot_same(boots[_i].a, boots[_i].b), boots[_i].same);
	ck_assert_int_eq(boot_same(boots[_i].b, boots[_i].a), boots[_i].same);
}
END_TEST

Suite *
boot_suite(void)
{
	Suite *s = suite_create("boot");
	TCase *tc = tcase_create("boot");

	tcase_add_loop_test(tc, same, 0, COUNT(boots));
	suite_add_tcase(s, tc);
	return s;
}
