/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Child processes, bounded in time and memory. Every child leads a process
 * group of its own, so that whatever it started ends with it, and a ^C at the
 * terminal reaches only the parent, which then ends its children in order. On
 * Linux they get SIGTERM, too, when the parent itself was killed.
 */
#ifndef LIB_PROC_H
#define LIB_PROC_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "lib/fail.h"

#define PROC_TEXT_MAX (8U << 20) /* bytes kept of each output; rest dropped */

struct proc_text {
	char *text; /* NULL before the first byte; else terminated */
	size_t len, cap;
	size_t max; /* set after proc_start(); 0: PROC_TEXT_MAX */
	bool cut; /* more came than that */
	size_t hold; /* set: with so much here the child waits to write */
};

struct proc {
	pid_t pid; /* group leader; 0: none, or reaped */
	int in, out, err; /* our ends; -1: closed */
	struct proc_text got_out, got_err;
	size_t line; /* got_out is read by proc_wait_line up to here */
	int status; /* as of waitpid(2), valid when pid is 0 */
	const volatile sig_atomic_t *stop; /* may be NULL: set ends waits */
	char name[48]; /* for messages */
};

/*
 * Start argv[0] (found by PATH) with three pipes. `stop`, where given, makes
 * every wait below end early when it becomes non-zero. `name` is for
 * messages.
 */
int proc_start(struct proc *, const char *name, const char *const argv[],
    const volatile sig_atomic_t *stop, struct fail *);

/* Wait until the child has printed exactly this line on standard output. */
int proc_wait_line(
    struct proc *, const char *line, uint64_t deadline_ns, struct fail *);

/* Write all of it to the child's standard input. */
int proc_feed(struct proc *, const char *text, size_t len, uint64_t deadline_ns,
    struct fail *);

/* The child reads end of file. */
void proc_end_input(struct proc *);

/*
 * Wait for the child to end, reading its output. 0: it ended, *exit_code is
 * its exit status, or 128 + signal. -1: deadline or stop; it still runs.
 */
int
proc_wait(struct proc *, uint64_t deadline_ns, int *exit_code, struct fail *);

/* TERM to the group, a second for it to end, then KILL. Reaped. */
void proc_kill(struct proc *);

/* Kill what still runs and free everything. Safe on a zeroed struct. */
void proc_free(struct proc *);

struct proc_job {
	const char *name; /* for messages */
	const char *const *argv;
	const char *input; /* NULL: end of file at once */
	uint64_t timeout_ns;
	const volatile sig_atomic_t *stop; /* may be NULL */
};

/*
 * All in one: run, feed, wait. The output stays in `p` until proc_free. -1
 * also where the exit status is not 0: the message then ends in the last line
 * of standard error.
 */
int proc_run(struct proc *p, const struct proc_job *, struct fail *);

#endif
