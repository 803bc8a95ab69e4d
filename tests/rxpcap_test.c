/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Constructed captures: what is in them is known, so every count must be
 * exact. Each case of tests/rxpcap_cases.h in each format.
 */
#include "tests/unit.h"

#include <stdlib.h>
#include <unistd.h>

#include "netreceive/emit.h"
#include "tests/fake/capture.h"
#include "tests/fake/counting.h"
#include "tests/rxpcap_cases.h"

Suite *rxpcap_suite(void);

static void
compare_order(const struct want *w, const struct tally_counts *c)
{
	uint64_t never = w->expected ? w->lost : w->missing;

	ck_assert_uint_eq(c->runs.count, w->runs);
	ck_assert_uint_eq(c->runs.longest, w->longest);
	ck_assert_uint_eq(c->runs.frames, w->bare ? 0 : never);
	ck_assert_uint_eq(c->order.extent_min, w->extent_min);
	ck_assert_uint_eq(c->order.extent_max, w->extent_max);
	ck_assert_uint_eq(
	    reorder_n(&c->order, 1), c->by_flow ? 0 : w->reordered);
	ck_assert_uint_eq(reorder_n(&c->order, REORDER_TCP), w->tcp);
	ck_assert_uint_eq(c->order.at_least, 0);
}

static void
compare(const struct want *w, const struct counting *k)
{
	const struct tally_counts *c = &k->c;
	const struct tally *t = &k->sink.tally;
	bool whole = w->cut + w->merged == 0;
	bool valid = !w->collision && w->unjudged == 0 && whole;

	ck_assert_uint_eq(c->received, w->received);
	ck_assert_uint_eq(c->unique, w->unique);
	ck_assert_uint_eq(c->duplicate, w->duplicate);
	ck_assert_uint_eq(c->reordered, w->reordered);
	ck_assert_uint_eq(c->missing, w->missing);
	ck_assert_uint_eq(c->late, w->late);
	ck_assert_uint_eq(c->uncounted, w->uncounted);
	ck_assert_uint_eq(c->unjudged, w->unjudged);
	ck_assert_uint_eq(c->corrupt, w->corrupt);
	ck_assert_uint_eq(t->unverified, w->unverified);
	ck_assert_uint_eq(t->outgoing, w->outgoing);
	ck_assert_uint_eq(t->cut, w->cut);
	ck_assert_uint_eq(t->merged, w->merged);
	ck_assert_int_eq(c->lost_known, w->expected && whole);
	ck_assert_uint_eq(c->lost, w->lost);
	ck_assert_uint_eq(t->foreign[FOREIGN_FRAME], w->frame);
	ck_assert_uint_eq(t->foreign[FOREIGN_PORT], w->port);
	ck_assert_uint_eq(t->foreign[FOREIGN_VLAN], w->vlan);
	ck_assert_uint_eq(t->foreign[FOREIGN_STAMP], w->stamp);
	ck_assert_uint_eq(t->foreign[FOREIGN_TAG], w->tag);
	ck_assert_uint_eq(t->foreign[FOREIGN_STREAM], w->stream);
	ck_assert_uint_eq(
	    t->streams.n, w->streams != 0 ? w->streams : w->received > 0);
	ck_assert_int_eq(c->sequenced, !w->bare);
	ck_assert_int_eq(c->collision, w->collision);
	ck_assert_int_eq(
	    t->streams.n > 0 ? t->streams.v[0].other : OTHER_NONE, w->sender);
	ck_assert_int_eq(
	    k->sink.end, w->end == SINK_RUNNING ? SINK_FILE : w->end);
	ck_assert_int_eq(sink_invalid(&k->sink, c) == NULL, valid);
}

/* Times are the capture's, to its resolution. */
static void
times(const struct counting *k)
{
	const struct sink *s = &k->sink;

	if (k->c.received == 0)
		return;
	ck_assert_int_eq(s->tally.wall_less_mono_ns, 0);
	ck_assert_uint_ge(k->c.first_ns, CAPTURE_EPOCH_NS);
	ck_assert_uint_le(s->start_ns, k->c.first_ns);
	ck_assert_uint_lt(s->start_ns - CAPTURE_EPOCH_NS, 6000000000);
	ck_assert_uint_ge(s->finish_ns, k->c.last_ns);
}

/* Write, count and remove. Returns the frames written. */
static uint64_t
count(struct counting *k, int format, const char *options, const char *script)
{
	char path[] = "/tmp/nb-capture-XXXXXX";
	int fd = mkstemp(path);
	uint64_t frames;

	ck_assert_int_ge(fd, 0);
	close(fd);
	frames = capture_write(path, (enum capture_format)format, script);
	counting_run(k, path, options);
	unlink(path);
	return frames;
}

START_TEST(counts)
{
	static struct counting k;
	const char *name = cases[_i / CAPTURE_FORMATS].name;
	const struct want *w = &cases[_i / CAPTURE_FORMATS].want;
	uint64_t frames =
	    count(&k, _i % CAPTURE_FORMATS, cases[_i / CAPTURE_FORMATS].options,
		cases[_i / CAPTURE_FORMATS].script);

	ck_assert_msg(k.rc == 0, "%s: %s", name, k.f.text);
	/* every frame is in one of the counts */
	ck_assert_msg(frames ==
		k.c.received + k.c.uncounted + k.c.corrupt + k.c.foreign +
		    w->outgoing + w->unread,
	    "%s: %d frames are in no count", name, (int)frames);
	compare(w, &k);
	compare_order(w, &k.c);
	times(&k);
	counting_free(&k);
}
END_TEST

/*
 * Transit times 0, 0, +6 us, 0 about a constant: RFC 3550 appendix A.8 gives
 * 16 J = 0, 6000, 6000 + 6000 - 375.
 */
START_TEST(delays)
{
	static struct counting k;

	count(&k, _i, "",
	    "t=0 time=5000 0 t=10000 time=15000 1 t=26000 time=25000 2 "
	    "t=30000 time=35000 3");
	ck_assert_uint_eq(k.c.received, 4);
	ck_assert_uint_eq(k.c.jitter_ns, 11625 / 16);
	ck_assert_uint_eq(k.c.ipdv.n, 3);
	ck_assert_int_eq(k.c.ipdv.min, -6000);
	ck_assert_int_eq(k.c.ipdv.max, 6000);
	ck_assert_int_eq(k.c.ipdv.sum, 0);
	counting_free(&k);
}
END_TEST

/* With a measured offset between the clocks the delays themselves. */
START_TEST(offset)
{
	static struct counting k;

	/* the generator's clock began at the epoch, 40 us before t = 0 */
	count(&k, _i, "--clock-offset -999999999999960000ns",
	    "t=0 time=5000 0 t=20000 time=15000 1");
	ck_assert_uint_eq(k.sink.tally.latency.count, 2);
	ck_assert_uint_eq(k.sink.tally.latency.min, 35000);
	ck_assert_uint_eq(k.sink.tally.latency.max, 45000);
	ck_assert_uint_eq(k.sink.tally.latency_negative, 0);
	ck_assert(tally_latency_known(&k.sink.tally));
	counting_free(&k);
}
END_TEST

/*
 * A capture of before this host's start has times since 1970, and the clock of
 * a stamp counts from a start that is not known here.
 */
START_TEST(same_clock_no_more)
{
	static struct counting k;

	count(&k, _i, "--same-clock", "t=0 time=5000 0 t=20000 time=15000 1");
	ck_assert_uint_eq(k.c.received, 2);
	ck_assert_int_eq(k.sink.tally.wall_less_mono_ns, 0);
	ck_assert_uint_eq(k.sink.tally.latency.count, 2);
	ck_assert(!tally_latency_known(&k.sink.tally));
	ck_assert(tally_variation_known(&k.sink.tally, &k.c));
	ck_assert_int_eq(k.c.ipdv.max, 10000);
	counting_free(&k);
}
END_TEST

Suite *
rxpcap_suite(void)
{
	Suite *s = suite_create("rxpcap");
	TCase *tc = tcase_create("cases");

	tcase_add_loop_test(
	    tc, counts, 0, (int)(COUNT(cases) * CAPTURE_FORMATS));
	tcase_add_loop_test(tc, delays, 0, CAPTURE_FORMATS);
	tcase_add_loop_test(tc, offset, 0, CAPTURE_FORMATS);
	tcase_add_loop_test(tc, same_clock_no_more, 0, CAPTURE_FORMATS);
	suite_add_tcase(s, tc);
	return s;
}
