/* SPDX-License-Identifier: BSD-2-Clause */
#include <linux/filter.h>
#include <stddef.h>
#include <sys/socket.h>

#include "netreceive/quiet.h"
#include "netreceive/tapdrop.h"
#include "netreceive/tapfilter.h"

int
quiet_drop(unsigned ifindex, uint16_t port_min, uint16_t port_max)
{
	struct sock_filter code[TAPFILTER_CLASSIC];
	size_t n = tapfilter_classic(code, port_min, port_max, 1);

	return tapdrop_attach(ifindex, code, n, NULL);
}

int
quiet_refuse(int fd)
{
	struct sock_filter refuse = BPF_STMT(BPF_RET | BPF_K, 0);
	struct sock_fprog none = { .len = 1, .filter = &refuse };

	return setsockopt(
	    fd, SOL_SOCKET, SO_ATTACH_FILTER, &none, sizeof(none));
}
