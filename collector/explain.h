/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What a counter means: one table, a row for each counter, system and driver
 * that differ. docs/counters.md lists the dotted names, and a test compares.
 */
#ifndef COLLECTOR_EXPLAIN_H
#define COLLECTOR_EXPLAIN_H

#include <stdbool.h>
#include <stddef.h>

struct explain {
	const char *name; /* dotted; NULL: a driver's own */
	const char *raw; /* as listings print it: names between '|', '#': any
			    number. NULL: only the dotted one */
	const char *os; /* NULL: any */
	const char *driver; /* names between blanks; NULL: any */
	const char *place; /* of the ledger; "" : of no place */
	const char *what; /* what it contains */
	const char *cause; /* what usually makes it grow; NULL: traffic */
};

/* The i-th row of all; NULL at the end. */
const struct explain *explain_row(size_t i);

/* Is it of that system and driver? NULL: of any. */
bool
explain_applies(const struct explain *, const char *os, const char *driver);

/*
 * Does the row answer for this name, as it was typed or printed? "dev.em.0."
 * in front names a driver. os, driver: NULL for any.
 */
bool explain_matches(const struct explain *, const char *name, const char *os,
    const char *driver);

/*
 * The row that knows most of a counter: with that driver, else with that
 * system, else the general one. For name "nic" the instance is the name. NULL:
 * none.
 */
const struct explain *explain_best(
    const char *name, const char *instance, const char *os, const char *driver);

#define EXPLAIN_NAME 80
#define EXPLAIN_NEAR 6

/* Names that are written much like this one, nearest first; how many. */
size_t explain_near(const char *name, char near[EXPLAIN_NEAR][EXPLAIN_NAME]);

#endif
