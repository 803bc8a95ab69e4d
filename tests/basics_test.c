/* SPDX-License-Identifier: BSD-2-Clause */
/* lib/fail, lib/clock, lib/host: what everything else stands on. */
#include "tests/unit.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "lib/clock.h"
#include "lib/fail.h"
#include "lib/host.h"

Suite *basics_suite(void);

START_TEST(fail_text)
{
	struct fail f;
	char big[2000];

	ck_assert_int_eq(fail(&f, "eth%d: no such interface", 7), -1);
	ck_assert_str_eq(f.text, "eth7: no such interface");
	ck_assert_int_eq(fail(NULL, "lost"), -1);
	memset(big, 'x', sizeof(big) - 1);
	big[sizeof(big) - 1] = '\0';
	ck_assert_int_eq(fail(&f, "%s", big), -1);
	ck_assert_uint_eq(strlen(f.text), sizeof(f.text) - 1);
}
END_TEST

START_TEST(fail_with_errno)
{
	struct fail f;
	char big[2000], expected[200];

	errno = ENOENT;
	ck_assert_int_eq(fail_errno(&f, "%s", "file"), -1);
	snprintf(expected, sizeof(expected), "file: %s", strerror(ENOENT));
	ck_assert_str_eq(f.text, expected);
	ck_assert_int_eq(errno, ENOENT);
	errno = EACCES;
	ck_assert_int_eq(fail_errno(NULL, "lost"), -1);
	memset(big, 'x', sizeof(big) - 1);
	big[sizeof(big) - 1] = '\0';
	ck_assert_int_eq(fail_errno(&f, "%s", big), -1);
	ck_assert_uint_eq(strlen(f.text), sizeof(f.text) - 1);
}
END_TEST

START_TEST(clocks)
{
	uint64_t mono = clock_mono_ns(), wall = clock_wall_ns();

	ck_assert_uint_gt(mono, 0);
	ck_assert_uint_gt(wall, 1577836800000000000); /* 2020 */
	clock_sleep_until(mono + 20000000);
	ck_assert_uint_ge(clock_mono_ns(), mono + 20000000);
	/* what is over is not slept */
	mono = clock_mono_ns();
	clock_sleep_until(0);
	clock_sleep_until(mono - 1);
	clock_spin_until(0, true);
	clock_spin_until(mono - 1, false);
	ck_assert_uint_lt(clock_mono_ns(), mono + 1000000000);
	/* never early, whether it yields on the way or is there at once */
	for (uint64_t wait = 1; wait < 1000000; wait *= 10) {
		mono = clock_mono_ns();
		clock_spin_until(mono + wait, true);
		ck_assert_uint_ge(clock_mono_ns(), mono + wait);
		mono = clock_mono_ns();
		clock_spin_until(mono + wait, false);
		ck_assert_uint_ge(clock_mono_ns(), mono + wait);
	}
}
END_TEST

static void
on_alarm(int sig)
{
	(void)sig;
}

/* A signal ends the sleep, so that a program can stop. */
START_TEST(sleep_interrupted)
{
	struct sigaction act = { .sa_handler = on_alarm };
	struct itimerval in = { .it_value = { 0, 30000 } };
	uint64_t start = clock_mono_ns();

	sigaction(SIGALRM, &act, NULL);
	setitimer(ITIMER_REAL, &in, NULL);
	clock_sleep_until(start + 30 * CLOCK_NS_PER_S);
	ck_assert_uint_lt(clock_mono_ns(), start + 20 * CLOCK_NS_PER_S);
}
END_TEST

START_TEST(host)
{
	struct host h;
	struct utsname u;

	memset(&h, 0xff, sizeof(h));
	host_read(&h);
	ck_assert_int_eq(uname(&u), 0);
	ck_assert_str_eq(h.os, u.sysname);
	ck_assert_str_eq(h.release, u.release);
	ck_assert_str_eq(h.machine, u.machine);
	/* unknown is "" and 0, never what stood there before */
	ck_assert_ptr_nonnull(memchr(h.cpu_model, 0, sizeof(h.cpu_model)));
	ck_assert_ptr_nonnull(memchr(h.boot_id, 0, sizeof(h.boot_id)));
	ck_assert_uint_le(h.cpus_online, 1 << 20);
}
END_TEST

Suite *
basics_suite(void)
{
	Suite *s = suite_create("basics");
	TCase *t = tcase_create("basics");

	tcase_add_test(t, fail_text);
	tcase_add_test(t, fail_with_errno);
	tcase_add_test(t, clocks);
	tcase_add_test(t, sleep_interrupted);
	tcase_add_test(t, host);
	suite_add_tcase(s, t);
	return s;
}
