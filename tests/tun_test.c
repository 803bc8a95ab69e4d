/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The engines that send below or without Ethernet, through interfaces that
 * have none (tun) and whose far end we read: what arrives is whole, exact in
 * number, without padding, and on the interface that was named.
 */
#include <fcntl.h>
#include <linux/if_tun.h>
#include <net/if.h>
#include <string.h>
#include <sys/ioctl.h>

#include "lib/dissect.h"
#include "lib/stamp.h"
#include "netblast/run.h"
#include "tests/network.h"

#define ETHER 14
#define COUNT_SENT 70 /* more than one batch */

Suite *tun_suite(void);

/* An interface that is up, and its far end. */
static int
tun(const char *name, const char *ipv4, const char *ipv6)
{
	struct ifreq ifr = { .ifr_flags = IFF_TUN | IFF_NO_PI };
	int fd = open("/dev/net/tun", O_RDWR | O_NONBLOCK);
	char line[256];

	if (fd < 0)
		_exit(CANNOT_RUN);
	snprintf(ifr.ifr_name, sizeof(ifr.ifr_name), "%s", name);
	MUST(ioctl(fd, TUNSETIFF, &ifr) == 0);
	snprintf(line, sizeof(line),
	    "ip addr add %s dev %s && ip addr add %s dev %s nodad && "
	    "ip link set %s up",
	    ipv4, name, ipv6, name, name);
	MUST(command(line));
	return fd;
}

static void
program(int argc, char **argv, int want)
{
	struct setup setup = { .frames = NULL };
	struct fail f = { "" };
	struct options o;
	int rc = 1;

	if (options_read(&o, argc, argv, &f) == 0 &&
	    setup_make(&setup, &o, &f) == 0)
		rc = run(&o, &setup, &f);
	setup_free(&setup);
	if (rc != want)
		fprintf(stderr, "exit %d, not %d: %s\n", rc, want, f.text);
	_exit(rc != want);
}

struct way {
	const char *engine, *interface, *payload, *dest;
};

/* Exits with `want`? In a process of its own: it gives up privileges. */
static bool
blast(const struct way *w, int want)
{
	const char *args[] = { "netblast", "-e", w->engine, "-n", "70", "-s",
		w->payload, "-o", "/dev/null", "--tag", "7", w->dest, "-i",
		w->interface, NULL };
	pid_t pid = fork();

	if (pid == 0)
		program(w->interface != NULL ? 14 : 12, (char **)(void *)args,
		    want);
	return child_wait(pid) == 0;
}

/* One packet of ours; others (the kernel's own) are passed over. */
static bool
judge(const uint8_t *frame, uint32_t len, uint64_t seq, uint32_t payload)
{
	struct stamp stamp = { .seq = 0 };
	struct dissect d;

	if (dissect_frame(frame, len, len, &d) != DISSECT_UDP ||
	    d.dst_port != 9)
		return false;
	MUST(len == d.payload + payload); /* no padding */
	MUST(d.payload_bytes == payload && d.tags == 0);
	MUST(d.family == 6 || dissect_ip_csum(frame, &d) == DISSECT_CSUM_GOOD);
	MUST(dissect_udp_csum(frame, len, &d) == DISSECT_CSUM_GOOD);
	stamp_get(frame + d.payload, payload, &stamp);
	MUST(stamp.seq == seq && stamp.tag == 7);
	return true;
}

/* How many packets of ours have come, each as it must be. */
static uint64_t
arrived(int fd, uint32_t payload)
{
	uint8_t frame[ETHER + 2048] = { 0 };
	uint64_t n = 0;
	ssize_t len;

	while ((len = read(fd, frame + ETHER, sizeof(frame) - ETHER)) > 0) {
		bool six = frame[ETHER] >> 4 == 6;

		frame[12] = six ? 0x86 : 0x08;
		frame[13] = six ? 0xdd : 0x00;
		n += judge(frame, ETHER + (uint32_t)len, n, payload);
	}
	return n;
}

static const char *const engines[] = { "udp", "libnet-raw" };
static const char *const dests[] = { "198.18.0.2", "2001:2::2" };

static void
every_engine(void)
{
	int fd = tun("t0", "198.18.0.1/24", "2001:2::1/64");
	struct way w = { "packet", NULL, "10", dests[0] };

	MUST(blast(&w, 1)); /* no Ethernet here */
	MUST(arrived(fd, 10) == 0);
	for (int i = 0; i < 4; i++) {
		w.engine = engines[i / 2];
		w.dest = dests[i % 2];
		w.payload = "10";
		MUST(blast(&w, 0));
		MUST(arrived(fd, 10) == COUNT_SENT);
		w.payload = i % 2 == 0 ? "1472" : "1452";
		MUST(blast(&w, 0));
		MUST(arrived(fd, i % 2 == 0 ? 1472 : 1452) == COUNT_SENT);
		w.payload = i % 2 == 0 ? "1473" : "1453"; /* MTU 1500 */
		MUST(blast(&w, 1));
		MUST(arrived(fd, 0) == 0);
	}
}

/* Two ways; the routes prefer the first. */
static void
two_interfaces(void)
{
	int near = tun("t0", "198.18.0.1/24", "2001:2::1/64");
	int far = tun("t1", "198.18.1.1/24", "2001:2:0:1::1/64");

	MUST(command("ip route add 198.18.0.0/24 dev t1 metric 9"));
	MUST(command("ip route add 2001:2::/64 dev t1 metric 9999"));
	for (int i = 0; i < 4; i++) {
		struct way w = { engines[i / 2], "t1", "10", dests[i % 2] };

		MUST(blast(&w, 0));
		MUST(arrived(near, 10) == 0);
		MUST(arrived(far, 10) == COUNT_SENT);
		w.interface = NULL;
		MUST(blast(&w, 0));
		MUST(arrived(near, 10) == COUNT_SENT);
		MUST(arrived(far, 10) == 0);
	}
}

START_TEST(without_ethernet)
{
	in_network(every_engine);
}
END_TEST

START_TEST(by_the_named_one)
{
	in_network(two_interfaces);
}
END_TEST

Suite *
tun_suite(void)
{
	Suite *s = suite_create("tun");
	TCase *t = tcase_create("tun");

	tcase_set_timeout(t, 60);
	tcase_add_test(t, without_ethernet);
	tcase_add_test(t, by_the_named_one);
	suite_add_tcase(s, t);
	return s;
}
