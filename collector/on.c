/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "collector/on.h"

static int
local(const char *name, struct fail *f)
{
	if (*name != '\0')
		return fail(f, "local takes no name");
	return 0;
}

static const struct {
	const char *prefix;
	int (*enter)(const char *name, struct fail *);
	bool isolates;
} kinds[] = {
	{ "local", local, false },
	{ "netns:", on_netns, true },
};

int
on_enter(const char *node, bool *isolated, struct fail *f)
{
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		size_t len = strlen(kinds[i].prefix);
		struct fail why = { "" };

		if (strncmp(node, kinds[i].prefix, len) != 0)
			continue;
		if (kinds[i].enter(node + len, &why) < 0)
			return fail(f, "--on: %s: %s", node, why.text);
		*isolated = kinds[i].isolates || on_isolated();
		return 0;
	}
	return fail(f, "--on: \"%s\": local or netns:NAME", node);
}
