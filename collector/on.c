/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "collector/on.h"

struct ask_on {
	const char *name, *ssh;
};

static int
local(struct on *on, const struct ask_on *a, struct fail *f)
{
	if (*a->name != '\0')
		return fail(f, "local takes no name");
	on->isolated = on_isolated();
	return 0;
}

static int
netns(struct on *on, const struct ask_on *a, struct fail *f)
{
	on->isolated = true;
	return on_netns(a->name, f);
}

static int
ssh(struct on *on, const struct ask_on *a, struct fail *f)
{
	on->far = true;
	return remote_open(&on->remote, a->name, a->ssh, on->stop, f);
}

static const struct {
	const char *prefix;
	int (*enter)(struct on *, const struct ask_on *, struct fail *);
} kinds[] = {
	{ "local", local },
	{ "netns:", netns },
	{ "ssh:", ssh },
};

int
on_open(struct on *on, const char *node, const char *ssh_command,
    const volatile sig_atomic_t *stop, struct fail *f)
{
	on->stop = stop;
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		size_t len = strlen(kinds[i].prefix);
		struct ask_on ask = { node + len, ssh_command };
		struct fail why = { "" };

		if (strncmp(node, kinds[i].prefix, len) != 0)
			continue;
		if (kinds[i].enter(on, &ask, &why) < 0)
			return fail(f, "--on: %s: %s", node, why.text);
		return 0;
	}
	return fail(f,
	    "--on: \"%s\": local, netns:NAME or "
	    "ssh:[USER@]HOST[:PORT]",
	    node);
}

void
on_close(struct on *on)
{
	if (on->far)
		remote_close(&on->remote);
}

/*
 * The login shell may be any, csh(1) too: these quotes mean the same to all.
 * The script is read as a whole first, so that no command can eat of it, and
 * not byte by byte, as some shells read their standard input.
 */
void
on_shell(const struct on *on, const char *argv[REMOTE_ARGV])
{
	static const char *const here[] = { "/bin/sh", "-c", "eval \"$(cat)\"",
		NULL };

	if (on->far)
		remote_argv(
		    &on->remote, "exec /bin/sh -c 'eval \"$(cat)\"'", argv);
	else
		memcpy(argv, here, sizeof(here));
}
