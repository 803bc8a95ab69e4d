/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Every listing as mail makes it, wrapped at every width from 60 to 80:
 * quoted before or after, CR LF, blanks as tabs and tabs as blanks, trailing
 * blanks, format=flowed (RFC 3676). What comes out must be what the listing
 * gives as it is, which golden_test.c has checked against the right values.
 */
#include "tests/golden.h"

Suite *mailed_suite(void);

#define TEXT_MAX 400

/* ---- as mail makes it ------------------------------------------------------ */

enum tabs { AS_IT_IS, TO_TABS, TO_BLANKS };

static const struct dress {
	const char *name;
	const char *mark; /* in front of each line */
	const char *end; /* of each line */
	enum tabs tabs;
	bool late; /* quoted first: what is wrapped off has no mark */
	bool flowed; /* the blank before a soft break stays */
} dresses[] = {
	{ .name = "plain", "", "\n" },
	{ .name = "CR LF", "", "\r\n" },
	{ .name = "trailing blanks", "", " \t \n" },
	{ .name = "flowed", "", "\n", .flowed = true },
	{ .name = "blanks as tabs", "", "\n", TO_TABS },
	{ .name = "tabs as blanks", "", "\n", TO_BLANKS },
	{ .name = "quoted", "> ", "\n" },
	{ .name = "quoted flowed", "> ", "\n", .flowed = true },
	{ .name = "quoted twice", ">> ", "\n" },
	{ .name = "quoted twice, blanks between", "> > ", "\r\n" },
	{ .name = "wrapped when quoted", "> ", "\n", .late = true },
	{ .name = "wrapped when quoted twice", "> > ", "\n", .late = true },
	{ .name = "all", "> ", " \r\n", TO_TABS },
};

/* Two blanks or more up to a tab stop become a tab, or the other way. */
static char *
retabbed(const char *text, enum tabs tabs)
{
	char *out = malloc(strlen(text) * 8 + 1), *o = out;
	size_t column = 0, blanks = 0;

	for (; *text != '\0'; text++) {
		if (*text == '\t' && tabs == TO_BLANKS) {
			do
				*o++ = ' ';
			while (++column % 8 != 0);
			continue;
		}
		if (*text == ' ' && tabs == TO_TABS) {
			blanks++;
			if (++column % 8 != 0)
				continue;
			*o++ = blanks > 1 ? '\t' : ' ';
			blanks = 0;
			continue;
		}
		for (; blanks > 0; blanks--)
			*o++ = ' ';
		*o++ = *text;
		column = *text == '\n' ? 0
		    : *text == '\t'    ? (column / 8 + 1) * 8
				       : column + 1;
	}
	*o = '\0';
	return out;
}

/* Where a mailer breaks this line: after `n` bytes, 0 for not at all. */
static size_t
break_at(const char *p, size_t len, size_t wrap)
{
	size_t n = wrap, indent = strspn(p, " ");

	if (wrap == 0 || len <= wrap)
		return 0;
	while (n > indent && p[n] != ' ')
		n--;
	return n > indent ? n : 0;
}

static char *
dressed(const char *text, const struct dress *d, size_t wrap)
{
	char *own =
	    d->tabs == AS_IT_IS ? strdup(text) : retabbed(text, d->tabs);
	size_t len = 0, mark = strlen(d->mark);
	char *out = malloc(strlen(own) * 12 + 16);
	bool rest = false; /* of a line that was broken */

	for (const char *p = own; *p != '\0';) {
		size_t n = strcspn(p, "\n");
		size_t room =
		    d->late && !rest && wrap > mark ? wrap - mark : wrap;
		size_t cut = break_at(p, n, room);

		len += (size_t)sprintf(out + len, "%s%.*s%s%s",
		    d->late && rest ? "" : d->mark, (int)(cut > 0 ? cut : n), p,
		    d->flowed && cut > 0 ? " " : "", d->end);
		rest = cut > 0;
		p += rest ? cut + 1 : n + (p[n] == '\n');
	}
	out[len] = '\0';
	free(own);
	return out;
}

/* ---- running ---------------------------------------------------------------- */

/* The first place where they differ, for whoever has to mend it. */
static void
differs(const json_t *want, const json_t *have, char *where)
{
	char inner[TEXT_MAX] = "";
	const char *key;
	json_t *value;
	size_t i;

	if (json_equal(want, have))
		return;
	json_object_foreach((json_t *)want, key, value)
	{
		if (json_equal(value, json_object_get(have, key)))
			continue;
		differs(value, json_object_get(have, key), inner);
		snprintf(where, TEXT_MAX, "%.60s.%.300s", key, inner);
		return;
	}
	json_array_foreach(want, i, value)
	{
		if (json_equal(value, json_array_get(have, i)))
			continue;
		differs(value, json_array_get(have, i), inner);
		snprintf(where, TEXT_MAX, "%zu.%.300s", i, inner);
		return;
	}
}

static void
check_one(const struct sample *of, const struct dress *d)
{
	json_t *plain = reading(of, of->text);
	char where[TEXT_MAX] = "";

	for (size_t wrap = 59; wrap <= 80; wrap++) {
		size_t width = wrap == 59 ? 0 : wrap;
		char *text = dressed(of->text, d, width);
		json_t *have = reading(of, text);

		differs(plain, have, where);
		ck_assert_msg(json_equal(plain, have),
		    "%s (%s, wrapped at %zu): %s", of->name, d->name, width,
		    where);
		json_decref(have);
		free(text);
	}
	json_decref(plain);
}

static void
check_all(const char *dir, const struct dress *d)
{
	struct sample v[512];
	size_t n = samples(dir, v, COUNT(v));

	for (size_t i = 0; i < n; i++)
		check_one(&v[i], d);
	samples_free(v, n);
}

START_TEST(corpus)
{
	check_all(CORPUS, &dresses[_i]);
}
END_TEST

START_TEST(variants)
{
	check_all(VARIANTS, &dresses[_i]);
}
END_TEST

Suite *
mailed_suite(void)
{
	Suite *s = suite_create("mailed");
	TCase *tc = tcase_create("mailed");

	tcase_set_timeout(tc, 120);
	tcase_add_loop_test(tc, corpus, 0, COUNT(dresses));
	tcase_add_loop_test(tc, variants, 0, COUNT(dresses));
	suite_add_tcase(s, tc);
	return s;
}
