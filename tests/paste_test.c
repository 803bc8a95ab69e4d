/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/unit.h"

#include <stdlib.h>
#include <string.h>

#include "collector/paste.h"

Suite *paste_suite(void);

static const struct {
	const char *in, *out;
} cases[] = {
	{ "", "" },
	{ "plain\n", "plain\n" },
	/* HTML, but no XML */
	{ "&gt; &lt;Link#1&gt; a &amp;&amp; b&nbsp;c &bull; &",
	    "> <Link#1> a "
	    "&& b c &bull; "
	    "&" },
	{ "&amp;gt;", "&gt;" },
	{ "<netstat>&lt;Link#1&gt;", "<netstat>&lt;Link#1&gt;" },
	/* blanks and dashes */
	{ "a\xc2\xa0\xe2\x80\xaf"
	  "b\xe2\x80\x8b"
	  "c\xef\xbb\xbf",
	    "a  bc" },
	{ "5\xa0\xa0"
	  "6 \xc3\xa0 \xe0",
	    "5  6 \xc3\xa0 \xe0" },
	{ "netstat \xe2\x80\x93ni \xe2\x80\x94json", "netstat -ni --json" },
	{ "netstat \x96w 1 \x97q", "netstat -w 1 -q" },
	{ "5 \xe2\x80\x93 \xe2\x80\x94\n", "5 - -\n" },
	{ "2004\xe2\x80\x93"
	  "2016",
	    "2004\xe2\x80\x93"
	    "2016" },
	/* tags */
	{ "[code]# netstat\n5 6[/code]\n", "# netstat\n5 6\n" },
	{ "<pre class=\"x\">a\nb</pre>\r\n", "a\nb\n" },
	{ "{noformat}\na{noformat}", "\na" },
	{ "[coder@host ~]$ ls\n", "[coder@host ~]$ ls\n" },
	/* cat -n */
	{ "     1\ta\n     2\tb\n     3\tc\n     7\td\n",
	    "a\nb\nc\n     7\td\n" },
	{ ">      1\ta\n>      2\tb\n>      3\tc\n", "> a\n> b\n> c\n" },
	{ "     1\ta\n     2\tb\n", "     1\ta\n     2\tb\n" },
};

START_TEST(plain)
{
	size_t len = strlen(cases[_i].in);
	char *text = malloc(len + 1); /* what is read behind it, is found */

	memcpy(text, cases[_i].in, len);
	len = paste_plain(text, len);
	text[len] = '\0';
	ck_assert_str_eq(text, cases[_i].out);
	free(text);
}
END_TEST

Suite *
paste_suite(void)
{
	Suite *s = suite_create("paste");
	TCase *tc = tcase_create("paste");

	tcase_add_loop_test(tc, plain, 0, COUNT(cases));
	suite_add_tcase(s, tc);
	return s;
}
