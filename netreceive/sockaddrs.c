/* SPDX-License-Identifier: BSD-2-Clause */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>

#include "netreceive/sockaddrs.h"

void
sockaddrs_get(
    const struct sockaddr_storage *from, struct addr *a, uint16_t *port)
{
	const struct sockaddr_in *in4 = (const void *)from;
	const struct sockaddr_in6 *in6 = (const void *)from;

	memset(a, 0, sizeof(*a));
	if (from->ss_family == AF_INET) {
		a->family = 4;
		memcpy(a->b, &in4->sin_addr, 4);
		*port = ntohs(in4->sin_port);
	} else if (IN6_IS_ADDR_V4MAPPED(&in6->sin6_addr)) {
		a->family = 4;
		memcpy(a->b, (const uint8_t *)&in6->sin6_addr + 12, 4);
		*port = ntohs(in6->sin6_port);
	} else {
		a->family = 6;
		memcpy(a->b, &in6->sin6_addr, 16);
		*port = ntohs(in6->sin6_port);
	}
}

socklen_t
sockaddrs_any(struct sockaddr_storage *to, int family, uint16_t port)
{
	struct sockaddr_in *in4 = (void *)to;
	struct sockaddr_in6 *in6 = (void *)to;

	memset(to, 0, sizeof(*to));
	if (family == 4) {
		in4->sin_family = AF_INET;
		in4->sin_port = htons(port);
		return sizeof(*in4);
	}
	in6->sin6_family = AF_INET6;
	in6->sin6_port = htons(port);
	return sizeof(*in6);
}
