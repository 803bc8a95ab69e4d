/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/unit.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "harness/doc.h"
#include "harness/merge.h"
#include "harness/summary.h"
#include "tests/merge_facts.h"

Suite *merge_suite(void);

#define PLAN                                                        \
	"{\"schema\":\"netblast.plan/1\",\"name\":\"t\",\"rows\":[" \
	"{\"id\":\"a\",\"placement\":\"split\",\"against\":\"d\"}," \
	"{\"id\":\"d\",\"path\":\"direct\"}]}"

static json_t *
merged(const struct facts *x, const char *row)
{
	struct plan p;
	struct fail f = { "" };
	json_t *t = trial(x);

	ck_assert_ptr_nonnull(t);
	ck_assert_msg(plan_parse(&p, "plan", PLAN, &f) == 0, "%s", f.text);
	ck_assert_int_eq(merge_trial(plan_find(&p, row), t, &f), 0);
	plan_free(&p);
	return t;
}

static void
expect_invalid(const struct facts *x, const char *why)
{
	json_t *t = merged(x, "a");
	const char *reason = doc_text(t, "reason");

	ck_assert(json_is_false(json_object_get(t, "valid")));
	ck_assert_msg(reason != NULL && strstr(reason, why) != NULL,
	    "\"%s\", expected \"%s\"", reason, why);
	ck_assert_str_eq(doc_text(t, "derived.verdict"), "invalid");
	ck_assert_ptr_null(doc_at(t, "derived.loss_ratio"));
	json_decref(t);
}

static void
expect_valid(const struct facts *x)
{
	json_t *t = merged(x, "a");

	ck_assert_msg(json_is_true(json_object_get(t, "valid")), "%s",
	    doc_text(t, "reason"));
	json_decref(t);
}

static uint64_t
get(const json_t *t, const char *path)
{
	uint64_t v = 0;

	ck_assert_msg(doc_u64(t, path, &v), "%s", path);
	return v;
}

static long long
place(const json_t *t, const char *name)
{
	const json_t *places = doc_at(t, "derived.ledger.places"), *v;
	size_t i;

	json_array_foreach(places, i, v)
	{
		if (strcmp(doc_text(v, "place"), name) == 0)
			return doc_at(v, "frames") != NULL
			    ? json_integer_value(doc_at(v, "frames"))
			    : -1;
	}
	return -2;
}

START_TEST(nothing_lost)
{
	json_t *t = merged(&clean, "a");

	ck_assert_ptr_null(doc_text(t, "reason"));
	ck_assert_uint_eq(get(t, "derived.sent"), 1000);
	ck_assert_uint_eq(get(t, "derived.received"), 1000);
	ck_assert_uint_eq(get(t, "derived.lost"), 0);
	ck_assert_double_eq(doc_real(t, "derived.loss_ratio"), 0.0);
	ck_assert_double_eq_tol(
	    doc_real(t, "derived.forwarding_pps"), 1000.0, 0.001);
	ck_assert_uint_eq(get(t, "derived.ledger.residual"), 0);
	ck_assert_str_eq(doc_text(t, "derived.verdict"), "generator-limited");
	ck_assert_str_eq(
	    doc_text(t, "derived.management.word"), "not-measured");
	json_decref(t);
}
END_TEST

/* refused by the router's queue: lost there, and told by name */
START_TEST(lost_in_the_input_queue)
{
	struct facts x = { .taken = 1000,
		.completed = 700,
		.tx_dropped = 300,
		.unique = 700,
		.in = 700,
		.in_drops = 300,
		.out = 700,
		.sink_rx = 700 };
	json_t *t = merged(&x, "a");

	ck_assert_msg(
	    doc_text(t, "reason") == NULL, "%s", doc_text(t, "reason"));
	ck_assert_uint_eq(get(t, "derived.lost"), 300);
	ck_assert_double_eq_tol(doc_real(t, "derived.loss_ratio"), 0.3, 1e-9);
	ck_assert_int_eq(place(t, "input_queue"), 300);
	ck_assert_uint_eq(get(t, "derived.ledger.residual"), 0);
	/* one kernel for all roles: nobody says "dut-limited" */
	ck_assert_ptr_null(doc_at(t, "derived.verdict"));
	json_decref(t);
}
END_TEST

START_TEST(lost_in_the_sink)
{
	struct facts x = clean;
	json_t *t;

	x.unique = 900;
	x.sink_drops = 100;
	t = merged(&x, "a");
	ck_assert_int_eq(place(t, "sink_program"), 100);
	ck_assert_int_eq(place(t, "input_queue"), 0);
	ck_assert_uint_eq(get(t, "derived.ledger.residual"), 0);
	ck_assert_str_eq(doc_text(t, "derived.verdict"), "sink-limited");
	json_decref(t);
}
END_TEST

/* what no counter explains stays in sight */
START_TEST(unattributed)
{
	struct facts x = clean;
	json_t *t;

	x.unique = x.sink_rx = x.out = 990;
	t = merged(&x, "a");
	ck_assert_uint_eq(get(t, "derived.lost"), 10);
	ck_assert_uint_eq(get(t, "derived.ledger.residual"), 10);
	json_decref(t);
}
END_TEST

/*
 * What the sender's queue dropped: netblast says how many it sent, and which
 * drops it was told of (refused, never taken); else the queue's counter does.
 */
static const struct {
	const char *name;
	long long taken, sent, refused, queue_drops, completed;
	long long uncounted, warm; /* of the warm-up: sent, and received */
	long long is; /* derived.sent; the sink had 900 */
} queues[] = {
	{ "no word of it", 1000, 0, 0, 100, 900, 0, 0, 900 },
	{ "not known", 1000, -1, 0, 100, 900, 0, 0, 900 },
	{ "taken off already", 1000, 900, 0, 100, 900, 0, 0, 900 },
	{ "told of all", 900, 900, 100, 100, 900, 0, 0, 900 },
	{ "told of some", 960, 900, 40, 100, 900, 0, 0, 900 },
	{ "with a warm-up", 1000, 1000, 0, 0, 1050, 50, 45, 1000 },
	{ "with a warm-up that came twice", 1000, 1000, 0, 0, 1050, 50, 90,
	    1000 },
};

START_TEST(sent_less_its_queue)
{
	struct facts x = { .taken = queues[_i].taken,
		.sent = queues[_i].sent,
		.uncounted = queues[_i].uncounted,
		.refused = queues[_i].refused,
		.queue_drops = queues[_i].queue_drops,
		.completed = queues[_i].completed,
		.unique = 900,
		.warm = queues[_i].warm,
		.in = queues[_i].completed,
		.out = 950,
		.sink_rx = 950 };
	uint64_t all = (uint64_t)(queues[_i].is + queues[_i].uncounted);
	uint64_t came = queues[_i].warm > 50 ? 950 : 900 + x.warm;
	json_t *t = merged(&x, "a");

	ck_assert_msg(doc_text(t, "reason") == NULL, "%s: %s", queues[_i].name,
	    doc_text(t, "reason"));
	ck_assert_uint_eq(
	    get(t, "derived.sent"), (unsigned long long)queues[_i].is);
	ck_assert_uint_eq(
	    get(t, "derived.lost"), (unsigned long long)queues[_i].is - 900);
	ck_assert_int_eq(place(t, "generator_refused"), queues[_i].refused);
	/* the ledger has the warm-up as well */
	ck_assert_uint_eq(get(t, "derived.ledger.sent"), all);
	ck_assert_uint_eq(get(t, "derived.ledger.received"), came);
	ck_assert_uint_eq(get(t, "derived.ledger.residual"), all - came);
	json_decref(t);
}
END_TEST

START_TEST(closed_load_has_no_loss)
{
	json_t *t = merged(&clean, "d");

	ck_assert(json_is_true(json_object_get(t, "valid")));
	ck_assert_ptr_null(doc_at(t, "derived.loss_ratio"));
	ck_assert_ptr_null(doc_at(t, "derived.lost"));
	ck_assert_str_eq(doc_text(t, "derived.verdict"), "flow-controlled");
	json_decref(t);
}
END_TEST

START_TEST(impossible_counts)
{
	struct facts x = clean;

	x.unique = 1001;
	expect_invalid(&x, "below 0 %");
	x = clean;
	x.taken = 0;
	expect_invalid(&x, "nothing was sent");
	x = clean;
	x.taken = -1;
	expect_invalid(&x, "counts.taken");
	x = clean;
	x.completed = 999; /* sent 1,000, and no drop says where one is */
	expect_invalid(&x, "disagree");
	x = clean;
	x.completed = 1001; /* nobody else sends in the idle slot */
	expect_invalid(&x, "disagree");
	x.sent = 1000;
	x.uncounted = 1;
	expect_valid(&x);
	x.uncounted = 2; /* one of them is nowhere */
	expect_invalid(&x, "disagree");
	x.sent = -1; /* how many is not known */
	x.queue_drops = 3;
	expect_invalid(&x, "queue dropped 3 frames, of warm-up or run");
	x.sent = x.uncounted = 0;
	x.queue_drops = 1001;
	expect_invalid(&x, "1001 dropped by its queue, 1000 taken");
	x.queue_drops = 0;
	x.idle = 1; /* 2 a second: 1 is within the slope */
	expect_valid(&x);
}
END_TEST

START_TEST(background_is_allowed)
{
	struct facts x = clean;

	x.completed = 1003;
	x.idle = 1;
	expect_valid(&x);
	x.completed = 1005;
	expect_invalid(&x, "disagree");
}
END_TEST

START_TEST(programs_that_say_no)
{
	json_t *t = trial(&clean), *doc;
	struct plan p;

	ck_assert_int_eq(plan_parse(&p, "plan", PLAN, NULL), 0);
	doc = json_object_get(
	    json_array_get(json_object_get(t, "nodes"), 1), "document");
	json_object_set_new(doc, "valid", json_false());
	ck_assert_int_eq(merge_trial(&p.row[0], t, NULL), 0);
	ck_assert_ptr_nonnull(strstr(doc_text(t, "reason"), "netreceive"));
	json_object_set_new(doc, "error", json_string("ring broke"));
	ck_assert_int_eq(merge_trial(&p.row[0], t, NULL), 0);
	ck_assert_ptr_nonnull(strstr(doc_text(t, "reason"), "ring broke"));
	json_object_set_new(t, "error", json_string("lab: no"));
	ck_assert_int_eq(merge_trial(&p.row[0], t, NULL), 0);
	ck_assert_str_eq(doc_text(t, "reason"), "lab: no");
	json_object_clear(t);
	ck_assert_int_eq(merge_trial(&p.row[0], t, NULL), 0);
	ck_assert(json_is_false(json_object_get(t, "valid")));
	json_decref(t);
	plan_free(&p);
}
END_TEST

/* a hundredth of an interval is measured, more is a clock that was set */
START_TEST(wall_clock_is_set)
{
	static const struct {
		long long moved_ns;
		bool valid;
	} steps[] = { { 300, true }, { -900000, true }, { 1100000, false },
		{ -3600000000000, false } };
	json_t *t = trial(&clean), *doc;
	struct plan p;

	ck_assert_int_eq(plan_parse(&p, "plan", PLAN, NULL), 0);
	doc = json_object_get(
	    json_array_get(json_object_get(t, "nodes"), 1), "document");
	json_object_set_new(doc, "time",
	    json_pack(
		"{s:I}", "wall_moved_ns", (json_int_t)steps[_i].moved_ns));
	ck_assert_int_eq(merge_trial(&p.row[0], t, NULL), 0);
	ck_assert_int_eq(
	    json_is_true(json_object_get(t, "valid")), steps[_i].valid);
	if (!steps[_i].valid)
		ck_assert_ptr_nonnull(
		    strstr(doc_text(t, "reason"), "wall clock was set"));
	json_decref(t);
	plan_free(&p);
}
END_TEST

/* a router that lets nothing through forwards 0, and that is a measurement */
START_TEST(all_is_lost)
{
	struct facts x = clean;
	json_t *t = trial(&x), *doc;
	struct plan p;

	doc = json_object_get(
	    json_array_get(json_object_get(t, "nodes"), 1), "document");
	json_object_set_new(
	    json_object_get(doc, "counts"), "unique", json_integer(0));
	doc = json_object_get(json_object_get(doc, "series"), "received");
	json_array_clear(json_object_get(doc, "t_ns"));
	json_array_clear(json_object_get(doc, "v"));
	ck_assert_int_eq(plan_parse(&p, "plan", PLAN, NULL), 0);
	ck_assert_int_eq(merge_trial(&p.row[0], t, NULL), 0);
	ck_assert_msg(json_is_true(json_object_get(t, "valid")), "%s",
	    doc_text(t, "reason"));
	ck_assert_double_eq(doc_real(t, "derived.loss_ratio"), 1.0);
	ck_assert_double_eq(doc_real(t, "derived.forwarding_pps"), 0.0);
	/* without a series at all nothing is known */
	json_object_clear(doc);
	ck_assert_int_eq(merge_trial(&p.row[0], t, NULL), 0);
	ck_assert(json_is_false(json_object_get(t, "valid")));
	json_decref(t);
	plan_free(&p);
}
END_TEST

/* 1/1000 s less 1/2000 s */
START_TEST(added_time)
{
	struct facts fast = clean;
	struct plan p;
	json_t *trials = json_array(), *direct, *rows;

	fast.taken = fast.completed = fast.unique = fast.sink_rx = 2000;
	fast.in = fast.out = 2000;
	direct = merged(&fast, "d");
	json_object_set_new(direct, "row", json_string("d"));
	json_array_append_new(trials, merged(&clean, "a"));
	json_array_append_new(trials, direct);
	ck_assert_int_eq(plan_parse(&p, "plan", PLAN, NULL), 0);
	summary_added(&p, trials);
	ck_assert_double_eq_tol(
	    doc_real(json_array_get(trials, 0), "derived.added_ns"), 500000.0,
	    1.0);
	ck_assert(isnan(doc_real(direct, "derived.added_ns")));
	rows = summary_rows(&p, NULL, trials);
	ck_assert_double_eq_tol(
	    doc_real(json_array_get(rows, 0), "statistics.added_ns.median"),
	    500000.0, 1.0);
	ck_assert_double_eq_tol(
	    doc_real(json_array_get(rows, 0), "statistics.direct_pps.median"),
	    2000.0, 0.01);
	/* of one value there is no interval */
	ck_assert(isnan(
	    doc_real(json_array_get(rows, 0), "statistics.added_ns.ci95_low")));
	json_decref(rows);
	json_decref(trials);
	plan_free(&p);
}
END_TEST

Suite *
merge_suite(void)
{
	Suite *s = suite_create("merge");
	TCase *t = tcase_create("merge");

	tcase_add_test(t, nothing_lost);
	tcase_add_test(t, lost_in_the_input_queue);
	tcase_add_test(t, lost_in_the_sink);
	tcase_add_test(t, unattributed);
	tcase_add_loop_test(t, sent_less_its_queue, 0,
	    (int)(sizeof(queues) / sizeof(queues[0])));
	tcase_add_test(t, closed_load_has_no_loss);
	tcase_add_test(t, impossible_counts);
	tcase_add_test(t, background_is_allowed);
	tcase_add_test(t, programs_that_say_no);
	tcase_add_loop_test(t, wall_clock_is_set, 0, 4);
	tcase_add_test(t, all_is_lost);
	tcase_add_test(t, added_time);
	suite_add_tcase(s, t);
	return s;
}
