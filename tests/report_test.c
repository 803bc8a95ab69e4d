/* SPDX-License-Identifier: BSD-2-Clause */
/* The report over the sample run of tests/data/report, and over bad ones. */
#include "tests/unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/report.h"
#include "harness/report_group.h"
#include "harness/report_num.h"
#include "harness/report_run.h"
#include "harness/report_sum.h"
#include "harness/report_wrap.h"

Suite *report_suite(void);

#define SAMPLE TEST_DATA "/report/run.json"

static struct report_run run;

static void
start(void)
{
	struct fail f = { "" };

	ck_assert_msg(report_run_load(&run, SAMPLE, &f) == 0, "%s", f.text);
}

static void
stop(void)
{
	report_run_free(&run);
}

static const struct report_row *
row(const char *id)
{
	for (size_t i = 0; i < run.rows; i++)
		if (strcmp(run.row[i].id, id) == 0)
			return &run.row[i];
	ck_abort_msg("no row %s", id);
	return NULL;
}

static int
take(const char *text, struct fail *f)
{
	json_t *root = json_loads(text, 0, NULL);

	ck_assert_ptr_nonnull(root);
	return report_run_take(&run, root, f);
}

START_TEST(groups)
{
	ck_assert_uint_eq(run.groups, 3);
	ck_assert_uint_eq(row("plain")->group, row("nft-100")->group);
	ck_assert_uint_eq(row("plain")->group, row("bridge")->group);
	ck_assert_uint_eq(row("plain")->group, row("direct")->group);
	ck_assert_uint_ne(row("plain")->group, row("plain-2")->group);
	ck_assert_uint_ne(row("bridge")->group, row("bridge-tagged")->group);
	ck_assert_uint_eq(row("plain-2")->group, row("direct-2")->group);
	ck_assert_str_eq(report_group_row(&run, 0)->id, "plain");
}
END_TEST

START_TEST(differing_keys)
{
	enum fp_verdict verdict;
	struct fp_diff diff;

	ck_assert_int_eq(report_group_diff(row("plain"), row("plain-2"),
			     &verdict, &diff, NULL),
	    0);
	ck_assert_int_eq(verdict, FP_DIFFERENT);
	ck_assert_str_eq(diff.differing, "streams, directions");
}
END_TEST

/* Null is unknown: in one table as far as known, and never equal to 0. */
static const struct {
	const char *a, *b; /* method objects */
	size_t groups;
} methods[] = {
	{ "{\"burst\":1}", "{\"burst\":1}", 1 },
	{ "{\"burst\":1}", "{\"burst\":2}", 2 },
	{ "{\"burst\":1}", "{\"burst\":null}", 1 },
	{ "{\"burst\":1}", "{\"burst\":\"1\"}", 1 },
	{ "{\"pause\":false}", "{\"pause\":true}", 2 },
	{ "{\"blast_ns\":1000000}", "{\"blast_ns\":1009000}", 1 },
	{ "{\"blast_ns\":1000000}", "{\"blast_ns\":1020000}", 2 },
};

START_TEST(method_keys)
{
	char text[512];

	snprintf(text, sizeof(text),
	    "{\"schema\":\"netblast.result/1\",\"kind\":\"run\",\"trials\":[],"
	    "\"rows\":[{\"id\":\"a\",\"fingerprint\":{\"method\":%s}},"
	    "{\"id\":\"b\",\"fingerprint\":{\"method\":%s}}]}",
	    methods[_i].a, methods[_i].b);
	ck_assert_int_eq(take(text, NULL), 0);
	ck_assert_uint_eq(run.groups, methods[_i].groups);
	report_run_free(&run);
}
END_TEST

static const struct {
	const char *text, *message;
} refused[] = {
	{ "[]", "schema" },
	{ "{}", "schema" },
	{ "{\"schema\":\"netblast.result/2\",\"kind\":\"run\"}", "schema" },
	{ "{\"schema\":\"netblast.result/10\",\"kind\":\"run\"}", "schema" },
	{ "{\"schema\":\"netblast.result/1\",\"kind\":\"probe\"}", "probe" },
	{ "{\"schema\":\"netblast.result/1\",\"kind\":\"run\",\"trials\":[]}",
	    "rows" },
	{ "{\"schema\":\"netblast.result/1\",\"kind\":\"run\","
	  "\"rows\":[{\"id\":\"a\"}]}",
	    "trials" },
	{ "{\"schema\":\"netblast.result/1\",\"kind\":\"run\",\"trials\":[],"
	  "\"rows\":[{\"id\":7}]}",
	    "rows[0]" },
};

START_TEST(bad_run)
{
	struct fail f = { "" };

	ck_assert_int_eq(take(refused[_i].text, &f), -1);
	ck_assert_msg(
	    strstr(f.text, refused[_i].message) != NULL, "%s", f.text);
}
END_TEST

START_TEST(unknown_stays_unknown)
{
	int64_t sent, lost, v = 7;
	struct report_stat s;

	ck_assert_int_eq(
	    take("{\"schema\":\"netblast.result/1\",\"kind\":"
		 "\"run\",\"rows\":[{\"id\":\"a\",\"statistics\":"
		 "{\"forwarding_pps\":null}}],\"trials\":[{\"row\":"
		 "\"a\",\"valid\":true,\"derived\":{\"sent\":null,"
		 "\"added_ns\":null}}]}",
		NULL),
	    0);
	s = report_stat(&run.row[0], "forwarding_pps");
	ck_assert(!s.known);
	ck_assert_uint_eq(s.n, 0);
	ck_assert(isnan(s.median) && isnan(s.low));
	s = report_stat(&run.row[0], "no_such_thing");
	ck_assert(!s.known);
	ck_assert(!report_row_loss(&run, &run.row[0], &sent, &lost));
	ck_assert(
	    !report_int(json_array_get(run.trials, 0), "derived.sent", &v));
	ck_assert_int_eq(v, 7);
	ck_assert(isnan(
	    report_real(json_array_get(run.trials, 0), "derived.added_ns")));
	report_run_free(&run);
}
END_TEST

START_TEST(anchors_are_unique)
{
	ck_assert_int_eq(
	    take("{\"schema\":\"netblast.result/1\",\"kind\":\"run\","
		 "\"trials\":[],\"rows\":[{\"id\":\"a b\"},{\"id\":\"a/b\"},"
		 "{\"id\":\"a-b\"}]}",
		NULL),
	    0);
	ck_assert_str_eq(run.row[0].anchor, "row-a-b");
	ck_assert_str_eq(run.row[1].anchor, "row-a-b-2");
	ck_assert_str_eq(run.row[2].anchor, "row-a-b-3");
	report_run_free(&run);
}
END_TEST

static const struct report_place *
place(const struct report_sum *s, const char *name)
{
	for (size_t i = 0; i < s->places; i++)
		if (strcmp(s->place[i].name, name) == 0)
			return &s->place[i];
	ck_abort_msg("no place %s", name);
	return NULL;
}

/* Over valid trials only; the whole sum closes with the residual. */
START_TEST(ledger_sum)
{
	struct report_sum s;
	int64_t booked = 0, sent, lost;

	report_sum_row(&run, row("nft-100"), NULL, &s);
	ck_assert_uint_eq(s.trials, 5);
	for (size_t i = 0; i < s.places; i++)
		if (report_place_in_path(&s.place[i]))
			booked += s.place[i].frames;
	ck_assert_int_eq(s.residual, 5 * 1234);
	ck_assert_int_eq(s.residual_min, 1234);
	ck_assert_int_eq(s.residual_max, 1234);
	ck_assert_int_eq(s.sent, booked + s.residual);
	ck_assert(report_row_loss(&run, row("nft-100"), &sent, &lost));
	ck_assert_int_eq(sent, s.sent);
	ck_assert_int_eq(lost, s.sent - s.received);
}
END_TEST

START_TEST(invalid_trials_are_left_out)
{
	struct report_sum s;

	ck_assert_uint_eq(row("nft-10")->trials, 5);
	ck_assert_uint_eq(row("nft-10")->valid, 4);
	report_sum_row(&run, row("nft-10"), NULL, &s);
	ck_assert_uint_eq(s.trials, 4);
	ck_assert_uint_eq(report_stat(row("nft-10"), "forwarding_pps").n, 4);
}
END_TEST

START_TEST(not_measured_is_no_zero)
{
	struct report_sum s;

	report_sum_row(&run, row("plain"), NULL, &s);
	ck_assert_uint_eq(place(&s, "filter")->known, 0);
	ck_assert_uint_eq(place(&s, "filter")->unknown, 5);
	ck_assert_uint_eq(place(&s, "nic_ring")->known, 5);
	ck_assert_int_eq(place(&s, "nic_ring")->frames, 0);
}
END_TEST

START_TEST(both_directions)
{
	struct report_sum whole, forward, reverse;

	report_sum_row(&run, row("plain-2"), NULL, &whole);
	report_sum_row(&run, row("plain-2"), "forward", &forward);
	report_sum_row(&run, row("plain-2"), "reverse", &reverse);
	ck_assert_uint_eq(forward.trials, 5);
	ck_assert_int_eq(whole.sent, forward.sent + reverse.sent);
	report_sum_row(&run, row("plain"), "reverse", &reverse);
	ck_assert_uint_eq(reverse.trials, 0);
}
END_TEST

/* A count that no trial can have is not known; sums cannot overflow. */
START_TEST(absurd_counts)
{
	struct report_sum s;

	ck_assert_int_eq(
	    take("{\"schema\":\"netblast.result/1\",\"kind\":\"run\",\"rows\":"
		 "[{\"id\":\"a\"}],\"trials\":[{\"row\":\"a\",\"valid\":true,"
		 "\"derived\":{\"ledger\":{\"sent\":5,\"residual\":"
		 "9223372036854775807,\"places\":[{\"place\":\"link\","
		 "\"frames\":9223372036854775807}]}}}]}",
		NULL),
	    0);
	report_sum_row(&run, &run.row[0], NULL, &s);
	ck_assert_uint_eq(s.trials, 1);
	ck_assert_uint_eq(s.residual_unknown, 1);
	ck_assert_uint_eq(place(&s, "link")->unknown, 1);
	report_run_free(&run);
}
END_TEST

/* A ledger document of netcollect: a run of one row, with nothing added. */
START_TEST(ledger_document)
{
	json_t *doc = json_loads(
	    "{\"schema\":\"netblast.result/1\",\"kind\":\"netcollect\","
	    "\"tool\":{\"name\":\"netcollect\"},\"sent\":5976399,"
	    "\"received\":null,\"places\":[{\"place\":\"input_queue\","
	    "\"frames\":2505720,\"from\":\"ipintrq\"},{\"place\":\"filter\","
	    "\"frames\":null,\"from\":null},{\"place\":\"delivered\","
	    "\"frames\":3470679,\"from\":\"bge1\"}],\"foreign\":37,"
	    "\"residual\":0}",
	    0, NULL);
	struct report_sum s;
	int64_t sent, lost;

	ck_assert(report_is_ledger(doc));
	ck_assert_int_eq(
	    report_run_take(&run, report_wrap_ledger(doc, "x"), NULL), 0);
	ck_assert(!report_is_ledger(run.root));
	report_sum_row(&run, &run.row[0], NULL, &s);
	ck_assert_int_eq(s.sent, 5976399);
	ck_assert_int_eq(s.foreign, 37);
	ck_assert_int_eq(place(&s, "input_queue")->frames, 2505720);
	ck_assert_uint_eq(place(&s, "filter")->known, 0);
	ck_assert(report_row_loss(&run, &run.row[0], &sent, &lost));
	ck_assert_int_eq(lost, 2505720);
	report_run_free(&run);
	json_decref(doc);
}
END_TEST

static const struct {
	const char *key;
	const char *json, *text;
} keyed[] = {
	{ "blast_ns", "2000000000", "2.00" REPORT_NBSP "s" },
	{ "wait_ns", "500000000", "500" REPORT_NBSP "ms" },
	{ "ns", "5", "5" },
	{ "burst", "1", "1" },
	{ "rate", "\"max\"", "max" },
	{ "smt", "false", "no" },
	{ "smt", "null", REPORT_UNKNOWN },
	{ "x", "0.25", "0.25" },
};

START_TEST(key_values)
{
	json_t *v = json_loads(keyed[_i].json, JSON_DECODE_ANY, NULL);
	char buf[64];

	ck_assert_str_eq(
	    report_keyed(keyed[_i].key, v, buf, sizeof(buf)), keyed[_i].text);
	json_decref(v);
}
END_TEST

Suite *
report_suite(void)
{
	Suite *s = suite_create("report");
	TCase *sample = tcase_create("sample");
	TCase *other = tcase_create("other");

	tcase_add_checked_fixture(sample, start, stop);
	tcase_add_test(sample, groups);
	tcase_add_test(sample, differing_keys);
	tcase_add_test(sample, ledger_sum);
	tcase_add_test(sample, invalid_trials_are_left_out);
	tcase_add_test(sample, not_measured_is_no_zero);
	tcase_add_test(sample, both_directions);
	suite_add_tcase(s, sample);
	tcase_add_loop_test(other, method_keys, 0, COUNT(methods));
	tcase_add_loop_test(other, bad_run, 0, COUNT(refused));
	tcase_add_test(other, unknown_stays_unknown);
	tcase_add_test(other, anchors_are_unique);
	tcase_add_test(other, ledger_document);
	tcase_add_test(other, absurd_counts);
	tcase_add_loop_test(other, key_values, 0, COUNT(keyed));
	suite_add_tcase(s, other);
	return s;
}
