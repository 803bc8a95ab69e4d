/* SPDX-License-Identifier: BSD-2-Clause */
/* In children, since what is given up is gone. */
#include "tests/unit.h"

#include <linux/if_packet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "lib/link.h"
#include "lib/priv.h"
#include "tests/child.h"

#define EXPERIMENTAL 0x88b5 /* IEEE 802 local experimental: nobody's */
#define SETPCAP (1ULL << 8)
#define DAC_OVERRIDE (1ULL << 1)
#define NET_RAW (1ULL << 13)

Suite *priv_suite(void);

/* A set of capabilities of /proc/self/status; all ones where it is absent. */
static unsigned long long
status(const char *name)
{
	char line[256];
	unsigned long long v = ~0ULL;
	size_t len = strlen(name);
	FILE *in = fopen("/proc/self/status", "r");

	if (in == NULL)
		return v;
	while (fgets(line, sizeof(line), in) != NULL)
		if (strncmp(line, name, len) == 0 && line[len] == ':')
			v = strtoull(line + len + 1, NULL, 16);
	fclose(in);
	return v;
}

static void
drop_all(void)
{
	unsigned long long bounding =
	    (status("CapEff") & SETPCAP) != 0 ? 0 : status("CapBnd");

	MUST(priv_drop(0, NULL) == 0);
	MUST(status("CapEff") == 0);
	MUST(status("CapPrm") == 0);
	MUST(status("CapInh") == 0);
	MUST(status("CapAmb") == 0);
	MUST(status("CapBnd") == bounding);
	MUST(status("NoNewPrivs") == 1);
	MUST(priv_raw(NULL) == -1);
	MUST(priv_drop(0, NULL) == 0);
}

START_TEST(drops_all)
{
	ck_assert_int_eq(child_run(drop_all), 0);
}
END_TEST

static void
drop_some(void)
{
	unsigned long long had = status("CapPrm");
	unsigned long long keep = (DAC_OVERRIDE | NET_RAW) & had;

	MUST(priv_drop(PRIV_FILES | PRIV_NET_RAW, NULL) == 0);
	MUST(status("CapEff") == keep);
	MUST(status("CapPrm") == keep);
	MUST((priv_raw(NULL) == 0) == ((keep & NET_RAW) != 0));
	/* what is gone does not come back */
	MUST(priv_drop(PRIV_FILES | PRIV_NET_ADMIN | PRIV_BPF, NULL) == 0);
	MUST(status("CapEff") == (keep & DAC_OVERRIDE));
}

START_TEST(keeps_what_is_named)
{
	ck_assert_int_eq(child_run(drop_some), 0);
}
END_TEST

static void
exec_after(void)
{
	MUST(priv_drop(0, NULL) == 0);
	execl("/bin/sh", "sh", "-c",
	    "grep -q '^CapEff:[[:space:]]*0*$' /proc/self/status",
	    (char *)NULL);
	MUST(!"sh can be run");
}

/* Root's programs get nothing back. */
START_TEST(stays_dropped)
{
	ck_assert_int_eq(child_run(exec_after), 0);
}
END_TEST

static int
packet_socket(unsigned index)
{
	struct sockaddr_ll ll = { .sll_family = AF_PACKET,
		.sll_ifindex = (int)index };
	int fd = socket(AF_PACKET, SOCK_RAW, 0);

	if (fd < 0)
		return -1;
	MUST(bind(fd, (struct sockaddr *)&ll, sizeof(ll)) == 0);
	return fd;
}

static int
udp_socket(void)
{
	struct sockaddr_in sin = { .sin_family = AF_INET };
	socklen_t len = sizeof(sin);
	int fd = socket(AF_INET, SOCK_DGRAM, 0);

	sin.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	MUST(bind(fd, (struct sockaddr *)&sin, sizeof(sin)) == 0);
	MUST(getsockname(fd, (struct sockaddr *)&sin, &len) == 0);
	MUST(connect(fd, (struct sockaddr *)&sin, sizeof(sin)) == 0);
	return fd;
}

static void
use_after(void)
{
	uint8_t frame[60] = { [12] = EXPERIMENTAL >> 8, EXPERIMENTAL & 0xff };
	struct link_counters counters;
	struct link lo;
	char byte = 0;
	int packet, udp = udp_socket();

	MUST(link_read("lo", 0, &lo, NULL) == 0);
	packet = packet_socket(lo.index);
	MUST(packet >= 0 || priv_raw(NULL) < 0);
	MUST(priv_drop(0, NULL) == 0);
	if (packet >= 0)
		MUST(send(packet, frame, sizeof(frame), 0) == sizeof(frame));
	MUST(send(udp, "x", 1, 0) == 1);
	MUST(recv(udp, &byte, 1, 0) == 1 && byte == 'x');
	MUST(link_read("lo", 0, &lo, NULL) == 0);
	link_count(&lo, &counters);
	MUST(counters.known && counters.qdisc_known && counters.udp_known);
}

/* Sockets that are open send, and counters can be read. */
START_TEST(open_stays_usable)
{
	ck_assert_int_eq(child_run(use_after), 0);
}
END_TEST

Suite *
priv_suite(void)
{
	Suite *s = suite_create("priv");
	TCase *t = tcase_create("priv");

	tcase_add_test(t, drops_all);
	tcase_add_test(t, keeps_what_is_named);
	tcase_add_test(t, stays_dropped);
	tcase_add_test(t, open_stays_usable);
	suite_add_tcase(s, t);
	return s;
}
