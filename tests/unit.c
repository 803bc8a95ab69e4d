/* SPDX-License-Identifier: BSD-2-Clause */
/* The one unit test program: runs every tests/NAME_test.c. */
#include "tests/unit.h"
#include <stdlib.h>

#define SUITE(name) Suite *name##_suite(void);
#include "suites.inc"
#undef SUITE

#define SUITE(name) name##_suite,
static Suite *(*const suites[])(void) = {
#include "suites.inc"
};
#undef SUITE

int
main(void)
{
	SRunner *runner = srunner_create(NULL);
	int failed;

	for (size_t i = 0; i < COUNT(suites); i++)
		srunner_add_suite(runner, suites[i]());
	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
