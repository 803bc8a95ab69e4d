/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/unit.h"

#include <string.h>

#include "lib/pace.h"

Suite *pace_suite(void);

#define S 1000000000ULL
#define DAY (86400 * S)

/* floor(T * rate), worked out with unbounded integers elsewhere. */
static const struct {
	uint64_t frames, seconds, duration_ns, want;
} durations[] = {
	{ 148809523, 1, 21 * DAY, 269999998531200 },
	{ 148809523, 1, 1, 0 },
	{ 148809523, 1, 7, 1 },
	{ 10000000000, 1, 1, 10 },
	{ 10000000000, 1, 365 * DAY, 315360000000000000 },
	{ 20000, 1, 5 * S, 100000 },
	{ 1, 10, 9999999999, 0 },
	{ 1, 10, 10 * S, 1 },
	{ 1, 1000, 86400 * S, 86 },
	{ 5, 2, 3 * S, 7 },
	{ 2469, 2, 10 * S, 12345 },
	{ 3, 1, S / 3, 0 },
	{ 3, 1, S / 3 + 1, 1 },
	{ 700001, 1, 1500000000, 1050001 },
	{ 9999999999, 1000, 999999999999, 9999999998 },
	{ 0, 1, S, 0 },
};

START_TEST(frames_of_a_duration)
{
	struct rate r = { durations[_i].frames, durations[_i].seconds };

	ck_assert_uint_eq(
	    pace_frames(&r, durations[_i].duration_ns), durations[_i].want);
}
END_TEST

/* ceil(k / rate) in ns, the same way. */
static const struct {
	uint64_t frames, seconds, k, want;
} offsets[] = {
	{ 148809523, 1, 0, 0 },
	{ 148809523, 1, 1, 7 }, /* 6.72 */
	{ 148809523, 1, 100, 673 }, /* 672.0001 */
	{ 148809523, 1, 148809523, S },
	{ 148809523, 1, 269999998531200, 21 * DAY },
	{ 148809523, 1, 269999998531201, 21 * DAY + 7 },
	{ 10000000000, 1, 15, 2 }, /* 1.5 */
	{ 3, 1, 1, 333333334 },
	{ 3, 1, 2, 666666667 },
	{ 3, 1, 3, S },
	{ 1, 10, 7, 70 * S },
	{ 1, 1000, 1000000, 1000000000 * S },
	{ 5, 2, 1, 400000000 },
	{ 700001, 1, 700000, 999998572 }, /* 999,998,571.43 */
	{ 9999999999, 1000, 9999999998, 999999999900 },
};

START_TEST(offset_of_a_frame)
{
	struct rate r = { offsets[_i].frames, offsets[_i].seconds };

	ck_assert_uint_eq(pace_offset_ns(&r, offsets[_i].k), offsets[_i].want);
}
END_TEST

static const struct rate rates[] = {
	{ 148809523, 1 },
	{ 14880952, 1 },
	{ 1488095, 1 },
	{ 700001, 1 },
	{ 20000, 1 },
	{ 3, 1 },
	{ 1, 10 },
	{ 2469, 2 },
	{ 10000000000, 1 },
};

/*
 * Days of virtual time: at every deadline exactly the frame that is due is
 * due, one nanosecond earlier it is not. No frame too many, none too few.
 */
START_TEST(no_drift_in_days)
{
	struct pace p = {
		.rate = rates[_i], .t0_ns = 12345, .burst = 1, .threads = 1
	};
	uint64_t end = pace_frames(&p.rate, 30 * DAY);
	uint64_t step = end / 100003 + 1, off = 0;
	bool shared = p.rate.frames > S; /* several frames in one ns */

	for (uint64_t k = 0; k < end; k += step) {
		uint64_t t = pace_next_ns(&p, k);
		uint64_t first = k;

		while (shared && first > 0 && pace_next_ns(&p, first - 1) == t)
			first--;
		off += pace_due(&p, t, k) < 1;
		off += pace_due(&p, t - 1, first) != 0;
		off += !shared && pace_due(&p, t, k + 1) != 0;
	}
	ck_assert_uint_eq(off, 0);
	/* the last frame of the 30 days is due before they end */
	if (!shared)
		ck_assert_uint_lt(
		    pace_next_ns(&p, end - 1), p.t0_ns + 30 * DAY);
	ck_assert_uint_ge(pace_next_ns(&p, end), p.t0_ns + 30 * DAY);
}
END_TEST

/*
 * Ten million frames at 148.8 Mpps one by one, as the send loop would go,
 * late by 100 ns now and then. (No assertion inside: each costs a write.)
 */
START_TEST(frame_by_frame)
{
	struct pace p = {
		.rate = rates[0], .t0_ns = 5, .burst = 1, .threads = 1
	};
	uint64_t sent = 0, wrong = 0, rounds = 0;

	while (sent < 10000000) {
		uint64_t t = pace_next_ns(&p, sent);
		int n;

		if (++rounds % 16 == 0)
			t += 100;
		n = pace_due(&p, t, sent);
		if (n < 1 || n > PACE_BURST_MIN)
			wrong++;
		sent += (uint64_t)n;
		/* what was not due then is due later than that */
		if (n < PACE_BURST_MIN && pace_next_ns(&p, sent) <= t)
			wrong++;
	}
	ck_assert_uint_eq(wrong, 0);
}
END_TEST

START_TEST(bursts)
{
	struct pace p = {
		.rate = { 1000, 1 }, .t0_ns = 100, .burst = 16, .threads = 1
	};

	ck_assert_int_eq(pace_due(&p, 99, 0), 0);
	ck_assert_int_eq(pace_due(&p, 100, 0), 16);
	ck_assert_int_eq(pace_due(&p, 100, 5), 11); /* rest of a burst */
	ck_assert_int_eq(pace_due(&p, 100, 16), 0);
	/* the next leaves when frame 16 is due, 16 ms later */
	ck_assert_uint_eq(pace_next_ns(&p, 16), 16000100);
	ck_assert_uint_eq(pace_next_ns(&p, 20), 16000100);
	ck_assert_int_eq(pace_due(&p, 16000099, 16), 0);
	ck_assert_int_eq(pace_due(&p, 16000100, 16), 16);
	/* made up, at most 32 a call */
	ck_assert_int_eq(pace_due(&p, 48000100, 16), 32);
	p.burst = 64;
	ck_assert_int_eq(pace_due(&p, 10 * S, 64), 64);
	p.burst = 1;
	ck_assert_int_eq(pace_due(&p, 10 * S, 64), PACE_BURST_MIN);
	p.rate.frames = 0; /* as fast as possible */
	ck_assert_int_eq(pace_due(&p, 0, 64), 1);
	ck_assert_uint_eq(pace_next_ns(&p, 1000), 100);
}
END_TEST

/* Threads together send what one would, each frame once, at its time. */
static const struct {
	uint64_t frames;
	uint32_t burst, threads;
} shared[] = { { 148809523, 1, 2 }, { 700001, 1, 3 }, { 1000, 16, 4 },
	{ 3, 1, 7 }, { 0, 64, 3 }, { 1488095, 5, 2 }, { 10000, 64, 1 } };

START_TEST(threads_share_a_schedule)
{
	enum { N = 10000 };
	static uint8_t seen[N];
	uint64_t sum = 0, wrong = 0;
	struct pace one = { .rate = { shared[_i].frames, 1 },
		.t0_ns = 50,
		.burst = shared[_i].burst,
		.threads = 1 };

	memset(seen, 0, sizeof(seen));
	for (uint32_t i = 0; i < shared[_i].threads; i++) {
		struct pace p = one;
		uint64_t share;

		p.threads = shared[_i].threads;
		p.thread = i;
		share = pace_share(&p, N);
		sum += share;
		for (uint64_t j = 0; j < share; j++) {
			uint64_t g = pace_number(&p, j);
			uint64_t t = pace_next_ns(&p, j);

			wrong += g >= N || seen[g]++ != 0;
			wrong += t != pace_next_ns(&one, g);
			if (p.rate.frames == 0 || j % p.burst != 0)
				continue;
			wrong += pace_due(&p, t, j) < (int)p.burst;
			wrong += pace_due(&p, t - 1, j) != 0;
		}
		/* the next one is beyond the N frames */
		wrong += pace_number(&p, share) < N;
	}
	ck_assert_uint_eq(sum, N);
	ck_assert_uint_eq(wrong, 0);
}
END_TEST

START_TEST(stalls)
{
	struct pace p = {
		.rate = { 1000, 1 }, .t0_ns = 0, .burst = 1, .threads = 1
	};

	/* frame 10 is due at 10 ms; 20 ms late is still made up */
	pace_stalled(&p, 30000000, 10);
	ck_assert_uint_eq(p.stalls, 0);
	ck_assert_int_eq(pace_due(&p, 30000000, 10), 21);
	/* one ns more is a stall: the schedule moves, one frame is due */
	pace_stalled(&p, 30000001, 10);
	ck_assert_uint_eq(p.stalls, 1);
	ck_assert_uint_eq(p.stalled_ns, 20000001);
	ck_assert_uint_eq(pace_next_ns(&p, 10), 30000001);
	ck_assert_int_eq(pace_due(&p, 30000001, 10), 1);
	/* catching up counts it too, but moves nothing */
	p = (struct pace){
		.rate = { 1000, 1 }, .burst = 1, .threads = 1, .catchup = true
	};
	pace_stalled(&p, S, 10);
	ck_assert_uint_eq(p.stalls, 1);
	ck_assert_uint_eq(p.stalled_ns, 990000000);
	ck_assert_uint_eq(pace_next_ns(&p, 10), 10000000);
	ck_assert_int_eq(pace_due(&p, S, 10), PACE_BURST_MIN);
	/* nothing is late without a rate */
	p = (struct pace){ .rate = { 0, 1 }, .burst = 1, .threads = 1 };
	pace_stalled(&p, DAY, 0);
	ck_assert_uint_eq(p.stalls, 0);
}
END_TEST

Suite *
pace_suite(void)
{
	Suite *s = suite_create("pace");
	TCase *t = tcase_create("pace");

	tcase_set_timeout(t, 60);
	tcase_add_loop_test(t, frames_of_a_duration, 0, COUNT(durations));
	tcase_add_loop_test(t, offset_of_a_frame, 0, COUNT(offsets));
	tcase_add_loop_test(t, no_drift_in_days, 0, COUNT(rates));
	tcase_add_test(t, frame_by_frame);
	tcase_add_test(t, bursts);
	tcase_add_loop_test(t, threads_share_a_schedule, 0, COUNT(shared));
	tcase_add_test(t, stalls);
	suite_add_tcase(s, t);
	return s;
}
