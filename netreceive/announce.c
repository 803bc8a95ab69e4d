/* SPDX-License-Identifier: BSD-2-Clause */
#include <ifaddrs.h>
#include <libnet.h>
#include <stdlib.h>
#include <string.h>

#include "lib/frame_announce.h"
#include "lib/priv.h"
#include "netreceive/announce.h"
#include "netreceive/quiet.h"
#include "netreceive/sockaddrs.h"

#define ADDRESSES_MAX 256

struct announce {
	libnet_t *net;
	size_t n;
	struct announce_count count;
	struct {
		struct sockaddr_storage address; /* port 0 */
		struct frame_announce frame;
	} v[ADDRESSES_MAX];
};

static socklen_t
bytes(const struct sockaddr *a)
{
	switch (a != NULL ? a->sa_family : AF_UNSPEC) {
	case AF_INET:
		return sizeof(struct sockaddr_in);
	case AF_INET6:
		return sizeof(struct sockaddr_in6);
	}
	return 0;
}

/* Some systems keep the interface in a link-local address: bytes 2 and 3. */
static void
get(const struct sockaddr_storage *from, struct addr *a)
{
	uint16_t port;

	sockaddrs_get(from, a, &port);
	if (a->family == 6 && a->b[0] == 0xfe && (a->b[1] & 0xc0) == 0x80)
		a->b[2] = a->b[3] = 0;
}

static int
add(struct announce *an, const struct sockaddr *from, const uint8_t mac[6],
    struct fail *f)
{
	struct addr a;

	if (an->n == ADDRESSES_MAX)
		return fail(f, "more than %d addresses", ADDRESSES_MAX);
	memcpy(&an->v[an->n].address, from, bytes(from));
	get(&an->v[an->n].address, &a);
	if (frame_announce(&an->v[an->n].frame, mac, &a, f) < 0)
		return -1;
	an->n++;
	return 0;
}

static int
add_all(struct announce *an, const char *interface, const uint8_t mac[6],
    struct fail *f)
{
	struct ifaddrs *all, *i;
	int rc = 0;

	if (getifaddrs(&all) < 0)
		return fail_errno(f, "addresses of %s", interface);
	for (i = all; i != NULL && rc == 0; i = i->ifa_next)
		if (bytes(i->ifa_addr) > 0 &&
		    strcmp(i->ifa_name, interface) == 0)
			rc = add(an, i->ifa_addr, mac, f);
	freeifaddrs(all);
	if (rc == 0 && an->n == 0)
		return fail(f, "%s has no address to announce", interface);
	return rc;
}

static int
open_link(struct announce *an, const char *interface, struct fail *f)
{
	static const uint8_t zeros[6];
	const struct libnet_ether_addr *mac;
	char text[LIBNET_ERRBUF_SIZE] = "";

	an->net = libnet_init(LIBNET_LINK, interface, text);
	if (an->net == NULL)
		return fail(f, "%s: %s", interface, text);
	quiet_writer(libnet_getfd(an->net), interface);
	mac = libnet_get_hwaddr(an->net);
	if (mac == NULL || memcmp(mac->ether_addr_octet, zeros, 6) == 0)
		return fail(f, "%s: not an Ethernet interface", interface);
	return add_all(an, interface, mac->ether_addr_octet, f);
}

struct announce *
announce_open(const char *interface, struct fail *f)
{
	struct announce *an;
	struct fail why = { "out of memory" };

	if (priv_raw(&why) < 0) {
		fail(f, "--announce: %s", why.text);
		return NULL;
	}
	an = calloc(1, sizeof(*an));
	if (an != NULL && open_link(an, interface, &why) == 0) {
		an->count.addresses = an->n;
		return an;
	}
	announce_close(an);
	fail(f, "--announce: %s", why.text);
	return NULL;
}

void
announce_close(struct announce *an)
{
	if (an == NULL)
		return;
	if (an->net != NULL)
		libnet_destroy(an->net);
	free(an);
}

/* An address that a socket cannot have is tentative, or gone. */
static bool
usable(const struct sockaddr_storage *a)
{
	const struct sockaddr *sa = (const void *)a;
	int fd = socket(sa->sa_family, SOCK_DGRAM, 0);
	bool ok = fd >= 0 && bind(fd, sa, bytes(sa)) == 0;

	if (fd >= 0)
		close(fd);
	return ok;
}

void
announce_send(struct announce *an)
{
	for (size_t i = 0; i < an->n; i++) {
		const struct frame_announce *fr = &an->v[i].frame;

		if (!usable(&an->v[i].address))
			continue;
		if (libnet_write_link(an->net, fr->buf, fr->len) ==
		    (int)fr->len)
			an->count.sent++;
		else
			an->count.failed++;
	}
}

void
announce_count(const struct announce *an, struct announce_count *c)
{
	*c = an->count;
}
