/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/unit.h"

#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "lib/clock.h"
#include "lib/mib.h"
#include "netreceive/busy.h"
#include "netreceive/hostcount.h"
#include "tests/network.h"

Suite *mib_suite(void);

/* As Linux 6.18 writes it, and with what else there might be. */
static const char snmp[] =
    "Ip: Forwarding DefaultTTL InReceives\n"
    "Ip: 2 64 9\n"
    "Icmp: InMsgs OutMsgs OutDestUnreachs\n"
    "Icmp: 1 2 3\n"
    "Tcp: RtoAlgorithm MaxConn\n"
    "Tcp: 1 -1\n"
    "Udp: InDatagrams NoPorts InErrors OutDatagrams RcvbufErrors SndbufErrors "
    "InCsumErrors IgnoredMulti MemErrors\n"
    "Udp: 1391637 834825 210285 2436812 18446744073709551615 0 7 0 8\n"
    "UdpLite: InDatagrams NoPorts InErrors OutDatagrams RcvbufErrors\n"
    "UdpLite: 100 101 102 103 104\n";

START_TEST(pairs)
{
	struct mib m = { { false }, { 0 } };

	mib_take(&m, snmp);
	ck_assert(m.known[MIB_UNREACHABLE_SENT]);
	ck_assert_uint_eq(m.v[MIB_UNREACHABLE_SENT], 3);
	ck_assert_uint_eq(m.v[MIB_UDP_NO_PORTS], 834825);
	ck_assert_uint_eq(m.v[MIB_UDP_RCVBUF], UINT64_MAX);
	ck_assert_uint_eq(m.v[MIB_UDP_CSUM], 7);
	ck_assert(m.known[MIB_UDP_MEM]);
	ck_assert_uint_eq(m.v[MIB_UDP_MEM], 8);
	ck_assert(!m.known[MIB_UDP6_NO_PORTS]);
	ck_assert(!m.known[MIB_REVERSE_PATH]);
	ck_assert(!m.known[MIB_SOFTNET_DROPPED]);
	mib_take(
	    &m, "TcpExt: SyncookiesSent IPReversePathFilter\nTcpExt: 0 12\n");
	ck_assert(m.known[MIB_REVERSE_PATH]);
	ck_assert_uint_eq(m.v[MIB_REVERSE_PATH], 12);
	ck_assert_uint_eq(m.v[MIB_UDP_CSUM], 7);
}
END_TEST

START_TEST(names)
{
	struct mib m = { { false }, { 0 } };

	mib_take(&m,
	    "Ip6InReceives                   \t47\n"
	    "Icmp6OutDestUnreachs            \t5\n"
	    "Udp6NoPorts                     \t4\n"
	    "Udp6RcvbufErrors                \t3\n"
	    "Udp6InCsumErrors                \t2\n"
	    "Udp6MemErrors                   \t1");
	ck_assert(m.known[MIB_UDP6_MEM]);
	ck_assert_uint_eq(m.v[MIB_UNREACHABLE6_SENT], 5);
	ck_assert_uint_eq(m.v[MIB_UDP6_NO_PORTS], 4);
	ck_assert_uint_eq(m.v[MIB_UDP6_RCVBUF], 3);
	ck_assert_uint_eq(m.v[MIB_UDP6_CSUM], 2);
	ck_assert_uint_eq(m.v[MIB_UDP6_MEM], 1);
	ck_assert(!m.known[MIB_UDP_CSUM]);
}
END_TEST

/* Whatever is cut off or out of place makes nothing known. */
START_TEST(damaged)
{
	static const char *const texts[] = { "", "\n\n", "Udp:", "Udp: \n",
		"Udp: MemErrors\n", "Udp: MemErrors\nUdp:\n",
		"Udp: MemErrors\nUdp: x\n", "Udp: MemErrors\nUdp: -1\n",
		"Udp: InDatagrams MemErrors\nUdp: 5\n",
		"Udp: MemErrors\nUdpLite: 5\n", ":", ":\n:\n",
		"UdpMemErrors 18446744073709551616\n",
		"Udp: MemErrors\nUdp: 000000000000000000000000000005\n" };
	struct mib m = { { false }, { 0 } };

	mib_take(&m, texts[_i]);
	for (int i = 0; i < MIB_COUNTERS; i++)
		ck_assert_msg(!m.known[i], "%s: %d", texts[_i], i);
}
END_TEST

START_TEST(softnet)
{
	static const struct {
		const char *text;
		bool known;
		uint64_t dropped, squeezed;
	} files[] = {
		{ "1e214afc 00000002 00000038 00000000 00000000\n"
		  "0aa33cd1 ffffffff 0000001b 00000000 00000000\n",
		    true, 0x100000001, 0x53 },
		{ "1e214afc 00000002 00000038", true, 2, 0x38 },
		{ "", false, 0, 0 },
		{ "1e214afc 00000002\n", false, 0, 0 },
		{ "1e214afc 00000002 0000038\n", false, 0, 0 },
		{ "1e214afc 00000002 0000003g\n", false, 0, 0 },
		{ "\n", false, 0, 0 },
	};
	struct mib m = { { false }, { 0 } };

	mib_take_softnet(&m, files[_i].text);
	ck_assert(m.known[MIB_SOFTNET_DROPPED] == files[_i].known);
	ck_assert(m.known[MIB_SOFTNET_SQUEEZED] == files[_i].known);
	if (!files[_i].known)
		return;
	ck_assert_uint_eq(m.v[MIB_SOFTNET_DROPPED], files[_i].dropped);
	ck_assert_uint_eq(m.v[MIB_SOFTNET_SQUEEZED], files[_i].squeezed);
}
END_TEST

START_TEST(growth)
{
	struct mib a = { { false }, { 0 } }, b = a, g;

	a.known[MIB_UDP_CSUM] = b.known[MIB_UDP_CSUM] = true;
	a.v[MIB_UDP_CSUM] = 5;
	b.v[MIB_UDP_CSUM] = 12;
	a.known[MIB_UDP_MEM] = true;
	b.known[MIB_UDP_RCVBUF] = true;
	a.known[MIB_UDP_NO_PORTS] = b.known[MIB_UDP_NO_PORTS] = true;
	a.v[MIB_UDP_NO_PORTS] = 1;
	mib_growth(&a, &b, &g);
	for (int i = 0; i < MIB_COUNTERS; i++)
		ck_assert(g.known[i] == (i == MIB_UDP_CSUM));
	ck_assert_uint_eq(g.v[MIB_UDP_CSUM], 7);
}
END_TEST

/* To a port of loopback: 3 when nobody has it, 200 with little room. */
static void
send_some(void)
{
	struct sockaddr_in sin = { .sin_family = AF_INET };
	int out = socket(AF_INET, SOCK_DGRAM, 0), in, least = 1;
	char byte;

	sin.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	sin.sin_port = htons(4000);
	for (int i = 0; i < 3; i++)
		MUST(sendto(out, "", 1, 0, (void *)&sin, sizeof(sin)) == 1);
	in = socket(AF_INET, SOCK_DGRAM, 0);
	MUST(setsockopt(in, SOL_SOCKET, SO_RCVBUF, &least, sizeof(least)) == 0);
	MUST(bind(in, (void *)&sin, sizeof(sin)) == 0);
	for (int i = 0; i < 200; i++)
		MUST(sendto(out, "", 1, 0, (void *)&sin, sizeof(sin)) == 1);
	MUST(recv(in, &byte, 1, MSG_DONTWAIT) == 1);
	close(in);
	close(out);
}

static void
count_some(void)
{
	struct hostcount h;
	const struct mib *g = &h.grown;

	MUST(command("ip link set lo up") &&
	    command("echo 0 >/proc/sys/net/ipv4/icmp_ratemask"));
	hostcount_start(&h, "lo");
	send_some();
	hostcount_end(&h);
	MUST(g->known[MIB_UDP_NO_PORTS] && g->v[MIB_UDP_NO_PORTS] == 3);
	MUST(hostcount_answers(&h) == 3);
	MUST(g->known[MIB_UDP_CSUM] && g->v[MIB_UDP_CSUM] == 0);
	MUST(g->known[MIB_UDP_RCVBUF] && g->v[MIB_UDP_RCVBUF] > 100 &&
	    g->v[MIB_UDP_RCVBUF] < 200);
	MUST(g->known[MIB_REVERSE_PATH] && g->v[MIB_REVERSE_PATH] == 0);
	MUST(g->known[MIB_SOFTNET_DROPPED]);
	/* 203 datagrams and 3 answers */
	MUST(h.link_grown.known && h.link_grown.rx_packets == 206);
	MUST(hostcount_ring(&h) == 0 && hostcount_backlog(&h) == 0);
}

START_TEST(host)
{
	in_network(count_some);
}
END_TEST

START_TEST(backlog)
{
	struct hostcount h = { .counted = true };

	h.grown.v[MIB_SOFTNET_DROPPED] = 9;
	h.link_grown.rx_dropped = 4;
	h.link_grown.rx_missed = 20;
	h.link_grown.rx_fifo_errors = 3;
	ck_assert_uint_eq(hostcount_backlog(&h), 0);
	ck_assert_uint_eq(hostcount_ring(&h), 0);
	h.grown.known[MIB_SOFTNET_DROPPED] = true;
	ck_assert_uint_eq(hostcount_backlog(&h), 0);
	h.link_grown.known = true;
	ck_assert_uint_eq(hostcount_backlog(&h), 4);
	ck_assert_uint_eq(hostcount_ring(&h), 23);
	h.link_grown.rx_dropped = 10;
	ck_assert_uint_eq(hostcount_backlog(&h), 9);
}
END_TEST

/* The drops of our sockets, and what the host lost of all. */
START_TEST(no_room)
{
	struct hostcount h = { .counted = true };

	ck_assert_uint_eq(hostcount_no_room(&h, 7), 7); /* nothing known */
	h.grown.known[MIB_UDP_RCVBUF] = true;
	ck_assert_uint_eq(hostcount_no_room(&h, 7), 0);
	h.grown.v[MIB_UDP_RCVBUF] = 3;
	h.grown.known[MIB_UDP6_MEM] = true;
	h.grown.v[MIB_UDP6_MEM] = 2;
	ck_assert_uint_eq(hostcount_no_room(&h, 7), 5);
	ck_assert_uint_eq(hostcount_no_room(&h, 4), 4);
}
END_TEST

/* Slices of 10 ms; those without a frame are left out. */
START_TEST(busy)
{
	const uint64_t ms = 1000000, t0 = 500 * ms;
	uint64_t before = clock_thread_ns(), all;
	struct busy b = { 0 };

	busy_look(&b, t0, 0);
	busy_look(&b, t0 + 20 * ms, 0); /* nothing came */
	ck_assert_uint_eq(b.active_ns, 0);
	ck_assert_uint_eq(b.cpu_ns, 0);
	busy_look(&b, t0 + 25 * ms, 3); /* not a slice yet */
	ck_assert_uint_eq(b.active_ns, 0);
	busy_look(&b, t0 + 32 * ms, 5);
	ck_assert_uint_eq(b.active_ns, 12 * ms);
	busy_look(&b, t0 + 52 * ms, 5);
	busy_look(&b, t0 + 62 * ms, 6);
	ck_assert_uint_eq(b.active_ns, 22 * ms);
	all = clock_thread_ns() - before;
	ck_assert_uint_gt(b.cpu_ns, 0);
	ck_assert_uint_le(b.cpu_ns, all);
}
END_TEST

Suite *
mib_suite(void)
{
	Suite *s = suite_create("mib");
	TCase *t = tcase_create("mib");

	tcase_add_test(t, pairs);
	tcase_add_test(t, names);
	tcase_add_loop_test(t, damaged, 0, 14);
	tcase_add_loop_test(t, softnet, 0, 7);
	tcase_add_test(t, growth);
	tcase_add_test(t, host);
	tcase_add_test(t, backlog);
	tcase_add_test(t, no_room);
	tcase_add_test(t, busy);
	suite_add_tcase(s, t);
	return s;
}
