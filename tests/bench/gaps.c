/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The gaps between frames as they arrive at an interface: for the pacing
 * bench, so that no sender's word is taken for it.
 *
 *	gaps [-p PORT] [-l PAYLOAD] [-w FILE] INTERFACE
 *
 * Counts UDP datagrams over IPv4 to PORT (any) with PAYLOAD bytes (any).
 * Prints "ready", then, when SIGTERM or SIGINT comes, one line: frames,
 * frames/s between the first and the last, and of the gaps in ns: mean,
 * standard deviation, p50, p99, p99.9, largest; then frames that the ring
 * had no room for. -w writes every gap, one a line.
 *
 * The time stamps are the kernel's, made where the frame enters the receiving
 * interface: SO_TIMESTAMPNS (socket(7)) makes it stamp each frame at once
 * (net.core.netdev_tstamp_prequeue), else the tap would stamp it when it
 * gets there. The ring is looked at 20 times a second and nobody waits for
 * it, so that no sender pays for waking us up. The clock is the wall clock.
 */
#include <inttypes.h>
#include <pcap/pcap.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "lib/fail.h"
#include "lib/num.h"
#include "lib/stat.h"

#define FRAMES_MAX (16U << 20)
#define RING_BYTES (128 << 20)
#define SNAP_BYTES 64
#define RETIRE_MS 20 /* a part-filled block of the ring is handed over */
#define LOOK_NS 50000000L /* how often; above RETIRE_MS */

struct gaps {
	const char *interface, *write;
	uint64_t port, payload; /* 0: any */
	pcap_t *pcap;
	uint64_t *time_ns; /* FRAMES_MAX of them, n used */
	size_t n;
};

static volatile sig_atomic_t stop;

static void
on_signal(int number)
{
	(void)number;
	stop = 1;
}

static void
add(u_char *arg, const struct pcap_pkthdr *h, const u_char *frame)
{
	struct gaps *g = (void *)arg;

	(void)frame;
	if (g->n < FRAMES_MAX) /* tv_usec holds ns: asked for in open_tap */
		g->time_ns[g->n++] = (uint64_t)h->ts.tv_sec * 1000000000 +
		    (uint64_t)h->ts.tv_usec;
}

static int
set_filter(struct gaps *g, struct fail *f)
{
	struct bpf_program program;
	char text[80] = "ip and udp", part[32];
	int rc;

	if (g->port != 0) {
		snprintf(
		    part, sizeof(part), " and dst port %u", (unsigned)g->port);
		strcat(text, part);
	}
	if (g->payload != 0) {
		snprintf(part, sizeof(part), " and udp[4:2] = %u",
		    (unsigned)g->payload + 8);
		strcat(text, part);
	}
	if (pcap_compile(g->pcap, &program, text, 1, PCAP_NETMASK_UNKNOWN) != 0)
		return fail(f, "%s", pcap_geterr(g->pcap));
	rc = pcap_setfilter(g->pcap, &program);
	pcap_freecode(&program);
	return rc == 0 ? 0 : fail(f, "%s", pcap_geterr(g->pcap));
}

static int
open_tap(struct gaps *g, struct fail *f)
{
	char error[PCAP_ERRBUF_SIZE] = "";
	int on = 1;

	g->pcap = pcap_create(g->interface, error);
	if (g->pcap == NULL)
		return fail(f, "%s: %s", g->interface, error);
	if (pcap_set_snaplen(g->pcap, SNAP_BYTES) != 0 ||
	    pcap_set_timeout(g->pcap, RETIRE_MS) != 0 ||
	    pcap_set_buffer_size(g->pcap, RING_BYTES) != 0 ||
	    pcap_set_tstamp_precision(g->pcap, PCAP_TSTAMP_PRECISION_NANO) !=
		0 ||
	    pcap_activate(g->pcap) < 0)
		return fail(f, "%s: %s", g->interface, pcap_geterr(g->pcap));
	if (pcap_get_tstamp_precision(g->pcap) != PCAP_TSTAMP_PRECISION_NANO)
		return fail(f, "%s: no stamps in ns", g->interface);
	if (setsockopt(pcap_fileno(g->pcap), SOL_SOCKET, SO_TIMESTAMPNS, &on,
		sizeof(on)) < 0)
		return fail_errno(f, "SO_TIMESTAMPNS");
	if (pcap_setdirection(g->pcap, PCAP_D_IN) != 0 ||
	    pcap_setnonblock(g->pcap, 1, error) != 0)
		return fail(f, "%s: %s", g->interface, pcap_geterr(g->pcap));
	return set_filter(g, f);
}

/* Until the signal, and then until what the ring still holds is read. */
static int
collect(struct gaps *g, struct fail *f)
{
	const struct timespec look = { .tv_nsec = LOOK_NS };
	bool last = false;

	puts("ready");
	fflush(stdout);
	while (!last) {
		last = stop != 0;
		nanosleep(&look, NULL);
		if (last) /* the one above may have been cut short */
			nanosleep(&look, NULL);
		if (pcap_dispatch(g->pcap, -1, add, (u_char *)g) < 0)
			return fail(f, "%s", pcap_geterr(g->pcap));
	}
	return g->n < FRAMES_MAX ? 0 : fail(f, "over %u frames", FRAMES_MAX);
}

static int
by_size(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

static int
write_gaps(const struct gaps *g, const double *gap, size_t n, struct fail *f)
{
	FILE *file;

	if (g->write == NULL)
		return 0;
	file = fopen(g->write, "w");
	if (file == NULL)
		return fail_errno(f, "%s", g->write);
	for (size_t i = 0; i < n; i++)
		fprintf(file, "%.0f\n", gap[i]);
	if (fclose(file) != 0)
		return fail_errno(f, "%s", g->write);
	return 0;
}

static int
report(const struct gaps *g, struct fail *f)
{
	size_t n = g->n > 1 ? g->n - 1 : 0;
	double *gap = calloc(n + 1, sizeof(*gap));
	struct stat_summary s;
	struct pcap_stat lost;

	if (gap == NULL)
		return fail(f, "out of memory");
	for (size_t i = 0; i < n; i++)
		gap[i] = (double)(int64_t)(g->time_ns[i + 1] - g->time_ns[i]);
	if (write_gaps(g, gap, n, f) < 0 || stat_summarise(gap, n, &s) < 0 ||
	    pcap_stats(g->pcap, &lost) != 0) {
		free(gap);
		return fail(f, "%s", f->text);
	}
	qsort(gap, n, sizeof(*gap), by_size);
	printf("%zu %.4f %.1f %.1f %.0f %.0f %.0f %.0f %u\n", g->n,
	    1e9 / s.mean, s.mean, s.sd, stat_quantile(gap, n, 0.5),
	    stat_quantile(gap, n, 0.99), stat_quantile(gap, n, 0.999), s.max,
	    lost.ps_drop);
	free(gap);
	return 0;
}

static int
options(struct gaps *g, int argc, char **argv, struct fail *f)
{
	int c;

	while ((c = getopt(argc, argv, "p:l:w:")) != -1) {
		if (c == 'w')
			g->write = optarg;
		else if (c == '?' ||
		    num_u64(c == 'p' ? "-p" : "-l", optarg, 1, 65535,
			c == 'p' ? &g->port : &g->payload, f) < 0)
			return -1;
	}
	if (argc - optind != 1)
		return fail(f, "[-p PORT] [-l PAYLOAD] [-w FILE] INTERFACE");
	g->interface = argv[optind];
	return 0;
}

int
main(int argc, char **argv)
{
	const struct sigaction sa = { .sa_handler = on_signal };
	struct gaps g = { .interface = NULL };
	struct fail f = { "" };
	int rc = 1;

	sigaction(SIGTERM, &sa, NULL);
	sigaction(SIGINT, &sa, NULL);
	g.time_ns = malloc(FRAMES_MAX * sizeof(*g.time_ns));
	if (g.time_ns == NULL)
		fail(&f, "out of memory");
	else if (options(&g, argc, argv, &f) == 0 && open_tap(&g, &f) == 0 &&
	    collect(&g, &f) == 0 && report(&g, &f) == 0)
		rc = 0;
	if (rc != 0)
		fprintf(stderr, "gaps: %s\n", f.text);
	if (g.pcap != NULL)
		pcap_close(g.pcap);
	free(g.time_ns);
	return rc;
}
