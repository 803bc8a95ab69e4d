/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What it costs the sink to count one frame, without any engine: CPU time of
 * tally_packet over frames that lie in memory.
 *
 *	tally_cost [options of netreceive]
 *
 * A row is a layer and a payload (10 bytes: no time stamp; 18: one), a
 * column what happened to the order on the way. The figure is the lowest
 * decile of the rounds.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/clock.h"
#include "lib/frame.h"
#include "netreceive/options.h"
#include "netreceive/tally.h"

#define FRAMES 1024 /* a round: stays in the second cache */
#define ROUNDS 4000
#define SLOT 128

struct bench {
	struct tally tally;
	struct rx_options o;
	struct frame frame;
	uint8_t slot[FRAMES][SLOT];
	struct rx_pkt pkt[FRAMES];
	uint64_t round_ns[ROUNDS];
};

/* The number of frame i, which is the j-th to come. */
static uint64_t
in_order(uint64_t i)
{
	return i;
}

static uint64_t
lossy(uint64_t i) /* 1 % lost */
{
	return i + i / 99;
}

static uint64_t
swapped(uint64_t i) /* each pair */
{
	return i ^ 1;
}

static void
fill(struct bench *b, uint64_t first, uint64_t (*number)(uint64_t))
{
	const struct flow flow = { 0xc6120001, 0xc6130001, 49152, 9 };
	bool whole = b->tally.layer == RX_ETHERNET;
	uint32_t at = whole ? 0 : b->frame.payload;

	for (uint64_t i = 0; i < FRAMES; i++) {
		struct stamp stamp = { .tag = 7,
			.seq = number(first + i),
			.time_ns = 1000 + (first + i) * 100 };

		frame_put(&b->frame, b->slot[i], &flow, &stamp);
		b->pkt[i] = (struct rx_pkt){ .data = b->slot[i] + at,
			.len = whole ? b->frame.len : b->frame.payload_bytes,
			.t_ns = stamp.time_ns + 5000 + (i * 37) % 512,
			.src = { 4, { 198, 18, 0, 1 } },
			.src_port = 49152,
			.dst_port = 9 };
		b->pkt[i].wire_len = b->pkt[i].len;
	}
}

static int
ascending(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

/* ns a frame */
static double
measure(struct bench *b, enum rx_layer layer, uint64_t (*number)(uint64_t))
{
	struct fail f = { "" };

	if (tally_new(&b->tally, &b->o, layer, 0, &f) < 0) {
		fprintf(stderr, "tally_cost: %s\n", f.text);
		exit(1);
	}
	for (uint64_t r = 0; r < ROUNDS; r++) {
		uint64_t before_ns;

		fill(b, r * FRAMES, number);
		before_ns = clock_thread_ns();
		for (int i = 0; i < FRAMES; i++)
			tally_packet(&b->tally, &b->pkt[i], 0);
		b->round_ns[r] = clock_thread_ns() - before_ns;
	}
	if (b->tally.received != (uint64_t)FRAMES * ROUNDS)
		fprintf(stderr, "tally_cost: counted %llu frames only\n",
		    (unsigned long long)b->tally.received);
	tally_free(&b->tally);
	qsort(b->round_ns, ROUNDS, sizeof(b->round_ns[0]), ascending);
	return (double)b->round_ns[ROUNDS / 10] / FRAMES;
}

int
main(int argc, char **argv)
{
	struct bench *b = calloc(1, sizeof(*b));
	struct fail f = { "" };

	if (b == NULL || rx_options_parse(&b->o, argc, argv, &f) < 0) {
		fprintf(stderr, "tally_cost: %s\n", f.text);
		return 1;
	}
	puts("ns a frame          in order   1 % lost    swapped");
	for (uint32_t bytes = 10; bytes <= 18; bytes += 8)
		for (int l = RX_ETHERNET; l <= RX_PAYLOAD; l++) {
			struct frame_spec spec = { .payload_bytes = bytes,
				.src = { 4, { 198, 18, 0, 1 } },
				.dst = { 4, { 198, 19, 0, 1 } } };
			enum rx_layer layer = (enum rx_layer)l;

			if (frame_build(&b->frame, &spec, &f) < 0) {
				fprintf(stderr, "tally_cost: %s\n", f.text);
				return 1;
			}
			printf("%-8s %2u bytes %11.1f %10.1f %10.1f\n",
			    layer == RX_ETHERNET ? "frame" : "payload", bytes,
			    measure(b, layer, in_order),
			    measure(b, layer, lossy),
			    measure(b, layer, swapped));
		}
	free(b);
	return 0;
}
