/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * An HTML page under construction. Everything that is not a literal of this
 * program goes through html_text, html_textf or an attribute value, and is
 * escaped there; html_raw takes literals only. Trouble (no memory) is kept
 * and told once, by html_finish.
 */
#ifndef HARNESS_HTML_H
#define HARNESS_HTML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "lib/fail.h"

struct html {
	FILE *out; /* into buf */
	char *buf;
	size_t len;
	bool broken;
};

int html_start(struct html *, struct fail *);
/* The page is then in buf, len; freed by html_free. */
int html_finish(struct html *, struct fail *);
void html_free(struct html *);

/* A literal, or markup that was made by code that escapes. */
void html_raw(struct html *, const char *);

/* Escaped: & < > " ' and the backquote; control characters but newline and
 * tab become U+FFFD. NULL is nothing. */
void html_text(struct html *, const char *);
void html_textf(struct html *, const char *, ...)
    __attribute__((format(printf, 2, 3)));

/*
 * <tag name="value" ...>; the pairs end with NULL. A pair whose value is NULL
 * is left out. Values are escaped; tag and names are literals.
 */
void html_open(struct html *, const char *tag, ...) __attribute__((sentinel));
void html_close(struct html *, const char *tag);
/* <tag>text</tag> */
void html_element(struct html *, const char *tag, const char *text);

/*
 * An id for use in the page: letters, digits and hyphens of `text` behind
 * `prefix`; other bytes become hyphens. Returns buf.
 */
char *html_anchor(const char *prefix, const char *text, char *buf, size_t size);

#endif
