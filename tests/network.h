/* SPDX-License-Identifier: BSD-2-Clause */
/* Tests with a network namespace of their own. Linux only. */
#ifndef TESTS_NETWORK_H
#define TESTS_NETWORK_H

#include <sched.h>
#include <stdlib.h>

#include "tests/child.h"
#include "tests/unit.h"

#define CANNOT_RUN 77

static inline int
command(const char *line)
{
	return system(line) == 0;
}

/*
 * Runs body() in a child with a network of its own, which ends with it. Where
 * that is not allowed nothing is tested, but in CI that is a failure. Body
 * may _exit(CANNOT_RUN) too.
 */
static inline void
in_network(void (*body)(void))
{
	int status;
	pid_t pid = fork();

	if (pid == 0) {
		if (unshare(CLONE_NEWNET) < 0)
			_exit(CANNOT_RUN);
		body();
		_exit(0);
	}
	status = child_wait(pid);
	if (status != CANNOT_RUN || getenv("CI") != NULL)
		ck_assert_int_eq(status, 0);
}

#endif
