/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A terminal breaks a long line at its last column, within a number even, and
 * what script(1) or a serial console saves is so. Such a listing gives what it
 * gives unbroken.
 */
#include "tests/golden.h"

Suite *screen_suite(void);

static char *
broken_at(const char *text, size_t width)
{
	char *out = malloc(2 * strlen(text) + 1), *p = out;
	size_t column = 0;

	for (; *text != '\0'; text++) {
		if (column == width && *text != '\n') {
			*p++ = '\n';
			column = 0;
		}
		column = *text == '\n' ? 0 : column + 1;
		*p++ = *text;
	}
	*p = '\0';
	return out;
}

static void
check_one(const struct sample *of, size_t width)
{
	json_t *plain = reading(of, of->text), *have;
	char *text = broken_at(of->text, width);

	have = reading(of, text);
	ck_assert_msg(json_equal(plain, have), "%s at %zu", of->name, width);
	json_decref(plain);
	json_decref(have);
	free(text);
}

static void
check_all(const char *dir, const char *kind, size_t least)
{
	static const size_t widths[] = { 80, 100, 120, 132 };
	struct sample v[512];
	size_t n = samples(dir, v, COUNT(v)), found = 0;

	for (size_t i = 0; i < n; i++) {
		if (strcmp(sample_text(&v[i], "kind"), kind) != 0)
			continue;
		found++;
		for (size_t k = 0; k < COUNT(widths); k++)
			check_one(&v[i], widths[k]);
	}
	ck_assert_uint_ge(found, least);
	samples_free(v, n);
}

START_TEST(net_dev)
{
	check_all(CORPUS, "procnetdev", 2);
	check_all(VARIANTS, "procnetdev", 5);
}
END_TEST

START_TEST(snmp)
{
	check_all(VARIANTS, "snmp", 3);
}
END_TEST

START_TEST(stat)
{
	check_all(CORPUS, "procstat", 1);
	check_all(VARIANTS, "procstat", 4);
}
END_TEST

/* What was copied ends within a row: its last number may lack digits. */
START_TEST(cut_row)
{
	struct sample s = { .about = json_pack("{s:s, s:s}", "os", "Linux",
				"version", "6.1") };
	json_t *all = reading(&s,
	    "           CPU0       CPU1\n"
	    "  0:         41          0   IO-APIC   2-edge      timer\n"
	    "126:  902110334          8982");
	json_t *rows = json_object_get(
	    json_object_get(json_array_get(all, 0), "data"), "interrupts");

	ck_assert_ptr_nonnull(json_object_get(rows, "0"));
	ck_assert_ptr_null(json_object_get(rows, "126"));
	json_decref(all);
	json_decref(s.about);
}
END_TEST

/* ip -o: a link is a line, with a "\\" where its lines ended. */
static char *
one_line_each(const char *text)
{
	char *out = strdup(text);

	for (char *p = out; *p != '\0'; p++)
		if (*p == '\n' && p[1] == ' ')
			*p = '\\';
	return out;
}

START_TEST(one_line)
{
	struct sample v[512];
	size_t n = samples(CORPUS, v, COUNT(v)), found = 0;

	for (size_t i = 0; i < n; i++) {
		json_t *plain, *have;
		char *text;

		if (strcmp(sample_text(&v[i], "kind"), "iplink") != 0)
			continue;
		found++;
		plain = reading(&v[i], v[i].text);
		text = one_line_each(v[i].text);
		have = reading(&v[i], text);
		ck_assert_msg(json_equal(plain, have), "%s", v[i].name);
		json_decref(plain);
		json_decref(have);
		free(text);
	}
	ck_assert_uint_ge(found, 2);
	samples_free(v, n);
}
END_TEST

Suite *
screen_suite(void)
{
	Suite *s = suite_create("screen");
	TCase *tc = tcase_create("screen");

	tcase_add_test(tc, net_dev);
	tcase_add_test(tc, snmp);
	tcase_add_test(tc, stat);
	tcase_add_test(tc, cut_row);
	tcase_add_test(tc, one_line);
	suite_add_tcase(s, tc);
	return s;
}
