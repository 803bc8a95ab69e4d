/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/unit.h"

#include "collector/settle.h"

Suite *settle_suite(void);

static void
add(struct counters *c, const char *name, const char *instance, uint64_t v,
    uint8_t bits)
{
	ck_assert_int_eq(counters_add(c, name, instance, v, bits), 0);
}

static const struct {
	const char *instance;
	bool is_virtual;
} names[] = {
	{ "em0", false }, { "eth0", false }, { "vtnet1", true },
	{ "epair12", true }, { "xn0", true }, { "xnf3", true },
	{ "xnic0", false }, { "vmx0", true }, { "tap7", true },
	{ "vio0", true }, { "bge1", false }, { "vlan44", true },
	{ "lo0", true }, /* not looked at */
};

START_TEST(which)
{
	struct counters c = { .n = 0 };

	add(&c, "if.rx.packets", names[_i].instance, 1, 64);
	ck_assert_int_eq(settle_virtual(&c), names[_i].is_virtual);
	/* one card among virtual ones is enough */
	add(&c, "if.tx.packets", "vtnet0", 1, 64);
	ck_assert_int_eq(settle_virtual(&c), names[_i].is_virtual);
	add(&c, "if.virtual", names[_i].instance, 1, 64);
	ck_assert(settle_virtual(&c));
	counters_free(&c);
}
END_TEST

static const struct {
	uint64_t before, after;
	uint8_t bits;
	uint64_t limit;
	bool agreed, known;
	size_t moved;
	uint64_t frames;
} pairs[] = {
	{ 5, 5, 64, 0, true, true, 0, 0 },
	{ 5, 6, 64, 0, false, true, 1, 1 },
	{ 5, 15, 64, 10, true, true, 1, 10 },
	{ 5, 16, 64, 10, false, true, 1, 11 },
	{ 4294967295, 4, 32, 5, true, true, 1, 5 },
	{ 9, 8, 64, 1000, false, false, 1, 0 },
};

START_TEST(compare)
{
	struct counters a = { .n = 0 }, b = { .n = 0 };
	struct settled s = { .n = 0 };

	add(&a, "if.rx.packets", "em0", pairs[_i].before, pairs[_i].bits);
	add(&b, "if.rx.packets", "em0", pairs[_i].after, pairs[_i].bits);
	/* other counters, loopback and new interfaces do not matter */
	add(&a, "if.rx.bytes", "em0", 1, 64);
	add(&b, "if.rx.bytes", "em0", 9000, 64);
	add(&a, "if.rx.packets", "lo0", 1, 64);
	add(&b, "if.rx.packets", "lo0", 9000, 64);
	add(&b, "if.rx.packets", "em1", 9000, 64);
	ck_assert_int_eq(settle_compare(&s, &a, &b, pairs[_i].limit), 0);
	ck_assert_int_eq(s.agreed, pairs[_i].agreed);
	ck_assert_uint_eq(s.compared, 1);
	ck_assert_uint_eq(s.n, pairs[_i].moved);
	if (s.n > 0) {
		ck_assert_int_eq(s.moved[0].known, pairs[_i].known);
		ck_assert_uint_eq(s.moved[0].frames, pairs[_i].frames);
	}
	settled_free(&s);
	counters_free(&a);
	counters_free(&b);
}
END_TEST

START_TEST(nothing)
{
	struct counters none = { .n = 0 };
	struct settled s = { .n = 0 };

	ck_assert_int_eq(settle_compare(&s, &none, &none, 1000), 0);
	ck_assert(!s.agreed);
	settled_free(&s);
}
END_TEST

Suite *
settle_suite(void)
{
	Suite *s = suite_create("settle");
	TCase *t = tcase_create("settle");

	tcase_add_loop_test(t, which, 0, sizeof(names) / sizeof(names[0]));
	tcase_add_loop_test(t, compare, 0, sizeof(pairs) / sizeof(pairs[0]));
	tcase_add_test(t, nothing);
	suite_add_tcase(s, t);
	return s;
}
