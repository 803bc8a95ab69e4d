/* SPDX-License-Identifier: BSD-2-Clause */
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "lib/orphan.h"

bool
orphan_ends(pid_t parent)
{
	if (prctl(PR_SET_PDEATHSIG, SIGTERM) < 0)
		return false;
	if (getppid() != parent)
		_exit(127);
	return true;
}
