/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What two threads counted, put together, against one that saw it all: `t`.
 */
#include "tests/unit.h"

#include "tests/arrive.h"

Suite *tally_merge_suite(void);

static struct tally lane[2], sum;
static struct tally_counts m;
static atomic_uint tag;

static void
split(void)
{
	struct fail f;

	atomic_store(&tag, 0);
	ck_assert_int_eq(tally_new(&sum, &o, RX_PAYLOAD, 1000, &f), 0);
	for (int i = 0; i < 2; i++) {
		ck_assert_int_eq(
		    tally_new(&lane[i], &o, RX_PAYLOAD, 1000, &f), 0);
		lane[i].agreed = &tag;
	}
}

/* To the one that sees all, and to the thread of this flow or stream. */
static void
both(const struct sent *s, uint64_t seq, unsigned to)
{
	arrive(s, seq);
	arrive_at(&lane[to], s, seq);
}

static void
together(void)
{
	tally_merge(&sum, &lane[0]);
	tally_merge(&sum, &lane[1]);
	tally_finish(&sum);
	tally_counts(&sum, &m);
	tally_finish(&t);
	end();
}

static void
done(void)
{
	tally_free(&t);
	tally_free(&sum);
	tally_free(&lane[0]);
	tally_free(&lane[1]);
}

/* All that is a sum. */
static void
sums_agree(void)
{
	ck_assert_uint_eq(m.received, c.received);
	ck_assert_uint_eq(m.unique, c.unique);
	ck_assert_uint_eq(m.duplicate, c.duplicate);
	ck_assert_uint_eq(m.missing, c.missing);
	ck_assert_uint_eq(m.lost, c.lost);
	ck_assert(m.lost_known == c.lost_known);
	ck_assert_uint_eq(m.late, c.late);
	ck_assert_uint_eq(m.uncounted, c.uncounted);
	ck_assert_uint_eq(m.corrupt, c.corrupt);
	ck_assert_uint_eq(m.foreign, c.foreign);
	ck_assert_uint_eq(m.first_ns, c.first_ns);
	ck_assert_uint_eq(m.last_ns, c.last_ns);
	ck_assert(m.sequenced == c.sequenced);
	ck_assert(m.collision == c.collision);
	ck_assert_uint_eq(sum.received, t.received);
	ck_assert_uint_eq(sum.streams.n, t.streams.n);
	ck_assert_mem_eq(sum.tags, t.tags, TALLY_TAGS * sizeof(*t.tags));
	ck_assert_uint_eq(sum.latency.count, t.latency.count);
	ck_assert_uint_eq(sum.latency.sum, t.latency.sum);
	ck_assert_uint_eq(sum.tag, t.tag);
}

/*
 * Two flows of one stream, by turns, every number a little after the one
 * before: 7 is lost, 20 and 21 come twice, 31 comes after 36.
 */
static void
two_flows(void)
{
	struct sent s = { .tag = 7, .host = 1, .port = 9, .len = 18 };

	split();
	for (uint64_t i = 0; i < 100; i++) {
		uint64_t seq = i == 31 ? 32 : i;

		if (i > 31 && i <= 36)
			seq = i == 36 ? 31 : i + 1;
		s.flow = seq % 2;
		s.time_ns = 1000 + 10 * i;
		s.t_ns = 3000 + 10 * i + seq % 3;
		if (seq != 7)
			both(&s, seq, s.flow);
		if (seq == 20 || seq == 21)
			both(&s, seq, s.flow);
	}
	s.uncounted = true;
	both(&s, 5, 1);
	together();
	sums_agree();
	ck_assert_uint_eq(m.received, 101);
	ck_assert_uint_eq(m.unique, 99);
	ck_assert_uint_eq(m.duplicate, 2);
	ck_assert_uint_eq(m.lost, 1);
	ck_assert_uint_eq(m.missing, 1);
	ck_assert_uint_eq(m.uncounted, 1);
	ck_assert(m.split && !c.split);
}

START_TEST(one_stream_split)
{
	begin("-T", "2", "--expect", "100", NULL);
	two_flows();
	ck_assert(c.order_known && !m.order_known);
	ck_assert_uint_eq(c.reordered, 1);
	done();
}
END_TEST

START_TEST(order_within_flows)
{
	begin("-T", "2", "--expect", "100", "--flows", "2", "--block", "30",
	    NULL);
	two_flows();
	ck_assert(c.order_known && m.order_known);
	ck_assert_uint_eq(c.reordered, 1);
	ck_assert_uint_eq(m.reordered, 1);
	ck_assert_uint_eq(sum.streams.v[0].blocks.end, 4);
	for (size_t i = 0; i < 4; i++)
		ck_assert_uint_eq(
		    sum.streams.v[0].blocks.v[i], t.streams.v[0].blocks.v[i]);
	ck_assert_uint_eq(sum.streams.v[0].blocks.v[0], 29);
	done();
}
END_TEST

/* A stream that came to one thread only keeps everything. */
START_TEST(whole_streams)
{
	struct sent s = { .tag = 7, .host = 1, .port = 9, .len = 18 };

	begin("-T", "2", "--streams", "0-2", "--expect", "50,50,20", NULL);
	split();
	for (uint64_t i = 0; i < 50; i++)
		for (s.stream = 0; s.stream < 2; s.stream++) {
			uint64_t seq = i + s.stream;

			if (seq % 10 == 4 && s.stream == 0)
				continue;
			s.flow = s.stream;
			s.time_ns = 2000 + 10 * i;
			s.t_ns = 5000 + 10 * i + i * i % 7;
			both(&s, seq == 50 ? 0 : seq, s.stream);
		}
	/* not a frame of its numbers came to the other thread */
	s.stream = 0;
	s.uncounted = true;
	both(&s, 3, 1);
	together();
	sums_agree();
	ck_assert(!m.split && m.order_known);
	ck_assert_uint_eq(m.reordered, 1);
	ck_assert_uint_eq(c.reordered, 1);
	ck_assert_uint_eq(m.lost, 25);
	ck_assert_uint_eq(m.runs.count, 6);
	ck_assert_uint_eq(m.runs.count, c.runs.count);
	ck_assert_uint_eq(m.runs.frames, 25);
	ck_assert_uint_eq(m.runs.longest, 20);
	ck_assert_uint_eq(
	    sum.streams.run_lengths.count, t.streams.run_lengths.count);
	ck_assert_uint_eq(m.order.extent_max, 49);
	ck_assert_uint_eq(m.order.extent_max, c.order.extent_max);
	ck_assert_uint_eq(sum.streams.extents.count, 1);
	ck_assert_uint_eq(m.jitter_ns, c.jitter_ns);
	ck_assert_int_eq(m.ipdv.sum, c.ipdv.sum);
	ck_assert_uint_eq(m.ipdv.n, c.ipdv.n);
	ck_assert_uint_eq(
	    delayvar_pdv(&sum.streams.spread), delayvar_pdv(&t.streams.spread));
	done();
}
END_TEST

/* Numbers that had left the window of a thread before the end. */
START_TEST(runs_of_before)
{
	struct sent s = { .tag = 7, .host = 1, .port = 9, .len = 10 };

	begin("-T", "2", NULL);
	split();
	both(&s, 0, 1);
	both(&s, 5, 1);
	both(&s, 3000000, 1);
	together();
	sums_agree();
	ck_assert(!m.split);
	ck_assert_uint_eq(m.runs.count, 2);
	ck_assert_uint_eq(m.runs.frames, 2999998);
	ck_assert_uint_eq(sum.streams.run_lengths.count, 2);
	ck_assert_uint_eq(sum.streams.run_lengths.min, 4);
	done();
}
END_TEST

/* The first tag that any of them sees is that of all. */
START_TEST(one_tag)
{
	struct sent s = { .tag = 7, .host = 1, .port = 9, .len = 10 };

	begin("-T", "2", NULL);
	split();
	both(&s, 0, 1);
	s.tag = 8;
	both(&s, 0, 0);
	both(&s, 1, 0);
	together();
	sums_agree();
	ck_assert_uint_eq(m.received, 1);
	ck_assert_uint_eq(m.foreign, 2);
	ck_assert_uint_eq(sum.foreign[FOREIGN_TAG], 2);
	ck_assert(sum.tag_known);
	ck_assert_uint_eq(sum.tag, 7);
	done();
}
END_TEST

START_TEST(two_hosts)
{
	struct sent s = { .tag = 7, .host = 1, .port = 9, .len = 10 };

	begin("-T", "2", NULL);
	split();
	both(&s, 0, 0);
	s.host = 2;
	both(&s, 1, 1);
	together();
	sums_agree();
	ck_assert(m.collision);
	done();
}
END_TEST

/* Which of them is the first is not known, so --expect names none. */
START_TEST(classic)
{
	struct sent s = { .host = 1, .port = 9, .len = 4 };

	begin("-T", "2", "--expect", "10,20", NULL);
	split();
	for (uint64_t i = 0; i < 12; i++) {
		s.flow = i % 2;
		both(&s, i / 2, s.flow);
	}
	together();
	sums_agree();
	ck_assert_uint_eq(sum.streams.n, 2);
	ck_assert(!m.split && !m.lost_known);
	ck_assert_uint_eq(m.unique, 12);
	ck_assert_uint_eq(m.corrupt, 0);
	done();
}
END_TEST

Suite *
tally_merge_suite(void)
{
	Suite *s = suite_create("tally_merge");
	TCase *k = tcase_create("tally_merge");

	tcase_add_test(k, one_stream_split);
	tcase_add_test(k, order_within_flows);
	tcase_add_test(k, whole_streams);
	tcase_add_test(k, runs_of_before);
	tcase_add_test(k, one_tag);
	tcase_add_test(k, two_hosts);
	tcase_add_test(k, classic);
	suite_add_tcase(s, k);
	return s;
}
