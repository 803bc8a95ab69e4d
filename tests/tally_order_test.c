/* SPDX-License-Identifier: BSD-2-Clause */
/* What the sink makes of losses and of the order. */
#include "tests/unit.h"

#include <stdio.h>
#include <string.h>

#include "tests/arrive.h"

Suite *tally_order_suite(void);

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

/* Each stream has its own order; the steps are shared out by --streams. */
START_TEST(order)
{
	static const uint64_t first[] = { 0, 1, 3, 4, 2, 5 }; /* extent 2 */
	static const uint64_t second[] = { 3, 2, 1, 0 }; /* 1, 2, 3 */
	struct sent s = { .tag = 7, .host = 1, .port = 9, .len = 10 };

	begin("--streams", "0-127", NULL);
	for (size_t i = 0; i < COUNT(first); i++) {
		s.stream = 0;
		arrive(&s, first[i]);
		arrive(&s, first[i]); /* duplicates are no arrivals */
		s.stream = 1;
		if (i < COUNT(second))
			arrive(&s, second[i]);
	}
	end();
	ck_assert_uint_eq(t.streams.steps_each, 32768);
	ck_assert_uint_eq(c.reordered, 4);
	ck_assert_uint_eq(c.order.count, 4);
	ck_assert_uint_eq(c.order.extent_sum, 8);
	ck_assert_uint_eq(c.order.extent_max, 3);
	ck_assert_uint_eq(t.streams.extents.sum, 8);
	ck_assert_uint_eq(reorder_n(&c.order, 1), 4);
	ck_assert_uint_eq(reorder_n(&c.order, 2), 3);
	ck_assert_uint_eq(reorder_n(&c.order, 3), 1);
	ck_assert_uint_eq(t.streams.v[0].order.extent_max, 2);
	tally_free(&t);
}
END_TEST

static const struct {
	const char *streams, *stamp;
	uint32_t steps;
} shares[] = {
	{ "0-0", "own", 65536 },
	{ "5-68", "own", 65536 },
	{ "0-64", "own", 32768 },
	{ "0-1023", "own", 4096 },
	{ "0-32767", "own", 4096 },
	{ "0-0", "classic", 4096 },
};

START_TEST(steps_by_streams)
{
	begin(
	    "--streams", shares[_i].streams, "--stamp", shares[_i].stamp, NULL);
	ck_assert_uint_eq(t.streams.steps_each, shares[_i].steps);
	tally_free(&t);
}
END_TEST

/*
 * Streams 3 and 4 are two threads: the numbers 0 1 2 3 of the one are frames
 * 0 2 4 6 and so flows 0 2 0 2, of the other flows 1 3 1 3. By flow: 1 5 3 and
 * 0 2 4; 1 and 0.
 */
START_TEST(order_by_flow)
{
	static const struct {
		uint16_t stream;
		uint64_t seq;
	} came[] = { { 3, 1 }, { 3, 0 }, { 3, 5 }, { 3, 3 }, { 3, 2 }, { 3, 4 },
		{ 4, 1 }, { 4, 0 } };
	struct sent s = { .tag = 7, .host = 1, .port = 9, .len = 10 };

	begin("--streams", "3-4", "--flows", "4", NULL);
	for (size_t i = 0; i < COUNT(came); i++) {
		s.stream = came[i].stream;
		arrive(&s, came[i].seq);
	}
	end();
	ck_assert(c.order_known);
	ck_assert(c.by_flow);
	ck_assert_uint_eq(c.reordered, 1);
	ck_assert_uint_eq(c.order.count, 0);
	ck_assert_uint_eq(t.streams.v[0].seq.reordered, 4);
	tally_free(&t);
}
END_TEST

/* Beyond 2^21 flows in all: not judged; what needs no flow is exact. */
START_TEST(too_many_flows)
{
	static const char *const flows[] = { "1048576", "1048577", "2097152",
		"2097153", "4294967295" };
	struct sent s = { .tag = 7, .host = 1, .port = 9, .len = 10 };
	struct stream *v;

	begin("--flows", flows[_i], NULL);
	for (s.stream = 0; s.stream < 2; s.stream++) {
		arrive(&s, 1);
		arrive(&s, 0);
	}
	end();
	v = t.streams.v;
	ck_assert_int_eq(v[0].flows.next != NULL, _i < 3);
	ck_assert_int_eq(v[1].flows.next != NULL, _i < 1);
	ck_assert_int_eq(c.order_known, _i < 1);
	ck_assert_uint_eq(c.unique, 4);
	ck_assert_uint_eq(c.missing, 0);
	tally_free(&t);
}
END_TEST

START_TEST(by_block)
{
	static const uint64_t numbers[] = { 50, 51, 53, 70, 69, 51, 59 };
	struct sent s = { .tag = 7, .host = 1, .port = 9, .len = 10 };
	const struct blocks *b;

	begin("--block", "10", "--first-seq", "50", "--streams", "0-0", NULL);
	for (size_t i = 0; i < COUNT(numbers); i++)
		arrive(&s, numbers[i]);
	end();
	b = &t.streams.v[0].blocks;
	ck_assert_uint_eq(b->cap, 1048576);
	ck_assert_uint_eq(b->end, 3);
	ck_assert_uint_eq(b->v[0], 4); /* not the duplicate */
	ck_assert_uint_eq(b->v[1], 1);
	ck_assert_uint_eq(b->v[2], 1);
	ck_assert_uint_eq(b->beyond, 0);
	tally_free(&t);
}
END_TEST

Suite *
tally_order_suite(void)
{
	Suite *s = suite_create("tally_order");
	TCase *tc = tcase_create("tally_order");

	tcase_add_test(tc, lost_runs);
	tcase_add_test(tc, lost_runs_classic);
	tcase_add_test(tc, order);
	tcase_add_loop_test(tc, steps_by_streams, 0, COUNT(shares));
	tcase_add_test(tc, order_by_flow);
	tcase_add_loop_test(tc, too_many_flows, 0, 5);
	tcase_add_test(tc, by_block);
	suite_add_tcase(s, tc);
	return s;
}
