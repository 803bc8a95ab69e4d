/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/unit.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/clock.h"
#include "lib/orphan.h"
#include "lib/proc.h"

Suite *proc_suite(void);

#define SOON (10 * CLOCK_NS_PER_S)

static uint64_t
in_ms(uint64_t ms)
{
	return clock_mono_ns() + ms * 1000000;
}

static void
start_sh(struct proc *p, const char *script, const volatile sig_atomic_t *stop)
{
	const char *argv[] = { "sh", "-c", script, NULL };
	struct fail f = { "" };

	ck_assert_msg(
	    proc_start(p, "child", argv, stop, &f) == 0, "%s", f.text);
}

START_TEST(captures_both_outputs)
{
	const char *argv[] = { "sh", "-c", "cat; echo bad >&2", NULL };
	struct proc p;
	struct fail f = { "" };

	ck_assert_int_eq(proc_run(&p,
			     &(struct proc_job){ .name = "cat",
				 .argv = argv,
				 .input = "one\ntwo\n",
				 .timeout_ns = SOON,
				 .stop = NULL },
			     &f),
	    0);
	ck_assert_str_eq(p.got_out.text, "one\ntwo\n");
	ck_assert_str_eq(p.got_err.text, "bad\n");
	proc_free(&p);
}
END_TEST

/* more than a pipe holds, both ways at once: must not stand still */
START_TEST(large_input_and_output)
{
	const char *argv[] = { "cat", NULL };
	size_t len = 1000000;
	char *text = malloc(len + 1);
	struct proc p;
	struct fail f = { "" };

	ck_assert_ptr_nonnull(text);
	memset(text, 'x', len);
	text[len] = '\0';
	ck_assert_msg(proc_run(&p,
			  &(struct proc_job){ .name = "cat",
			      .argv = argv,
			      .input = text,
			      .timeout_ns = SOON,
			      .stop = NULL },
			  &f) == 0,
	    "%s", f.text);
	ck_assert_uint_eq(p.got_out.len, len);
	ck_assert_str_eq(p.got_out.text, text);
	proc_free(&p);
	free(text);
}
END_TEST

START_TEST(output_is_limited)
{
	const char *argv[] = { "sh", "-c",
		"head -c 9000000 /dev/zero | tr '\\0' y", NULL };
	struct proc p;

	ck_assert_int_eq(proc_run(&p,
			     &(struct proc_job){ .name = "y",
				 .argv = argv,
				 .input = NULL,
				 .timeout_ns = SOON,
				 .stop = NULL },
			     NULL),
	    0);
	ck_assert_uint_eq(p.got_out.len, PROC_TEXT_MAX);
	ck_assert(p.got_out.cut);
	proc_free(&p);
}
END_TEST

/* Started by something that gave us no standard files at all. */
/* The child waits to write, and goes on where it was; nothing is lost. */
START_TEST(output_is_held)
{
	const char *argv[] = { "sh", "-c",
		"head -c 1000000 /dev/zero | tr '\\0' y; echo end >&2", NULL };
	struct proc p;
	int code;

	ck_assert_int_eq(proc_start(&p, "child", argv, NULL, NULL), 0);
	p.got_out.hold = 100000;
	ck_assert_int_lt(proc_wait(&p, in_ms(300), &code, NULL), 0);
	ck_assert_uint_ge(p.got_out.len, 100000);
	ck_assert_uint_lt(p.got_out.len, 100000 + 16384);
	ck_assert_ptr_null(p.got_err.text);
	p.got_out.hold = 0;
	ck_assert_int_eq(proc_wait(&p, in_ms(5000), &code, NULL), 0);
	ck_assert_uint_eq(p.got_out.len, 1000000);
	ck_assert_str_eq(p.got_err.text, "end\n");
	proc_free(&p);
}
END_TEST

START_TEST(without_standard_files)
{
	const char *argv[] = { "sh", "-c", "cat; echo bad >&2", NULL };
	const struct proc_job job = { .name = "cat",
		.argv = argv,
		.input = "one\n",
		.timeout_ns = SOON };
	struct proc p;
	struct fail f = { "" };
	int rc, saved[3];

	for (int i = 0; i < 3; i++) {
		saved[i] = fcntl(i, F_DUPFD, 20);
		close(i);
	}
	rc = proc_run(&p, &job, &f);
	for (int i = 0; i < 3; i++) {
		dup2(saved[i], i);
		close(saved[i]);
	}
	ck_assert_msg(rc == 0, "%s", f.text);
	ck_assert_pstr_eq(p.got_out.text, "one\n");
	ck_assert_pstr_eq(p.got_err.text, "bad\n");
	proc_free(&p);
}
END_TEST

START_TEST(line_then_go)
{
	struct proc p;
	struct fail f = { "" };
	int code = -1;

	start_sh(&p, "echo readyish; echo ready; read x; echo got $x", NULL);
	ck_assert_int_eq(proc_wait_line(&p, "ready", in_ms(5000), &f), 0);
	ck_assert_int_eq(proc_feed(&p, "go\n", 3, in_ms(5000), &f), 0);
	ck_assert_int_eq(proc_wait(&p, in_ms(5000), &code, &f), 0);
	ck_assert_int_eq(code, 0);
	ck_assert_str_eq(p.got_out.text, "readyish\nready\ngot go\n");
	proc_free(&p);
}
END_TEST

START_TEST(line_that_never_comes)
{
	struct proc p;
	struct fail f = { "" };

	start_sh(&p, "echo oh no >&2; exit 1", NULL);
	ck_assert_int_eq(proc_wait_line(&p, "ready", in_ms(5000), &f), -1);
	ck_assert_ptr_nonnull(strstr(f.text, "oh no"));
	proc_free(&p);
	start_sh(&p, "sleep 30", NULL);
	ck_assert_int_eq(proc_wait_line(&p, "ready", in_ms(50), &f), -1);
	ck_assert_ptr_nonnull(strstr(f.text, "in time"));
	proc_free(&p);
}
END_TEST

START_TEST(exit_status_and_signal)
{
	struct proc p;
	int code = -1;

	start_sh(&p, "exit 7", NULL);
	ck_assert_int_eq(proc_wait(&p, in_ms(5000), &code, NULL), 0);
	ck_assert_int_eq(code, 7);
	proc_free(&p);
	start_sh(&p, "kill -9 $$", NULL);
	ck_assert_int_eq(proc_wait(&p, in_ms(5000), &code, NULL), 0);
	ck_assert_int_eq(code, 128 + SIGKILL);
	proc_free(&p);
}
END_TEST

START_TEST(missing_program)
{
	const char *argv[] = { "no-such-program-here", NULL };
	struct proc p;
	struct fail f = { "" };

	ck_assert_int_eq(proc_run(&p,
			     &(struct proc_job){ .name = "x",
				 .argv = argv,
				 .input = NULL,
				 .timeout_ns = SOON,
				 .stop = NULL },
			     &f),
	    -1);
	ck_assert_ptr_nonnull(strstr(f.text, "no-such-program-here"));
	proc_free(&p);
}
END_TEST

/* Every process of the group holds the write end: all gone is end of file. */
static void
check_all_gone(int fds[2])
{
	struct pollfd fd = { .fd = fds[0], .events = POLLIN };

	close(fds[1]);
	ck_assert_int_eq(poll(&fd, 1, 10000), 1);
	ck_assert_int_ne(fd.revents & POLLHUP, 0);
	close(fds[0]);
}

/* a child that ignores TERM, and its own child, both end */
START_TEST(group_is_killed)
{
	struct proc p;
	struct fail f = { "" };
	int fds[2];

	ck_assert_int_eq(pipe(fds), 0);
	start_sh(&p, "trap '' TERM; sleep 60 & echo ready; wait", NULL);
	ck_assert_int_eq(proc_wait_line(&p, "ready", in_ms(5000), &f), 0);
	proc_free(&p);
	check_all_gone(fds);
}
END_TEST

/* a leader that ends leaves nobody behind either */
START_TEST(no_orphans)
{
	struct proc p;
	int code, fds[2];

	ck_assert_int_eq(pipe(fds), 0);
	start_sh(&p, "sleep 60 & exit 0", NULL);
	ck_assert_int_eq(proc_wait(&p, in_ms(5000), &code, NULL), 0);
	proc_free(&p);
	check_all_gone(fds);
}
END_TEST

/* nor does a parent that is killed */
START_TEST(parent_is_killed)
{
	struct proc p;
	int fds[2], ready[2], status;
	pid_t parent;
	char c;

	ck_assert_int_eq(pipe(fds), 0);
	ck_assert_int_eq(pipe(ready), 0);
	parent = fork();
	if (parent == 0) {
		/* where the system cannot do it, nothing is to be waited for */
		if (!orphan_ends(getppid()))
			_exit(1);
		start_sh(&p, "exec sleep 60", NULL);
		ck_assert_int_eq(write(ready[1], "r", 1), 1);
		pause();
	}
	close(ready[1]);
	if (read(ready[0], &c, 1) == 1)
		kill(parent, SIGKILL);
	ck_assert_int_eq(waitpid(parent, &status, 0), parent);
	close(ready[0]);
	check_all_gone(fds);
}
END_TEST

START_TEST(stop_ends_the_wait)
{
	static volatile sig_atomic_t stop = 1;
	uint64_t before = clock_mono_ns();
	struct proc p;
	struct fail f = { "" };
	int code;

	start_sh(&p, "sleep 60", &stop);
	ck_assert_int_eq(proc_wait(&p, in_ms(30000), &code, &f), -1);
	ck_assert_ptr_nonnull(strstr(f.text, "interrupted"));
	proc_free(&p);
	ck_assert_uint_lt(clock_mono_ns() - before, 10 * CLOCK_NS_PER_S);
}
END_TEST

START_TEST(deadline_kills_a_run)
{
	const char *argv[] = { "sleep", "60", NULL };
	struct proc p;
	struct fail f = { "" };

	ck_assert_int_eq(proc_run(&p,
			     &(struct proc_job){ .name = "sleep",
				 .argv = argv,
				 .input = NULL,
				 .timeout_ns = 50000000,
				 .stop = NULL },
			     &f),
	    -1);
	ck_assert_int_eq(p.pid, 0);
	proc_free(&p);
}
END_TEST

Suite *
proc_suite(void)
{
	Suite *s = suite_create("proc");
	TCase *t = tcase_create("proc");

	tcase_set_timeout(t, 60);
	tcase_add_test(t, captures_both_outputs);
	tcase_add_test(t, large_input_and_output);
	tcase_add_test(t, output_is_limited);
	tcase_add_test(t, output_is_held);
	tcase_add_test(t, without_standard_files);
	tcase_add_test(t, line_then_go);
	tcase_add_test(t, line_that_never_comes);
	tcase_add_test(t, exit_status_and_signal);
	tcase_add_test(t, missing_program);
	tcase_add_test(t, group_is_killed);
	tcase_add_test(t, no_orphans);
	tcase_add_test(t, parent_is_killed);
	tcase_add_test(t, stop_ends_the_wait);
	tcase_add_test(t, deadline_kills_a_run);
	suite_add_tcase(s, t);
	return s;
}
