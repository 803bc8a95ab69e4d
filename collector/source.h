/* SPDX-License-Identifier: BSD-2-Clause */
/* What is read on a host: one row per command or file. */
#ifndef COLLECTOR_SOURCE_H
#define COLLECTOR_SOURCE_H

#include <stdio.h>

#include "collector/parse.h"

enum {
	SOURCE_MACHINE = 1, /* machine-wide, also in a network namespace */
	SOURCE_EACH_IF = 2, /* once per interface, its name as last word */
	SOURCE_SYSCTL = 4, /* words are names under /proc/sys */
	SOURCE_PORTS = 8, /* has the packet counts of the interfaces */
	SOURCE_SHELL = 16, /* the only word is for sh(1) */
	SOURCE_SESSION = 32, /* prints several listings, prompts before them */
	/*
	 * Not in every snapshot: what does not change by itself, for a
	 * fingerprint; and what only a bundle of everything has.
	 */
	SOURCE_ONCE = 64,
	SOURCE_BUNDLE = 128,
	SOURCE_OPTIONAL = 256, /* not on every host: keep_failed() */
	SOURCE_PERIODIC = 512, /* cheap enough to be read every second */
	SOURCE_GLOB = 1024, /* words are patterns of files with one line each */
};
#define SOURCE_EXTRA (SOURCE_ONCE | SOURCE_BUNDLE)

#define SOURCE_WORDS 32
#define SOURCE_COMMAND 2048 /* room for one as a line */

struct source {
	const char *name, *os; /* "ip_link", "Linux" */
	const char *word[SOURCE_WORDS]; /* command; or one path */
	const struct parser *parser; /* NULL: kept as text */
	unsigned flags;
};

extern const struct source source_table[]; /* ends where name is NULL */

bool source_is_file(const struct source *);
#define SOURCE_SYSCTL_PATH 160
/* net.ipv4.ip_forward of Linux stands in /proc/sys/net/ipv4/ip_forward. */
void source_sysctl_path(const char *name, char path[SOURCE_SYSCTL_PATH]);
/* Is it read with all the flags of `only` asked for, and `extra` too? */
bool source_wanted(const struct source *, unsigned only, unsigned extra);
/* Lines that are not empty, each after "PATH:", as grep(1) has them. */
void source_put_lines(
    FILE *, const char *path, size_t path_len, const char *text, size_t len);
/* The command as one line, for people. */
void source_command(const struct source *, char *text, size_t size);

#endif
