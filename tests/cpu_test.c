/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/unit.h"

#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "lib/clock.h"
#include "lib/cpu.h"

Suite *cpu_suite(void);

/* A CPU that we may use. */
static unsigned
first_cpu(void)
{
	unsigned cpu = 0;

	while (cpu < CPU_MAX && cpu_usable(cpu, NULL) < 0)
		cpu++;
	ck_assert_uint_lt(cpu, CPU_MAX);
	return cpu;
}

START_TEST(lists)
{
	struct fail f = { "" };
	struct cpu_list list;
	unsigned a = first_cpu();
	char text[128];

	snprintf(text, sizeof(text), "%u", a);
	ck_assert_int_eq(cpu_list_parse("--cpus", text, &list, &f), 0);
	ck_assert_uint_eq(list.n, 1);
	ck_assert_uint_eq(list.cpu[0], a);
	/* in the order given, and as often */
	snprintf(text, sizeof(text), "%u,%u-%u,%u-%u:7", a, a, a, a, a + 6);
	ck_assert_msg(
	    cpu_list_parse("--cpus", text, &list, &f) == 0, "%s", f.text);
	ck_assert_uint_eq(list.n, 3);
	for (int i = 0; i < 3; i++)
		ck_assert_uint_eq(list.cpu[i], a);
	if (cpu_usable(a + 1, NULL) < 0)
		return; /* a machine of one CPU */
	snprintf(text, sizeof(text), "%u,%u-%u", a + 1, a, a + 1);
	ck_assert_int_eq(cpu_list_parse("--cpus", text, &list, &f), 0);
	ck_assert_uint_eq(list.n, 3);
	ck_assert_uint_eq(list.cpu[0], a + 1);
	ck_assert_uint_eq(list.cpu[1], a);
	ck_assert_uint_eq(list.cpu[2], a + 1);
}
END_TEST

static const struct {
	const char *text, *says;
} bad[] = {
	{ "", "\"\" is not a number or range A-B within 0 to 8191" },
	{ "all", "\"all\"" },
	{ "8192", "\"8192\" is not a number or range A-B within 0 to 8191" },
	{ "8191", "CPU 8191 is none of those that this process may use: " },
	{ "-1", "\"-1\"" },
	{ "1-0", "\"1-0\"" },
	{ "0x3", "\"0x3\"" },
	{ "8190-8191:0", "step: \"0\" is not a whole number from 1 to 8191" },
	{ "8191:1", "\"8191:1\" has a step without range" },
	{ "8000-8191:", "step: \"\"" },
	{ "0,,0", "\"\" is not" },
	{ "0000000000000000000000000000000000000000000000000000000000000000",
	    "is not a number" },
};

START_TEST(refuses)
{
	struct fail f = { "" };
	struct cpu_list list;

	ck_assert_int_eq(cpu_list_parse("--cpus", bad[_i].text, &list, &f), -1);
	ck_assert_ptr_eq(strstr(f.text, "--cpus"), f.text);
	/* CPU 0 may not be ours: then that is what is said first */
	if (cpu_usable(0, NULL) == 0)
		ck_assert_msg(strstr(f.text, bad[_i].says) != NULL, "%s: %s",
		    bad[_i].text, f.text);
}
END_TEST

START_TEST(too_many)
{
	char text[3 * CPU_LIST_MAX + 64] = "";
	struct fail f = { "" };
	struct cpu_list list;
	unsigned cpu = first_cpu();
	size_t used = 0;

	for (int i = 0; i < CPU_LIST_MAX && used < sizeof(text) - 16; i++)
		used += (size_t)snprintf(text + used, sizeof(text) - used,
		    "%s%u", i > 0 ? "," : "", cpu);
	ck_assert_msg(
	    cpu_list_parse("--cpus", text, &list, &f) == 0, "%s", f.text);
	ck_assert_uint_eq(list.n, CPU_LIST_MAX);
	snprintf(text + used, sizeof(text) - used, ",%u", cpu);
	ck_assert_int_eq(cpu_list_parse("--cpus", text, &list, &f), -1);
	ck_assert_ptr_nonnull(strstr(f.text, "more than 1024 CPUs"));
}
END_TEST

/* In a thread, so that the test program itself stays free. */
static void *
pinned(void *arg)
{
	const unsigned *cpu = arg;
	struct fail f = { "" };
	cpu_set_t set;

	ck_assert_msg(cpu_pin(*cpu, &f) == 0, "%s", f.text);
	ck_assert_int_eq(sched_getaffinity(0, sizeof(set), &set), 0);
	ck_assert_int_eq(CPU_COUNT(&set), 1);
	ck_assert(CPU_ISSET(*cpu, &set));
	ck_assert_int_eq(sched_getcpu(), (int)*cpu);
	return NULL;
}

START_TEST(pins)
{
	unsigned cpu = first_cpu();
	cpu_set_t before, after;
	pthread_t thread;

	sched_getaffinity(0, sizeof(before), &before);
	ck_assert_int_eq(pthread_create(&thread, NULL, pinned, &cpu), 0);
	ck_assert_int_eq(pthread_join(thread, NULL), 0);
	sched_getaffinity(0, sizeof(after), &after);
	ck_assert(CPU_EQUAL(&before, &after));
}
END_TEST

START_TEST(pins_not)
{
	struct fail f = { "" };

	ck_assert_int_eq(cpu_pin(CPU_MAX - 1, &f), -1);
	ck_assert_ptr_nonnull(strstr(f.text, "CPU 8191: "));
	ck_assert_int_eq(cpu_pin(CPU_MAX, &f), -1);
	ck_assert_ptr_nonnull(strstr(f.text, "CPU 8192: "));
}
END_TEST

/* A thread that sleeps uses none; one that counts its time does. */
START_TEST(thread_time)
{
	uint64_t start = clock_thread_ns(), wall = clock_mono_ns();
	uint64_t slept;

	clock_sleep_until(wall + 50000000);
	slept = clock_thread_ns() - start;
	ck_assert_uint_lt(slept, 50000000);
	while (clock_thread_ns() - start < slept + 1000000)
		;
	ck_assert_uint_ge(clock_mono_ns() - wall, 51000000);
}
END_TEST

/* sched_setattr(2), as first published: 48 bytes */
struct attr {
	uint32_t size, policy;
	uint64_t flags;
	int32_t nice;
	uint32_t priority;
	uint64_t runtime, deadline, period;
};

/* Only the turn changes; Linux before 6.12 knows none and says 0. */
static void *
sliced(void *arg)
{
	struct attr before = { .size = sizeof(before) }, after = before;
	struct fail f = { "" };

	ck_assert_int_eq(sizeof(after), 48);
	ck_assert_int_eq(setpriority(PRIO_PROCESS, 0, 7), 0);
	syscall(SYS_sched_getattr, 0, &before, sizeof(before), 0);
	ck_assert_msg(cpu_slice(300000, &f) == 0, "%s", f.text);
	syscall(SYS_sched_getattr, 0, &after, sizeof(after), 0);
	ck_assert_uint_eq(after.runtime, before.runtime == 0 ? 0 : 300000);
	ck_assert_int_eq(after.nice, 7);
	ck_assert_uint_eq(after.policy, before.policy);
	ck_assert_uint_eq(after.flags, before.flags);
	return arg;
}

START_TEST(slices)
{
	pthread_t thread;

	ck_assert_int_eq(pthread_create(&thread, NULL, sliced, NULL), 0);
	ck_assert_int_eq(pthread_join(thread, NULL), 0);
}
END_TEST

Suite *
cpu_suite(void)
{
	Suite *s = suite_create("cpu");
	TCase *t = tcase_create("cpu");

	tcase_add_test(t, lists);
	tcase_add_loop_test(t, refuses, 0, COUNT(bad));
	tcase_add_test(t, too_many);
	tcase_add_test(t, pins);
	tcase_add_test(t, pins_not);
	tcase_add_test(t, thread_time);
	tcase_add_test(t, slices);
	suite_add_tcase(s, t);
	return s;
}
