/* SPDX-License-Identifier: BSD-2-Clause */
/* The columns of `netstat -w`, as its two heading lines name them. */
#ifndef COLLECTOR_IFRATE_H
#define COLLECTOR_IFRATE_H

#include "collector/text.h"

#define IFRATE_FIELDS 12

struct ifrate {
	size_t n; /* fields of a row; 0: no heading seen yet */
	const char *field[IFRATE_FIELDS];
	bool bytes[IFRATE_FIELDS];
	struct span scope;
	bool sides; /* NetBSD, OpenBSD */
	bool once; /* since boot behind the first heading only */
	bool scaled; /* -h */
	bool bracketed; /* "(em0)": FreeBSD up to 9, DragonFly */
	unsigned step; /* of scaled packets: 1000 or 1024 */
	bool guessed; /* there was no heading at all */
};

/*
 * Lines of a heading that begins at l[0], 0: none, and nothing is changed.
 * What is not about columns (scaled, step) stays.
 */
size_t ifrate_heading(struct ifrate *, const struct line *l, size_t n);
/* t->n columns of NetBSD or OpenBSD, "errs" being what `word` says. */
void ifrate_guess_sides(struct ifrate *, const char *word);
/* The same columns of the same interface; one of them may be guessed. */
bool ifrate_same(const struct ifrate *, const struct ifrate *);
bool ifrate_has(const struct ifrate *, const char *field);

/*
 * Which layouts a row without a heading can have, a bit for each. Eight fields
 * are FreeBSD's with drops of one side or of the other: bytes are so many times
 * the packets in one of them only.
 */
unsigned ifrate_fits(const struct span *, size_t n);
/* false: none, or more than one, of what fits all rows. */
bool ifrate_guess(struct ifrate *, size_t n, unsigned fits);

#endif
