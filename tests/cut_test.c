/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Listings that were cut off behind any word: every number that is read of
 * the rest stands at the same place in the whole listing. Texts may end early.
 */
#include "tests/golden.h"

Suite *cut_suite(void);

#define TEXT_MAX 400

/* How much there was: less of it, when there is less. */
static const char *const sums[] = { "n_messages_expanded", "counts", "blasts",
	"warnings", "ncpu", "cpus", "columns", "rules" };

static bool
is_sum(const char *key, const json_t *all)
{
	/* counters are named after texts, and by what else there is */
	if (strchr(key, ' ') != NULL && all == NULL)
		return true;
	for (size_t i = 0; i < COUNT(sums); i++)
		if (strcmp(sums[i], key) == 0)
			return true;
	return strncmp(key, "n_", 2) == 0;
}

/* Nothing in `have` that is not so in `all`; where: the path of what is not. */
static bool
part_of(const json_t *have, const json_t *all, char *where)
{
	char inner[TEXT_MAX] = "";
	const char *key;
	json_t *value;
	size_t i, at = 0;

	if (json_is_null(have) || json_is_string(have) || json_is_boolean(have))
		return true;
	if (json_is_object(have)) {
		json_object_foreach((json_t *)have, key, value)
		{
			if (is_sum(key, json_object_get(all, key)) ||
			    part_of(value, json_object_get(all, key), where))
				continue;
			snprintf(inner, sizeof(inner), "%s", where);
			snprintf(where, TEXT_MAX, "%.60s.%.300s", key, inner);
			return false;
		}
		return true;
	}
	if (!json_is_array(have) || !json_is_array(all)) {
		char *text = json_dumps(have, JSON_ENCODE_ANY);

		snprintf(where, TEXT_MAX, "%.300s", text);
		free(text);
		return json_equal(have, all);
	}
	json_array_foreach(have, i, value)
	{
		while (at < json_array_size(all) &&
		    !part_of(value, json_array_get(all, at), inner)) {
			if (where[0] == '\0')
				snprintf(
				    where, TEXT_MAX, "%zu.%.300s", i, inner);
			inner[0] = '\0';
			at++;
		}
		if (at++ == json_array_size(all))
			return false;
	}
	return true;
}

static void
check_one(const struct sample *of)
{
	json_t *all = reading(of, of->text);
	char where[TEXT_MAX];
	size_t len = strlen(of->text);

	for (size_t i = 1; i < len; i++) {
		char *text;
		json_t *have;

		if (strchr(" \t\n", of->text[i]) == NULL ||
		    strchr(" \t\n", of->text[i - 1]) != NULL)
			continue;
		text = strndup(of->text, i);
		have = reading(of, text);
		where[0] = '\0';
		ck_assert_msg(part_of(have, all, where), "%s cut at %zu: %s",
		    of->name, i, where);
		json_decref(have);
		free(text);
	}
	json_decref(all);
}

static void
check_all(const char *dir)
{
	struct sample v[512];
	size_t n = samples(dir, v, COUNT(v));

	for (size_t i = 0; i < n; i++)
		/* gives sums over the rows, which are CPUs */
		if (strcmp(sample_text(&v[i], "kind"), "cachestat") != 0)
			check_one(&v[i]);
	samples_free(v, n);
}

START_TEST(corpus)
{
	check_all(CORPUS);
}
END_TEST

START_TEST(variants)
{
	check_all(VARIANTS);
}
END_TEST

Suite *
cut_suite(void)
{
	Suite *s = suite_create("cut");
	TCase *tc = tcase_create("cut");

	tcase_set_timeout(tc, 120);
	tcase_add_test(tc, corpus);
	tcase_add_test(tc, variants);
	suite_add_tcase(s, tc);
	return s;
}
