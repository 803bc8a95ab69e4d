/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Commands run on a node, all of them by one sh(1) script, so that it costs a
 * busy router one login and little more than the commands themselves. What
 * each printed comes back apart: its output, its errors, its exit status.
 * Outputs are told from each other by lines with a random number that no
 * command sees, so none can pass for another. Nothing is left on the node.
 *
 *	struct ask v[] = { { .command = "uname -a" },
 *		{ .os = "FreeBSD", .command = "sysctl -n hw.model" } };
 *	struct asked a = { .os = "" };
 *
 *	if (ask_all(&on, v, 2, &a, f) < 0)
 *		...
 *	if (ask_failed(&v[0], why, sizeof(why)) == NULL)
 *		use v[0].text, v[0].len
 *	asked_free(&a);
 */
#ifndef COLLECTOR_ASK_H
#define COLLECTOR_ASK_H

#include "collector/on.h"

#define ASK_TEXT_MAX (8U << 20) /* bytes taken of one output */
#define ASK_SECONDS 10 /* that one command may take */

struct ask { /* what is not given is zeroed to begin with */
	const char *command; /* for sh(1), whole */
	const char *os; /* only on this system (uname -s); NULL: on all */
	bool dated; /* tell when; it costs a date(1) or two */
	/* found */
	bool begun, ended; /* neither: not of this system, or it was too late */
	const char *text; /* in struct asked, not terminated */
	size_t len;
	const char *err; /* the same of standard error */
	size_t err_len;
	/* as sh(1) has it: 127 not found, 128 + signal; -1: not told */
	int status;
	bool late; /* ended by force after ASK_SECONDS */
	bool cut; /* more than ASK_TEXT_MAX came */
	/* where dated: wall clock there, in whole seconds on some systems */
	uint64_t start_ns, took_ns; /* 0: not known */
};

struct asked { /* zeroed to begin with */
	/* of the node: canonical system or as uname(1) says, "" unknown */
	char os[32], release[64], name[64], machine[32];
	char boot_id[64]; /* "" unknown */
	bool isolated; /* in a network namespace that is not the first */
	/*
	 * CPU time by the shell's own `times`, whose steps are 10 ms on many
	 * systems: of the login shell up to the start of the script, and of the
	 * script with all its commands. -1: not known.
	 */
	double shell_cpu_ms, cpu_ms;
	bool timed; /* the first of the two is known, or that it is not */
	/* why the rest is missing: connection lost, no end in time; "" */
	struct fail broken;
	struct proc proc; /* the texts live here */
};

/*
 * -1: nothing at all could be read, and nobody says what system it is.
 * Otherwise look at `broken`. asked_free() in any case.
 */
int ask_all(struct on *, struct ask *, size_t n, struct asked *, struct fail *);
void asked_free(struct asked *);

/*
 * Why this output is of no use, in words; NULL where the command ended in
 * time with exit status 0 and all of its output is here.
 */
const char *ask_failed(const struct ask *, char *why, size_t size);

/* A random word of 32 letters for frames. */
#define ASK_TOKEN 33
int ask_token(char token[ASK_TOKEN], struct fail *);

#endif
