/* SPDX-License-Identifier: BSD-2-Clause */
#include <arpa/inet.h>
#include <linux/filter.h>
#include <linux/if_packet.h>
#include <net/if.h>
#include <stddef.h>
#include <sys/socket.h>

#include "netreceive/quiet.h"
#include "netreceive/tapdrop.h"
#include "netreceive/tapfilter.h"

#define NOBODYS 0x88b5 /* IEEE 802 local experimental */

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

/*
 * packet(7): who listens to one type is asked for frames of that type only,
 * where a listener to all types is asked for each. 0 (none) would not do: a
 * socket that had a type keeps it then.
 */
void
quiet_writer(int fd, const char *interface)
{
	struct sockaddr_ll ll = { .sll_family = AF_PACKET,
		.sll_protocol = htons(NOBODYS),
		.sll_ifindex = (int)if_nametoindex(interface) };

	(void)bind(fd, (struct sockaddr *)&ll, sizeof(ll));
}
