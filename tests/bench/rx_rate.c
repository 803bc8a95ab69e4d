/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Packets a second that an interface receives while somebody sends: waits
 * until they come, lets them settle, then reads the counter twice with the
 * time of each reading. So the start and the end of the sender are outside.
 *
 *	rx_rate IF SETTLE TIME PATIENCE
 *
 * Prints packets, nanoseconds and packets/s. Nothing within PATIENCE is a
 * result too: 0 of it. The counter is sysfs's rx_packets, the interface that
 * of the network namespace that `ip netns exec` entered.
 */
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "lib/clock.h"
#include "lib/num.h"

#define FLOWING 1000 /* more than neighbours and routers say to each other */
#define POLL_NS 5000000ULL
#define HOUR_NS (3600 * CLOCK_NS_PER_S)

struct reading {
	uint64_t packets;
	uint64_t ns; /* in the middle of the reading */
};

static int
read_counter(int fd, struct reading *r)
{
	char text[32];
	uint64_t before = clock_mono_ns();
	ssize_t n = pread(fd, text, sizeof(text) - 1, 0);

	r->ns = before + (clock_mono_ns() - before) / 2;
	if (n <= 0)
		return -1;
	text[n] = '\0';
	r->packets = strtoull(text, NULL, 10);
	return 0;
}

/* 1 when packets flow, 0 when none came in time, -1 without a counter. */
static int
wait_for_traffic(int fd, uint64_t patience_ns)
{
	struct reading first, now;

	if (read_counter(fd, &first) < 0)
		return -1;
	do {
		clock_sleep_until(clock_mono_ns() + POLL_NS);
		if (read_counter(fd, &now) < 0)
			return -1;
		if (now.packets - first.packets >= FLOWING)
			return 1;
	} while (now.ns - first.ns < patience_ns);
	return 0;
}

static int
measure(int fd, const uint64_t time_ns[3])
{
	struct reading a, b;
	int flowing = wait_for_traffic(fd, time_ns[2]);

	if (flowing < 0)
		return -1;
	if (flowing == 0) {
		printf("0 %" PRIu64 " 0\n", time_ns[2]);
		return 0;
	}
	clock_sleep_until(clock_mono_ns() + time_ns[0]);
	if (read_counter(fd, &a) < 0)
		return -1;
	clock_sleep_until(a.ns + time_ns[1]);
	if (read_counter(fd, &b) < 0)
		return -1;
	printf("%" PRIu64 " %" PRIu64 " %.0f\n", b.packets - a.packets,
	    b.ns - a.ns,
	    (double)(b.packets - a.packets) * CLOCK_NS_PER_S /
		(double)(b.ns - a.ns));
	return 0;
}

int
main(int argc, char **argv)
{
	static const char *const names[] = { "SETTLE", "TIME", "PATIENCE" };
	uint64_t time_ns[3];
	char path[128];
	struct fail f;
	int fd;

	if (argc != 5) {
		fprintf(stderr, "usage: rx_rate IF SETTLE TIME PATIENCE\n");
		return 1;
	}
	for (int i = 0; i < 3; i++)
		if (num_duration(names[i], argv[i + 2], 1, HOUR_NS, &time_ns[i],
			&f) < 0) {
			fprintf(stderr, "rx_rate: %s\n", f.text);
			return 1;
		}
	snprintf(path, sizeof(path), "/sys/class/net/%s/statistics/rx_packets",
	    argv[1]);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0 || measure(fd, time_ns) < 0) {
		perror(path);
		return 1;
	}
	close(fd);
	return 0;
}
