/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/unit.h"

#include <stdio.h>
#include <string.h>

#include "harness/probe.h"

Suite *probe_verdict_suite(void);

#define MS 1000000LL
#define N 100

/* One target leg, lost from..to; N probes, the first due at 1 s. */
static json_t *
document(int from, int to)
{
	json_t *due = json_array(), *v = json_array(), *late = json_array();
	json_t *d;

	for (int i = 0; i < N; i++) {
		json_array_append_new(
		    due, json_integer(1000 * MS + i * 50 * MS));
		json_array_append_new(
		    v, i >= from && i < to ? json_null() : json_integer(MS));
		json_array_append_new(late, json_integer(MS / 10));
	}
	d = json_pack("{s:s, s:{s:I, s:I}, s:[{s:s, s:b, s:b, s:{s:O, s:O}}],"
		      " s:{s:{s:O, s:O}}}",
	    "kind", "probe", "config", "interval_ns", 50 * MS, "timeout_ns",
	    2000 * MS, "legs", "name", "icmp", "control", 0, "usable", 1,
	    "series", "t_ns", due, "v", v, "lateness", "series", "t_ns", due,
	    "v", late);
	json_decref(due);
	json_decref(v);
	json_decref(late);
	ck_assert_ptr_nonnull(d);
	return d;
}

static json_t *
column(json_t *d, const char *where, const char *name)
{
	json_t *at = json_object_get(d, where);

	if (json_is_array(at))
		at = json_array_get(at, 0);
	return json_object_get(json_object_get(at, "series"), name);
}

START_TEST(words)
{
	struct probe_verdict v;
	struct fail f;
	json_t *d = document(0, 0);

	ck_assert_int_eq(probe_verdict(d, 0, UINT64_MAX, &v, &f), 0);
	ck_assert_int_eq(v.word, PROBE_OK);
	ck_assert_uint_eq(v.p99_ns, MS);
	json_decref(d);
	d = document(20, 60);
	ck_assert_int_eq(probe_verdict(d, 0, UINT64_MAX, &v, &f), 0);
	ck_assert_str_eq(probe_word(v.word), "livelock");
	ck_assert_uint_eq(v.lost_packets, 40);
	/* the blast came behind it */
	ck_assert_int_eq(probe_verdict(d, 4100 * MS, 5100 * MS, &v, &f), 0);
	ck_assert_str_eq(probe_word(v.word), "ok");
	/* a probe that was not sent leaves its second out */
	json_array_set_new(column(d, "lateness", "v"), 70, json_null());
	ck_assert_int_eq(probe_verdict(d, 4100 * MS, 5100 * MS, &v, &f), 0);
	ck_assert_str_eq(probe_word(v.word), "not-measured");
	json_decref(d);
}
END_TEST

START_TEST(refuses)
{
	struct probe_verdict v;
	struct fail f;
	json_t *d = document(0, 0);

	json_array_remove(column(d, "legs", "v"), 3);
	ck_assert_int_eq(probe_verdict(d, 0, UINT64_MAX, &v, &f), -1);
	ck_assert_ptr_nonnull(strstr(f.text, "unequal length"));
	json_decref(d);
	d = document(0, 0);
	json_array_set_new(column(d, "legs", "v"), 3, json_integer(-1));
	ck_assert_int_eq(probe_verdict(d, 0, UINT64_MAX, &v, &f), -1);
	json_decref(d);
	d = document(0, 0);
	json_array_set_new(column(d, "lateness", "t_ns"), 3, json_integer(1));
	ck_assert_int_eq(probe_verdict(d, 0, UINT64_MAX, &v, &f), -1);
	json_object_set_new(d, "kind", json_string("run"));
	ck_assert_int_eq(probe_verdict(d, 0, UINT64_MAX, &v, &f), -1);
	ck_assert_ptr_nonnull(strstr(f.text, "kind"));
	json_decref(d);
	ck_assert_int_eq(probe_verdict(NULL, 0, UINT64_MAX, &v, &f), -1);
}
END_TEST

/* A run that was stopped before its first probe is a document too. */
START_TEST(nothing_sent)
{
	struct probe_verdict v;
	struct fail f;
	json_t *d = document(0, 0);

	json_array_clear(column(d, "legs", "v"));
	json_array_clear(column(d, "lateness", "v"));
	json_array_clear(column(d, "lateness", "t_ns"));
	ck_assert_int_eq(probe_verdict(d, 0, UINT64_MAX, &v, &f), 0);
	ck_assert_int_eq(v.word, PROBE_NOT_MEASURED);
	json_decref(d);
}
END_TEST

Suite *
probe_verdict_suite(void)
{
	Suite *s = suite_create("probe_verdict");
	TCase *t = tcase_create("probe_verdict");

	tcase_add_test(t, words);
	tcase_add_test(t, refuses);
	tcase_add_test(t, nothing_sent);
	suite_add_tcase(s, t);
	return s;
}
