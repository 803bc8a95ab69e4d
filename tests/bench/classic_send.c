/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The loop of FreeBSD's tools/netrate/netblast, as a yardstick: one connected
 * UDP socket, one send(2) for each packet, a counter in its first four bytes
 * that advances with every call, a timer signal that ends the loop.
 *
 *	classic_send ADDRESS PORT PAYLOAD SECONDS
 */
#include <arpa/inet.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "lib/num.h"

#define PAYLOAD_MAX 65507

static volatile sig_atomic_t time_stop;

static void
on_alarm(int sig)
{
	(void)sig;
	time_stop = 1;
}

static void
blast(int fd, size_t bytes, unsigned seconds)
{
	static const struct sigaction end = { .sa_handler = on_alarm };
	uint8_t packet[PAYLOAD_MAX] = { 0 };
	uint64_t sent = 0, failed = 0;
	uint32_t counter = 0, be;

	sigaction(SIGALRM, &end, NULL);
	alarm(seconds);
	while (!time_stop) {
		be = htonl(counter++);
		memcpy(packet, &be, sizeof(be));
		if (send(fd, packet, bytes, 0) < 0)
			failed++;
		else
			sent++;
	}
	printf("%" PRIu64 " sent, %" PRIu64 " failed, %u s\n", sent, failed,
	    seconds);
}

int
main(int argc, char **argv)
{
	struct sockaddr_in to = { .sin_family = AF_INET };
	uint64_t port, bytes, seconds;
	struct fail f;
	int fd;

	if (argc != 5 || inet_pton(AF_INET, argv[1], &to.sin_addr) != 1) {
		fprintf(stderr,
		    "usage: classic_send ADDRESS PORT PAYLOAD SECONDS\n");
		return 1;
	}
	if (num_u64("PORT", argv[2], 1, 65535, &port, &f) < 0 ||
	    num_u64("PAYLOAD", argv[3], 4, PAYLOAD_MAX, &bytes, &f) < 0 ||
	    num_u64("SECONDS", argv[4], 1, 3600, &seconds, &f) < 0) {
		fprintf(stderr, "classic_send: %s\n", f.text);
		return 1;
	}
	to.sin_port = htons((uint16_t)port);
	fd = socket(AF_INET, SOCK_DGRAM, 0);
	if (fd < 0 || connect(fd, (struct sockaddr *)&to, sizeof(to)) < 0) {
		perror(argv[1]);
		return 1;
	}
	blast(fd, bytes, (unsigned)seconds);
	close(fd);
	return 0;
}
