/* SPDX-License-Identifier: BSD-2-Clause */
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collector/on.h"

/*
 * /proc/net and /proc/sys/net follow the process; only /sys would need a
 * mount of its own, and nothing here reads it.
 */
int
on_netns(const char *name, struct fail *f)
{
	char path[256];
	int fd, rc;

	if (*name == '\0' || strchr(name, '/') != NULL || strlen(name) > 200)
		return fail(f, "a name as ip-netns(8) lists it is needed");
	snprintf(path, sizeof(path), "/run/netns/%s", name);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return fail_errno(f, "%s", path);
	rc = setns(fd, CLONE_NEWNET);
	if (rc < 0)
		fail_errno(f, "entering %s", path);
	close(fd);
	return rc;
}

bool
on_isolated(void)
{
	struct stat mine, first;

	/* without the right to look it stays unknown: not claimed */
	if (stat("/proc/self/ns/net", &mine) < 0 ||
	    stat("/proc/1/ns/net", &first) < 0)
		return false;
	return mine.st_ino != first.st_ino || mine.st_dev != first.st_dev;
}
