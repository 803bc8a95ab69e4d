/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * XML as libxo writes it: elements, text, attributes and four entities.
 * Nothing else is read: a text that has more, or is not closed, is bad.
 */
#ifndef COLLECTOR_XML_H
#define COLLECTOR_XML_H

#include "collector/parse.h"

#define XML_DEPTH 16

struct xml { /* a text being read */
	struct arena *arena;
	const char *p, *end;
	struct span open[XML_DEPTH]; /* elements */
	size_t depth;
	bool fresh; /* the last tag opened one */
	const char *text; /* in front of the last tag */
	bool leaf; /* that tag closed an element with text only */
};

enum xml_token { XML_BAD, XML_OPEN, XML_CLOSE };

/*
 * The next tag, and the text in front of it. One that closes at once
 * ("<address/>") is told as open, and its text is none.
 */
enum xml_token xml_next(struct xml *);

/* Does FreeBSD's netstat begin here, with this tag in its first lines? */
bool xml_netstat(const struct line *, size_t n, const char *tag);
/* All of it to be read; *lines of the reading are its. */
struct xml xml_of_netstat(struct reading *, size_t *lines);

#endif
