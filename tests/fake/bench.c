/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "tests/fake/bench.h"
#include "tests/unit.h"

struct bench bench;

struct flow_space
bench_flows(uint16_t port, uint16_t ports)
{
	return (struct flow_space){ .src = { bench.spec.src, 1 },
		.dst = { bench.spec.dst, 1 },
		.src_port = 49152,
		.src_ports = 1,
		.dst_port = port,
		.dst_ports = ports,
		.flows = ports };
}

void
bench_set_up(void)
{
	struct bench *t = &bench;

	memset(t, 0, sizeof(*t));
	blast_stop = 0;
	addr_parse("", "198.18.0.1", &t->spec.src, NULL);
	addr_parse("", "198.18.0.2", &t->spec.dst, NULL);
	t->spec.payload_bytes = 18;
	t->flows = bench_flows(9, 1);
	sizes_one(&t->sizes, 18, false);
	ck_assert_int_eq(frame_build(&t->frame, &t->spec, NULL), 0);
	t->clock.now_ns = T0;
	t->ops = fake_clock_ops(&t->clock);
	t->mem.cap = CAP;
	t->mem.frame = calloc(CAP, sizeof(*t->mem.frame));
	t->mem.clock = &t->clock;
	t->tx.engine = &tx_mem_ethernet;
	t->tx.link = &t->link;
	t->tx.frames = &t->frame;
	t->tx.sizes = &t->sizes;
	t->tx.room = tx_room(&t->frame, 1);
	t->tx.spec = &t->spec;
	t->tx.flows = &t->flows;
	t->tx.state = &t->mem;
	t->intervals = calloc(1000, sizeof(*t->intervals));
	series_init(&t->series, t->intervals, 1000, 0, 100 * MS);
	t->b = (struct blast){ .tx = &t->tx,
		.pace = { .burst = 1, .rate = { 0, 1 }, .threads = 1 },
		.tag = 7,
		.stream = 3,
		.clock = &t->ops,
		.series = &t->series };
}

void
bench_tear_down(void)
{
	free(bench.mem.frame);
	free(bench.mem.buffers);
	free(bench.intervals);
	blast_stop = 0;
}

void
bench_ask(uint64_t frames_per_s, uint64_t duration_ns, uint64_t count)
{
	struct blast *b = &bench.b;
	uint64_t due;

	b->pace.rate.frames = frames_per_s;
	b->pace.burst = frames_per_s == 0 ? TX_BATCH : 1;
	b->pace.catchup = count != 0;
	b->duration_ns = duration_ns;
	due = pace_frames(&b->pace.rate, duration_ns);
	b->frames = due != 0 && (count == 0 || due < count) ? due : count;
}

void
bench_go(void)
{
	struct fail f = { "" };

	ck_assert_msg(bench.tx.engine->open(&bench.tx, &f) == 0, "%s", f.text);
	blast_run(&bench.b);
}

/* Numbers on the wire run without gap and without repetition. */
void
bench_check_sequence(uint64_t first)
{
	uint64_t wrong = 0;

	ck_assert_uint_eq(bench.mem.n, bench.b.taken);
	for (uint64_t i = 0; i < bench.mem.n && i < CAP; i++)
		wrong += bench.mem.frame[i].seq != first + i;
	ck_assert_uint_eq(wrong, 0);
}

uint64_t
bench_wanted(void)
{
	uint64_t n = 0;

	ck_assert(blast_wanted(&bench.b, &n));
	return n;
}
