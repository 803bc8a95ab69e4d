/* SPDX-License-Identifier: BSD-2-Clause */
/* Tests that change their own process, in a child of it. */
#ifndef TESTS_CHILD_H
#define TESTS_CHILD_H

#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

/* In the child: say what does not hold, and leave. */
#define MUST(x)                                                       \
	do {                                                          \
		if (!(x)) {                                           \
			fprintf(stderr, "%s:%d: does not hold: %s\n", \
			    __FILE__, __LINE__, #x);                  \
			_exit(1);                                     \
		}                                                     \
	} while (0)

/* Exit status of a child; -1: there is none, or a signal ended it. */
static inline int
child_wait(pid_t pid)
{
	int how = -1;

	if (pid < 0 || waitpid(pid, &how, 0) != pid || !WIFEXITED(how))
		return -1;
	return WEXITSTATUS(how);
}

/* Runs body() in a child, whose status is 0 if it returns. */
static inline int
child_run(void (*body)(void))
{
	pid_t pid = fork();

	if (pid == 0) {
		body();
		_exit(0);
	}
	return child_wait(pid);
}

#endif
