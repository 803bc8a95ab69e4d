/* SPDX-License-Identifier: BSD-2-Clause */
/* No drop behind a tap; a buffer that is full at once refuses the rest. */
#include <stddef.h>
#include <sys/socket.h>

#include "netreceive/quiet.h"

int
quiet_drop(unsigned ifindex, uint16_t port_min, uint16_t port_max)
{
	(void)ifindex;
	(void)port_min;
	(void)port_max;
	return -1;
}

int
quiet_refuse(int fd)
{
	int least = 1;

	return setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &least, sizeof(least));
}

void
quiet_writer(int fd, const char *interface)
{
	(void)fd;
	(void)interface;
}
