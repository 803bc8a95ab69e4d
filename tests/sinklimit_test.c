/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/unit.h"

#include "netreceive/sinklimit.h"

Suite *sinklimit_suite(void);

#define MS 1000000ULL

static const struct {
	struct sinklimit_facts x; /* known, drops, ring, backlog, active, cpu */
	enum sinklimit by;
	const char *name;
} runs[] = {
	{ { true, 0, 0, 0, 0, 0 }, SINKLIMIT_NONE, NULL },
	{ { true, 0, 0, 0, 1000 * MS, 899 * MS }, SINKLIMIT_NONE, NULL },
	{ { true, 0, 0, 0, 1000 * MS, 900 * MS }, SINKLIMIT_CPU, "cpu" },
	{ { true, 0, 0, 0, 100 * MS, 100 * MS }, SINKLIMIT_CPU, "cpu" },
	{ { true, 0, 0, 0, 99 * MS, 99 * MS }, SINKLIMIT_NONE, NULL },
	{ { true, 1, 0, 0, 0, 0 }, SINKLIMIT_BUFFER, "buffer" },
	{ { true, 1, 1, 1, 1000 * MS, 1000 * MS }, SINKLIMIT_BUFFER, "buffer" },
	{ { true, 0, 1, 1, 1000 * MS, 1000 * MS }, SINKLIMIT_BACKLOG,
	    "backlog" },
	{ { true, 0, 1, 0, 1000 * MS, 1000 * MS }, SINKLIMIT_RING, "ring" },
	{ { false, 0, 0, 0, 1000 * MS, 100 * MS }, SINKLIMIT_UNKNOWN,
	    "unknown" },
	{ { false, 9, 0, 0, 1000 * MS, 950 * MS }, SINKLIMIT_CPU, "cpu" },
	{ { false, 0, 2, 0, 0, 0 }, SINKLIMIT_RING, "ring" },
};

START_TEST(judged)
{
	enum sinklimit by = sinklimit_of(&runs[_i].x);

	ck_assert_int_eq(by, runs[_i].by);
	ck_assert_pstr_eq(sinklimit_name(by), runs[_i].name);
	ck_assert((sinklimit_text(by) == NULL) == (runs[_i].name == NULL));
}
END_TEST

Suite *
sinklimit_suite(void)
{
	Suite *s = suite_create("sinklimit");
	TCase *t = tcase_create("sinklimit");

	tcase_add_loop_test(t, judged, 0, COUNT(runs));
	suite_add_tcase(s, t);
	return s;
}
