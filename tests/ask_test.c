/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/unit.h"

#include <string.h>

#include "collector/ask_script.h"

Suite *ask_suite(void);

static const struct {
	const char *command, *text, *why;
} asks[] = {
	{ "echo one; echo two", "one\ntwo\n", NULL },
	{ "printf 'no newline'", "no newline", NULL },
	{ "printf '\\n\\n'", "\n\n", NULL },
	{ ":", "", NULL },
	{ "printf \"it's %s\" '$HOME' # \"\n", "it's $HOME", NULL },
	{ "cat", "", NULL }, /* nothing to read, and none of the script */
	{ "echo out; echo err >&2; (exit 3)", "out\n", "exit 3: err" },
	{ "echo out; exit 0", "out\n", NULL },
	{ "echo none >&2; exit 127", "", "exit 127: none" },
	{ "sh -c 'kill -9 $$'", "", "exit 137: " },
	{ "(exit 4)", "", "exit 4: " },
	{ "printf 'no newline' >&2; echo out", "out\n", NULL },
	{ "printf 'no newline' >&2; (exit 5)", "", "exit 5: no newline" },
	{ "kill -9 $$; echo", NULL, "it was not come to" },
};
#define ASKS (sizeof(asks) / sizeof(asks[0]))

START_TEST(here)
{
	struct ask v[ASKS];
	struct asked a = { .os = "" };
	struct on on = { .far = false };
	char why[400];

	for (size_t i = 0; i < ASKS; i++)
		v[i] = (struct ask){ .command = asks[i].command };
	v[ASKS - 1] = (struct ask){ .command = "echo", .os = "Plan9" };
	ck_assert_int_eq(ask_all(&on, v, ASKS, &a, NULL), 0);
	ck_assert_str_eq(a.broken.text, "");
	ck_assert(a.os[0] != '\0' && a.name[0] != '\0');
	ck_assert(a.cpu_ms >= 0 && a.shell_cpu_ms >= 0);
	for (size_t i = 0; i < ASKS; i++) {
		const char *got = ask_failed(&v[i], why, sizeof(why));

		if (asks[i].text != NULL) {
			ck_assert(v[i].ended);
			ck_assert_uint_eq(v[i].len, strlen(asks[i].text));
			ck_assert_int_eq(
			    memcmp(v[i].text, asks[i].text, v[i].len), 0);
		}
		if (asks[i].why == NULL)
			ck_assert_ptr_null(got);
		else
			ck_assert_str_eq(got, asks[i].why);
	}
	asked_free(&a);
}
END_TEST

/* The shell itself is ended: what was read before stays. */
START_TEST(broken)
{
	struct ask v[] = { { .command = "echo kept" },
		{ .command = "kill -9 $$" }, { .command = "echo never" } };
	struct asked a = { .os = "" };
	struct on on = { .far = false };
	char why[400];

	ck_assert_int_eq(ask_all(&on, v, 3, &a, NULL), 0);
	ck_assert_ptr_nonnull(strstr(a.broken.text, "exit 137"));
	ck_assert_ptr_null(ask_failed(&v[0], why, sizeof(why)));
	ck_assert_str_eq(ask_failed(&v[1], why, sizeof(why)), "cut short");
	ck_assert_str_eq(
	    ask_failed(&v[2], why, sizeof(why)), "it was not come to");
	asked_free(&a);
}
END_TEST

/* What prints too much is ended, with what it started; the next is come to. */
START_TEST(endless)
{
	struct ask v[] = { { .command = "echo before" },
		{ .command = "yes | tee /dev/null; echo never" },
		{ .command = "head -c 8388608 /dev/zero" },
		{ .command = "yes" },
		{ .command = "head -c 8388607 /dev/zero; echo" },
		{ .command = "echo after" } };
	struct asked a = { .os = "" };
	struct on on = { .far = false };
	char why[400];

	ck_assert_int_eq(ask_all(&on, v, 6, &a, NULL), 0);
	ck_assert_str_eq(a.broken.text, "");
	for (size_t i = 0; i < 6; i++) {
		ck_assert(v[i].ended && !v[i].late);
		ck_assert_int_eq(v[i].cut, i == 1 || i == 3);
		if (v[i].cut)
			ck_assert_str_eq(ask_failed(&v[i], why, sizeof(why)),
			    "more than 8388608 bytes of output");
		else
			ck_assert_ptr_null(ask_failed(&v[i], why, sizeof(why)));
		if (i > 0 && i < 5)
			ck_assert_uint_eq(v[i].len, ASK_TEXT_MAX);
	}
	ck_assert_uint_eq(v[5].len, 6);
	asked_free(&a);
}
END_TEST

static const struct {
	const char *text, *mark;
	size_t next;
} marks[] = {
	{ "tok end 1\n", "end 1", 10 },
	{ "a\ntok x\nb", "x", 8 },
	{ " tok x\n", NULL, 0 }, /* not at the beginning of a line */
	{ "tok x", NULL, 0 }, /* not whole yet */
	{ "tok\n", NULL, 0 },
	{ "toktok x\ntok y\n", "ok x", 9 },
	{ "", NULL, 0 },
};

START_TEST(find)
{
	struct mark m;
	size_t n;
	bool found =
	    mark_find(marks[_i].text, strlen(marks[_i].text), 0, "tok", &m);

	ck_assert_int_eq(found, marks[_i].mark != NULL);
	if (!found)
		return;
	ck_assert_str_eq(m.text, marks[_i].mark);
	ck_assert_uint_eq(m.next, marks[_i].next);
	ck_assert_int_eq(mark_number(&m, "end", &n), _i == 0);
	ck_assert(_i != 0 || n == 1);
}
END_TEST

START_TEST(token)
{
	char a[ASK_TOKEN], b[ASK_TOKEN];

	ck_assert_int_eq(ask_token(a, NULL), 0);
	ck_assert_int_eq(ask_token(b, NULL), 0);
	ck_assert_uint_eq(strspn(a, "abcdefghijklmnop"), ASK_TOKEN - 1);
	ck_assert_str_ne(a, b);
}
END_TEST

Suite *
ask_suite(void)
{
	Suite *s = suite_create("ask");
	TCase *t = tcase_create("ask");

	tcase_set_timeout(t, 120);
	tcase_add_test(t, here);
	tcase_add_test(t, broken);
	tcase_add_test(t, endless);
	tcase_add_loop_test(t, find, 0, sizeof(marks) / sizeof(marks[0]));
	tcase_add_test(t, token);
	suite_add_tcase(s, t);
	return s;
}
