/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What must be equal before two rows may stand in one ranking. A fingerprint
 * is a set of key/value scalars in four classes:
 *
 *	method	how it was measured: equal, or the rows are not ranked
 *	bench	what it was measured on: equal, unless it is the plan's axis
 *	subject	what is being compared: differences are listed
 *	notes	host names, addresses, dates: ignored
 *
 * Values are text; whole numbers in decimal, booleans "true" and "false".
 * Keys whose name ends in "_ns" are durations and equal within 1 %.
 */
#ifndef LIB_FINGERPRINT_H
#define LIB_FINGERPRINT_H

#include <stddef.h>
#include <stdint.h>

enum fp_class { FP_METHOD, FP_BENCH, FP_SUBJECT, FP_NOTES, FP_CLASSES };

struct fp_key {
	enum fp_class class;
	char *name;
	char *value; /* NULL: unknown */
};

struct fingerprint { /* starts as { 0 }; free with fingerprint_free */
	struct fp_key *v; /* in the order of adding */
	size_t n, cap;
};

/* "method", "bench", "subject", "notes": the key of its object in run.json. */
const char *fp_class_name(enum fp_class);

/*
 * Set a key (again: the new value counts). Text is copied; value NULL says
 * that it is not known. -1 only without memory.
 */
int fp_put(
    struct fingerprint *, enum fp_class, const char *name, const char *value);
int fp_put_u64(
    struct fingerprint *, enum fp_class, const char *name, uint64_t value);
void fingerprint_free(struct fingerprint *);

/* NULL: no such key. Its value may still be NULL: unknown. */
const struct fp_key *
fp_find(const struct fingerprint *, enum fp_class, const char *name);

enum fp_verdict {
	FP_EQUAL, /* rank them */
	FP_AS_FAR_AS_KNOWN, /* rank, and name the unknown keys */
	FP_DIFFERENT, /* never in one ranking */
};

#define FP_LIST 512
struct fp_diff { /* names: "frame_bytes, tag"; "" for none */
	char differing[FP_LIST]; /* method and bench keys that differ */
	char unknown[FP_LIST]; /* method and bench keys unknown on a side */
	char subject[FP_LIST]; /* subject keys that differ: the comparison */
};

/*
 * `axis` names one bench key that the plan varies, and is then taken as
 * subject; NULL for none. A key that only one side has is unknown on the
 * other. Equality within 1 % is no equivalence: compare every row of a group
 * with the group's first row, not with its neighbour.
 */
enum fp_verdict fingerprint_compare(const struct fingerprint *a,
    const struct fingerprint *b, const char *axis, struct fp_diff *);

#endif
