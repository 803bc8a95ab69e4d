/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/unit.h"

#include "tests/fake/bench.h"

Suite *blast_suite(void);

static uint64_t
series_sum(void)
{
	uint64_t sum = bench.series.before + bench.series.after;

	for (size_t i = bench.series.first; i < bench.series.end; i++)
		sum += bench.series.v[i];
	return sum;
}

START_TEST(exact_by_time)
{
	uint64_t late = 0;

	bench_ask(20000, 5 * S, 0);
	bench_go();
	ck_assert_int_eq(bench.b.end, BLAST_DONE);
	ck_assert_uint_eq(bench.b.taken, 100000);
	ck_assert_uint_eq(bench_wanted(), 100000);
	ck_assert_uint_eq(bench.b.start_ns, T0);
	ck_assert_uint_eq(bench.b.finish_ns, T0 + 5 * S);
	bench_check_sequence(0);
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
	bench_ask(700001, 200000003, 0); /* 140,000.2 and a bit */
	bench_go();
	ck_assert_uint_eq(bench.b.taken, 140000);
	ck_assert_uint_eq(bench.b.finish_ns, T0 + 200000003);
	bench_check_sequence(0);
}
END_TEST

START_TEST(exact_by_count)
{
	bench.clock.tick_ns = 100;
	bench_ask(0, 0, 99999);
	bench_go();
	ck_assert_int_eq(bench.b.end, BLAST_DONE);
	ck_assert_uint_eq(bench.b.taken, 99999);
	ck_assert_uint_eq(bench_wanted(), 99999);
	ck_assert_uint_eq(bench.mem.largest, TX_BATCH);
	ck_assert_uint_eq(bench.mem.calls, 1563); /* 99,999 / 64, up */
	bench_check_sequence(0);
	ck_assert_uint_eq(series_sum(), 99999);
}
END_TEST

START_TEST(as_fast_as_possible_by_time)
{
	uint64_t n;

	bench.clock.tick_ns = 1000; /* a batch of 64 every microsecond */
	bench_ask(0, 1 * MS, 0);
	bench_go();
	ck_assert_int_eq(bench.b.end, BLAST_DONE);
	ck_assert(!blast_wanted(&bench.b, &n));
	ck_assert_uint_ge(bench.b.taken, 64 * 997);
	ck_assert_uint_le(bench.b.taken, 64 * 1000);
	ck_assert_uint_ge(bench.b.finish_ns, T0 + 1 * MS);
}
END_TEST

START_TEST(count_and_time_first_reached)
{
	bench_ask(1000, 2 * S, 500);
	bench_go();
	ck_assert_uint_eq(bench.b.taken, 500);
	/* the slot of the last frame belongs to the run */
	ck_assert_uint_eq(bench.b.finish_ns, T0 + S / 2);
	bench_tear_down();
	bench_set_up();
	bench_ask(1000, 2 * S, 5000);
	bench_go();
	ck_assert_uint_eq(bench.b.taken, 2000);
	ck_assert_uint_eq(bench.b.finish_ns, T0 + 2 * S);
	ck_assert_uint_eq(bench_wanted(), 2000);
}
END_TEST

/* Whatever is refused is offered again under the same number. */
START_TEST(refusals)
{
	bench.mem.mood = MEM_SOME;
	bench_ask(_i == 0 ? 0 : 100000, 0, 50000);
	bench.clock.tick_ns = 100;
	bench_go();
	ck_assert_int_eq(bench.b.end, BLAST_DONE);
	ck_assert_uint_eq(bench.b.taken, 50000);
	bench_check_sequence(0);
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
	bench_ask(1000, 5 * S, 0);
	bench_go();
	ck_assert_int_eq(bench.b.end, BLAST_DONE);
	ck_assert_uint_eq(bench.b.taken, 3500);
	ck_assert_uint_eq(bench_wanted(), 5000);
	ck_assert_uint_eq(bench.b.pace.stalls, 1);
	ck_assert_uint_eq(bench.b.pace.stalled_ns, 1500 * MS);
	ck_assert_uint_eq(bench.b.refused_ns, 0);
	ck_assert_uint_eq(bench.b.finish_ns, T0 + 5 * S);
	bench_check_sequence(0);
}
END_TEST

START_TEST(stall_catches_up)
{
	bench.clock.jump_at_ns = T0 + 2 * S;
	bench.clock.jump_ns = 1500 * MS;
	bench_ask(1000, 5 * S, 0);
	bench.b.pace.catchup = true;
	bench_go();
	ck_assert_uint_eq(bench.b.taken, 5000);
	ck_assert_uint_eq(bench.b.pace.stalls, 1);
	ck_assert_uint_eq(bench.b.pace.stalled_ns, 1500 * MS);
	ck_assert_uint_eq(bench.mem.largest, PACE_BURST_MIN);
	bench_check_sequence(0);
}
END_TEST

/* -n never slips. */
START_TEST(count_is_exact_after_a_stall)
{
	bench.clock.jump_at_ns = T0 + 2 * S;
	bench.clock.jump_ns = 60 * S;
	bench_ask(1000, 0, 5000);
	bench_go();
	ck_assert_int_eq(bench.b.end, BLAST_DONE);
	ck_assert_uint_eq(bench.b.taken, 5000);
	bench_check_sequence(0);
}
END_TEST

/* Late by up to 14 ms now and then, as a busy machine is: all made up. */
START_TEST(lateness_is_made_up)
{
	bench.clock.jitter_ns = 14 * MS;
	bench_ask(20000, 5 * S, 0);
	bench_go();
	ck_assert_uint_eq(bench.b.taken, 100000);
	ck_assert_uint_eq(bench.b.pace.stalls, 0);
	ck_assert_uint_gt(bench.mem.largest, 1);
	ck_assert_uint_le(bench.mem.largest, PACE_BURST_MIN);
	bench_check_sequence(0);
}
END_TEST

START_TEST(stopped)
{
	bench.mem.stop_after = 1234;
	bench_ask(1000, 5 * S, 0);
	bench_go();
	ck_assert_int_eq(bench.b.end, BLAST_STOPPED);
	ck_assert_uint_eq(bench.b.taken, 1234);
	ck_assert_uint_eq(bench_wanted(), 1234);
	ck_assert_uint_eq(bench.b.finish_ns, T0 + 1233 * MS);
	bench_check_sequence(0);
}
END_TEST

START_TEST(way_is_closed)
{
	bench.mem.mood = MEM_NONE;
	bench_ask(_i == 0 ? 0 : 1000, 0, 10);
	bench.clock.tick_ns = 10000;
	bench_go();
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
	bench_ask(closed[_i].rate, S, 0);
	bench.b.pace.catchup = closed[_i].catchup;
	bench_go();
	ck_assert_int_eq(bench.b.end, BLAST_DONE);
	ck_assert_uint_eq(bench.b.taken, 0);
	ck_assert_uint_ge(bench.b.finish_ns, T0 + S);
	ck_assert_uint_le(bench.b.finish_ns, T0 + S + 2 * PACE_SLACK_NS);
	ck_assert_uint_eq(bench.b.refused_ns, bench.b.pace.stalled_ns);
	ck_assert_int_eq(bench.b.refused_ns > 0, closed[_i].rate != 0);
}
END_TEST

START_TEST(bursts)
{
	bench_ask(1000, S, 0);
	bench.b.pace.burst = 16;
	bench_go();
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

	bench.flows = bench_flows(5000, 10);
	bench.b.seq_per_round = _i == 1;
	bench_ask(0, 0, 1000);
	bench.clock.tick_ns = 100;
	bench_go();
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
	bench_ask(0, 0, 4);
	bench.clock.tick_ns = 100;
	bench_go();
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
	bench_ask(10, S, 0);
	bench_go();
	ck_assert_uint_eq(bench.mem.frame[0].now_ns, T0 + 2 * S);
	ck_assert_uint_eq(bench.b.start_ns, T0 + 2 * S);
	ck_assert_uint_eq(bench.b.finish_ns, T0 + 3 * S);
	ck_assert_uint_eq(bench.b.taken, 10);
}
END_TEST

/* Another thread may read how far it is. */
START_TEST(seen_from_outside)
{
	struct blast_seen seen = { 0, 0 };

	bench.b.seen = &seen;
	bench.mem.mood = MEM_SOME;
	bench.clock.tick_ns = 100;
	bench_ask(0, 0, 5000);
	bench_go();
	ck_assert_uint_eq(seen.taken, 5000);
	ck_assert_uint_eq(seen.refused, bench.tx.count.refused);
}
END_TEST

Suite *
blast_suite(void)
{
	Suite *s = suite_create("blast");
	TCase *t = tcase_create("blast");

	tcase_set_timeout(t, 30);
	tcase_add_checked_fixture(t, bench_set_up, bench_tear_down);
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
	tcase_add_test(t, seen_from_outside);
	suite_add_tcase(s, t);
	return s;
}
