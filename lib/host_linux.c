/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "lib/host.h"

static void
first_line(const char *path, char *buf, size_t size)
{
	FILE *in = fopen(path, "re");

	buf[0] = '\0';
	if (in == NULL)
		return;
	if (fgets(buf, (int)size, in) == NULL)
		buf[0] = '\0';
	buf[strcspn(buf, "\n")] = '\0';
	fclose(in);
}

/* proc(5): one "model name : ..." line per logical CPU on x86. */
static void
cpu_model(char *buf, size_t size)
{
	char line[256];
	FILE *in = fopen("/proc/cpuinfo", "re");

	buf[0] = '\0';
	if (in == NULL)
		return;
	while (fgets(line, sizeof(line), in) != NULL) {
		const char *colon = strchr(line, ':');

		if (colon == NULL || strncmp(line, "model name", 10) != 0)
			continue;
		snprintf(buf, size, "%s", colon + 1 + strspn(colon + 1, " "));
		buf[strcspn(buf, "\n")] = '\0';
		break;
	}
	fclose(in);
}

void
host_read(struct host *h)
{
	struct utsname u;
	long cpus = sysconf(_SC_NPROCESSORS_ONLN);

	memset(h, 0, sizeof(*h));
	if (uname(&u) == 0) {
		snprintf(h->name, sizeof(h->name), "%.63s", u.nodename);
		snprintf(h->os, sizeof(h->os), "%.31s", u.sysname);
		snprintf(h->release, sizeof(h->release), "%.127s", u.release);
		snprintf(h->version, sizeof(h->version), "%.255s", u.version);
		snprintf(h->machine, sizeof(h->machine), "%.31s", u.machine);
	}
	h->cpus_online = cpus > 0 ? (unsigned)cpus : 0;
	cpu_model(h->cpu_model, sizeof(h->cpu_model));
	first_line(
	    "/proc/sys/kernel/random/boot_id", h->boot_id, sizeof(h->boot_id));
}
