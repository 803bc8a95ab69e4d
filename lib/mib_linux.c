/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>

#include "lib/mib.h"

#define BYTES 262144 /* of softnet_stat: 1,900 CPUs */

/* The whole file; "" where there is none, or it is longer than buf. */
static const char *
load(const char *path, char buf[BYTES])
{
	FILE *in = fopen(path, "re");
	size_t n = 0;

	if (in != NULL) {
		n = fread(buf, 1, BYTES, in);
		fclose(in);
	}
	if (n == BYTES)
		n = 0;
	buf[n] = '\0';
	return buf;
}

void
mib_read(struct mib *m)
{
	char buf[BYTES];

	memset(m, 0, sizeof(*m));
	mib_take(m, load("/proc/net/snmp", buf));
	mib_take(m, load("/proc/net/netstat", buf));
	mib_take(m, load("/proc/net/snmp6", buf));
	mib_take_softnet(m, load("/proc/net/softnet_stat", buf));
}
