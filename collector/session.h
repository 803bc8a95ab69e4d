/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What one file told: listings in their order, found in the output of one
 * command, in a whole session or mail, or in a snapshot document.
 */
#ifndef COLLECTOR_SESSION_H
#define COLLECTOR_SESSION_H

#include "collector/parse.h"
#include "collector/rundoc.h"

enum moment { MOMENT_NONE, MOMENT_BEFORE, MOMENT_AFTER };

struct ran { /* how the command of a source went */
	bool known; /* that it ended, and with which status */
	int status;
	uint64_t start_ns, took_ns; /* start: wall clock there; 0: not known */
};

struct listing {
	const struct parser *parser; /* NULL: text that nobody reads */
	const char *kind, *os, *command, *variant; /* os, command may be NULL */
	const char *host; /* by the prompt; NULL: not told */
	const char *source; /* of source.h; NULL: of a file */
	struct ran ran; /* where there is a source */
	const char *text; /* as read; not terminated */
	size_t text_len;
	struct value *data; /* NULL where parser is */
	struct counters counters;
	bool joined; /* its data went into the listing before */
	enum moment moment; /* by a line like "== before ==" */
	const char *section; /* words of the last such line, NULL: none */
	size_t at; /* place in the order */
};

struct session { /* zeroed to begin with */
	struct arena arena;
	char *text; /* the file, owned */
	struct listing *v;
	size_t n, cap;
	size_t lines_unknown; /* lines with text that are in no listing */
	/* of a snapshot document only */
	bool document;
	uint64_t mono_ns;
	char boot_id[64], host[80], node[80];
	bool moving; /* read before its counters stood still (--settle) */
	struct rundoc *run; /* owned; a generator's or sink's document */
	bool watch; /* of a watch, whose times are of a clock of its own */
	struct session *last; /* owned; its last sample: this is the first */
};

struct session_ask {
	const char *os; /* canonical, NULL: by the shape of the listings */
	unsigned version;
	const char *command; /* where the text shows none; may be NULL */
	bool runs; /* take documents of netblast and netreceive too */
	bool watches; /* and of netcollect watch */
};

/*
 * "FreeBSD", "netbsd-4.99", "OpenBSD 7.4" to canonical name and major
 * version. -1: a system that we know nothing of.
 */
int session_os(const char *text, struct session_ask *, struct fail *);

/* Takes over `text` (malloc'd), also when it fails. Free in any case. */
int session_read(struct session *, char *text, size_t len,
    const struct session_ask *, struct fail *);
void session_free(struct session *);
/* Does this listing tell of that moment? */
bool session_tells(const struct session *, const struct listing *, enum moment);

/*
 * Read the listings of a transcript into a session that has others; the text
 * stays where it is. -1 without memory.
 */
int session_more(
    struct session *, const char *text, size_t len, const struct session_ask *);

/* Append an empty listing; NULL without memory. */
struct listing *session_add(struct session *);
/* Let a parser read `text` as one listing; what it cannot is kept. */
int session_parse(struct session *, const struct parser *, struct listing *,
    const struct session_ask *);

/*
 * Join the data of listings that follow each other and that the corpus has
 * as one: blasts in one session, vmstat -i twice, OpenBSD's -e and -d.
 */
void session_join(struct session *);

struct section { /* of a text */
	enum moment moment;
	const char *name; /* NULL before the first */
};

/*
 * A line that says what moment comes: the word before or after, alone but for
 * decoration, as in "== before ==" or "After:". The moment is MOMENT_NONE for
 * any other word set off by signs, as in "== generator ==".
 */
bool session_section(struct arena *, const struct line *, struct section *);
/* Of one host, where each has a section. */
bool session_same_section(const struct listing *, const struct listing *);

/* Do they tell that they are of two hosts? */
bool session_apart(const struct listing *, const struct listing *);
/*
 * Whose counters these are, where prompts show several hosts: of the one with
 * most of them. NULL: nobody tells.
 */
const char *session_host(const struct session *);

struct told { /* zeroed; the last answer, since rules stand by chains */
	const struct listing *listing;
	struct span family, chain;
	bool told;
};

/*
 * Is the chain of this counter of a firewall's rule in another listing of that
 * moment, which tells more of it?
 */
bool session_told(const struct session *, const struct listing *,
    const struct counter *, enum moment, struct told *);

/*
 * The counters of that host before or after: of listings that stand under such a word, or
 * of the first and last listing of each kind where there are two; what stands
 * once is in neither. MOMENT_NONE: of the last listing of each kind.
 */
int session_counters(const struct session *, enum moment, struct counters *);

#endif
