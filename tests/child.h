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

/* Exit status of a child that runs body(), 0 if it returns; -1: a signal. */
static inline int
child_run(void (*body)(void))
{
	pid_t pid = fork();
	int how = -1;

	if (pid == 0) {
		body();
		_exit(0);
	}
	if (pid < 0 || waitpid(pid, &how, 0) != pid || !WIFEXITED(how))
		return -1;
	return WEXITSTATUS(how);
}

#endif
