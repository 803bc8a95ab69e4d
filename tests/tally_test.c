/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/unit.h"

#include <stdarg.h>
#include <string.h>

#include "lib/frame.h"
#include "lib/stamp.h"
#include "netreceive/options.h"
#include "netreceive/tally.h"

Suite *tally_suite(void);

static struct rx_options o;
static struct tally t;
static struct tally_counts c;

/* Words as on the command line, NULL at the end. */
static void
begin(const char *word, ...)
{
	char *argv[16] = { (char *)"netreceive" };
	struct fail f = { "" };
	int argc = 1;
	va_list ap;

	va_start(ap, word);
	for (; word != NULL; word = va_arg(ap, const char *))
		argv[argc++] = (char *)word;
	va_end(ap);
	ck_assert_msg(rx_options_parse(&o, argc, argv, &f) == 0, "%s", f.text);
	ck_assert_int_eq(tally_new(&t, &o, RX_PAYLOAD, 1000, &f), 0);
}

struct sent {
	uint16_t tag, stream;
	bool uncounted;
	uint64_t time_ns, t_ns; /* stamp; arrival, wall clock */
	uint8_t host; /* of the source address */
	uint16_t port;
	size_t len;
};

static void
arrive(const struct sent *s, uint64_t seq)
{
	uint8_t data[64] = { 0 };
	struct rx_pkt p = { .data = data,
		.len = (uint32_t)s->len,
		.wire_len = (uint32_t)s->len,
		.t_ns = s->t_ns,
		.src = { .family = 4, .b = { 198, 18, 0, s->host } },
		.src_port = 49152,
		.dst_port = s->port };
	struct stamp st = { .seq = seq,
		.tag = s->tag,
		.stream = s->stream,
		.uncounted = s->uncounted,
		.time_ns = s->time_ns };

	stamp_put(data, s->len, &st);
	tally_packet(&t, &p, 5000);
}

static void
end(void)
{
	tally_counts(&t, &c);
}

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

/* Every run as "stream:first-last ". */
static char told[200];

static void
tell(void *arg, uint32_t id, uint64_t first, uint64_t last)
{
	size_t n = strlen(told);

	(void)arg;
	snprintf(told + n, sizeof(told) - n, "%u:%llu-%llu ", (unsigned)id,
	    (unsigned long long)first, (unsigned long long)last);
}

START_TEST(lost_runs)
{
	struct sent s = { .tag = 7, .host = 1, .port = 9, .len = 10 };

	begin("--streams", "4-7", "--expect", "10,20,5,0", "--first-seq", "100",
	    NULL);
	told[0] = '\0';
	t.streams.tell = tell;
	s.stream = 6; /* the last two lost */
	for (uint64_t i = 100; i < 103; i++)
		arrive(&s, i);
	s.stream = 4; /* two in the middle */
	for (uint64_t i = 100; i < 110; i++)
		if (i != 103 && i != 104)
			arrive(&s, i);
	tally_finish(&t); /* 5 never came; of 7 nothing was to come */
	end();
	ck_assert_str_eq(told, "6:103-104 4:103-104 5:100-119 ");
	ck_assert_uint_eq(c.lost, 24);
	ck_assert_uint_eq(c.runs.count, 3);
	ck_assert_uint_eq(c.runs.frames, 24);
	ck_assert_uint_eq(c.runs.longest, 20);
	ck_assert_uint_eq(t.streams.run_lengths.count, 3);
	ck_assert_uint_eq(t.streams.run_lengths.sum, 24);
	tally_free(&t);
}
END_TEST

/* Classic streams go by their place; without --expect up to the highest. */
START_TEST(lost_runs_classic)
{
	struct sent s = { .host = 1, .port = 9, .len = 4 };

	begin("--stamp", "classic", NULL);
	told[0] = '\0';
	t.streams.tell = tell;
	arrive(&s, 0);
	arrive(&s, 1);
	s.host = 2;
	arrive(&s, 1);
	arrive(&s, 5);
	tally_finish(&t);
	end();
	ck_assert_str_eq(told, "1:0-0 1:2-4 ");
	ck_assert(!c.lost_known);
	ck_assert_uint_eq(c.runs.frames, c.missing);
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

static const struct {
	const char *word[4];
	const char *says;
} refused[] = {
	{ { "-p", "0" }, "--port: \"0\" is not a number or range" },
	{ { "5001", "5002" }, "5002: one PORT at most" },
	{ { "-p", "1", "5002" }, "5002: the port was given by --port too" },
	{ { "--tag", "0" }, "--tag: \"0\" is not a whole number from 1" },
	{ { "--tag", "65536" }, "from 1 to 65535" },
	{ { "--tag", "1", "--stamp", "classic" }, "have no run tag" },
	{ { "--stamp", "new" }, "\"new\" is not auto, own, classic or none" },
	{ { "-V", "4095" }, "from 0 to 4094" },
	{ { "-V", "1,2,3" }, "at most 2 numbers" },
	{ { "--streams", "0", "--expect", "1,2" }, "2 numbers for 1 streams" },
	{ { "--expect", "1", "--stamp", "none" }, "loss needs a sequence" },
	{ { "--lost", "x", "--stamp", "none" }, "it needs a sequence" },
	{ { "-n", "0" }, "--count: \"0\" is not" },
	{ { "--grace", "-1" }, "--grace: \"-1\" is not a time" },
};

START_TEST(options_refused)
{
	char *argv[5] = { (char *)"netreceive" };
	struct fail f = { "" };
	int argc = 1;

	for (int i = 0; i < 4 && refused[_i].word[i] != NULL; i++)
		argv[argc++] = (char *)refused[_i].word[i];
	ck_assert_int_eq(rx_options_parse(&o, argc, argv, &f), -1);
	ck_assert_msg(strstr(f.text, refused[_i].says) != NULL, "%s", f.text);
}
END_TEST

Suite *
tally_suite(void)
{
	Suite *s = suite_create("tally");
	TCase *tc = tcase_create("tally");

	tcase_add_test(tc, own_streams);
	tcase_add_test(tc, stream_that_never_came);
	tcase_add_test(tc, lost_runs);
	tcase_add_test(tc, lost_runs_classic);
	tcase_add_test(tc, asked_for_a_tag);
	tcase_add_loop_test(tc, classic_streams, 4, 14);
	tcase_add_test(tc, classic_over_2_32);
	tcase_add_loop_test(tc, no_sequence, 0, 12);
	tcase_add_test(tc, wrong_kind_of_stamp);
	tcase_add_loop_test(tc, two_senders, 0, 2);
	tcase_add_test(tc, damaged_source);
	tcase_add_test(tc, times);
	tcase_add_test(tc, too_many_streams);
	tcase_add_loop_test(tc, options_refused, 0, COUNT(refused));
	suite_add_tcase(s, tc);
	return s;
}
