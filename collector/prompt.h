/* SPDX-License-Identifier: BSD-2-Clause */
/* Commands that were typed into a shell. */
#ifndef COLLECTOR_PROMPT_H
#define COLLECTOR_PROMPT_H

#include "collector/text.h"

/* Is this line a prompt? *command: what was typed behind it, maybe nothing. */
bool prompt_line(const struct line *, struct span *command);

/*
 * Behind empty lines, is there a prompt, or a heading that somebody typed ("==
 * after ==")? A listing that nothing else ends was not cut off then.
 */
bool prompt_follows(const struct line *, size_t n);

/*
 * A command with no prompt in front: "+ netstat -ni", "netstat -w 5:". What
 * stands below it must tell that it ran.
 */
bool prompt_none(const struct line *, struct span *command);

/* The host that such a line tells. false: none, or only a shell or a path. */
bool prompt_host(const struct line *, struct span *host);

/*
 * The command itself, without "sudo", "time" and the like in front and with
 * what they are told. NULL stays NULL.
 */
const char *prompt_bare(const char *command);

/*
 * What stands behind this word of the command, as "eth0" behind "dev". false:
 * nothing, or more than one such word, or a variable.
 */
bool prompt_behind(const char *command, const char *word, struct span *);

/* A word without quotes and signs of the shell behind it. */
struct span prompt_word(struct span);

/*
 * Does the command run on another host than its prompt tells, or in another
 * network: "ssh HOST ...", "ip netns exec NAME ...", "ip -n NAME ...", "jexec
 * JAIL ..."? The name of the innermost, empty where it cannot be told.
 */
bool prompt_elsewhere(const char *command, struct span *host);

/* Does the command, or one behind "ssh host" or a "|", run this program? */
bool prompt_runs(const char *command, const char *program);

#endif
