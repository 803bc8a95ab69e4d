/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Text of a session, cut into lines and fields. Copies of mail carry quoting
 * marks, CR LF, collapsed or trailing blanks and control characters: those
 * are taken off here, wrapped rows are rejoined by the parser that knows how
 * many fields a row has. Nothing here fails on any bytes.
 */
#ifndef COLLECTOR_TEXT_H
#define COLLECTOR_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "collector/value.h"

struct span {
	const char *p;
	size_t len;
};

struct line {
	const char *p; /* no quoting marks, no blanks at both ends */
	size_t len;
	size_t indent; /* blanks taken off in front */
	bool gap; /* what may have been an empty line stood before it */
	bool ended; /* by LF: the text was not cut within it */
	const char *raw; /* the line as it was read, without LF */
	size_t raw_len;
};

struct lines {
	struct line *v;
	size_t n;
};

/*
 * The lines live in the arena, and point into `text` or a copy there; -1
 * without memory. An empty line behind a long one is left out, since it may be
 * the blanks at that one's end which a mailer has put on a line of their own.
 */
int text_lines(struct arena *, const char *text, size_t len, struct lines *);

/* Fields between blanks; at most `cap`, *more says that there were more. */
size_t text_fields(const struct line *, struct span *, size_t cap);
/* The next field from `at` on; false at the end of the line. */
bool text_next(const struct line *, size_t *at, struct span *);

/*
 * Can l[1] be the rest of l[0]? Mailers break a line where the next word had
 * no room, in 60 columns or more; "== after ==" is none. There is an l[1].
 */
bool line_breaks(const struct line *l);

/* Several lines as one, a blank between them; an empty one without memory. */
struct line text_joined(struct arena *, const struct line *, size_t n);

/*
 * What a terminal has broken at its last column, within words even, as it
 * was: nothing between the lines.
 */
struct line text_glued(struct arena *, const struct line *, size_t n);
/*
 * Do lines end at one and the same column of 80 or more, but for the last? So
 * a terminal breaks them, and mail only by chance. *width: that column; where
 * it is not 0 before, it must be that one.
 */
bool text_is_broken(const struct line *, size_t n, size_t *width);
/* Is l[1] the end of a number at the end of l[0], and nothing else? */
bool text_is_rest(const struct line *l);

/*
 * In the header, since each line is shown to each parser: with the word known
 * to the compiler most of them cost a comparison.
 */
static inline bool
span_begins(struct span s, const char *word)
{
	size_t len = strlen(word);

	return len <= s.len && memcmp(s.p, word, len) == 0;
}

static inline bool
span_is(struct span s, const char *word)
{
	return strlen(word) == s.len && span_begins(s, word);
}

static inline bool
line_begins(const struct line *l, const char *word)
{
	return span_begins((struct span){ l->p, l->len }, word);
}

/* Is the word one of those of the list, which ends in NULL? */
bool text_one_of(const char *word, const char *const *list);
bool span_one_of(struct span, const char *const *list);
/* Does the word stand somewhere in it? */
bool span_has(struct span, const char *word);
/* Is one of these signs in it? */
bool span_holds(struct span, const char *any);
/* Whole decimal number of at most 20 digits that fits 64 bits. */
bool span_u64(struct span, uint64_t *);
/*
 * A measured figure: decimal, comma or point, maybe with an exponent or a
 * percent sign. For what is shown as a decimal only, never for counts.
 */
bool span_real(struct span, double *);
/* 1 to 8 hexadecimal digits. */
bool span_hex32(struct span, uint64_t *);
/* Every field is a number or "-", and there is one. */
bool line_is_numbers(const struct line *);

/* A number as printed, and the interval that it stands for. */
struct cell {
	bool known; /* false: "-", below 0, empty, or no such column */
	uint64_t low, high; /* equal where the figure is exact */
};

/*
 * "123", "-", "-5" (unknown), or scaled with two decimals at most ("5.1G",
 * "4.12K"), `step` 1000 or 1024. false: no number at all.
 */
bool span_cell(struct span, unsigned step, struct cell *);

#endif
