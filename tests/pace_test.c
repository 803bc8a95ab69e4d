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

/* A product of two numbers, all 128 bits of it. */
struct product {
	uint64_t high, low;
};

static struct product
times(uint64_t a, uint64_t b)
{
	uint64_t a1 = a >> 32, a0 = a & UINT32_MAX;
	uint64_t b1 = b >> 32, b0 = b & UINT32_MAX;
	uint64_t mid = a1 * b0 + (a0 * b0 >> 32); /* fits: (2^32-1)^2 + 2^32 */
	uint64_t mid2 = a0 * b1 + (mid & UINT32_MAX);

	return (struct product){ a1 * b1 + (mid >> 32) + (mid2 >> 32), a * b };
}

static bool
at_most(struct product a, struct product b)
{
	return a.high < b.high || (a.high == b.high && a.low <= b.low);
}

START_TEST(products)
{
	struct product p = times(UINT64_MAX, UINT64_MAX);

	ck_assert(p.high == UINT64_MAX - 1 && p.low == 1);
	p = times(12345678901234567890U, 9876543210987654321U);
	ck_assert(
	    p.high == 6609981178781634653U && p.low == 133124662968603442U);
	p = times(1ULL << 32, 1ULL << 32);
	ck_assert(p.high == 1 && p.low == 0);
}
END_TEST

/*
 * By the definition, and without a division that could round: frame k is due
 * at the first whole ns t with t >= k * seconds * 1e9 / frames.
 */
static bool
is_due(const struct rate *r, uint64_t t, uint64_t k)
{
	return at_most(times(k, r->seconds * S), times(t, r->frames));
}

/* How many answers about frame k are not exactly right? */
static uint64_t
wrong_at(const struct pace *p, uint64_t k)
{
	const struct rate *r = &p->rate;
	uint64_t next = pace_next_ns(p, k), t = next - p->t0_ns, wrong = 0;

	wrong += !is_due(r, t, pace_number(p, k));
	wrong += t > 0 && is_due(r, t - 1, pace_number(p, k));
	/* on time, a ns early, a ns late: every frame that is due, no other */
	for (uint64_t now = next - (t > 0); now <= next + 1; now++) {
		uint64_t n = (uint64_t)pace_due(p, now, k);
		uint64_t late = now - p->t0_ns;

		wrong += n >= PACE_BURST_MIN; /* 10G: 10 in a ns */
		wrong += n > 0 && !is_due(r, late, pace_number(p, k + n - 1));
		wrong += is_due(r, late, pace_number(p, k + n));
	}
	return wrong;
}

static const struct rate rates[] = {
	{ 148809523, 1 },
	{ 14880952, 1 },
	{ 1488095, 1 },
	{ 700001, 1 },
	{ 20000, 1 },
	{ 3, 1 },
	{ 1, 3 },
	{ 1, 10 },
	{ 1, 1000 },
	{ 2469, 2 },
	{ 333, 1000 },
	{ 999999937, 1 }, /* a prime */
	{ 1000000007, 1 }, /* one over a frame a ns */
	{ 9999999967, 1 },
	{ 9999999967, 1000 },
	{ 10000000000, 1 },
};

/*
 * Ten days of virtual time, begun when the clock showed two years: the first
 * and the last frames one by one and 100,003 in between, none of them a ns
 * or a frame off; alone and as one of three threads.
 */
START_TEST(not_one_off_in_ten_days)
{
	struct pace p = { .rate = rates[_i / 2],
		.t0_ns = 730 * DAY,
		.burst = 1,
		.threads = 1 };
	const struct rate *r = &p.rate;
	uint64_t all = pace_frames(r, 10 * DAY), wrong = 0, edge;

	ck_assert(
	    at_most(times(all, r->seconds * S), times(10 * DAY, r->frames)));
	ck_assert(!at_most(
	    times(all + 1, r->seconds * S), times(10 * DAY, r->frames)));
	if (_i % 2 == 1) { /* the middle one of three threads */
		p.threads = 3;
		p.thread = 1;
		all = pace_share(&p, all);
	}
	edge = all < 1000 ? all : 1000;
	for (uint64_t k = 0; k < edge; k++)
		wrong += wrong_at(&p, k);
	for (uint64_t k = 0; k < all; k += all / 100003 + 1)
		wrong += wrong_at(&p, k);
	for (uint64_t k = all - edge; k <= all + edge; k++)
		wrong += wrong_at(&p, k);
	ck_assert_uint_eq(wrong, 0);
}
END_TEST

/*
 * The same ten days as the send loop goes through them, in a million bursts,
 * each looked at up to 6 ns late, so that not one frame of the next is due.
 */
START_TEST(loop_of_ten_days)
{
	struct pace p = {
		.rate = rates[0], .t0_ns = 99, .burst = 100000000, .threads = 1
	};
	uint64_t end = p.t0_ns + 10 * DAY, sent = 0, wrong = 0, late = 0;

	for (uint64_t t; (t = pace_next_ns(&p, sent)) < end; late++) {
		wrong += pace_due(&p, t - 1, sent) != 0;
		wrong += pace_due(&p, t + late % 7, sent) != 100000000;
		sent += 100000000;
	}
	ck_assert_uint_eq(wrong, 0);
	/* 128,571,427,872,000 frames are due; the last burst is begun */
	ck_assert_uint_eq(pace_frames(&p.rate, 10 * DAY), 128571427872000);
	ck_assert_uint_eq(sent, 128571500000000);
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
	/* the same stall: asked again, and longer by 1 ms, and shorter */
	pace_stalled(&p, S, 10);
	pace_stalled(&p, S + 1000000, 10);
	pace_stalled(&p, S + 2000000, 40);
	ck_assert_uint_eq(p.stalls, 1);
	ck_assert_uint_eq(p.stalled_ns, 991000000);
	/* made up; the next one is another */
	pace_stalled(&p, S + 3000000, 1000);
	pace_stalled(&p, 2 * S + 30000000, 2000);
	ck_assert_uint_eq(p.stalls, 2);
	ck_assert_uint_eq(p.stalled_ns, 1021000000);
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
	tcase_add_test(t, products);
	tcase_add_loop_test(t, not_one_off_in_ten_days, 0, 2 * COUNT(rates));
	tcase_add_test(t, loop_of_ten_days);
	tcase_add_test(t, frame_by_frame);
	tcase_add_test(t, bursts);
	tcase_add_loop_test(t, threads_share_a_schedule, 0, COUNT(shared));
	tcase_add_test(t, stalls);
	suite_add_tcase(s, t);
	return s;
}
