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

Suite *
judge_suite(void)
{
	Suite *s = suite_create("judge");
	TCase *t = tcase_create("judge");

	tcase_add_checked_fixture(t, set_up, NULL);
	tcase_add_loop_test(
	    t, wall_clock_stepped, 0, sizeof(steps) / sizeof(*steps));
	tcase_add_test(t, nothing_taken);
	suite_add_tcase(s, t);
	return s;
}
