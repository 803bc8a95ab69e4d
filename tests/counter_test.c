/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/unit.h"

#include <stdio.h>
#include <string.h>

#include "lib/counter.h"

Suite *counter_suite(void);

static const struct {
	uint64_t before, after;
	uint8_t bits;
	enum counter_change change;
	uint64_t delta;
} deltas[] = {
	{ 5, 5, 64, COUNTER_OK, 0 },
	{ 180561075, 183066795, 32, COUNTER_OK, 2505720 },
	{ 4294967290, 4, 32, COUNTER_WRAPPED, 10 },
	{ 4294967295, 0, 32, COUNTER_WRAPPED, 1 },
	{ 4294967290, 4, 64, COUNTER_RESET, 0 },
	{ 2147483649, 0, 32, COUNTER_WRAPPED, 2147483647 },
	{ 2147483648, 0, 32, COUNTER_RESET, 0 },
	{ 100, 50, 32, COUNTER_RESET, 0 },
	{ 4294967290, 4, 0, COUNTER_RESET, 0 },
	{ 0, UINT64_MAX, 64, COUNTER_OK, UINT64_MAX },
	{ UINT64_MAX, 0, 64, COUNTER_RESET, 0 },
};

START_TEST(delta)
{
	struct counter before = { .value = deltas[_i].before,
		.bits = deltas[_i].bits };
	struct counter after = { .value = deltas[_i].after,
		.bits = deltas[_i].bits };
	uint64_t d = 77;

	ck_assert_int_eq(counter_delta(&before, &after, &d), deltas[_i].change);
	ck_assert_uint_eq(d, deltas[_i].delta);
	ck_assert_int_eq(counter_delta(NULL, &after, &d), COUNTER_ABSENT);
	ck_assert_int_eq(counter_delta(&before, NULL, &d), COUNTER_ABSENT);
	ck_assert_uint_eq(d, 0);
}
END_TEST

/* A counter of em0 that fell, of no known width, beside one of its others. */
static const struct {
	const char *name, *instance;
	uint64_t before, after; /* of the other one */
	uint64_t from, to; /* of the one that fell */
	uint8_t bits;
	enum counter_change change;
	uint64_t delta;
} around[] = {
	{ "if.tx.packets", "em0", 7, 7, 4294967290, 4, 0, COUNTER_WRAPPED, 10 },
	{ "if.tx.packets", "em0", 7, 9, 4294967290, 4, 0, COUNTER_WRAPPED, 10 },
	/* it fell too, or had counted nothing */
	{ "if.tx.packets", "em0", 7, 6, 4294967290, 4, 0, COUNTER_RESET, 0 },
	{ "if.tx.packets", "em0", 0, 9, 4294967290, 4, 0, COUNTER_RESET, 0 },
	/* of another interface, of no interface */
	{ "if.tx.packets", "em1", 7, 9, 4294967290, 4, 0, COUNTER_RESET, 0 },
	{ "nic", "em0", 7, 9, 4294967290, 4, 0, COUNTER_RESET, 0 },
	/* back by far too much */
	{ "if.tx.packets", "em0", 7, 9, 1000, 900, 0, COUNTER_RESET, 0 },
	{ "if.tx.packets", "em0", 7, 9, 4294967290, 4, 64, COUNTER_RESET, 0 },
	{ "if.tx.packets", "em0", 7, 9, 5, 9, 0, COUNTER_OK, 4 },
};

START_TEST(width_not_known)
{
	struct counters before = { 0 }, after = { 0 };
	uint64_t d = 77;

	counters_add(&before, around[_i].name, around[_i].instance,
	    around[_i].before, 0);
	counters_add(
	    &after, around[_i].name, around[_i].instance, around[_i].after, 0);
	counters_add(
	    &before, "if.rx.packets", "em0", around[_i].from, around[_i].bits);
	counters_add(
	    &after, "if.rx.packets", "em0", around[_i].to, around[_i].bits);
	ck_assert_int_eq(counters_delta(&before, &after, &after.v[1], &d),
	    around[_i].change);
	ck_assert_uint_eq(d, around[_i].delta);
	counters_free(&before);
	counters_free(&after);
}
END_TEST

START_TEST(add_and_find)
{
	struct counters c = { 0 };
	char instance[24], longer[200];

	memset(longer, 'x', sizeof(longer));
	longer[sizeof(longer) - 1] = '\0';
	for (unsigned i = 0; i < 500; i++) {
		snprintf(instance, sizeof(instance), "em%u", i);
		ck_assert_int_eq(
		    counters_add(&c, "if.rx.packets", instance, i, 64), 0);
	}
	ck_assert_int_eq(counters_add(&c, longer, longer, 1, 32), 0);
	ck_assert_uint_eq(c.n, 501);
	ck_assert_uint_eq(strlen(c.v[500].name), COUNTER_NAME - 1);
	ck_assert_uint_eq(
	    counters_find(&c, "if.rx.packets", "em499")->value, 499);
	ck_assert_uint_eq(counters_find(&c, "if.rx.packets", NULL)->value, 0);
	ck_assert_ptr_null(counters_find(&c, "if.rx.packets", "em500"));
	ck_assert_ptr_null(counters_find(&c, "if.rx", "em1"));
	counters_free(&c);
	ck_assert_uint_eq(c.n, 0);
}
END_TEST

Suite *
counter_suite(void)
{
	Suite *s = suite_create("counter");
	TCase *tc = tcase_create("counter");

	tcase_add_loop_test(tc, delta, 0, COUNT(deltas));
	tcase_add_loop_test(tc, width_not_known, 0, COUNT(around));
	tcase_add_test(tc, add_and_find);
	suite_add_tcase(s, tc);
	return s;
}
