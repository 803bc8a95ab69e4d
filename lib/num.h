/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Every number from outside goes through here: whole text, no sign, no
 * exponent, no hexadecimal, no blanks, a range. The message names `what`
 * (for example "--payload"), the text and the accepted range.
 * All return 0, or -1 with the message in struct fail.
 */
#ifndef LIB_NUM_H
#define LIB_NUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/fail.h"

/*
 * Frames per second as a reduced fraction: frames / seconds. A fraction and
 * no double, so that 0.1 pps and 148,809,523 pps are both exact.
 * {0, 1} means as fast as possible.
 */
struct rate {
	uint64_t frames; /* 0 (max) or 1 to NUM_RATE_MAX */
	uint64_t seconds; /* 1 to 1000 */
};
#define NUM_RATE_MAX 10000000000ULL /* so that frames * 1e9 fits 64 bits */

/* Plain decimal digits between min and max, both included. */
int num_u64(const char *what, const char *text, uint64_t min, uint64_t max,
    uint64_t *out, struct fail *);

/*
 * The same for text in the midst of other text, where "no number" is no
 * error: exactly `len` digits, 1 to 20 of them, that fit 64 bits. false:
 * *out is as it was.
 */
#define NUM_DIGITS 20
bool num_digits(const char *text, size_t len, uint64_t *out);

/*
 * A duration in ns: decimal number with at most 9 decimals and a unit ns us
 * ms s m h; no unit is seconds. min and max in ns.
 */
int num_duration(const char *what, const char *text, uint64_t min_ns,
    uint64_t max_ns, uint64_t *ns, struct fail *);

/*
 * Frames per second: decimal number with at most 3 decimals and k M G
 * (1000-based), 0.001 to 10G, or "max".
 */
int num_rate(const char *what, const char *text, struct rate *, struct fail *);

/* "A" or "A-B", min <= A <= B <= max, into range[0] and [1] (A twice). */
int num_range(const char *what, const char *text, uint64_t min, uint64_t max,
    uint64_t range[2], struct fail *);

struct num_list {
	uint64_t *v; /* the caller's array of `cap` numbers */
	size_t cap;
	size_t n; /* how many were given */
};

/*
 * "N[,N...]", at most list->cap numbers each in the range, into list->v and
 * list->n. The text is not changed.
 */
int num_list(const char *what, const char *text, uint64_t min, uint64_t max,
    struct num_list *list, struct fail *);

/* 5976399 -> "5,976,399". buf needs NUM_TEXT bytes; returns buf. */
#define NUM_TEXT 32
char *num_group(uint64_t, char buf[NUM_TEXT]);

#endif
