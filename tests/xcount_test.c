/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * How the program of the engine xdp judges numbers, and what becomes of its
 * counters, without a kernel: the same as lib/seqtrack, with one CPU or many.
 */
#include "tests/unit.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/rand.h"
#include "netreceive/xcount_tally.h"
#include "netreceive/xcount_track.h"

Suite *xcount_suite(void);

#define W SEQTRACK_WINDOW
#define RING (1ULL << XCOUNT_BITS)
#define NUMBERS 20000
#define FRAMES 1000000

static struct xcount_stream stream;
static uint64_t window[SEQTRACK_WORDS];

static enum seq_verdict
judge(uint64_t first, uint64_t seq, bool alone)
{
	int verdict;

	do {
		verdict = xcount_try(&stream, first, seq, alone);
	} while (verdict == XCOUNT_AGAIN);
	return (enum seq_verdict)verdict;
}

/*
 * What happens to the number that goes on by one: mostly nothing; else it
 * was sent before, or is far behind, or far ahead.
 */
static uint64_t
number(uint64_t i, uint64_t *next)
{
	static const uint64_t back[] = { 1, 2, 31, 32, 33, 63, 64, 65, 4096,
		W - 1, W, W + 1, W + 63, RING - 1, RING, RING + 1 };
	static const uint64_t ahead[] = { 1, 31, 32, 64, 100, W - 1, W, W + 1,
		RING - 1, RING, RING + 32, 3 * RING, SEQTRACK_JUMP - 2,
		SEQTRACK_JUMP - 1, SEQTRACK_JUMP, SEQTRACK_JUMP + 1 };
	uint64_t r = rand_at(4, i), step = back[r >> 8 & 15];

	if (r % 8 == 0 && *next > step)
		return *next - step;
	if (r % 64 == 1) {
		if (ahead[r >> 8 & 15] < SEQTRACK_JUMP - 1)
			*next += ahead[r >> 8 & 15];
		else
			return *next + ahead[r >> 8 & 15];
	}
	return (*next)++;
}

/* _i 0: as if other CPUs could be at it, 1: alone. */
START_TEST(judges_as_seqtrack)
{
	const uint64_t first = 77;
	uint64_t next = first;
	struct seqtrack q;
	uint64_t i = 0;

	memset(&stream, 0, sizeof(stream));
	memset(window, 0, sizeof(window));
	stream.limit = 1ULL << 40;
	seqtrack_init(&q, window, first, stream.limit);
	for (; i < NUMBERS; i++) {
		uint64_t seq = i % 1000 == 999 ? first - 1 : number(i, &next);

		if (judge(first, seq, _i == 1) != seqtrack_add(&q, seq))
			break;
	}
	ck_assert_uint_eq(i, NUMBERS);
	ck_assert_uint_eq(xcount_next(stream.state), q.highest + 1);
	ck_assert_uint_gt(q.unique, NUMBERS / 2);
	ck_assert_uint_gt(q.duplicate, 100);
	ck_assert_uint_gt(q.reordered, 20);
	ck_assert_uint_gt(q.unjudged, 100);
	ck_assert_uint_gt(q.corrupt, 20);
}
END_TEST

START_TEST(at_the_limit)
{
	memset(&stream, 0, sizeof(stream));
	stream.limit = 10;
	ck_assert_int_eq(judge(3, 2, _i == 1), SEQ_CORRUPT);
	ck_assert_int_eq(judge(3, 9, _i == 1), SEQ_NEW);
	ck_assert_int_eq(judge(3, 10, _i == 1), SEQ_CORRUPT);
	ck_assert_int_eq(judge(3, 3, _i == 1), SEQ_REORDERED);
	ck_assert_int_eq(judge(3, 3, _i == 1), SEQ_DUPLICATE);
}
END_TEST

/* --- several CPUs ----------------------------------------------------------- */
struct lane {
	pthread_t thread;
	uint64_t start, step; /* sends start, start + step, ... */
	uint64_t n[SEQ_CORRUPT + 1];
};

static void *
send_all(void *arg)
{
	struct lane *l = arg;

	for (uint64_t seq = l->start; seq < FRAMES; seq += l->step)
		l->n[judge(0, seq, false)]++;
	return NULL;
}

/*
 * Odd numbers, even numbers, and every third one again; or all of them three
 * times, each time in order: whoever comes first, each is unique once.
 */
START_TEST(exact_with_several_cpus)
{
	static const uint64_t start[2][3] = { { 0, 1, 0 }, { 0, 0, 0 } },
			      step[2][3] = { { 2, 2, 3 }, { 1, 1, 1 } },
			      again[2] = { (FRAMES + 2) / 3, 2 * FRAMES };
	uint64_t n[SEQ_CORRUPT + 1] = { 0 };
	struct lane lane[3] = { 0 };

	memset(&stream, 0, sizeof(stream));
	stream.limit = FRAMES;
	for (int i = 0; i < 3; i++) {
		lane[i].start = start[_i][i];
		lane[i].step = step[_i][i];
		ck_assert_int_eq(
		    pthread_create(&lane[i].thread, NULL, send_all, &lane[i]),
		    0);
	}
	for (int i = 0; i < 3; i++) {
		pthread_join(lane[i].thread, NULL);
		for (int v = 0; v <= SEQ_CORRUPT; v++)
			n[v] += lane[i].n[v];
	}
	ck_assert_uint_eq(n[SEQ_NEW] + n[SEQ_REORDERED], FRAMES);
	ck_assert_uint_eq(n[SEQ_DUPLICATE], again[_i]);
	ck_assert_uint_eq(n[SEQ_UNJUDGED], 0);
	ck_assert_uint_eq(n[SEQ_CORRUPT], 0);
	ck_assert_uint_eq(xcount_next(stream.state), FRAMES);
}
END_TEST

/* --- counters into a tally ---------------------------------------------------- */
static struct rx_options o;
static struct tally t;
static struct xcount x;
static struct xcount_shared shared;
static struct xcount_cpu cpus[2];
static uint64_t tags[TALLY_TAGS];
static char told[512];

static void
tell(void *arg, uint32_t id, uint64_t first, uint64_t last)
{
	size_t at = strlen(told);

	(void)arg;
	snprintf(told + at, sizeof(told) - at, "%u:%llu-%llu ", (unsigned)id,
	    (unsigned long long)first, (unsigned long long)last);
}

/* One own stream, number 5, from an IPv4 address, and two CPUs. */
static void
begin(uint64_t expect)
{
	char number_text[24];
	char *argv[] = { (char *)"netreceive", (char *)"--streams",
		(char *)"5-6", (char *)"--block", (char *)"1048576",
		(char *)"--expect", number_text, NULL };
	static const uint8_t address[4] = { 198, 18, 0, 9 };
	struct fail f = { "" };
	struct xcount_rules rules;
	uint64_t limits[XCOUNT_EXPECT], *series;

	snprintf(number_text, sizeof(number_text), "%llu",
	    (unsigned long long)expect);
	ck_assert_int_eq(rx_options_parse(&o, 7, argv, &f), 0);
	ck_assert_int_eq(tally_new(&t, &o, RX_ETHERNET, 1000, &f), 0);
	memset(&shared, 0, sizeof(shared));
	memset(cpus, 0, sizeof(cpus));
	memset(tags, 0, sizeof(tags));
	told[0] = '\0';
	t.streams.tell = tell;
	xcount_plan(&o, 1000, &rules, limits);
	ck_assert_uint_eq(limits[0], expect);
	ck_assert_uint_eq(limits[1], XCOUNT_LIMIT);
	ck_assert_uint_eq(rules.streams, 2);
	memset(&stream, 0, sizeof(stream));
	stream.limit = limits[0];
	stream.kind = STREAM_OWN;
	stream.number = 5;
	stream.family = 4;
	stream.src_port = 1000;
	stream.dst_port = 9;
	memcpy(&stream.source_low, address, 4);
	series = calloc(TALLY_INTERVALS, sizeof(*series));
	ck_assert_ptr_nonnull(series);
	x = (struct xcount){ .shared = &shared,
		.cpus = cpus,
		.n_cpus = 2,
		.streams = &stream,
		.n_streams = 1,
		.series = series,
		.tags = tags };
	xcount_start(&x, &o);
	shared.used = 1;
	shared.tag = 7;
}

static void
arrive(unsigned cpu, uint64_t seq)
{
	struct xcount_frames *n = &cpus[cpu].stream[0];

	switch (judge(0, seq, false)) {
	case SEQ_NEW:
		n->unique++;
		break;
	case SEQ_REORDERED:
		n->unique++;
		n->reordered++;
		break;
	case SEQ_DUPLICATE:
		n->duplicate++;
		break;
	case SEQ_UNJUDGED:
		n->unjudged++;
		break;
	case SEQ_CORRUPT:
		n->impossible++;
	}
}

static void
leave(void)
{
	free((void *)(uintptr_t)x.series);
	tally_free(&t);
}

static void
end(struct tally_counts *c)
{
	xcount_tally(&x, &t, true);
	tally_finish(&t);
	tally_counts(&t, c);
}

START_TEST(sums_over_cpus)
{
	struct tally_counts c;
	uint64_t *series;

	begin(100);
	for (uint64_t i = 0; i < 98; i++)
		if (i != 40 && i != 41)
			arrive(i % 2, i);
	arrive(0, 3);
	arrive(1, 41);
	arrive(1, 100);
	cpus[0].stream[0].first_ns = 5000;
	cpus[0].stream[0].last_ns = 9000;
	cpus[1].stream[0].first_ns = 4000;
	cpus[1].stream[0].last_ns = 8000;
	cpus[1].stream[0].late = 2;
	cpus[0].foreign[FOREIGN_TAG] = 3;
	cpus[1].foreign[FOREIGN_TAG] = 4;
	cpus[0].latency.n[100] = 2;
	cpus[0].latency.sum = 200;
	cpus[0].latency.min = cpus[0].latency.max = 100;
	cpus[1].latency.n[7] = 1;
	cpus[1].latency.sum = cpus[1].latency.min = cpus[1].latency.max = 7;
	cpus[1].slot = 1;
	cpus[1].slot_frames = 40;
	series = (uint64_t *)(uintptr_t)x.series;
	series[0] = 57;
	tags[8] = 7;
	tags[7] = 1; /* the number that is none */
	xcount_tally(&x, &t, false);
	ck_assert_uint_eq(t.received, 98);
	ck_assert_uint_eq(t.latency.count, 0); /* not yet */
	end(&c);
	ck_assert_uint_eq(c.received, 98);
	ck_assert_uint_eq(c.unique, 97);
	ck_assert_uint_eq(c.duplicate, 1);
	ck_assert_uint_eq(c.reordered, 1);
	ck_assert_uint_eq(c.corrupt, 1);
	ck_assert_uint_eq(c.late, 2);
	ck_assert_uint_eq(c.lost, 3);
	ck_assert_uint_eq(c.foreign, 7);
	ck_assert_uint_eq(c.first_ns, 4000);
	ck_assert_uint_eq(c.last_ns, 9000);
	ck_assert_str_eq(told, "5:40-40 5:98-99 ");
	ck_assert_uint_eq(t.latency.count, 3);
	ck_assert_uint_eq(t.latency.min, 7);
	ck_assert_uint_eq(t.latency.max, 100);
	ck_assert_uint_eq(t.series.v[0], 57);
	ck_assert_uint_eq(t.series.v[1], 40);
	ck_assert_uint_eq(t.tags[7], 99);
	ck_assert_uint_eq(t.tags[8], 7);
	ck_assert_uint_eq(t.streams.v[0].source.b[3], 9);
	ck_assert(!t.runs_unknown);
	leave();
}
END_TEST

/* Losses are told as they leave the window, and the rest at the end. */
START_TEST(losses_follow)
{
	const uint64_t n = 2 * RING + 1000;
	struct tally_counts c;

	begin(n);
	for (uint64_t i = 0; i < n - 5; i++) {
		if (i != 7 && i != W + 100 && (i < RING || i > RING + 99))
			arrive(0, i);
		if (i % (RING / 2) == 0)
			xcount_tally(&x, &t, false);
		if (i == 2 * W + 64 * 64)
			ck_assert_str_eq(told, "5:7-7 ");
	}
	end(&c);
	ck_assert_str_eq(told,
	    "5:7-7 5:1048612-1048612 5:4194304-4194403 "
	    "5:8389603-8389607 ");
	ck_assert_uint_eq(c.lost, 107);
	ck_assert_uint_eq(c.runs.frames, 107);
	ck_assert_uint_eq(t.streams.v[0].blocks.end, 9);
	ck_assert_uint_eq(t.streams.v[0].blocks.v[0], 1048575);
	ck_assert_uint_eq(t.streams.v[0].blocks.v[1], 1048575);
	ck_assert_uint_eq(t.streams.v[0].blocks.v[2], 1048576);
	ck_assert_uint_eq(t.streams.v[0].blocks.v[4], 1048476);
	ck_assert_uint_eq(t.streams.v[0].blocks.v[8], 995);
	ck_assert(!t.runs_unknown);
	leave();
}
END_TEST

/*
 * What was skipped left no trace in the ring, and numbers behind it took its
 * place; that it was skipped is known.
 */
START_TEST(losses_leap)
{
	const uint64_t to = 3 * RING + RING / 4;
	struct tally_counts c;

	begin(5 * RING);
	for (uint64_t i = 0; i < 100; i++)
		arrive(0, i);
	for (uint64_t i = 0; i < RING / 2; i++) {
		arrive(1, to + i);
		if (i == 1000)
			arrive(0, to - 1000); /* late, but in the window */
	}
	end(&c);
	ck_assert_str_eq(
	    told, "5:100-13630487 5:13630489-13631487 5:15728640-20971519 ");
	ck_assert_uint_eq(c.reordered, 1);
	ck_assert(!t.runs_unknown);
	leave();
}
END_TEST

/* Nobody looked for a whole round of the ring: said, not guessed. */
START_TEST(losses_overrun)
{
	struct tally_counts c;

	begin(3 * RING);
	for (uint64_t i = 0; i < 2 * RING; i++)
		arrive(0, i);
	end(&c);
	ck_assert(t.runs_unknown);
	ck_assert_uint_eq(c.unique, 2 * RING);
	ck_assert_uint_eq(c.lost, RING);
	leave();
}
END_TEST

/* About 2^31 are skipped again and again, more often than is remembered. */
START_TEST(losses_leap_far)
{
	const uint64_t step = SEQTRACK_JUMP - RING + 65536, n = (uint64_t)_i;
	struct tally_counts c;

	begin(1ULL << 47);
	for (uint64_t i = 0; i < n; i++) {
		arrive(0, i * step);
		if (i % 1000 == 0)
			xcount_tally(&x, &t, false);
	}
	end(&c);
	ck_assert_uint_eq(c.unique, n);
	ck_assert_uint_eq(c.missing, (n - 1) * (step - 1));
	ck_assert_int_eq(t.runs_unknown, n > XCOUNT_LEAPS + 2);
	ck_assert(t.runs_unknown || c.runs.count == n);
	ck_assert(t.runs_unknown || c.runs.frames == c.lost);
	leave();
}
END_TEST

/* The stop is not over before the program knows of it. */
START_TEST(stop_time)
{
	begin(10);
	ck_assert_uint_eq(shared.stop_ns, UINT64_MAX);
	t.stop_ns = 12345;
	xcount_tally(&x, &t, false);
	ck_assert_uint_eq(shared.stop_ns, t.stop_ns);
	ck_assert_uint_gt(t.stop_ns, 12345);
	xcount_tally(&x, &t, false);
	ck_assert_uint_eq(shared.stop_ns, t.stop_ns);
	leave();
}
END_TEST

Suite *
xcount_suite(void)
{
	Suite *s = suite_create("xcount");
	TCase *tc = tcase_create("xcount");

	suite_add_tcase(s, tc);
	tcase_set_timeout(tc, 60);
	tcase_add_loop_test(tc, judges_as_seqtrack, 0, 2);
	tcase_add_loop_test(tc, at_the_limit, 0, 2);
	tcase_add_loop_test(tc, exact_with_several_cpus, 0, 2);
	tcase_add_test(tc, sums_over_cpus);
	tcase_add_test(tc, losses_follow);
	tcase_add_test(tc, losses_leap);
	tcase_add_loop_test(tc, losses_leap_far, XCOUNT_LEAPS - 1, 21);
	tcase_add_loop_test(tc, losses_leap_far, 60000, 60001);
	tcase_add_test(tc, losses_overrun);
	tcase_add_test(tc, stop_time);
	return s;
}
