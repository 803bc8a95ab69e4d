/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Two listings of one system without a line between them give what each of
 * them gives: the last line of the one may look as if mail had broken it, and
 * the first of the other like its rest. Listings of one kind may be joined.
 */
#include "tests/golden.h"

Suite *glued_suite(void);

/* Told the system, but not the command. */
static json_t *
read_as(const struct sample *of, const char *text)
{
	struct sample s = *of;
	json_t *have, *about = json_deep_copy(of->about);

	json_object_set_new(about, "command", json_string(""));
	s.about = about;
	have = reading(&s, text);
	json_decref(about);
	return have;
}

static void
check_pair(const struct sample *a, const struct sample *b)
{
	char *text = malloc(strlen(a->text) + strlen(b->text) + 1);
	json_t *one = read_as(a, a->text), *two = read_as(a, b->text), *all;

	strcpy(text, a->text);
	strcat(text, b->text);
	all = read_as(a, text);
	json_array_extend(one, two);
	ck_assert_msg(json_equal(one, all), "%s, then %s", a->name, b->name);
	json_decref(one);
	json_decref(two);
	json_decref(all);
	free(text);
}

static bool
same(const struct sample *a, const struct sample *b, const char *key)
{
	return strcmp(sample_text(a, key), sample_text(b, key)) == 0;
}

/* Made by hand: nothing tells its heading from text. */
static bool
is_table(const struct sample *s)
{
	return strcmp(sample_text(s, "kind"), "table") == 0;
}

START_TEST(pairs)
{
	struct sample v[512];
	size_t n = samples(CORPUS, v, COUNT(v));

	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < n; k++)
			if (same(&v[i], &v[k], "os") &&
			    !same(&v[i], &v[k], "kind") && !is_table(&v[k]))
				check_pair(&v[i], &v[k]);
	samples_free(v, n);
}
END_TEST

Suite *
glued_suite(void)
{
	Suite *s = suite_create("glued");
	TCase *tc = tcase_create("glued");

	tcase_set_timeout(tc, 120);
	tcase_add_test(tc, pairs);
	suite_add_tcase(s, tc);
	return s;
}
