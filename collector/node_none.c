/* SPDX-License-Identifier: BSD-2-Clause */
/* Systems without network namespaces. */
#include "collector/node.h"

int
node_netns(const char *name, struct fail *f)
{
	return fail(f, "%s: network namespaces are Linux's", name);
}

bool
node_isolated(void)
{
	return false;
}
