/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/unit.h"

#include <string.h>

#include "lib/frame.h"
#include "tests/arrive.h"

Suite *tally_suite(void);

START_TEST(own_streams)
{
	struct sent s = { .tag = 7, .host = 1, .port = 9, .len = 10 };

	begin("--streams", "0-1", "--expect", "10,20", NULL);
	for (int i = 0; i < 9; i++)
		arrive(&s, (uint64_t)i);
	s.stream = 1;
	for (int i = 0; i < 20; i++)
		arrive(&s, (uint64_t)i);
	arrive(&s, 5); /* again */
	arrive(&s, 20); /* not announced */
	s.uncounted = true;
	arrive(&s, 3);
	s.uncounted = false;
	s.stream = 2;
	arrive(&s, 0);
	s.tag = 8;
	s.stream = 0;
	arrive(&s, 0);
	end();
	ck_assert_uint_eq(c.received, 30);
	ck_assert_uint_eq(c.unique, 29);
	ck_assert_uint_eq(c.duplicate, 1);
	ck_assert(c.lost_known);
	ck_assert_uint_eq(c.lost, 1);
	ck_assert_uint_eq(c.missing, 0);
	ck_assert_uint_eq(c.uncounted, 1);
	ck_assert_uint_eq(c.corrupt, 1);
	ck_assert_uint_eq(c.foreign, 2);
	ck_assert_uint_eq(t.foreign[FOREIGN_STREAM], 1);
	ck_assert_uint_eq(t.foreign[FOREIGN_TAG], 1);
	ck_assert_uint_eq(t.tags[7], 33);
	ck_assert_uint_eq(t.tags[8], 1);
	ck_assert(!c.collision);
	tally_free(&t);
}
END_TEST

START_TEST(stream_that_never_came)
{
	struct sent s = { .tag = 7, .host = 1, .port = 9, .len = 10 };

	begin("--expect", "5,6", NULL);
	for (int i = 0; i < 5; i++)
		arrive(&s, (uint64_t)i);
	end();
	ck_assert_uint_eq(c.lost, 6);
	tally_free(&t);
}
END_TEST

START_TEST(asked_for_a_tag)
{
	struct sent s = { .tag = 3, .host = 1, .port = 9, .len = 18 };

	begin("--tag", "4", NULL);
	arrive(&s, 0);
	s.tag = 4;
	arrive(&s, 0);
	arrive(&s, 1);
	s.tag = 0; /* classic sender */
	arrive(&s, 2);
	end();
	ck_assert_uint_eq(c.received, 2);
	ck_assert_uint_eq(c.foreign, 2);
	tally_free(&t);
}
END_TEST

/* netsend with a port range sends the same numbers to every port. */
START_TEST(classic_streams)
{
	struct sent s = { .host = 1, .len = (size_t)_i };

	begin("-p", "100-102", NULL);
	for (s.port = 100; s.port <= 102; s.port++)
		for (int i = 0; i < 10; i++)
			arrive(&s, (uint64_t)i);
	s.host = 2;
	s.port = 100;
	arrive(&s, 0);
	s.port = 103;
	arrive(&s, 0);
	end();
	ck_assert_uint_eq(t.streams.n, 4);
	ck_assert_uint_eq(c.unique, 31);
	ck_assert_uint_eq(c.duplicate, 0);
	ck_assert(!c.collision);
	ck_assert_uint_eq(t.foreign[FOREIGN_PORT], 1);
	tally_free(&t);
}
END_TEST

START_TEST(classic_over_2_32)
{
	struct sent s = { .host = 1, .port = 9, .len = 4 };
	const uint64_t wrap = 1ULL << 32;

	begin("--stamp", "classic", "--first-seq", "4294967290", NULL);
	for (uint64_t i = wrap - 6; i < wrap + 10; i++)
		if (i != wrap + 1)
			arrive(&s, i);
	end();
	ck_assert_uint_eq(c.unique, 15);
	ck_assert_uint_eq(c.missing, 1);
	ck_assert_uint_eq(c.reordered, 0);
	ck_assert_uint_eq(t.streams.v[0].seq.highest, wrap + 9);
	tally_free(&t);
}
END_TEST

START_TEST(no_sequence)
{
	struct sent s = { .host = 1, .port = 9, .len = (size_t)_i };

	if (_i < 4)
		begin("-p", "9", NULL);
	else
		begin("--stamp", "none", NULL);
	arrive(&s, 1);
	arrive(&s, 1);
	end();
	ck_assert_uint_eq(c.received, 2);
	ck_assert(!c.sequenced);
	ck_assert(!c.lost_known);
	tally_free(&t);
}
END_TEST

START_TEST(wrong_kind_of_stamp)
{
	struct sent s = { .tag = 1, .host = 1, .port = 9, .len = 9 };

	begin("--stamp", "own", NULL);
	arrive(&s, 0); /* too short for a tag */
	s.len = 10;
	s.tag = 0;
	arrive(&s, 0);
	end();
	ck_assert_uint_eq(t.foreign[FOREIGN_STAMP], 2);
	ck_assert_uint_eq(c.received, 0);
	tally_free(&t);
}
END_TEST

START_TEST(two_senders)
{
	struct sent s = { .tag = 1, .host = 1, .port = 9, .len = 10 };

	if (_i == 0)
		begin("-p", "9", NULL);
	else
		begin("--any-source", NULL);
	arrive(&s, 0);
	s.host = 2;
	arrive(&s, 1);
	end();
	ck_assert_int_eq(c.collision, _i == 0);
	tally_free(&t);
}
END_TEST

/* The last arrival is the latest, also where a clock was set back. */
START_TEST(time_back)
{
	struct sent s = { .tag = 7, .host = 1, .port = 9, .len = 10 };

	begin("-p", "9", NULL);
	for (uint64_t i = 0; i < 3; i++) {
		s.t_ns = i == 2 ? 1000 : 7000 + 1000 * i;
		arrive(&s, i);
	}
	end();
	ck_assert_uint_eq(c.first_ns, 7000);
	ck_assert_uint_eq(c.last_ns, 8000);
	ck_assert_uint_eq(t.streams.v[0].last_ns, 8000);
	tally_free(&t);
}
END_TEST

/* A bit error in the source address makes no second sender. */
START_TEST(damaged_source)
{
	static struct frame frame;
	struct frame_spec spec = { .src = { 4, { 198, 18, 0, 1 } },
		.dst = { 4, { 198, 18, 1, 1 } },
		.payload_bytes = 18 };
	struct stamp st = { .tag = 7 };
	struct fail f = { "" };
	struct rx_pkt p = { .data = frame.buf };
	struct flow flow = { addr_low(&spec.src), addr_low(&spec.dst), 49152,
		9 };

	begin("-p", "9", NULL);
	t.layer = RX_ETHERNET;
	ck_assert_msg(frame_build(&frame, &spec, &f) == 0, "%s", f.text);
	p.len = p.wire_len = frame.len;
	frame_patch(&frame, frame.buf, &flow, &st);
	tally_packet(&t, &p, 5000);
	frame.buf[frame.l3 + 15] ^= 0x40; /* last byte of the source */
	tally_packet(&t, &p, 5000);
	end();
	ck_assert_uint_eq(c.received, 1);
	ck_assert_uint_eq(c.corrupt, 1);
	ck_assert(!c.collision);
	tally_free(&t);
}
END_TEST

/* Arrival is wall clock, 10^6 ahead of the monotonic one here. */
START_TEST(times)
{
	struct sent s = { .tag = 1, .host = 1, .port = 9, .len = 18 };

	begin("-p", "9", NULL);
	t.wall_less_mono_ns = 1000000;
	s.time_ns = 2000;
	s.t_ns = 1000000 + 2100;
	arrive(&s, 0);
	s.len = 14; /* low 32 bits, which wrap in between */
	s.time_ns = (1ULL << 32) - 50;
	s.t_ns = 1000000 + (1ULL << 32) + 150;
	arrive(&s, 1);
	t.stop_ns = 1ULL << 33;
	s.len = 10; /* no time */
	s.t_ns = 1000000 + (1ULL << 33) + 1;
	arrive(&s, 2);
	s.len = 18;
	s.t_ns = 1000000 + (1ULL << 33);
	s.time_ns = (1ULL << 33) + 1; /* sent after it came */
	arrive(&s, 3);
	end();
	ck_assert_uint_eq(t.latency.count, 2);
	ck_assert_uint_eq(t.latency.min, 100);
	ck_assert_uint_eq(t.latency.max, 200);
	ck_assert_uint_eq(t.latency_negative, 1);
	ck_assert_uint_eq(c.late, 1);
	ck_assert_uint_eq(c.first_ns, 2100);
	ck_assert_uint_eq(t.series.v[0], 1);
	tally_free(&t);
}
END_TEST

/*
 * The generator's clock shows 1,000 ns less than ours (or 1,000 more): sent
 * at 3,000 by its clock is 4,000 (2,000) by ours, and came at 5,000.
 */
START_TEST(measured_offset)
{
	struct sent s = { .tag = 1,
		.host = 1,
		.port = 9,
		.len = _i < 2 ? 18 : 14,
		.time_ns = 3000,
		.t_ns = 5000 };

	begin("--clock-offset", _i % 2 == 0 ? "-1000ns" : "1us", NULL);
	arrive(&s, 0);
	ck_assert(tally_latency_known(&t));
	ck_assert_uint_eq(t.latency.min, _i % 2 == 0 ? 1000 : 3000);
	s.time_ns = 8001; /* before it was sent: the offset is wrong */
	arrive(&s, 1);
	ck_assert(!tally_latency_known(&t));
	ck_assert_uint_eq(t.latency_negative, 1);
	tally_free(&t);
}
END_TEST

/* Transit times 2000, 2160 and a duplicate's 2160; another stream's: 0, 32. */
START_TEST(variation)
{
	struct sent s = { .tag = 1, .host = 1, .port = 9, .len = 18 };

	begin("-p", "9", NULL);
	s.time_ns = 1000;
	s.t_ns = 3000;
	arrive(&s, 0);
	s.t_ns = 3160;
	arrive(&s, 1);
	arrive(&s, 1);
	s.stream = 1;
	s.time_ns = s.t_ns = 9000000000;
	arrive(&s, 0);
	s.t_ns += 32;
	arrive(&s, 1);
	s.t_ns = 0; /* no arrival time: ours, 5000 */
	s.len = 10; /* nor a stamp with time */
	arrive(&s, 2);
	tally_finish(&t);
	end();
	ck_assert(!tally_latency_known(&t));
	ck_assert_uint_eq(t.own_times, 1);
	ck_assert_uint_eq(t.streams.v[0].delay.jitter_16, 160 - 10);
	ck_assert_uint_eq(t.streams.v[1].delay.jitter_16, 32);
	ck_assert_uint_eq(c.jitter_ns, 150 / 16);
	ck_assert_uint_eq(c.ipdv.n, 2);
	ck_assert_int_eq(c.ipdv.min, 32);
	ck_assert_int_eq(c.ipdv.max, 160);
	/* 0 and 160, 0 and 32, each stream from its own least */
	ck_assert_uint_eq(t.streams.spread.above.count, 4);
	ck_assert_uint_eq(delayvar_pdv(&t.streams.spread), 160);
	tally_free(&t);
}
END_TEST

/* A frame of a capture may have no time at all; a live one has ours. */
START_TEST(no_time)
{
	struct sent s = {
		.tag = 1, .host = 1, .port = 9, .len = 18, .time_ns = 1000
	};

	if (_i == 0)
		begin("--same-clock", NULL);
	else
		begin("--same-clock", "--read", "some.pcap", NULL);
	t.wall_less_mono_ns = 1000000;
	arrive(&s, 0); /* at 5000 */
	end();
	ck_assert_uint_eq(c.unique, 1);
	ck_assert_uint_eq(t.own_times, 1);
	ck_assert_uint_eq(t.latency.count, _i == 0);
	ck_assert_uint_eq(t.latency.max, _i == 0 ? 4000 : 0);
	ck_assert_int_eq(t.streams.v[0].delay.any, _i == 0);
	ck_assert_int_eq(tally_latency_known(&t), _i == 0);
	tally_free(&t);
}
END_TEST

/* A frame that its interface does not take was not one on the wire. */
START_TEST(longer_than_the_mtu)
{
	static struct frame frame;
	struct frame_spec spec = { .src = { 4, { 198, 18, 0, 1 } },
		.dst = { 4, { 198, 18, 1, 1 } },
		.payload_bytes = 100 };
	struct stamp st = { .tag = 7 };
	struct rx_pkt p = { .data = frame.buf, .oversize = _i == 1 };
	struct flow flow = { addr_low(&spec.src), addr_low(&spec.dst), 49152,
		9 };

	begin("--expect", "2", NULL);
	t.layer = RX_ETHERNET;
	ck_assert_int_eq(frame_build(&frame, &spec, NULL), 0);
	p.len = p.wire_len = frame.len;
	frame_patch(&frame, frame.buf, &flow, &st);
	tally_packet(&t, &p, 5000);
	end();
	ck_assert_uint_eq(c.received, 1);
	ck_assert_uint_eq(t.merged, _i == 1);
	ck_assert_int_eq(c.lost_known, _i == 0);
	tally_free(&t);
}
END_TEST

START_TEST(too_many_streams)
{
	struct sent s = { .tag = 1, .host = 1, .port = 9, .len = 10 };

	begin("-p", "9", NULL);
	for (int i = 0; i <= STREAMS_MAX; i++) {
		s.stream = (uint16_t)i;
		arrive(&s, 0);
	}
	end();
	ck_assert_uint_eq(c.received, STREAMS_MAX);
	ck_assert_uint_eq(t.foreign[FOREIGN_STREAM], 1);
	ck_assert(t.streams.full);
	tally_free(&t);
}
END_TEST

Suite *
tally_suite(void)
{
	Suite *s = suite_create("tally");
	TCase *tc = tcase_create("tally");

	tcase_add_test(tc, own_streams);
	tcase_add_test(tc, stream_that_never_came);
	tcase_add_test(tc, asked_for_a_tag);
	tcase_add_loop_test(tc, classic_streams, 4, 14);
	tcase_add_test(tc, classic_over_2_32);
	tcase_add_loop_test(tc, no_sequence, 0, 12);
	tcase_add_test(tc, wrong_kind_of_stamp);
	tcase_add_loop_test(tc, two_senders, 0, 2);
	tcase_add_test(tc, damaged_source);
	tcase_add_test(tc, time_back);
	tcase_add_test(tc, times);
	tcase_add_loop_test(tc, measured_offset, 0, 4);
	tcase_add_test(tc, variation);
	tcase_add_loop_test(tc, no_time, 0, 2);
	tcase_add_loop_test(tc, longer_than_the_mtu, 0, 2);
	tcase_add_test(tc, too_many_streams);
	suite_add_tcase(s, tc);
	return s;
}
