/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The script that ask.h sends, and how its lines are read again. Lines that
 * begin with the token, on standard output unless said otherwise:
 *
 *	pid N		of the shell, with all its commands below it
 *	times		two lines of the shell's `times` follow
 *	host UNAME	as uname -snrm
 *	boot ID
 *	isolated	in a network namespace of its own
 *	begin N, end N	on both; a newline before end is ours
 *	at NS		before begin and after end, where dated
 *	status N	on standard error
 *	late		on standard error: ended by force
 *	bye		all was asked
 */
#ifndef COLLECTOR_ASK_SCRIPT_H
#define COLLECTOR_ASK_SCRIPT_H

#include <stdio.h>

#include "collector/ask.h"

/*
 * Begins a script, after T= (token), L= (seconds that a command may take): who
 * the host is, and the dog that ends the command with the number in p.
 */
extern const char ask_prelude[];
/* One word for sh(1), whatever is in it. */
void ask_put_word(FILE *, const char *);

/* malloc'd; NULL without memory. */
char *
ask_script(const struct ask *, size_t n, const char *token, struct fail *);

struct mark { /* a line that begins with the token */
	size_t at, next; /* where it begins, and the line after it */
	char text[320]; /* the rest of it, cut */
};

/* The first mark at or after `from`, which is the beginning of a line. */
bool mark_find(const char *text, size_t len, size_t from, const char *token,
    struct mark *);
/* "times", "host ...", "boot ...", "isolated" into `asked`; false: none. */
bool
mark_about(struct asked *, const struct mark *, const char *text, size_t len);
/* "begin 12": is it that word, with that number? */
bool mark_number(const struct mark *, const char *word, size_t *number);

#endif
