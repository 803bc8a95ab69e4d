/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The text of one JSON object while it is being written (RFC 8259): values
 * go straight into the text, so a listing of a million numbers costs little
 * more than its digits. Members stand one to a line, indented by their depth;
 * plain values of an array share lines.
 *
 * A key that an object has already is left out with its value: foreign names
 * come twice, and a document must not. Trouble (no memory, a key in an array,
 * too deep) sticks, and jsontext_done() tells it.
 */
#ifndef LIB_JSONTEXT_H
#define LIB_JSONTEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct jsontext;

/* With its outermost object open. NULL: no memory. */
struct jsontext *jsontext_new(void);
void jsontext_free(struct jsontext *);

/* key NULL: into an array. Keys and texts: any bytes, see lib/utf8.h. */
void jsontext_open(struct jsontext *, const char *key, bool array);
void jsontext_close(struct jsontext *);
void jsontext_u64(struct jsontext *, const char *key, uint64_t);
/* As it stands: a number or a word of JSON. */
void jsontext_word(struct jsontext *, const char *key, const char *word);
void
jsontext_text(struct jsontext *, const char *key, const char *, size_t len);

/*
 * All of it with a newline behind, terminated, valid until the next call;
 * NULL where there was trouble or more than the outermost object is open.
 * The document can be continued.
 */
const char *jsontext_done(struct jsontext *, size_t *len);

#endif
