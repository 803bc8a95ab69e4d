/* SPDX-License-Identifier: BSD-2-Clause */
/* Systems without a host file of their own: what uname(3) tells. */
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>

#include "lib/host.h"

void
host_read(struct host *h)
{
	struct utsname u;

	memset(h, 0, sizeof(*h));
	if (uname(&u) < 0)
		return;
	snprintf(h->name, sizeof(h->name), "%.63s", u.nodename);
	snprintf(h->os, sizeof(h->os), "%.31s", u.sysname);
	snprintf(h->release, sizeof(h->release), "%.127s", u.release);
	snprintf(h->version, sizeof(h->version), "%.255s", u.version);
	snprintf(h->machine, sizeof(h->machine), "%.31s", u.machine);
}
