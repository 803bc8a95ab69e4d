/* SPDX-License-Identifier: BSD-2-Clause */
#include <sys/socket.h>
#include <unistd.h>

#include "lib/priv.h"

/* protocol 0: the socket never receives anything */
int
priv_raw(struct fail *f)
{
	int fd = socket(AF_PACKET, SOCK_RAW, 0);

	if (fd < 0)
		return fail_errno(f, "needs root or CAP_NET_RAW");
	close(fd);
	return 0;
}
