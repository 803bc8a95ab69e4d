/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/unit.h"

#include <stdlib.h>
#include <string.h>

#include "tests/fake/tx_mem.h"

Suite *blast_suite(void);

#define MS 1000000ULL
#define S 1000000000ULL
#define T0 (77 * S) /* when the fake clock starts */
#define CAP 200000

/* A loop ready to run, with everything it stands on. */
struct bench {
	struct frame_spec spec;
	struct frame frame;
	struct link link;
	struct flow_space flows;
	struct fake_clock clock;
	struct blast_clock ops;
	struct mem mem;
	struct tx tx;
	struct series series;
	uint64_t *intervals;
	struct blast b;
};

static struct bench bench;

static void
set_up(void)
{
	struct bench *t = &bench;

	memset(t, 0, sizeof(*t));
	blast_stop = 0;
	addr_parse("", "198.18.0.1", &t->spec.src, NULL);
	addr_parse("", "198.18.0.2", &t->spec.dst, NULL);
	t->spec.payload_bytes = 18;
	t->flows = (struct flow_space){ 49152, 1, 9, 1, 1 };
	ck_assert_int_eq(frame_build(&t->frame, &t->spec, NULL), 0);
	t->clock.now_ns = T0;
	t->ops = fake_clock_ops(&t->clock);
	t->mem.cap = CAP;
	t->mem.frame = calloc(CAP, sizeof(*t->mem.frame));
	t->mem.clock = &t->clock;
	t->tx.engine = &tx_mem_ethernet;
	t->tx.link = &t->link;
	t->tx.frame = &t->frame;
	t->tx.spec = &t->spec;
	t->tx.flows = &t->flows;
	t->tx.state = &t->mem;
	t->intervals = calloc(1000, sizeof(*t->intervals));
	series_init(&t->series, t->intervals, 1000, 0, 100 * MS);
	t->b = (struct blast){ .tx = &t->tx,
		.pace = { .burst = 1, .rate = { 0, 1 } },
		.tag = 7,
		.stream = 3,
		.clock = &t->ops,
		.series = &t->series };
}

static void
tear_down(void)
{
	free(bench.mem.frame);
	free(bench.mem.buffers);
	free(bench.intervals);
	blast_stop = 0;
}

/* -r, -t and -n as the program sets them. */
static void
ask(uint64_t frames_per_s, uint64_t duration_ns, uint64_t count)
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

static void
go(void)
{
	struct fail f = { "" };

	ck_assert_msg(bench.tx.engine->open(&bench.tx, &f) == 0, "%s", f.text);
	blast_run(&bench.b);
}

/* Numbers on the wire run without gap and without repetition. */
static void
check_sequence(uint64_t first)
{
	uint64_t wrong = 0;

	ck_assert_uint_eq(bench.mem.n, bench.b.taken);
	for (uint64_t i = 0; i < bench.mem.n && i < CAP; i++)
		wrong += bench.mem.frame[i].seq != first + i;
	ck_assert_uint_eq(wrong, 0);
}

static uint64_t
series_sum(void)
{
	uint64_t sum = bench.series.before + bench.series.after;

	for (size_t i = bench.series.first; i < bench.series.end; i++)
		sum += bench.series.v[i];
	return sum;
}

static uint64_t
wanted(void)
{
	uint64_t n = 0;

	ck_assert(blast_wanted(&bench.b, &n));
	return n;
}

START_TEST(exact_by_time)
{
	uint64_t late = 0;

	ask(20000, 5 * S, 0);
	go();
	ck_assert_int_eq(bench.b.end, BLAST_DONE);
	ck_assert_uint_eq(bench.b.taken, 100000);
	ck_assert_uint_eq(wanted(), 100000);
	ck_assert_uint_eq(bench.b.start_ns, T0);
	ck_assert_uint_eq(bench.b.finish_ns, T0 + 5 * S);
	check_sequence(0);
	/* each frame at its own deadline, one a call */
	for (uint64_t k = 0; k < 100000; k++)
		late += bench.mem.frame[k].now_ns != T0 + k * 50000;
	ck_assert_uint_eq(late, 0);
	ck_assert_uint_eq(bench.mem.largest, 1);
	ck_assert_uint_eq(bench.series.end, 50);
	for (int i = 0; i < 50; i++)
		ck_assert_uint_eq(bench.series.v[i], 2000);
	ck_assert_uint_eq(bench.mem.frame[5].tag, 7);
	ck_assert_uint_eq(bench.mem.frame[5].stream, 3);
	ck_assert_uint_eq(bench.mem.frame[5].len, 60);
}
END_TEST

/* A rate that divides nothing, over a time that is no whole second. */
START_TEST(exact_by_odd_time)
{
	ask(700001, 200000003, 0); /* 140,000.2 and a bit */
	go();
	ck_assert_uint_eq(bench.b.taken, 140000);
	ck_assert_uint_eq(bench.b.finish_ns, T0 + 200000003);
	check_sequence(0);
}
END_TEST

START_TEST(exact_by_count)
{
	bench.clock.tick_ns = 100;
	ask(0, 0, 99999);
	go();
	ck_assert_int_eq(bench.b.end, BLAST_DONE);
	ck_assert_uint_eq(bench.b.taken, 99999);
	ck_assert_uint_eq(wanted(), 99999);
	ck_assert_uint_eq(bench.mem.largest, TX_BATCH);
	ck_assert_uint_eq(bench.mem.calls, 1563); /* 99,999 / 64, up */
	check_sequence(0);
	ck_assert_uint_eq(series_sum(), 99999);
}
END_TEST

START_TEST(as_fast_as_possible_by_time)
{
	uint64_t n;

	bench.clock.tick_ns = 1000; /* a batch of 64 every microsecond */
	ask(0, 1 * MS, 0);
	go();
	ck_assert_int_eq(bench.b.end, BLAST_DONE);
	ck_assert(!blast_wanted(&bench.b, &n));
	ck_assert_uint_ge(bench.b.taken, 64 * 997);
	ck_assert_uint_le(bench.b.taken, 64 * 1000);
	ck_assert_uint_ge(bench.b.finish_ns, T0 + 1 * MS);
}
END_TEST

START_TEST(count_and_time_first_reached)
{
	ask(1000, 2 * S, 500);
	go();
	ck_assert_uint_eq(bench.b.taken, 500);
	/* the slot of the last frame belongs to the run */
	ck_assert_uint_eq(bench.b.finish_ns, T0 + S / 2);
	tear_down();
	set_up();
	ask(1000, 2 * S, 5000);
	go();
	ck_assert_uint_eq(bench.b.taken, 2000);
	ck_assert_uint_eq(bench.b.finish_ns, T0 + 2 * S);
	ck_assert_uint_eq(wanted(), 2000);
}
END_TEST

/* Whatever is refused is offered again under the same number. */
START_TEST(refusals)
{
	bench.mem.mood = MEM_SOME;
	ask(_i == 0 ? 0 : 100000, 0, 50000);
	bench.clock.tick_ns = 100;
	go();
	ck_assert_int_eq(bench.b.end, BLAST_DONE);
	ck_assert_uint_eq(bench.b.taken, 50000);
	check_sequence(0);
	if (_i == 0) /* one frame a call is taken or not */
		ck_assert_uint_gt(bench.tx.count.short_returns, 0);
	ck_assert_uint_gt(bench.tx.count.errors[0].n, 0);
	ck_assert_uint_eq(bench.tx.count.refused,
	    bench.tx.count.short_returns + bench.tx.count.errors[0].n);
	ck_assert_uint_eq(series_sum(), 50000);
}
END_TEST

START_TEST(stall_slips)
{
	/* held up for 1.5 s at second 2: 1,500 frames are never sent */
	bench.clock.jump_at_ns = T0 + 2 * S;
	bench.clock.jump_ns = 1500 * MS;
	ask(1000, 5 * S, 0);
	go();
	ck_assert_int_eq(bench.b.end, BLAST_DONE);
	ck_assert_uint_eq(bench.b.taken, 3500);
	ck_assert_uint_eq(wanted(), 5000);
	ck_assert_uint_eq(bench.b.pace.stalls, 1);
	ck_assert_uint_eq(bench.b.pace.stalled_ns, 1500 * MS);
	ck_assert_uint_eq(bench.b.finish_ns, T0 + 5 * S);
	check_sequence(0);
}
END_TEST

START_TEST(stall_catches_up)
{
	bench.clock.jump_at_ns = T0 + 2 * S;
	bench.clock.jump_ns = 1500 * MS;
	ask(1000, 5 * S, 0);
	bench.b.pace.catchup = true;
	go();
	ck_assert_uint_eq(bench.b.taken, 5000);
	ck_assert_uint_gt(bench.b.pace.stalls, 0);
	ck_assert_uint_eq(bench.mem.largest, PACE_BURST_MIN);
	check_sequence(0);
}
END_TEST

/* -n never slips. */
START_TEST(count_is_exact_after_a_stall)
{
	bench.clock.jump_at_ns = T0 + 2 * S;
	bench.clock.jump_ns = 60 * S;
	ask(1000, 0, 5000);
	go();
	ck_assert_int_eq(bench.b.end, BLAST_DONE);
	ck_assert_uint_eq(bench.b.taken, 5000);
	check_sequence(0);
}
END_TEST

/* Late by up to 14 ms now and then, as a busy machine is: all made up. */
START_TEST(lateness_is_made_up)
{
	bench.clock.jitter_ns = 14 * MS;
	ask(20000, 5 * S, 0);
	go();
	ck_assert_uint_eq(bench.b.taken, 100000);
	ck_assert_uint_eq(bench.b.pace.stalls, 0);
	ck_assert_uint_gt(bench.mem.largest, 1);
	ck_assert_uint_le(bench.mem.largest, PACE_BURST_MIN);
	check_sequence(0);
}
END_TEST

START_TEST(stopped)
{
	bench.mem.stop_after = 1234;
	ask(1000, 5 * S, 0);
	go();
	ck_assert_int_eq(bench.b.end, BLAST_STOPPED);
	ck_assert_uint_eq(bench.b.taken, 1234);
	ck_assert_uint_eq(wanted(), 1234);
	ck_assert_uint_eq(bench.b.finish_ns, T0 + 1233 * MS);
	check_sequence(0);
}
END_TEST

START_TEST(way_is_closed)
{
	bench.mem.mood = MEM_NONE;
	ask(_i == 0 ? 0 : 1000, 0, 10);
	bench.clock.tick_ns = 10000;
	go();
	ck_assert_int_eq(bench.b.end, BLAST_GAVE_UP);
	ck_assert_uint_eq(bench.b.taken, 0);
	ck_assert_uint_ge(bench.b.finish_ns, T0 + BLAST_GIVE_UP_NS);
	ck_assert_uint_le(bench.b.finish_ns, T0 + BLAST_GIVE_UP_NS + S);
}
END_TEST

/* With -t the run ends in time whatever is refused. */
static const struct {
	uint64_t rate;
	bool catchup;
} closed[] = { { 0, false }, { 1000, false }, { 1000, true } };

START_TEST(way_is_closed_by_time)
{
	bench.mem.mood = MEM_NONE;
	bench.clock.tick_ns = 1000;
	ask(closed[_i].rate, S, 0);
	bench.b.pace.catchup = closed[_i].catchup;
	go();
	ck_assert_int_eq(bench.b.end, BLAST_DONE);
	ck_assert_uint_eq(bench.b.taken, 0);
	ck_assert_uint_ge(bench.b.finish_ns, T0 + S);
	ck_assert_uint_le(bench.b.finish_ns, T0 + S + 2 * PACE_SLACK_NS);
}
END_TEST

START_TEST(bursts)
{
	ask(1000, S, 0);
	bench.b.pace.burst = 16;
	go();
	ck_assert_uint_eq(bench.b.taken, 1000);
	ck_assert_uint_eq(bench.mem.calls, 63); /* 62 of 16 and one of 8 */
	ck_assert_uint_eq(bench.mem.frame[15].now_ns, T0);
	ck_assert_uint_eq(bench.mem.frame[16].now_ns, T0 + 16 * MS);
	ck_assert_uint_eq(bench.b.finish_ns, T0 + S);
}
END_TEST

START_TEST(flows_and_numbers)
{
	uint64_t wrong = 0;

	bench.flows = (struct flow_space){ 49152, 1, 5000, 10, 10 };
	bench.b.seq_per_round = _i == 1;
	ask(0, 0, 1000);
	bench.clock.tick_ns = 100;
	go();
	for (uint64_t i = 0; i < 1000; i++) {
		const struct mem_frame *m = &bench.mem.frame[i];

		wrong += m->flow != i % 10;
		wrong += m->dst_port != 5000 + i % 10;
		wrong += m->seq != (_i == 1 ? i / 10 : i);
	}
	ck_assert_uint_eq(wrong, 0);
}
END_TEST

/* 48 bits, then 0; and a payload engine gets the payload alone. */
START_TEST(first_sequence)
{
	bench.tx.engine = &tx_mem_payload;
	bench.b.first_seq = STAMP_SEQ_MASK - 1;
	ask(0, 0, 4);
	bench.clock.tick_ns = 100;
	go();
	ck_assert_uint_eq(bench.mem.frame[0].seq, STAMP_SEQ_MASK - 1);
	ck_assert_uint_eq(bench.mem.frame[1].seq, STAMP_SEQ_MASK);
	ck_assert_uint_eq(bench.mem.frame[2].seq, 0);
	ck_assert_uint_eq(bench.mem.frame[3].seq, 1);
	ck_assert_uint_eq(bench.mem.frame[3].len, 18);
}
END_TEST

START_TEST(starts_when_told)
{
	bench.b.pace.t0_ns = T0 + 2 * S;
	ask(10, S, 0);
	go();
	ck_assert_uint_eq(bench.mem.frame[0].now_ns, T0 + 2 * S);
	ck_assert_uint_eq(bench.b.start_ns, T0 + 2 * S);
	ck_assert_uint_eq(bench.b.finish_ns, T0 + 3 * S);
	ck_assert_uint_eq(bench.b.taken, 10);
}
END_TEST

static void
count_reports(const struct blast *b, uint64_t now_ns, void *arg)
{
	int *n = arg;

	ck_assert_uint_ge(now_ns, b->start_ns);
	(*n)++;
}

START_TEST(reports)
{
	int n = 0;

	bench.b.report_ns = S;
	bench.b.report = count_reports;
	bench.b.report_arg = &n;
	ask(100, 10 * S, 0);
	go();
	ck_assert_int_eq(n, 9);
}
END_TEST

Suite *
blast_suite(void)
{
	Suite *s = suite_create("blast");
	TCase *t = tcase_create("blast");

	tcase_set_timeout(t, 30);
	tcase_add_checked_fixture(t, set_up, tear_down);
	tcase_add_test(t, exact_by_time);
	tcase_add_test(t, exact_by_odd_time);
	tcase_add_test(t, exact_by_count);
	tcase_add_test(t, as_fast_as_possible_by_time);
	tcase_add_test(t, count_and_time_first_reached);
	tcase_add_loop_test(t, refusals, 0, 2);
	tcase_add_test(t, stall_slips);
	tcase_add_test(t, stall_catches_up);
	tcase_add_test(t, count_is_exact_after_a_stall);
	tcase_add_test(t, lateness_is_made_up);
	tcase_add_test(t, stopped);
	tcase_add_loop_test(t, way_is_closed, 0, 2);
	tcase_add_loop_test(t, way_is_closed_by_time, 0, COUNT(closed));
	tcase_add_test(t, bursts);
	tcase_add_loop_test(t, flows_and_numbers, 0, 2);
	tcase_add_test(t, first_sequence);
	tcase_add_test(t, starts_when_told);
	tcase_add_test(t, reports);
	suite_add_tcase(s, t);
	return s;
}
