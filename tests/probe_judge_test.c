/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/unit.h"

#include <string.h>

#include "harness/probe_judge.h"

Suite *probe_judge_suite(void);

#define MS 1000000ULL
#define S (1000 * MS)
#define MOST 6000 /* 300 s of 50 ms */
#define T0 (7 * S + 123) /* the monotonic clock starts nowhere special */

static uint64_t due[MOST], late[MOST], latency[PROBE_LEGS][MOST];
static struct probe_times t;

/* An idle run: every probe answered after 0.2 ms, sent 0.1 ms late. */
static void
idle(size_t seconds)
{
	static const char *const names[] = { "tcp", "icmp", "control-tcp",
		"control-icmp" };

	t = (struct probe_times){ .interval_ns = 50 * MS,
		.timeout_ns = 2 * S,
		.n = seconds * 20,
		.due_ns = due,
		.late_ns = late,
		.legs = PROBE_LEGS };
	for (size_t i = 0; i < t.n; i++) {
		due[i] = T0 + i * 50 * MS;
		late[i] = MS / 10;
		for (int leg = 0; leg < PROBE_LEGS; leg++)
			latency[leg][i] = MS / 5;
	}
	for (int leg = 0; leg < PROBE_LEGS; leg++)
		t.leg[leg] = (struct probe_leg_times){ names[leg], leg >= 2,
			true, latency[leg] };
}

/* What a leg did from..to (ms after the start). */
enum deed {
	NOTHING,
	LOSE, /* every probe lost */
	HALF, /* every other one lost */
	NEAR_HALF, /* nine of twenty lost */
	HOLD, /* answers come all at `to` */
	SLOW, /* answers after 101 ms */
	LATE, /* the prober sends 51 ms late, and reads as late */
	STOPPED, /* the prober sleeps until `to` */
	UNSENT,
};

static void
act(enum deed deed, int leg, uint64_t from, uint64_t to)
{
	for (size_t i = (from + 49) / 50; i < to / 50 && i < t.n; i++) {
		uint64_t rest = T0 + to * MS - due[i];

		if (deed == LOSE || (deed == HALF && i % 2 == 0) ||
		    (deed == NEAR_HALF && i % 20 < 9))
			latency[leg][i] = PROBE_LOST;
		else if (deed == HOLD)
			latency[leg][i] = rest;
		else if (deed == SLOW)
			latency[leg][i] = 101 * MS;
		for (int k = 0; k < PROBE_LEGS; k++)
			if (deed == STOPPED)
				latency[k][i] = late[i] = rest;
			else if (deed == LATE)
				latency[k][i] = late[i] = 51 * MS;
			else if (deed == UNSENT)
				latency[k][i] = late[i] = PROBE_UNSENT;
	}
}

static const struct {
	size_t seconds;
	enum deed deed;
	int leg;
	uint64_t from, to; /* ms */
	enum probe_word word;
	uint64_t lost, silence_ms;
} cases[] = {
	{ 5, NOTHING, 0, 0, 0, PROBE_OK, 0, 50 },
	{ 5, LOSE, 0, 1000, 1050, PROBE_OK, 1, 100 },
	/* 2 of 100 lost: the 99th of the sorted latencies is the time-out */
	{ 5, LOSE, 1, 1000, 1100, PROBE_SLUGGISH, 2, 150 },
	{ 5, LOSE, 1, 1000, 1900, PROBE_SLUGGISH, 18, 950 },
	{ 5, LOSE, 1, 1000, 1950, PROBE_SLUGGISH, 19, 1000 },
	/* silence runs from answer to answer: one interval longer */
	{ 5, LOSE, 0, 1500, 3400, PROBE_SLUGGISH, 38, 1950 },
	{ 5, LOSE, 0, 1500, 3450, PROBE_LIVELOCK, 39, 2000 },
	{ 5, LOSE, 1, 0, 5000, PROBE_LIVELOCK, 100, 5000 },
	/* at the end: to the end of the last probe's interval */
	{ 5, LOSE, 1, 3000, 5000, PROBE_LIVELOCK, 40, 2050 },
	{ 5, LOSE, 1, 4100, 5000, PROBE_SLUGGISH, 18, 950 },
	/* one outage is judged by its silence, however the seconds fall */
	{ 5, LOSE, 0, 1500, 2500, PROBE_SLUGGISH, 20, 1050 },
	{ 5, LOSE, 0, 1000, 2000, PROBE_SLUGGISH, 20, 1050 },
	/* half lost without silence: two whole seconds in a row */
	{ 5, HALF, 0, 1000, 3000, PROBE_LIVELOCK, 20, 100 },
	{ 5, HALF, 1, 0, 2000, PROBE_LIVELOCK, 20, 100 },
	{ 5, HALF, 1, 3000, 5000, PROBE_LIVELOCK, 20, 100 },
	{ 5, HALF, 0, 1000, 2000, PROBE_SLUGGISH, 10, 100 },
	{ 5, NEAR_HALF, 0, 1000, 3000, PROBE_SLUGGISH, 18, 500 },
	/* nothing lost, but everything late: a standing queue */
	{ 5, HOLD, 0, 1000, 2000, PROBE_SLUGGISH, 0, 1050 },
	{ 5, HOLD, 0, 1000, 3000, PROBE_LIVELOCK, 0, 2050 },
	{ 5, SLOW, 1, 1000, 5000, PROBE_SLUGGISH, 0, 151 },
	{ 100, SLOW, 1, 1000, 2000, PROBE_OK, 0, 151 },
	{ 99, SLOW, 1, 1000, 2000, PROBE_SLUGGISH, 0, 151 },
	/* the idle target fell silent, the router did not: fine */
	{ 5, LOSE, 2, 0, 5000, PROBE_OK, 0, 50 },
	/* the prober: one second of 100 may be left out, one of 99 not */
	{ 100, LATE, 0, 3000, 3050, PROBE_OK, 0, 50 },
	{ 99, LATE, 0, 3000, 3050, PROBE_NOT_MEASURED, 0, 0 },
	{ 5, LATE, 0, 3000, 3050, PROBE_NOT_MEASURED, 0, 0 },
	{ 300, STOPPED, 0, 10000, 13000, PROBE_OK, 0, 50 },
	{ 300, STOPPED, 0, 10000, 13050, PROBE_OK, 0, 100 },
	{ 300, STOPPED, 0, 9970, 12600, PROBE_OK, 0, 50 },
	{ 300, UNSENT, 0, 10000, 13000, PROBE_OK, 0, 50 },
	{ 200, STOPPED, 0, 10000, 13000, PROBE_NOT_MEASURED, 0, 0 },
	{ 5, UNSENT, 0, 0, 5000, PROBE_NOT_MEASURED, 0, 0 },
};

START_TEST(table)
{
	struct probe_verdict v;

	idle(cases[_i].seconds);
	act(cases[_i].deed, cases[_i].leg, cases[_i].from, cases[_i].to);
	ck_assert_int_eq(probe_judge(&t, 0, UINT64_MAX, &v), 0);
	ck_assert_msg(
	    v.word == cases[_i].word, "%s (%s)", probe_word(v.word), v.reason);
	ck_assert_int_eq(v.known, v.word != PROBE_NOT_MEASURED);
	ck_assert_int_eq(v.reason[0] == '\0', v.word == PROBE_OK);
	if (!v.known)
		return;
	ck_assert_uint_eq(v.lost_packets, cases[_i].lost);
	ck_assert_uint_eq((v.silence_ns + MS / 2) / MS, cases[_i].silence_ms);
	ck_assert_uint_eq(v.seconds, cases[_i].seconds);
}
END_TEST

/* What the control leg has too is not the router's. */
START_TEST(control)
{
	struct probe_verdict v;

	idle(10);
	act(LOSE, 0, 2000, 5000);
	act(LOSE, 3, 2000, 3500);
	probe_judge(&t, 0, UINT64_MAX, &v);
	ck_assert_int_eq(v.word, PROBE_NOT_MEASURED);
	ck_assert_ptr_nonnull(strstr(v.reason, "control"));
	t.leg[3].usable = false;
	probe_judge(&t, 0, UINT64_MAX, &v);
	ck_assert_int_eq(v.word, PROBE_LIVELOCK);
	ck_assert_ptr_nonnull(strstr(v.reason, "tcp"));
	t.leg[0].usable = false; /* icmp alone answered all along */
	probe_judge(&t, 0, UINT64_MAX, &v);
	ck_assert_int_eq(v.word, PROBE_OK);
	t.leg[1].usable = false;
	probe_judge(&t, 0, UINT64_MAX, &v);
	ck_assert_int_eq(v.word, PROBE_NOT_MEASURED);
}
END_TEST

/* Seconds left out take their part of a silence away, no more. */
START_TEST(silence_less_left_out)
{
	struct probe_verdict v;

	idle(300);
	act(LOSE, 0, 10000, 14000);
	probe_judge(&t, 0, UINT64_MAX, &v);
	ck_assert_uint_eq(v.silence_ns, 4050 * MS);
	act(LATE, 0, 12000, 12050);
	act(LOSE, 0, 12000, 12050);
	probe_judge(&t, 0, UINT64_MAX, &v);
	ck_assert_uint_eq(v.silence_ns, 3050 * MS);
	ck_assert_uint_eq(v.late_seconds, 1);
	ck_assert_int_eq(v.word, PROBE_LIVELOCK);
}
END_TEST

/* A probe that was out when the prober was stopped: read late, not slow. */
START_TEST(answer_read_late)
{
	struct probe_verdict v;

	idle(300);
	act(STOPPED, 0, 10000, 12000);
	for (int leg = 0; leg < PROBE_LEGS; leg++)
		for (size_t i = 190; i < 200; i++)
			latency[leg][i] = T0 + 12 * S - due[i];
	probe_judge(&t, 0, UINT64_MAX, &v);
	ck_assert_int_eq(v.word, PROBE_OK);
	ck_assert_uint_lt(v.p99_ns, MS);
	ck_assert_uint_lt(v.silence_ns, 600 * MS);
}
END_TEST

START_TEST(windows)
{
	struct probe_verdict v;

	idle(10);
	act(LOSE, 0, 1000, 4000);
	/* before and behind it nothing happened */
	probe_judge(&t, T0 + 5 * S, T0 + 10 * S, &v);
	ck_assert_int_eq(v.word, PROBE_OK);
	ck_assert_uint_eq(v.seconds, 5);
	/* cut from its start; begun within, it counts to its end */
	probe_judge(&t, T0 + 3 * S, T0 + 5 * S, &v);
	ck_assert_uint_eq(v.silence_ns, 1000 * MS + MS / 5);
	ck_assert_int_eq(v.word, PROBE_SLUGGISH);
	probe_judge(&t, T0, T0 + 2 * S, &v);
	ck_assert_uint_eq(v.silence_ns, 3050 * MS);
	ck_assert_uint_eq(v.lost_packets, 20);
	/* a part of a second counts as one, but is never half lost */
	probe_judge(&t, T0 + 5 * S, T0 + 7 * S + 1, &v);
	ck_assert_uint_eq(v.seconds, 3);
	/* not covered */
	probe_judge(&t, T0 - S, T0 + 5 * S, &v);
	ck_assert_int_eq(v.word, PROBE_NOT_MEASURED);
	probe_judge(&t, T0, T0 + 11 * S, &v);
	ck_assert_int_eq(v.word, PROBE_NOT_MEASURED);
	probe_judge(&t, T0 + 20 * S, UINT64_MAX, &v);
	ck_assert_int_eq(v.word, PROBE_NOT_MEASURED);
	probe_judge(&t, 0, T0 - S, &v);
	ck_assert_int_eq(v.word, PROBE_NOT_MEASURED);
	probe_judge(&t, T0 + 5 * S, T0 + 5 * S, &v);
	ck_assert_int_eq(v.word, PROBE_NOT_MEASURED);
	t.n = 0;
	probe_judge(&t, 0, UINT64_MAX, &v);
	ck_assert_int_eq(v.word, PROBE_NOT_MEASURED);
}
END_TEST

START_TEST(facts)
{
	struct probe_leg_facts f;

	idle(5);
	for (size_t i = 0; i < t.n; i++)
		latency[1][i] = (100 - i) * MS / 10;
	latency[1][99] = PROBE_LOST;
	ck_assert_int_eq(probe_leg_facts(&t, 1, &f), 0);
	ck_assert_uint_eq(f.sent, 100);
	ck_assert_uint_eq(f.answered, 99);
	ck_assert_uint_eq(f.lost, 1);
	ck_assert_uint_eq(f.p50_ns, 51 * MS / 10);
	ck_assert_uint_eq(f.p99_ns, 10 * MS);
	ck_assert_uint_eq(f.max_ns, 2 * S);
	/* the raw facts leave nothing out, unlike the verdict */
	act(STOPPED, 0, 2000, 2500);
	ck_assert_int_eq(probe_leg_facts(&t, 0, &f), 0);
	ck_assert_uint_eq(f.sent, 100);
	ck_assert_uint_eq(f.max_ns, 500 * MS);
	t.leg[0].usable = false;
	ck_assert_int_eq(probe_leg_facts(&t, 0, &f), 0);
	ck_assert_uint_eq(f.sent, 0);
}
END_TEST

Suite *
probe_judge_suite(void)
{
	Suite *s = suite_create("probe_judge");
	TCase *c = tcase_create("probe_judge");

	tcase_add_loop_test(c, table, 0, COUNT(cases));
	tcase_add_test(c, control);
	tcase_add_test(c, silence_less_left_out);
	tcase_add_test(c, answer_read_late);
	tcase_add_test(c, windows);
	tcase_add_test(c, facts);
	suite_add_tcase(s, c);
	return s;
}
