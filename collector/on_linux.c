/* SPDX-License-Identifier: BSD-2-Clause */
#include <dirent.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collector/on.h"

/*
 * /proc/net and /proc/sys/net follow the process; /sys shows the network that
 * it was mounted in, so it takes a mount of our own, as ip-netns(8) does it.
 */
static int
own_sys(struct fail *f)
{
	if (unshare(CLONE_NEWNS) < 0 ||
	    mount("", "/", NULL, MS_SLAVE | MS_REC, NULL) < 0)
		return fail_errno(f, "a mount namespace");
	umount2("/sys", MNT_DETACH);
	if (mount("sysfs", "/sys", "sysfs", MS_RDONLY, NULL) < 0)
		return fail_errno(f, "mounting /sys");
	return 0;
}

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
	return rc < 0 ? rc : own_sys(f);
}

/* Is this namespace one of those with a name? */
static bool
has_name(const struct stat *mine)
{
	DIR *d = opendir("/run/netns");
	struct dirent *e;
	bool found = false;

	if (d == NULL)
		return false;
	while (!found && (e = readdir(d)) != NULL) {
		struct stat st;

		found = fstatat(dirfd(d), e->d_name, &st, 0) == 0 &&
		    st.st_ino == mine->st_ino && st.st_dev == mine->st_dev;
	}
	closedir(d);
	return found;
}

bool
on_isolated(void)
{
	struct stat mine, first;

	if (stat("/proc/self/ns/net", &mine) < 0)
		return false;
	/* not everybody may look at process 1, even as root in a container */
	if (stat("/proc/1/ns/net", &first) < 0)
		return has_name(&mine);
	return mine.st_ino != first.st_ino || mine.st_dev != first.st_dev;
}
