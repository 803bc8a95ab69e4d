/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Listings as they are copied off a screen that was too narrow: lines cut at
 * its last column, within words and numbers. Where that shows in a heading,
 * the text is put together again.
 */
#include "tests/unit.h"

#include <stdio.h>
#include <stdlib.h>

#include "collector/folded.h"
#include "collector/session.h"

Suite *folded_suite(void);

static char *
folded(const char *text, size_t width)
{
	char *out = malloc(2 * strlen(text) + 2);
	size_t n = 0, column = 0;

	for (; *text != '\0'; text++) {
		if (*text != '\n' && column == width) {
			out[n++] = '\n';
			column = 0;
		}
		out[n++] = *text;
		column = *text == '\n' ? 0 : column + 1;
	}
	out[n] = '\0';
	return out;
}

/* Does the text come out of it again as it went in? */
static bool
opens(const char *text, const char *narrow)
{
	struct arena a = { .broken = false };
	size_t len = strlen(narrow), whole = strlen(text);
	const char *open = folded_open(&a, narrow, &len);
	bool same = len == whole && memcmp(open, text, len) == 0;

	arena_free(&a);
	return same;
}

START_TEST(each_table)
{
	static const char of_nibd[] =
	    "Name    Mtu Network       Address              Ipkts Ierrs     "
	    "Ibytes    Opkts Oerrs     Obytes  Coll Drop\n"
	    "em0    1500 <Link#1>      02:00:00:aa:01:00 1180203344 45210 "
	    "70812201260       18     0       1512     0    0 \n"
	    "em1    1500 <Link#2>      02:00:00:aa:01:01       22     0       "
	    "1848 1131007455     0 67860447300     0 49180121 \n"
	    "lo0   16384 <Link#3>                               0     0       "
	    "   0        0     0          0     0    0 \n";
	static const char of_w[] =
	    "wm0 in               wm0 out                    total in         "
	    "    total out\n"
	    " packets  errs  packets  errs colls drops   packets  errs  packets"
	    "  errs colls drops \n"
	    "904411203  1210     4471     0     0     0 904420118  1210 "
	    "881000342    12     0     9 \n"
	    "  417411     0        1     0     0     0    417413     0   "
	    "409783     0     0     3 \n";
	char *narrow = folded(of_nibd, 80);

	ck_assert(opens(of_nibd, narrow));
	free(narrow);
	narrow = folded(of_w, 80);
	ck_assert(opens(of_w, narrow));
	free(narrow);
	/* nothing was cut */
	ck_assert(opens(of_nibd, of_nibd));
	/* the end of a line of mail */
	ck_assert(
	    opens("Name Mtu Network Address                         Ipkts "
		  "Ierrs Opkts\nOerrs Coll\n",
		"Name Mtu Network Address                         Ipkts "
		"Ierrs Opkts\nOerrs Coll\n"));
}
END_TEST

/* What is read of it has the numbers of the whole rows. */
START_TEST(whole_rows)
{
	static const char text[] =
	    "Name  Mtu   Network       Address            Ipkts Ierrs     "
	    "Ibytes    Opkts Oerrs     Obytes  Coll Drop\n"
	    "em0   1500  <Link#1>    00:02:b3:00:00:01 100200300    12 "
	    "6012018000 4294967290     0        300     0   7 \n";
	char *narrow = folded(text, 80);
	struct session s = { .n = 0 };
	struct session_ask ask = { .os = "FreeBSD", .version = 4 };
	struct fail f = { "" };

	ck_assert_int_eq(session_read(&s, narrow, strlen(narrow), &ask, &f), 0);
	ck_assert_uint_eq(s.n, 1);
	for (size_t i = 0; i < s.v[0].counters.n; i++) {
		const struct counter *c = &s.v[0].counters.v[i];

		if (strcmp(c->name, "if.tx.packets") == 0)
			ck_assert_uint_eq(c->value, 4294967290);
		if (strcmp(c->name, "if.tx.drops") == 0)
			ck_assert_uint_eq(c->value, 7);
	}
	session_free(&s);
}
END_TEST

Suite *
folded_suite(void)
{
	Suite *s = suite_create("folded");
	TCase *t = tcase_create("folded");

	tcase_add_test(t, each_table);
	tcase_add_test(t, whole_rows);
	suite_add_tcase(s, t);
	return s;
}
