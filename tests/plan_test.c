/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/unit.h"

#include <stdlib.h>
#include <string.h>

#include "harness/demo.h"
#include "harness/plan.h"

Suite *plan_suite(void);

#define HEAD "{\"schema\":\"netblast.plan/1\",\"name\":\"t\","

static const struct {
	const char *text;
	const char *says; /* NULL: a good plan */
} plans[] = {
	{ HEAD "\"rows\":[{\"id\":\"a\"}]}", NULL },
	{ HEAD "\"repeats.note\":\"five is usual\",\"repeats\":3,"
	       "\"rows\":[{\"id\":\"a\",\"blast\":2}]}",
	    NULL },
	{ HEAD "\"rows\":[{\"id\":\"a\",\"path\":\"direct\"},"
	       "{\"id\":\"b\",\"against\":\"a\"}]}",
	    NULL },
	{ "{\"name\":\"t\",\"rows\":[{\"id\":\"a\"}]}", "schema" },
	{ "{\"schema\":\"netblast.plan/2\",\"name\":\"t\","
	  "\"rows\":[{\"id\":\"a\"}]}",
	    "netblast.plan/2" },
	{ HEAD "\"rows\":[]}", "1 to 64 rows" },
	{ HEAD "\"rows\":[{\"id\":\"a\"},{\"id\":\"a\"}]}", "twice" },
	{ HEAD "\"rows\":[{\"id\":\"A b\"}]}", "a-z" },
	{ HEAD "\"rows\":[{}]}", "id" },
	{ HEAD "\"rows\":[{\"id\":\"a\",\"color\":1}]}", "unknown key" },
	{ HEAD "\"row\":1,\"rows\":[{\"id\":\"a\"}]}", "unknown key" },
	{ HEAD "\"repeats\":0,\"rows\":[{\"id\":\"a\"}]}", "repeats" },
	{ HEAD "\"repeats\":\"5\",\"rows\":[{\"id\":\"a\"}]}", "whole number" },
	{ HEAD "\"rows\":[{\"id\":\"a\",\"rate\":\"1e6\"}]}", "rate" },
	{ HEAD "\"rows\":[{\"id\":\"a\",\"blast\":\"5x\"}]}", "blast" },
	{ HEAD "\"rows\":[{\"id\":\"a\",\"payload\":9}]}", "payload" },
	{ HEAD "\"rows\":[{\"id\":\"a\",\"path\":\"round\"}]}", "routed" },
	{ HEAD "\"rows\":[{\"id\":\"a\",\"placement\":\"x\"}]}", "one-cpu" },
	{ HEAD "\"rows\":[{\"id\":\"a\",\"directions\":3}]}", "directions" },
	{ HEAD "\"rows\":[{\"id\":\"a\",\"flow_order\":\"random\"}]}", NULL },
	{ HEAD "\"rows\":[{\"id\":\"a\",\"flows\":64512}]}", NULL },
	{ HEAD "\"rows\":[{\"id\":\"a\",\"flows\":64513}]}", "to 64512" },
	{ HEAD "\"rows\":[{\"id\":\"a\",\"flow_order\":\"odd\"}]}",
	    "odd: round or random" },
	{ HEAD "\"rows\":[{\"id\":\"a\",\"flow_order\":null}]}",
	    "null: round or random" },
	{ HEAD "\"rows\":[{\"id\":\"a\",\"path\":\"direct\",\"rules\":9}]}",
	    "no router" },
	{ HEAD "\"rows\":[{\"id\":\"a\",\"nft\":\"x\",\"rules\":9}]}",
	    "nft, or rules" },
	{ HEAD "\"rows\":[{\"id\":\"a\",\"against\":\"b\"}]}", "against" },
	{ HEAD "\"rows\":[{\"id\":\"a\"},{\"id\":\"b\",\"against\":\"a\"}]}",
	    "direct row" },
	{ HEAD "\"rows\":[{\"id\":\"a\",\"engine\":null}]}", "null" },
	{ HEAD "\"rows\":[{\"id\":\"a\"}],\"name\":\"u\"}", "duplicate" },
	{ "[]", "schema" },
	{ "{", "line 1" },
};

START_TEST(accepted_and_refused)
{
	struct plan p;
	struct fail f = { "" };
	int rc = plan_parse(&p, "plan", plans[_i].text, &f);

	if (plans[_i].says == NULL)
		ck_assert_msg(rc == 0, "%s", f.text);
	else
		ck_assert_msg(rc == -1 && strstr(f.text, plans[_i].says),
		    "%s: %s", plans[_i].text, f.text);
	plan_free(&p);
}
END_TEST

START_TEST(values_and_defaults)
{
	static const char text[] =
	    HEAD "\"repeats\":7,\"idle\":\"50ms\","
		 "\"defaults\":{\"payload\":18,\"placement\":\"split\"},"
		 "\"rows\":[{\"id\":\"a\",\"rate\":\"20k\",\"blast\":\"5s\"},"
		 "{\"id\":\"b\",\"payload\":14,\"placement\":\"one-cpu\"}]}";
	struct plan p;
	struct fail f = { "" };

	ck_assert_msg(plan_parse(&p, "plan", text, &f) == 0, "%s", f.text);
	ck_assert_uint_eq(p.repeats, 7);
	ck_assert_uint_eq(p.idle_ns, 50000000);
	ck_assert_uint_eq(p.rows, 2);
	ck_assert_uint_eq(p.row[0].payload_bytes, 18);
	ck_assert_uint_eq(p.row[0].rate.frames, 20000);
	ck_assert_uint_eq(p.row[0].blast_ns, 5000000000);
	ck_assert_uint_eq(p.row[1].payload_bytes, 14);
	ck_assert_ptr_eq(plan_find(&p, "b"), &p.row[1]);
	ck_assert_ptr_null(plan_find(&p, "c"));
	/* a rate of its own is no closed load, whatever the placement */
	ck_assert(!plan_closed(&p.row[0]));
	ck_assert(plan_closed(&p.row[1]));
	plan_free(&p);
}
END_TEST

/* every repeat holds every row once, and not always in the same order */
START_TEST(order_is_a_permutation)
{
	struct plan p;
	size_t order[PLAN_ROWS], first[PLAN_ROWS];
	int moved = 0;

	ck_assert_int_eq(plan_parse(&p, "demo", demo_plan, NULL), 0);
	plan_order(&p, 1, first);
	for (uint64_t r = 1; r <= 5; r++) {
		uint64_t seen = 0;

		plan_order(&p, r, order);
		for (size_t i = 0; i < p.rows; i++) {
			ck_assert_uint_lt(order[i], p.rows);
			seen |= 1ULL << order[i];
		}
		ck_assert_uint_eq(seen, (1ULL << p.rows) - 1);
		moved += memcmp(order, first, p.rows * sizeof(*order)) != 0;
	}
	ck_assert_int_eq(moved, 4);
	plan_order(&p, 1, order);
	ck_assert_mem_eq(order, first, p.rows * sizeof(*order));
	plan_free(&p);
}
END_TEST

static size_t
count(const char *text, const char *what)
{
	size_t n = 0;

	while ((text = strstr(text, what)) != NULL) {
		text++;
		n++;
	}
	return n;
}

START_TEST(firewall_has_its_rules)
{
	struct plan p;
	char *text;

	ck_assert_int_eq(plan_parse(&p, "demo", demo_plan, NULL), 0);
	ck_assert_int_eq(plan_firewall(plan_find(&p, "plain"), &text, NULL), 0);
	ck_assert_ptr_null(text);
	ck_assert_int_eq(
	    plan_firewall(plan_find(&p, "nft-100"), &text, NULL), 0);
	ck_assert_uint_eq(count(text, "ip saddr"), 50);
	ck_assert_uint_eq(count(text, "udp dport 2"), 50);
	ck_assert_uint_eq(count(text, "udp dport 9 counter accept"), 1);
	/* a drop that nobody counts would be a loss without a name */
	ck_assert_uint_eq(count(text, "drop"), count(text, "counter drop"));
	free(text);
	ck_assert_int_eq(
	    plan_firewall(plan_find(&p, "conntrack"), &text, NULL), 0);
	ck_assert_uint_eq(count(text, "ct state new"), 1);
	free(text);
	plan_free(&p);
}
END_TEST

START_TEST(quick_is_short)
{
	struct plan p;

	ck_assert_int_eq(plan_parse(&p, "demo", demo_plan, NULL), 0);
	plan_quick(&p);
	ck_assert(p.quick);
	ck_assert_uint_eq(p.repeats, 3);
	for (size_t i = 0; i < p.rows; i++)
		ck_assert_uint_le(p.row[i].blast_ns, 1000000000);
	plan_free(&p);
}
END_TEST

Suite *
plan_suite(void)
{
	Suite *s = suite_create("plan");
	TCase *t = tcase_create("plan");

	tcase_add_loop_test(t, accepted_and_refused, 0, (int)COUNT(plans));
	tcase_add_test(t, values_and_defaults);
	tcase_add_test(t, order_is_a_permutation);
	tcase_add_test(t, firewall_has_its_rules);
	tcase_add_test(t, quick_is_short);
	suite_add_tcase(s, t);
	return s;
}
