/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/unit.h"

#include <stdlib.h>
#include <string.h>

#include "harness/html.h"
#include "harness/plot.h"

Suite *html_suite(void);

static struct html page;

static void
start(void)
{
	ck_assert_int_eq(html_start(&page, NULL), 0);
}

static void
stop(void)
{
	html_free(&page);
}

static const char *
finish(void)
{
	ck_assert_int_eq(html_finish(&page, NULL), 0);
	return page.buf;
}

static const struct {
	const char *text, *page;
} escapes[] = {
	{ "plain", "plain" },
	{ "", "" },
	{ "<script>alert(1)</script>",
	    "&lt;script&gt;alert(1)&lt;/script&gt;" },
	{ "a & b", "a &amp; b" },
	{ "\"x\" onload='y'", "&quot;x&quot; onload=&#39;y&#39;" },
	{ "`date`", "&#96;date&#96;" },
	{ "one\ntwo\tthree", "one\ntwo\tthree" },
	{ "bell\a esc\033[31m del\177",
	    "bell\xef\xbf\xbd esc\xef\xbf\xbd[31m del\xef\xbf\xbd" },
	{ "\xe2\x80\x93 \xc3\xa9", "\xe2\x80\x93 \xc3\xa9" },
};

START_TEST(escaped)
{
	html_text(&page, escapes[_i].text);
	ck_assert_str_eq(finish(), escapes[_i].page);
}
END_TEST

START_TEST(null_is_nothing)
{
	html_text(&page, NULL);
	html_element(&page, "b", NULL);
	ck_assert_str_eq(finish(), "<b></b>");
}
END_TEST

START_TEST(attributes)
{
	html_open(
	    &page, "a", "href", "#\"><script>", "class", NULL, "id", "x", NULL);
	html_close(&page, "a");
	ck_assert_str_eq(
	    finish(), "<a href=\"#&quot;&gt;&lt;script&gt;\" id=\"x\"></a>");
}
END_TEST

/* Longer than the buffer on the stack, and still escaped. */
START_TEST(long_one)
{
	char long_text[2001];

	memset(long_text, '<', sizeof(long_text) - 1);
	long_text[sizeof(long_text) - 1] = '\0';
	html_textf(&page, "%s", long_text);
	ck_assert_uint_eq(strlen(finish()), 2000 * strlen("&lt;"));
	ck_assert_ptr_null(strchr(page.buf, '<'));
}
END_TEST

static const struct {
	const char *text, *anchor;
} anchors[] = {
	{ "plain", "row-plain" },
	{ "a b/\"c\"", "row-a-b--c-" },
	{ "", "row-" },
	{ "<i>", "row--i-" },
	{ "0123456789012345678901234567890", "row-012345678901234" },
};

START_TEST(anchor)
{
	char buf[20];

	ck_assert_str_eq(
	    html_anchor("row-", anchors[_i].text, buf, sizeof(buf)),
	    anchors[_i].anchor);
}
END_TEST

static const struct {
	const char *text;
	size_t max;
	const char *quoted;
} quotes[] = {
	{ "plain", 20, "'plain'" },
	{ "it's", 20, "'it\xe2\x80\x99s'" },
	{ "'; system('x'); '", 30,
	    "'\xe2\x80\x99; system(\xe2\x80\x99x\xe2\x80\x99); "
	    "\xe2\x80\x99'" },
	{ "`date` \\ @x \"y\"", 30, "'`date` \\ @x \"y\"'" },
	{ "a\nset output 'x'", 30, "'a set output \xe2\x80\x99x\xe2\x80\x99'" },
	{ "abcdef", 6, "'abcdef'" },
	{ "abcdefg", 6, "'abcde\xe2\x80\xa6'" },
	{ "\xc3\xa9\xc3\xa9\xc3\xa9", 2, "'\xc3\xa9\xe2\x80\xa6'" },
	{ "", 5, "''" },
};

START_TEST(quote)
{
	char *text = NULL;
	size_t len = 0;
	FILE *out = open_memstream(&text, &len);

	ck_assert_ptr_nonnull(out);
	plot_quote(out, quotes[_i].text, quotes[_i].max);
	ck_assert_int_eq(fclose(out), 0);
	ck_assert_str_eq(text, quotes[_i].quoted);
	free(text);
}
END_TEST

START_TEST(svg_ids)
{
	static const char svg[] =
	    "<?xml version=\"1.0\"?>\n<svg width=\"1\">"
	    "<title>Gnuplot</title><!-- x --><desc>made by</desc>"
	    "<g id=\"canvas\"><path id='p0'/><use xlink:href='#p0'/>"
	    "<use href=\"#p0\" fill=\"url(#canvas)\"/></g></svg>";

	ck_assert_int_eq(plot_inline(&page, svg, "rate-1", "a < b", NULL), 0);
	ck_assert_str_eq(finish(),
	    "<svg role=\"img\" aria-label=\"a &lt; b\" width=\"1\">"
	    "<g id=\"rate-1-canvas\"><path id='rate-1-p0'/>"
	    "<use xlink:href='#rate-1-p0'/>"
	    "<use href=\"#rate-1-p0\" fill=\"url(#rate-1-canvas)\"/></g>"
	    "</svg>");
}
END_TEST

START_TEST(no_svg)
{
	struct fail f = { "" };

	ck_assert_int_eq(plot_inline(&page, "oops", "rate-1", "x", &f), -1);
	ck_assert_ptr_nonnull(strstr(f.text, "rate-1"));
	ck_assert_int_eq(plot_inline(&page, "<svg >", "rate-1", "x", &f), -1);
}
END_TEST

Suite *
html_suite(void)
{
	Suite *s = suite_create("html");
	TCase *t = tcase_create("page");

	tcase_add_checked_fixture(t, start, stop);
	tcase_add_loop_test(t, escaped, 0, COUNT(escapes));
	tcase_add_test(t, null_is_nothing);
	tcase_add_test(t, attributes);
	tcase_add_test(t, long_one);
	tcase_add_loop_test(t, anchor, 0, COUNT(anchors));
	tcase_add_loop_test(t, quote, 0, COUNT(quotes));
	tcase_add_test(t, svg_ids);
	tcase_add_test(t, no_svg);
	suite_add_tcase(s, t);
	return s;
}
