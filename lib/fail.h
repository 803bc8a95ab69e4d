/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Error text carrier. Library functions return -1 and leave one line in a
 * struct fail that names the thing and what is accepted; programs print it
 * once, at the top. NULL is accepted wherever a struct fail is: the text is
 * then lost, the return value stays.
 */
#ifndef LIB_FAIL_H
#define LIB_FAIL_H

struct fail {
	char text[512]; /* one line, no newline, always terminated */
};

/* Format the reason. Always returns -1, so: return fail(f, "..."). */
int
fail(struct fail *, const char *, ...) __attribute__((format(printf, 2, 3)));

/* The same with ": " and the text of errno behind it. */
int fail_errno(struct fail *, const char *, ...)
    __attribute__((format(printf, 2, 3)));

#endif
