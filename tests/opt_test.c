/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/unit.h"

#include <stdlib.h>
#include <string.h>

#include "lib/num.h"
#include "lib/opt.h"

Suite *opt_suite(void);

struct all {
	bool all, both;
	uint64_t number, time_ns;
	struct rate rate;
	const char *text;
	char called[64];
};

static int
call(const char *what, const char *text, void *field, struct fail *f)
{
	if (strcmp(text, "bad") == 0)
		return fail(f, "%s: \"%s\" is bad", what, text);
	strcpy(field, text);
	return 0;
}

#define ROW(letter, name, arg, type, field, min, max)                         \
	{                                                                     \
		letter, name, arg, "help", type, offsetof(struct all, field), \
		    min, max, call                                            \
	}
static const struct opt table[] = {
	ROW('a', "all", NULL, OPT_FLAG, all, 0, 0),
	ROW('b', "both", NULL, OPT_FLAG, both, 0, 0),
	ROW('n', "number", "N", OPT_U64, number, 2, 99),
	ROW('t', "time", "TIME", OPT_DURATION, time_ns, 1, 5000000000),
	ROW('r', "rate", "RATE", OPT_RATE, rate, 0, 0),
	ROW('s', "text", "TEXT", OPT_TEXT, text, 0, 0),
	ROW(0, "call", "X", OPT_CALL, called, 0, 0),
	{ 0, NULL, NULL, NULL, OPT_FLAG, 0, 0, 0, NULL },
};

#define LINE(...)                         \
	{                                 \
		"prog", __VA_ARGS__, NULL \
	}
static const struct {
	const char *argv[8];
	/* NULL: parsed, and then */
	const char *error;
	bool all, both;
	uint64_t number, time_ns, frames;
	const char *text, *called;
	const char *operands; /* joined by blanks */
} lines[] = {
	{ LINE("x"), NULL, 0, 0, 7, 0, 0, NULL, "", "x" },
	{ LINE("-a"), NULL, 1, 0, 7, 0, 0, NULL, "", "" },
	{ LINE("-ab"), NULL, 1, 1, 7, 0, 0, NULL, "", "" },
	{ LINE("-abn5"), NULL, 1, 1, 5, 0, 0, NULL, "", "" },
	{ LINE("-abn", "5"), NULL, 1, 1, 5, 0, 0, NULL, "", "" },
	{ LINE("--all", "--both"), NULL, 1, 1, 7, 0, 0, NULL, "", "" },
	{ LINE("--number=99"), NULL, 0, 0, 99, 0, 0, NULL, "", "" },
	{ LINE("--number", "2"), NULL, 0, 0, 2, 0, 0, NULL, "", "" },
	{ LINE("-n3", "-n4"), NULL, 0, 0, 4, 0, 0, NULL, "", "" },
	{ LINE("-t", "1.5s"), NULL, 0, 0, 7, 1500000000, 0, NULL, "", "" },
	{ LINE("-r2k"), NULL, 0, 0, 7, 0, 2000, NULL, "", "" },
	{ LINE("--text="), NULL, 0, 0, 7, 0, 0, "", "", "" },
	{ LINE("--text=a=b"), NULL, 0, 0, 7, 0, 0, "a=b", "", "" },
	{ LINE("--text", "-a"), NULL, 0, 0, 7, 0, 0, "-a", "", "" },
	{ LINE("-s", "--"), NULL, 0, 0, 7, 0, 0, "--", "", "" },
	{ LINE("--call=good"), NULL, 0, 0, 7, 0, 0, NULL, "good", "" },
	/* operands keep their order, wherever the options stand */
	{ LINE("x", "-a", "y", "-n5", "z"), NULL, 1, 0, 5, 0, 0, NULL, "",
	    "x y z" },
	{ LINE("x", "--", "-a", "--all"), NULL, 0, 0, 7, 0, 0, NULL, "",
	    "x -a --all" },
	{ LINE("--", "--", "x"), NULL, 0, 0, 7, 0, 0, NULL, "", "-- x" },
	{ LINE("-", "-a"), NULL, 1, 0, 7, 0, 0, NULL, "", "-" },
	/* refused: the message names option, value and what is accepted */
	{ LINE("-z"), "-z: unknown option (-h lists them)", 0, 0, 0, 0, 0, NULL,
	    NULL, NULL },
	{ LINE("-az"), "-z: unknown option (-h lists them)", 0, 0, 0, 0, 0,
	    NULL, NULL, NULL },
	{ LINE("--zoo=1"), "--zoo: unknown option (-h lists them)", 0, 0, 0, 0,
	    0, NULL, NULL, NULL },
	{ LINE("--al"), "--al: unknown option (-h lists them)", 0, 0, 0, 0, 0,
	    NULL, NULL, NULL },
	{ LINE("--alls"), "--alls: unknown option (-h lists them)", 0, 0, 0, 0,
	    0, NULL, NULL, NULL },
	{ LINE("-n"), "-n: needs a value N", 0, 0, 0, 0, 0, NULL, NULL, NULL },
	{ LINE("--number"), "--number: needs a value N", 0, 0, 0, 0, 0, NULL,
	    NULL, NULL },
	{ LINE("--all=1"), "--all takes no value", 0, 0, 0, 0, 0, NULL, NULL,
	    NULL },
	{ LINE("-n1"), "--number: \"1\" is not a whole number from 2 to 99", 0,
	    0, 0, 0, 0, NULL, NULL, NULL },
	{ LINE("--number=100"),
	    "--number: \"100\" is not a whole number from 2 to 99", 0, 0, 0, 0,
	    0, NULL, NULL, NULL },
	{ LINE("--number="),
	    "--number: \"\" is not a whole number from 2 to 99", 0, 0, 0, 0, 0,
	    NULL, NULL, NULL },
	{ LINE("-t0"),
	    "--time: \"0\" is not a time from 1ns to 5s (units ns us ms s m "
	    "h; seconds without)",
	    0, 0, 0, 0, 0, NULL, NULL, NULL },
	{ LINE("-r", "1e6"),
	    "--rate: \"1e6\" is not a rate in frames/s from 0.001 to 10G "
	    "(units k M G, at most 3 decimals), nor \"max\"",
	    0, 0, 0, 0, 0, NULL, NULL, NULL },
	{ LINE("--call", "bad"), "--call: \"bad\" is bad", 0, 0, 0, 0, 0, NULL,
	    NULL, NULL },
};

START_TEST(line)
{
	char *argv[8] = { 0 }, joined[64] = "";
	struct all v = { .number = 7 };
	struct fail f = { "" };
	int argc = 0, operands = -1, rc;

	for (; lines[_i].argv[argc] != NULL; argc++)
		argv[argc] = (char *)(uintptr_t)lines[_i].argv[argc];
	rc = opt_parse(table, &v, argc, argv, &operands, &f);
	if (lines[_i].error != NULL) {
		ck_assert_int_eq(rc, -1);
		ck_assert_str_eq(f.text, lines[_i].error);
		return;
	}
	ck_assert_msg(rc == 0, "%s", f.text);
	ck_assert_int_eq(v.all, lines[_i].all);
	ck_assert_int_eq(v.both, lines[_i].both);
	ck_assert_uint_eq(v.number, lines[_i].number);
	ck_assert_uint_eq(v.time_ns, lines[_i].time_ns);
	ck_assert_uint_eq(v.rate.frames, lines[_i].frames);
	ck_assert_pstr_eq(v.text, lines[_i].text);
	ck_assert_str_eq(v.called, lines[_i].called);
	for (int i = 1; i <= operands; i++) {
		strcat(joined, i > 1 ? " " : "");
		strcat(joined, argv[i]);
	}
	ck_assert_str_eq(joined, lines[_i].operands);
}
END_TEST

/* Every option is in -h, on a line of its own. */
START_TEST(help)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);
	int lines_seen = 0;

	ck_assert_ptr_nonnull(out);
	opt_help(table, out);
	fclose(out);
	ck_assert_ptr_nonnull(strstr(text, "  -n, --number N "));
	ck_assert_ptr_nonnull(strstr(text, "      --call X "));
	ck_assert_ptr_nonnull(strstr(text, "  -a, --all "));
	for (char *p = text; *p != '\0'; p++)
		lines_seen += *p == '\n';
	ck_assert_int_eq(lines_seen, COUNT(table) - 1);
	free(text);
}
END_TEST

Suite *
opt_suite(void)
{
	Suite *s = suite_create("opt");
	TCase *t = tcase_create("opt");

	tcase_add_loop_test(t, line, 0, COUNT(lines));
	tcase_add_test(t, help);
	suite_add_tcase(s, t);
	return s;
}
