/* SPDX-License-Identifier: BSD-2-Clause */
/* Threads, mixes, phases, gaps: what the loop of blast.c is used for. */
#include "tests/unit.h"

#include <string.h>

#include "tests/fake/bench.h"

Suite *blast_traffic_suite(void);

/* Second of three threads: its own sequence, its turns of the schedule. */
START_TEST(one_of_three_threads)
{
	uint64_t wrong = 0;

	bench.flows = bench_flows(5000, 10);
	bench_ask(3000, S, 0);
	bench.b.pace.threads = 3;
	bench.b.pace.thread = 1;
	bench_go();
	ck_assert_uint_eq(bench.b.taken, 1000);
	ck_assert_uint_eq(bench_wanted(), 1000);
	ck_assert_uint_eq(bench.b.finish_ns, T0 + S);
	bench_check_sequence(0);
	for (uint64_t j = 0; j < 1000; j++) {
		const struct mem_frame *m = &bench.mem.frame[j];

		wrong += m->flow != (3 * j + 1) % 10;
		wrong += m->now_ns !=
		    T0 + pace_offset_ns(&bench.b.pace.rate, 3 * j + 1);
	}
	ck_assert_uint_eq(wrong, 0);
}
END_TEST

/* More threads than frames: some send nothing, and are done. */
START_TEST(no_share)
{
	bench_ask(_i == 0 ? 0 : 1000, 0, 2);
	bench.b.pace.threads = 3;
	bench.b.pace.thread = 2;
	bench_go();
	ck_assert_int_eq(bench.b.end, BLAST_DONE);
	ck_assert_uint_eq(bench.b.taken, 0);
	ck_assert_uint_eq(bench_wanted(), 0);
	/* the run is over when the last slot of all threads is */
	ck_assert_uint_eq(bench.b.finish_ns, T0 + (_i == 0 ? 0 : 2 * MS));
}
END_TEST

/* Sizes follow the frame's number; each frame is whole. */
START_TEST(mixes)
{
	static struct frame frames[2];
	uint64_t wrong = 0;

	ck_assert_int_eq(
	    sizes_parse("", "64,128,64,64", 0, 0, &bench.sizes, NULL), 0);
	for (int i = 0; i < 2; i++) {
		bench.spec.payload_bytes = i == 0 ? 18 : 82;
		ck_assert_int_eq(frame_build(&frames[i], &bench.spec, NULL), 0);
	}
	bench.tx.frames = frames;
	bench.tx.room = tx_room(frames, 2);
	bench_ask(0, 0, 1000);
	bench.clock.tick_ns = 100;
	bench_go();
	for (uint64_t i = 0; i < 1000; i++)
		wrong += bench.mem.frame[i].len != (i % 4 == 1 ? 124 : 60);
	ck_assert_uint_eq(wrong, 0);
	bench_check_sequence(0);
}
END_TEST

/* Ramp and warm-up: the stamp says that they do not count. */
START_TEST(uncounted)
{
	bench.b.uncounted = true;
	bench_ask(1000, 10 * MS, 0);
	bench_go();
	ck_assert_uint_eq(bench.b.taken, 10);
	for (int i = 0; i < 10; i++)
		ck_assert(bench.mem.frame[i].uncounted);
}
END_TEST

/* Gaps between hand-overs, the largest burst. */
START_TEST(gaps)
{
	static struct hist h;

	memset(&h, 0, sizeof(h));
	bench.b.gaps = &h;
	bench.clock.jump_at_ns = T0 + S / 2;
	bench.clock.jump_ns = 10 * MS + 1; /* eleven are due */
	bench_ask(1000, S, 0);
	bench_go();
	ck_assert_uint_eq(bench.b.taken, 1000);
	ck_assert_uint_eq(bench.b.largest_burst, 11);
	ck_assert_uint_eq(h.count, bench.mem.calls - 1);
	ck_assert_uint_ge(h.max, 10 * MS);
	ck_assert_uint_eq(hist_quantile(&h, 0), h.min);
	ck_assert_uint_le(h.sum, S);
}
END_TEST

Suite *
blast_traffic_suite(void)
{
	Suite *s = suite_create("blast_traffic");
	TCase *t = tcase_create("blast_traffic");

	tcase_add_checked_fixture(t, bench_set_up, bench_tear_down);
	tcase_add_test(t, one_of_three_threads);
	tcase_add_loop_test(t, no_share, 0, 2);
	tcase_add_test(t, mixes);
	tcase_add_test(t, uncounted);
	tcase_add_test(t, gaps);
	suite_add_tcase(s, t);
	return s;
}
