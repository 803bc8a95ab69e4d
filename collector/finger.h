/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The fingerprint of the host whose listings a session holds: what a result
 * depends on besides the counters. One row of a table per key and listing
 * that tells it (docs/fingerprint.md); what no listing told is null.
 */
#ifndef COLLECTOR_FINGER_H
#define COLLECTOR_FINGER_H

#include <stdio.h>

#include "collector/session.h"
#include "lib/fingerprint.h"
#include "lib/result.h"

#define FINGER_TEXT 1024 /* the longest value; a list is cut with "..." */
#define FINGER_CAPTURES 4
#define FINGER_CPU "/sys/devices/system/cpu/"

struct finger { /* zeroed to begin with; finger_free() in any case */
	struct fingerprint keys;
	const char *os; /* NULL: no listing tells */
	const char **from; /* of each key: the kind of listing */
	const char **port; /* names of interfaces that were met */
	size_t n_port;
	bool cut; /* there was more than is kept */
	struct arena arena;
};

/* Where a row's path led, and by which names. */
struct finger_at {
	const struct finger *f;
	const struct listing *l;
	const struct value *v;
	const char *name[FINGER_CAPTURES]; /* what "*" stood for, in order */
	size_t n_name;
	const char *arg; /* of the row */
};

/* Write the value. false: not told here, so it stays unknown. */
typedef bool finger_how(const struct finger_at *, char text[FINGER_TEXT]);

struct finger_rule {
	/* "%" stands for the next name; "if.%" is an interface */
	const char *key;
	enum fp_class class;
	const char *os; /* NULL: any */
	const char *kind;
	/*
	 * Into the listing's data, "|" between. "*" in it is any word without
	 * a dot, alone any child; "?" is any child without a name; where the data tells its interface, that is
	 * the first name.
	 */
	const char *path;
	finger_how *how; /* NULL: the value as it is */
	const char *arg;
};

/* Tables that end where key is NULL. */
extern const struct finger_rule finger_rules_machine[], finger_rules_kernel[],
    finger_rules_interface[], finger_rules_network[];

/* The value as text; a list with blanks between. */
finger_how finger_plain;
/* As finger_plain, but 0 and "" tell nothing. */
finger_how finger_nonzero;
/* 0, off, no: "false"; 1, on, yes and larger numbers: "true". */
finger_how finger_switch;
/* Is one of the words of arg in the list? "true", "false". */
finger_how finger_holds;
/* The words of the list that arg has, or "none". */
finger_how finger_picks;
/*
 * Of the children whose key matches arg (fnmatch(3); NULL: of all): their
 * values, each once; how many there are; their sum.
 */
finger_how finger_each_once, finger_count, finger_sum;
/* arg as the value: that there is such a listing says it. */
finger_how finger_says;
/* Only of an interface that another listing has. */
finger_how finger_of_port;

/* Append a word, a blank before it; where there is no room "...". */
void finger_add(char text[FINGER_TEXT], const char *word);
/* Has the list of words this one? */
bool finger_word(const char *list, const char *word);
/* FNV-1a, 64 bits: to tell texts apart, no more. 16 digits. */
#define FINGER_HASH_START 0xcbf29ce484222325ULL
uint64_t finger_hash(uint64_t hash, const char *text, size_t len);

/*
 * Where a listing is there twice, MOMENT_BEFORE takes the first and the
 * others the last. -1: no memory.
 */
int finger_read(struct finger *, const struct session *, enum moment);
void finger_free(struct finger *);
bool finger_knows_port(const struct finger *, const char *name);

/* A value as JSON's kind: number, boolean, text; NULL is null. */
void finger_value(struct result *, const char *key, const char *text);
/* {"method": {}, "bench": {}, "subject": {}, "notes": {}, "from": {}} */
void finger_emit(const struct finger *, struct result *, const char *key);
/* What is known, a line each. */
void finger_print(const struct finger *, FILE *);

struct finger_change { /* before or after NULL: its interface was not there */
	enum fp_class class;
	const char *key, *before, *after;
};

struct finger_changes {
	size_t changed, unchanged;
	size_t unknown; /* on a side, or on both */
};

/*
 * Every change, by class: of what somebody sets, or `moving`: of what moves by
 * itself, as counts since boot and the clock of the moment do.
 */
struct finger_changes
finger_diff(const struct finger *before, const struct finger *after,
    bool moving, void (*put)(void *, const struct finger_change *), void *to);

#endif
