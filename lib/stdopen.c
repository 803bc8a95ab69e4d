/* SPDX-License-Identifier: BSD-2-Clause */
#include <fcntl.h>
#include <unistd.h>

#include "lib/stdopen.h"

/* open(2) takes the lowest free number; those below are in use by then. */
int
stdopen(struct fail *f)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
		int way = fd == STDIN_FILENO ? O_WRONLY : O_RDONLY;

		if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", way) != fd)
			return fail_errno(f, "/dev/null");
	}
	return 0;
}
