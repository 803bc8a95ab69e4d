/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One connection to another host by OpenSSH's ssh(1): opened once, before
 * traffic, and shared by all that is run there (ssh_config(5),
 * ControlMaster), because a new one can take minutes once a router is busy.
 */
#ifndef COLLECTOR_REMOTE_H
#define COLLECTOR_REMOTE_H

#include "lib/proc.h"

#define REMOTE_WORDS 32 /* of the ssh command */
#define REMOTE_ARGV (REMOTE_WORDS + 24)

struct remote { /* zeroed to begin with */
	char dir[96], socket[112]; /* ours alone; "" while there is none */
	char host[300], port[8]; /* [USER@]HOST; "" : as ssh has it */
	char command[1024]; /* of ssh, cut into words */
	const char *word[REMOTE_WORDS];
	size_t n_words;
	struct proc master;
	const volatile sig_atomic_t *stop;
};

/*
 * where: [USER@]HOST[:PORT], IPv6 addresses in brackets. ssh: how ssh is
 * called, words between blanks; NULL: NETBLAST_SSH of the environment, else
 * "ssh". remote_close() in any case.
 */
int remote_open(struct remote *, const char *where, const char *ssh,
    const volatile sig_atomic_t *stop, struct fail *);
/* The same again, after the connection was lost. */
int remote_reopen(struct remote *, struct fail *);
void remote_close(struct remote *);

/* What runs `command` there by that connection, and only by that one. */
void remote_argv(
    const struct remote *, const char *command, const char *argv[REMOTE_ARGV]);

#endif
