/* SPDX-License-Identifier: BSD-2-Clause */
/* netcollect's subcommands and what they share. */
#ifndef COLLECTOR_COLLECTOR_H
#define COLLECTOR_COLLECTOR_H

#include <signal.h>

#include <stdio.h>

#include "collector/session.h"
#include "lib/opt.h"
#include "lib/result.h"

/*
 * One subcommand, one row in main.c. run() returns the exit status: 0
 * measured, 2 measured but invalid, or -1 with the reason.
 */
struct command {
	const char *name, *operands, *help;
	const struct opt *opts; /* NULL: none */
	int (*run)(int argc, char **argv, struct fail *);
};

extern const struct command collect_cmd_snapshot, collect_cmd_watch,
    collect_cmd_read, collect_cmd_diff, collect_cmd_ledger, collect_cmd_explain,
    collect_cmd_sources, collect_cmd_bundle;

/* Options that several subcommands have; the first fields of their struct. */
struct common {
	const char *out; /* -o, "-" */
	const char *format; /* NULL: by where the output goes */
	const char *os; /* NULL: by the shape of the listings */
	const char *command; /* NULL: by the prompts in the text */
	bool runs; /* netblast's and netreceive's documents are taken too */
	bool watches; /* and those of netcollect watch */
};
#define COLLECT_DEFAULTS .out = "-"
#define COLLECT_OPTS                                                         \
	{ 'o', "output", "FILE", "where the result goes [-]", OPT_TEXT,      \
		offsetof(struct common, out), 0, 0, NULL },                  \
	    { 0, "format", "FORMAT", "json or table [table on a terminal]",  \
		    OPT_TEXT, offsetof(struct common, format), 0, 0, NULL }, \
	{                                                                    \
		0, "os", "OS",                                               \
		    "system, with version where known [by the text]",        \
		    OPT_TEXT, offsetof(struct common, os), 0, 0, NULL        \
	}

/*
 * stop.c: from now on INT, TERM and HUP do not end this process but set what
 * is returned, so that what was begun elsewhere is ended in order.
 */
const volatile sig_atomic_t *collect_stop(void);
/* The same for a second one, while the end takes its time. */
const volatile sig_atomic_t *collect_stop_again(void);
/* --ready: says so on standard output, then waits for a line. -1: none came. */
int collect_wait_go(struct fail *);

/* true: a table is wanted. -1: --format is neither. */
int collect_table(const struct common *, struct fail *);
/* Where a table goes: a file, or "-" for standard output. NULL: cannot. */
FILE *collect_open(const char *path, struct fail *);
int collect_close(FILE *, const char *path, struct fail *);
/* -1: not between min and max files are given. */
int collect_files(int files, int min, int max, struct fail *);

/* A file, "-" for standard input: a snapshot document or any text. */
int collect_load(
    struct session *, const char *path, const struct common *, struct fail *);

/* document.c: is this text a document of ours? Then read it as a session. */
bool document_is(const char *text, size_t len);
int document_read(struct session *, const char *text, size_t len,
    const struct session_ask *, struct fail *);

/* envelope.c: the envelope with config {} still to be filled, and its parts. */
void envelope_listing(struct result *, const struct listing *);
void envelope_counter(struct result *, const struct counter *);
/* Another host: who it says it is; null where nobody was asked. */
struct asked;
void envelope_router(struct result *, const struct asked *);
/* null where it is below 0. */
void envelope_ms(struct result *, const char *key, double ms);
/* Open "config" and put the files into it; the caller closes it. */
void envelope_config(
    struct result *, const struct common *, int files, char *const *names);
/* notes, valid, error; the end of a document. */
void envelope_end(struct result *, const char *note);

#endif
