/* SPDX-License-Identifier: BSD-2-Clause */
/* What machine this is. One file per system; unknown fields are "". */
#ifndef LIB_HOST_H
#define LIB_HOST_H

#include <stdint.h>

struct host {
	char name[64]; /* node name */
	char os[32]; /* "Linux", "FreeBSD" */
	char release[128]; /* kernel release */
	char version[256]; /* kernel version line */
	char machine[32]; /* "x86_64" */
	char cpu_model[128];
	char boot_id[64]; /* changes with every boot; "" unknown */
	unsigned cpus_online; /* 0 = unknown */
};

void host_read(struct host *);

#endif
