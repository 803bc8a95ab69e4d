/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>

#include "tests/unit.h"

#include "netblast/judge.h"

Suite *judge_suite(void);

#define HOUR_NS 3600000000000LL

static struct options options;
static struct setup setup;
static struct worker worker;
static struct team team;
static struct outcome outcome;

/* 5 frames of the null engine within a second, and no complaint. */
static void
set_up(void)
{
	memset(&options, 0, sizeof(options));
	memset(&setup, 0, sizeof(setup));
	memset(&worker, 0, sizeof(worker));
	setup.engine = tx_find("null");
	sizes_one(&setup.sizes, 18, false);
	wire_sizes(18, 4, 0, &setup.wire[0]);
	setup.period_bits = 8ULL * setup.wire[0].wire_bytes;
	options.threads = 1;
	team = (struct team){
		.options = &options, .setup = &setup, .worker = &worker, .n = 1
	};
	outcome = (struct outcome){ .options = &options,
		.setup = &setup,
		.team = &team,
		.sum = { .taken = 5,
		    .end = BLAST_DONE,
		    .start_ns = 1,
		    .finish_ns = 1000000001 } };
}

/* What the document says of a wall clock that was stepped in the run. */
static const struct {
	int64_t moved_ns;
	const char *note;
} steps[] = {
	{ 0, "" },
	{ 100000000, "" },
	{ -100000000, "" },
	{ 101000000,
	    "the wall clock was moved by 101 ms in the run; rates and times do "
	    "not depend on it" },
	{ -HOUR_NS,
	    "the wall clock was moved by -3600000 ms in the run; rates and "
	    "times do not depend on it" },
};

START_TEST(wall_clock_stepped)
{
	outcome.wall_moved_ns = steps[_i].moved_ns;
	judge(&outcome);
	ck_assert_str_eq(outcome.notes[0], steps[_i].note);
	ck_assert(outcome.valid);
	ck_assert_str_eq(outcome.error, "");
}
END_TEST

START_TEST(nothing_taken)
{
	outcome.sum.taken = 0;
	outcome.sum.count.refused = 3;
	outcome.sum.count.errors[0].error = ENETDOWN;
	outcome.sum.count.errors[0].n = 3;
	judge(&outcome);
	ck_assert(!outcome.valid);
	ck_assert_str_eq(
	    outcome.error, "no frame was taken; first refusal: ENETDOWN");
}
END_TEST

/* Two threads in the warm-up, stopped 1 ms apart. */
START_TEST(never_began)
{
	setup.rate = (struct rate){ 1000, 1 };
	outcome.sum.taken = 0;
	outcome.sum.wanted_known = true;
	outcome.sum.uncounted = 7;
	outcome.sum.end = BLAST_STOPPED;
	outcome.sum.finish_ns = outcome.sum.start_ns + 1000000;
	judge(&outcome);
	ck_assert_int_eq(outcome.limit, LIMIT_NONE);
	ck_assert_str_eq(outcome.error,
	    "stopped before a frame was taken, in ramp or warm-up");
	ck_assert_str_eq(outcome.notes[0], "stopped by a signal");
	ck_assert_str_eq(outcome.notes[1], "");
}
END_TEST

/*
 * 1,000 frames at 1,000/s by -n: 21 ms late is 1 due frame more and within
 * 0.1 %, 22 ms is not; what is missing of -t was counted before.
 */
static const struct {
	uint64_t count, wanted, ran_ns, due;
	enum limit_by by;
	const char *error;
} held[] = {
	{ 1000, 1000, 1000000000, 1000, LIMIT_NONE, "" },
	{ 1000, 1000, 1021000000, 1001, LIMIT_NONE, "" },
	{ 1000, 1000, 1022000000, 1002, LIMIT_WAIT,
	    "--strict: 1000 of 1002 frames that were due by the end were "
	    "taken, not 99.9 %" },
	{ 1000, 1000, 5020000000, 5000, LIMIT_WAIT,
	    "--strict: 1000 of 5000 frames that were due by the end were "
	    "taken, not 99.9 %" },
	{ 0, 1000, 1020000000, 1000, LIMIT_NONE, "" },
	{ 0, 2000, 2000000000, 2000, LIMIT_WAIT,
	    "--strict: 1000 of 2000 frames that were due by the end were "
	    "taken, not 99.9 %" },
};

START_TEST(rate_is_held)
{
	setup.rate = (struct rate){ 1000, 1 };
	options.strict = true;
	options.count = held[_i].count;
	outcome.sum.taken = 1000;
	outcome.sum.wanted = held[_i].wanted;
	outcome.sum.finish_ns = outcome.sum.start_ns + held[_i].ran_ns;
	judge(&outcome);
	ck_assert_uint_eq(outcome.facts.wanted, held[_i].due);
	ck_assert_int_eq(outcome.limit, held[_i].by);
	ck_assert_str_eq(outcome.error, held[_i].error);
	ck_assert_int_eq(outcome.valid, held[_i].error[0] == '\0');
}
END_TEST

/* 1 s of 2 s was not sent: why? */
static const struct {
	uint64_t stalls, waits, refused, refused_ns, cpu_ns;
	enum limit_by by;
} stalled[] = {
	/* waited before and behind one stall: held up */
	{ 1, 900, 0, 0, 1000000000, LIMIT_STALLS },
	/* never had time to wait: too slow */
	{ 40, 40, 0, 0, 2000000000, LIMIT_CPU },
	{ 40, 0, 0, 0, 100000000, LIMIT_WAIT },
	/* the kernel would not take them: not held up */
	{ 40, 900, 5000, 1000000000, 2000000000, LIMIT_RING },
	{ 40, 900, 5000, 400000000, 2000000000, LIMIT_STALLS },
};

START_TEST(why_stalled)
{
	setup.rate = (struct rate){ 1000, 1 };
	outcome.sum.taken = 1000;
	outcome.sum.wanted = 2000;
	outcome.sum.finish_ns = outcome.sum.start_ns + 2000000000;
	outcome.sum.stalled_ns = 1000000000;
	outcome.sum.stalls = stalled[_i].stalls;
	outcome.sum.waits = stalled[_i].waits;
	outcome.sum.count.refused = stalled[_i].refused;
	outcome.sum.refused_ns = stalled[_i].refused_ns;
	outcome.sum.cpu_ns = stalled[_i].cpu_ns;
	judge(&outcome);
	ck_assert_int_eq(outcome.limit, stalled[_i].by);
}
END_TEST

Suite *
judge_suite(void)
{
	Suite *s = suite_create("judge");
	TCase *t = tcase_create("judge");

	tcase_add_checked_fixture(t, set_up, NULL);
	tcase_add_loop_test(
	    t, wall_clock_stepped, 0, sizeof(steps) / sizeof(*steps));
	tcase_add_test(t, nothing_taken);
	tcase_add_test(t, never_began);
	tcase_add_loop_test(t, rate_is_held, 0, sizeof(held) / sizeof(*held));
	tcase_add_loop_test(
	    t, why_stalled, 0, sizeof(stalled) / sizeof(*stalled));
	suite_add_tcase(s, t);
	return s;
}
